"""Messages that nobody meant: valid ones, at random, and what is left of them after an accident.

A short form runs with the tests (test_fuzz.py), a long one in `python -m tests.soak.fuzz`.
"""

from __future__ import annotations

import asyncio
import copy
import hashlib
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.served import House, Place
from tests.server.attack import SOON, TRACES, Guest, a_round, http, lives, match, new_id, socket

KEYS = ("00" * 32, "ab" * 32, "AB" * 32, "ab" * 31, "g" * 64, "ab" * 32 + "\n", "")
TEXTS = (
    "Ada",
    "",
    " ",
    "a" * 20,
    "a" * 21,
    "a" * 300,
    "a" * 301,
    "é",
    "\u202eevil",
    "\x00",
    "😀" * 9,
)
NUMBERS = (0, 1, 2, 3, 5, 9, 63, 64, -1, 2**31, 2**53, 2**63, 2**64, -(2**63) - 1, 10**40)
PACES: tuple[dict[str, Any], ...] = (
    {},
    {"speed": "slow", "seconds": 3600},
    {"speed": "live", "seconds": 5},
)
PATHS = ("/api/tables", "/api/tables/join", "/api/matches?id=1&name=A", "/api/guest", "/")
KINDS = ("", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x;;=")
PROPOSALS = ("take-back", "pause", "stand-in", "take-seat", "rematch", "deal-again") * 4 + (
    "carry-away",
    "x",
)
ODD: tuple[Any, ...] = (
    *NUMBERS, *TEXTS, None, True, False, 0.0, 1.0, 1.5, -0.0, 1e300, [], {}, [[]], [1, "a"],
    {"kind": "Tell"}, {"kind": "Hidden"}, {"id": "x"}, "a" * 5000, list(range(2000)),
)  # fmt: skip
STRANGE = (
    b"\\ud800", b"\\udfff", b"\\ud83d\\ude00", b"\\u0000", b"\\uFFFE", b"\xf0\x9f\x92\xa9",
    b"\xc0\x80", b"\xed\xa0\x80", b"\xff", b"\xe2\x80\xae", b"\\x41", b"\\", b'"', b"NaN",
    b"-Infinity", b"1e999", b"1" * 5000, b"0x10", b"01", b"/*", b"'", b"}", b"]", b",", b":",
    b"\t", b"\r\n", b"\x1f",
)  # fmt: skip


# What can be said


def valid(rng: Random) -> dict[str, Any]:
    """A message as clients send them, though hardly ever the right one."""
    kind = rng.choice((*_FIELDS, "act", "act", "act", "act", "propose", "answer"))
    return {"kind": kind, "id": new_id(), **_FIELDS[kind](rng)}


def _seat(rng: Random) -> int:
    return rng.choice((0, 0, 1, 1, 2, 63))


def _maybe(rng: Random, **fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if rng.random() < 0.5}


def _odd(rng: Random) -> Any:
    return copy.deepcopy(rng.choice(ODD))  # accidents happen to it


def _action(rng: Random) -> Any:
    return rng.choice(
        (
            {"kind": "Tell", "number": rng.randrange(1000)},
            {"kind": "Shout", "text": "a" * rng.randrange(150)},
            {"kind": "Pass"},
            {"kind": "Vote", "accept": rng.random() < 0.5},
            {"kind": "Announce", "word": "bank", "start": rng.randrange(9), "direction": "cw"},
            _odd(rng),
        )
    )


def _name(rng: Random) -> str:
    return rng.choice(("Ada", "Bo", "Cy", "Di", "Ed")) + rng.choice(("", "", " 2", "!"))


_FIELDS: dict[str, Callable[[Random], dict[str, Any]]] = {
    "sit": lambda rng: {
        "name": _name(rng), **_maybe(rng, seat=_seat(rng), pledge=rng.choice(KEYS[:2]))
    },
    "stand-up": lambda rng: {"seat": _seat(rng)},
    "seat-bot": lambda rng: {"seat": _seat(rng), **_maybe(rng, level=rng.randrange(3))},
    "start": lambda rng: {},
    "salt": lambda rng: {"seat": _seat(rng), "salt": rng.choice(KEYS)},
    "act": lambda rng: {
        "seat": _seat(rng), "action": _action(rng), **_maybe(rng, after=rng.choice((0, 50, 10**6)))
    },
    "open": lambda rng: {"seat": _seat(rng)},
    "resign": lambda rng: {"seat": _seat(rng) if rng.random() < 0.1 else 63},
    "propose": lambda rng: {
        "what": rng.choice(PROPOSALS),
        **_maybe(rng, seat=_seat(rng), level=rng.randrange(3), name=_name(rng)),
    },
    "answer": lambda rng: {"agree": rng.random() < 0.7},
    "resume": lambda rng: {},
    "say": lambda rng: {"text": rng.choice(TEXTS), **_maybe(rng, name=_name(rng))},
    "mute": lambda rng: {"person": rng.randrange(8), **_maybe(rng, muted=rng.random() < 0.5)},
}  # fmt: skip


# What can happen to it on its way


def accident(rng: Random, whole: dict[str, Any]) -> bytes:
    """What arrives."""
    for change in rng.sample(_CHANGES, rng.choice((1, 1, 1, 2))):
        change(rng, whole)
    data = json.dumps(whole, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    if rng.random() < 0.5:
        data = rng.choice(_DAMAGES)(rng, data)
    return data[:60_000]


def _wrong_value(rng: Random, whole: dict[str, Any]) -> None:
    whole[rng.choice([*whole, "extra"])] = _odd(rng)


def _wrong_place(rng: Random, whole: dict[str, Any]) -> None:
    one, other = rng.choice(list(whole)), rng.choice(list(whole))
    whole[one], whole[other] = whole[other], whole[one]


def _missing(rng: Random, whole: dict[str, Any]) -> None:
    whole.pop(rng.choice(list(whole)), None)
    whole.setdefault("id", new_id())


def _long_id(rng: Random, whole: dict[str, Any]) -> None:
    whole["id"] = f"{new_id()}{rng.choice(('é', 'a', '.'))}" * rng.choice((5, 20, 2000))


def _within(rng: Random, whole: dict[str, Any]) -> None:
    action = whole.get("action")
    if isinstance(action, dict) and action:
        action[rng.choice(list(action))] = _odd(rng)


_CHANGES = (_wrong_value, _wrong_value, _wrong_place, _missing, _long_id, _within)


def _flip(rng: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 4))):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _cut(rng: Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data))]


def _double(rng: Random, data: bytes) -> bytes:
    place = rng.randrange(len(data))
    return data[:place] + data[max(0, place - rng.randrange(1, 40)) :]


def _insert(rng: Random, data: bytes) -> bytes:
    place = rng.randrange(len(data) + 1)
    return data[:place] + rng.choice(STRANGE) + data[place:]


def _deep(rng: Random, data: bytes) -> bytes:
    depth = rng.choice((50, 1500, 25_000))
    bracket, close = rng.choice(((b"[", b"]"), (b'{"a":', b"}")))
    nested = bracket * depth + b"1" + close * (depth if rng.random() < 0.5 else 0)
    return data[:-1] + b',"action":' + nested + data[-1:]


def _keys_twice(rng: Random, data: bytes) -> bytes:
    return data[:-1] + b',"kind":"say","id":"twice","seat":true}'


def _other(rng: Random, data: bytes) -> bytes:
    noise = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 200)))
    words = (b"", b" ", b"null", b"true", b"0", b'"a"', b"[]", b"{}", b"\x00" * 100, b"[" * 50_000)
    return rng.choice((*words, b"[" + data + b"]", data * 2, noise))


_DAMAGES = (_flip, _flip, _cut, _double, _insert, _insert, _deep, _keys_twice, _other)


# Who answers for what


def id_in(data: bytes) -> str | None:
    """The id of a message, where every reader of JSON agrees on it."""
    try:
        text = data.decode()
        found = json.loads(
            text, object_pairs_hook=_once, parse_constant=_refuse, parse_float=_float
        )
        if isinstance(found, dict) and isinstance(found.get("id"), str):
            json.dumps(found, ensure_ascii=False).encode()  # no halves of characters
            name: str = found["id"]
            return name if 1 <= len(name) <= 64 else None
    except (ValueError, RecursionError):
        pass
    return None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("twice")
    return dict(pairs)


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


def _float(text: str) -> float:
    if abs(float(text)) > 1e300:
        raise ValueError(text)
    return float(text)


@dataclass
class Tally:
    sent: int = 0
    done: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    requests: Counter[int] = field(default_factory=Counter)
    hung_up: int = 0


class Mouth:
    """A connection over which anything is said. It counts the answers, and keeps nothing."""

    def __init__(self, connection: ClientConnection, tally: Tally, secrets: list[str]) -> None:
        self.connection = connection
        self.tally = tally
        self.secrets = secrets
        self.sent = 0
        self.wanted: Counter[str] = Counter()
        self.answered: Counter[str | None] = Counter()
        self.problem = ""
        self._ears = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        with suppress(ConnectionClosed):
            async for text in self.connection:
                assert isinstance(text, str)
                self._take_in(text)

    def _take_in(self, text: str) -> None:
        if TRACES.search(text) or any(secret in text for secret in self.secrets):
            self.problem = self.problem or f"tells too much: {text[:2000]}"
        told = json.loads(text)
        if told["kind"] == "refused":
            self.answered[told["id"]] += 1
            self.tally.refused[told["reason"]] += 1
            if not told["text"]:
                self.problem = self.problem or f"refuses without a word: {text}"
        else:
            self.tally.done += len(told.get("done", ()))
            self.answered.update(told.get("done", ()))

    async def say(self, data: bytes, rng: Random) -> None:
        """As a text, if it is one; now and then as a binary frame."""
        name = id_in(data)
        if name is not None:
            self.wanted[name] += 1
        self.sent += 1
        self.tally.sent += 1
        try:
            text = data.decode()
        except UnicodeDecodeError:
            await self.connection.send(data)
        else:
            await self.connection.send(data if rng.random() < 0.1 else text)

    async def is_answered(self) -> None:
        """Every message has exactly one answer, and by its id if that can be read."""
        until = asyncio.get_running_loop().time() + SOON
        while self.answered.total() < self.sent and asyncio.get_running_loop().time() < until:
            assert not self._ears.done(), "the house has hung up"
            await asyncio.sleep(0.005)
        assert not self.problem, self.problem
        assert self.answered.total() == self.sent
        for name, times in self.wanted.items():
            # There may be more: a message on whose id readers differ can have the same one.
            assert self.answered[name] >= times, f"{name}: {self.answered[name]} answers"
        self.sent = 0
        self.wanted.clear()
        self.answered.clear()

    async def close(self) -> None:
        self._ears.cancel()
        await self.connection.close()


def table_of(mouth: Mouth) -> str:
    assert mouth.connection.request is not None
    return mouth.connection.request.path.split("/")[3]


# The campaign


class Campaign:
    """Several guests at several tables, who say anything."""

    def __init__(self, house: Place, web: httpx.AsyncClient, rng: Random) -> None:
        self.house = house
        self.web = web
        self.rng = rng
        self.tally = Tally()
        self.guests = [Guest(house, web, name) for name in ("Ada", "Bo", "Cy")]
        self.mouths: list[Mouth] = []

    @property
    def secrets(self) -> list[str]:
        tokens = [guest.token for guest in self.guests]
        return tokens + [hashlib.sha256(f"guest|{one}".encode()).hexdigest() for one in tokens]

    @asynccontextmanager
    async def tables(self, count: int) -> AsyncIterator[None]:
        """Fresh ones, with options drawn at random, and everybody at each of them."""
        try:
            for _ in range(count):
                table = await self._table()
                for guest in self.guests:
                    # Who has come is refused for better reasons than that they are unknown.
                    await guest.ask(table, "sit", name=guest.name)
                    await guest.ask(table, "say", name=guest.name, text="hello")
                    self.mouths.append(await self._mouth(table, guest.cookie))
                await self.guests[0].ask(table, "start")
            yield
        finally:
            await asyncio.gather(*(mouth.close() for mouth in self.mouths))
            self.mouths.clear()

    async def _mouth(self, table: str, headers: dict[str, str]) -> Mouth:
        connection = await socket(self.house, table, headers)
        return Mouth(connection, self.tally, self.secrets)

    async def _table(self) -> str:
        """Most wishes are granted; the others must be refused in words."""
        while True:
            host = self.guests[0]
            answer = await host.post("/api/tables", self._wish(host))
            assert answer.status_code in (201, 400, 409), answer.text
            assert not TRACES.search(answer.text), answer.text
            if answer.status_code == 201:
                table: str = answer.json()["table"]
                return table

    def _wish(self, host: Guest) -> dict[str, Any]:
        rng = self.rng
        wish: dict[str, Any] = {
            "id": new_id(),
            "game": rng.choice(("whisper", "whisper", "whisper", "wordbank")),
            "name": host.name,
            "seats": rng.choice(
                (["me", "open"], ["me", "open"], ["me", 1], ["me", "open", "open"])
            ),
            "chat": rng.choice(("everybody",) * 4 + ("players", "nobody")),
            "pace": rng.choice(PACES),
            "listed": rng.random() < 0.2,
            "start": rng.random() < 0.2,
        }
        if wish["game"] == "whisper":
            wish["options"] = {
                "rounds": rng.choice((2, 50, 1000)),
                "seconds": rng.choice((0, 0, 60)),
            }
        if rng.random() < 0.3:
            odd = {rng.choice(("rounds", "seconds", "language", "added", "x")): _odd(rng)}
            wish["options"] = wish.get("options", {}) | odd
        return wish

    async def batch(self, count: int) -> None:
        rng = self.rng
        for _ in range(count):
            mouth = rng.choice(self.mouths)
            asked = valid(rng)
            data = json.dumps(asked).encode() if rng.random() < 0.5 else accident(rng, asked)
            await mouth.say(data, rng)
        for mouth in self.mouths:
            await mouth.is_answered()

    async def by_http(self, count: int) -> None:
        """The same by requests, to every place that takes a body."""
        rng = self.rng
        for _ in range(count):
            table = table_of(rng.choice(self.mouths))
            guest = rng.choice(self.guests)
            asked = valid(rng) if rng.random() < 0.7 else self._wish(guest)
            path = rng.choice((f"/api/tables/{table}/ask", *PATHS))
            kind = rng.choice(("application/json",) * 8 + KINDS)
            headers = guest.cookie | {"Content-Type": kind}
            answer = await self.web.post(path, content=accident(rng, asked), headers=headers)
            self.tally.requests[answer.status_code] += 1
            assert answer.status_code < 500, answer.text
            assert not TRACES.search(answer.text), answer.text

    async def hang_up(self) -> None:
        """What cannot be a message ends the connection, and nothing else."""
        mouth = self.rng.choice(self.mouths)
        data = self.rng.choice((b"\xff\xfe", b'{"kind":"say","id":"\xc3\x28"}', b"\xed\xa0\x80"))
        try:
            await mouth.connection.send(data, text=True)
            async with asyncio.timeout(SOON):
                await mouth.connection.wait_closed()
        finally:
            self.mouths.remove(mouth)
        self.tally.hung_up += 1
        guest = self.rng.choice(self.guests)
        self.mouths.append(await self._mouth(table_of(mouth), guest.cookie))


async def campaign(house: House, messages: int, seed: int, batch: int = 250) -> Tally:
    """Say so many things; after each batch the house lives, and an honest match goes on."""
    rng = Random(seed)
    async with http(house) as web, match(house, web) as (_, _, honest):
        attack = Campaign(house, web, rng)
        while attack.tally.sent < messages:
            async with attack.tables(4):
                for _ in range(2):
                    await attack.batch(batch)
                    await attack.by_http(batch // 10)
                    await attack.hang_up()
                    await lives(web)
                    await a_round(honest)
        return attack.tally
