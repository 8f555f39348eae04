"""A seat knows its view and nothing else, whatever it asks, however it asks, whenever it asks.

This looks for known secrets in all that a served house tells. `tests/secrets` compares all bytes
of pairs of matches that differ in one secret.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from secrets import randbelow, token_hex
from typing import Any

import httpx

from tests.served import House
from tests.server.attack import (
    Guest,
    Line,
    Stream,
    http,
    in_time,
    match,
    message,
    socket,
    tell,
    until,
)
from tests.server.games.whisper.rules import LEAST

SLOW: dict[str, Any] = {
    "pace": {"speed": "slow", "seconds": 3600},
    "options": {"rounds": 1000, "seconds": 60},
}


class Ears:
    """All that somebody hears of a table, by every way there is. `seat` None: they look on."""

    def __init__(self, guest: Guest, table: str, seat: int | None, *, known: bool = True) -> None:
        self.guest = guest
        self.table = table
        self.seat = seat
        self.line: Line
        self._headers = guest.cookie if known else {}
        self._known = known
        self._stack = AsyncExitStack()
        self._stream: Stream
        self._asked: list[str] = []

    async def __aenter__(self) -> Ears:
        asked = socket(self.guest.house, self.table, self._headers)
        self.line = Line(await self._stack.enter_async_context(asked))
        stream = Stream(self.guest, self.table, known=self._known)
        self._stream = await self._stack.enter_async_context(stream)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.line.stop()
        await self._stack.aclose()

    async def look_around(self) -> None:
        """Ask for everything that can be asked for, also for what is not theirs."""
        web, table = self.guest.web, self.table
        paths = [
            f"/api/tables/{table}",
            f"/api/tables/{table}?since=0",
            f"/api/tables/{table}?since=2",
            f"/api/tables/{table}?since=999999",
            f"/api/tables/{table}/match",
            f"/table/{table}",
            *(f"/table/{table}?seat={seat}" for seat in (0, 1, 2, 3, -1, "None", "")),
            "/api/tables",
            "/api/tables/mine",
            "/",
            "/metrics",
        ]
        for path in paths:
            answer = await web.get(path, headers=self._headers)
            assert answer.status_code < 500, path
            self._asked += [answer.text, *answer.headers.values()]
        for asked in self._refused():
            body = message(**asked)
            answer = await web.post(f"/api/tables/{table}/ask", json=body, headers=self._headers)
            assert answer.status_code in (400, 409), answer.text
            self._asked.append(answer.text)
            name = await self.line.send(message(**asked))
            await self.line.until(lambda name=name: name in self.line.answers)
            assert self.line.last[name]["kind"] == "refused"

    def _refused(self) -> Iterator[dict[str, Any]]:
        """What is refused, in the hope that the reason tells something."""
        for seat in (0, 1, 2):
            yield {"kind": "act", "seat": seat, "action": {"kind": "Nudge"}}
            yield {"kind": "salt", "seat": seat, "salt": "ab" * 32}
            if seat != self.seat:
                yield {"kind": "act", "seat": seat, "action": {"kind": "Tell", "number": 1}}
                yield {"kind": "open", "seat": seat}
        yield {"kind": "act", "seat": 9, "action": {"kind": "Tell", "number": 1}}
        yield {"kind": "propose", "what": "rematch"}
        yield {"kind": "answer", "agree": True}

    @property
    def all(self) -> str:
        return "\n".join([*self.line.texts, *self._stream.texts, *self._asked])


@asynccontextmanager
async def everybody(
    house: House, web: httpx.AsyncClient, table: str, people: list[Guest]
) -> AsyncIterator[list[Ears]]:
    """The ears of three players, of a guest who has said something, and of nobody at all."""
    eve = Guest(house, web, "Eve")
    assert (await eve.ask(table, "say", text="hello", name="Eve")).status_code == 200
    async with AsyncExitStack() as stack:
        ears = [Ears(guest, table, seat) for seat, guest in enumerate(people)]
        ears += [Ears(eve, table, None), Ears(Guest(house, web), table, None, known=False)]
        yield [await stack.enter_async_context(one) for one in ears]


def occurs(secret: Any, text: str) -> bool:
    letter = "[0-9a-zA-Z_-]"
    return bool(re.search(rf"(?<!{letter}){re.escape(str(secret))}(?!{letter})", text))


def marks(guests: Iterable[Guest]) -> list[str]:
    return [hashlib.sha256(f"guest|{guest.token}".encode()).hexdigest() for guest in guests]


def new_number() -> int:
    """Nine digits that nobody else thinks of."""
    return LEAST + randbelow(9 * LEAST)


async def own_card(guest: Guest, table: str, seat: int) -> int:
    view = (await guest.look(table))["views"][0]
    assert view["seat"] == seat
    return int(view["seen"]["cards"][seat])


@in_time
async def test_nobody_hears_what_a_seat_may_not_know(house: House) -> None:
    salts = {1: token_hex(32), 2: token_hex(32)}
    async with http(house) as web:
        people = [Guest(house, web, name) for name in ("Ada", "Bo", "Cy")]
        table = await people[0].make(seats=["me", "open", "open"], options={"rounds": 2})
        for seat, salt in salts.items():
            pledge = hashlib.sha256(bytes.fromhex(salt)).hexdigest()
            sat = await people[seat].ask(table, "sit", name=people[seat].name, pledge=pledge)
            assert sat.status_code == 200
        async with everybody(house, web, table, people) as ears:
            await ears[0].line.done("start")
            for one in ears:
                await one.look_around()
            for salt in salts.values():
                assert not any(occurs(salt, one.all) for one in ears)
            for seat, salt in salts.items():
                await ears[seat].line.done("salt", seat=seat, salt=salt)
            await ears[0].line.until(lambda: '"Drawn"' in ears[0].line.texts[-1])
            cards = {seat: await own_card(people[seat], table, seat) for seat in (1, 2)}
            told = {seat: [new_number(), new_number()] for seat in range(3)}
            for seat in range(3):
                await tell(ears[seat].line, seat, told[seat][0])
                for one in ears:
                    await one.look_around()
            for seat in range(2):
                await tell(ears[seat].line, seat, told[seat][1])
            for one in ears:
                await one.look_around()
            heard = [one.all for one in ears]
            await tell(ears[2].line, 2, told[2][1])
            file = (await people[0].get(f"/api/tables/{table}/match")).json()

    revealed = next(event for event in file["log"] if event["kind"] == "Revealed")
    draws = [event["result"][0] for event in file["log"] if event["kind"] == "Drawn"]
    nobodys = [revealed["secret"], draws[0], draws[0] + LEAST, *marks(people)]
    nobodys += [guest.token for guest in people]
    assert cards == {1: draws[1] + LEAST, 2: draws[2] + LEAST}
    for ear, text in enumerate(heard):
        for secret in nobodys:
            assert not occurs(secret, text), f"{ear} has heard a secret of the house"
        for seat in range(3):
            for secret in [*told[seat], *([cards[seat], draws[seat]] if seat else [])]:
                own = seat == ear and secret != told[2][1]
                assert occurs(secret, text) == own, f"{ear} and the secret {secret} of {seat}"


@in_time
async def test_a_running_match_is_handed_out_to_nobody(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, people, lines):
        stranger = Guest(house, web)
        for guest in (*people, stranger):
            assert (await guest.get(f"/api/tables/{table}/match")).status_code == 409
        await lines[0].done("propose", what="carry-away")
        assert (await people[0].get(f"/api/tables/{table}/match")).status_code == 409
        await lines[1].done("answer", agree=True)
        assert (await people[1].get(f"/api/tables/{table}/match")).status_code == 200
        assert (await stranger.get(f"/api/tables/{table}/match")).status_code == 403
        assert (await web.get(f"/api/tables/{table}/match")).status_code == 403


# Moments that wait in slow play


def tells_the_moment(text: str) -> bool:
    """A view, or an event of the match."""
    return '"seen"' in text or '"Drawn"' in text or '"Acted"' in text


@in_time
async def test_a_moment_that_was_not_opened_is_seen_by_nobody(house: House) -> None:
    async with (
        http(house) as web,
        match(house, web, ["Ada", "Bo", "Cy"], **SLOW) as (table, people, _),
        everybody(house, web, table, people) as ears,
    ):
        for one in ears:
            await one.look_around()
            assert not tells_the_moment(one.all), one.seat
        action = {"kind": "Tell", "number": 1}
        assert await ears[0].line.refused("act", seat=0, action=action) == "open-it-first"

        await ears[0].line.done("open", seat=0)
        number = new_number()
        await tell(ears[0].line, 0, number)
        for one in ears:
            await one.look_around()
        assert tells_the_moment(ears[0].all)
        for one in ears[1:]:
            assert not tells_the_moment(one.all), one.seat

        await ears[1].line.done("open", seat=1)
        for one in ears:
            await one.look_around()
        assert tells_the_moment(ears[1].all)
        for one in ears[2:]:
            assert not tells_the_moment(one.all), one.seat

        await ears[2].line.done("open", seat=2)
        for one in ears[2:]:
            await until(lambda one=one: tells_the_moment(one.all))
        assert not any(occurs(number, one.all) for one in ears[1:])


@in_time
async def test_the_next_moment_must_be_opened_anew(house: House) -> None:
    async with http(house) as web, match(house, web, **SLOW) as (table, people, lines):
        for seat, line in enumerate(lines):
            await line.done("open", seat=seat)
        for seat, line in enumerate(lines):
            await tell(line, seat, 5)
        await lines[0].until(lambda: '"held":true' in lines[0].texts[-1])
        for guest in (*people, Guest(house, web)):
            update = await guest.look(table)
            seat = update["views"][0]["seat"]
            assert update["views"] == [{"seat": seat, "held": True, "opened": False}]
            # The move that ended the last moment brought this one, and waits with it.
            assert str(update["happened"]).count("'Acted'") == 1


@in_time
async def test_chat_in_a_moment_that_waits_tells_nothing_of_it(house: House) -> None:
    async with http(house) as web, match(house, web, **SLOW) as (table, people, lines):
        await lines[0].done("open", seat=0)
        await lines[0].done("say", text="I have looked")
        await lines[1].ask("say", text="I have not")
        update = await people[1].look(table)
        assert not tells_the_moment(json.dumps(update))
        await lines[1].done("open", seat=1)
        await lines[1].until(lambda: "I have looked" in "".join(lines[1].texts))
