"""Guests, honest and otherwise, for a house that is served (tests/served.py)."""

from __future__ import annotations

import asyncio
import functools
import json
import os
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from http.cookiejar import CookieJar, DefaultCookiePolicy
from itertools import count
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.served import House, Place, served

GAMES = {"ESCALE_GAMES": str(Path(__file__).parent / "games")}
FAST = ("--messages-a-second", "1000000", "--requests-a-second", "100000")
PLENTY = (*FAST, "--tables-a-second", "10000", "--connections", "6000")
SOON = 20.0  # seconds; an answer that takes longer on a busy machine is none
TRACES = re.compile(
    r"Traceback|File \"|\.py\b|site-packages|/(?:work|home|usr|tmp)/| at 0x[0-9a-f]{8}"
)
"""What an error must not tell of the inside of the house."""

_numbers = count(1)


def new_id() -> str:
    return f"m{next(_numbers)}"


def in_time(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that may wait, but not for ever."""

    @functools.wraps(test)
    def run(*given: Any, **named: Any) -> None:
        async def timed() -> None:
            async with asyncio.timeout(100):
                await test(*given, **named)

        asyncio.run(timed())

    return run


@contextmanager
def busy_house(folder: Path, *more: str) -> Iterator[House]:
    """A house with Whisper on its shelf, and with rates that let an attacker show what they can."""
    with served(folder, *PLENTY, *more, environment=GAMES, fresh=True) as house:
        yield house


@asynccontextmanager
async def http(house: Place) -> AsyncIterator[httpx.AsyncClient]:
    """Without cookies: every request says whose it is."""
    async with httpx.AsyncClient(
        base_url=house.url,
        trust_env=False,
        verify=False,
        timeout=SOON,
        limits=httpx.Limits(max_connections=200, keepalive_expiry=2),
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
    ) as client:
        yield client


class Guest:
    """Somebody with a cookie."""

    def __init__(self, house: Place, web: httpx.AsyncClient, name: str = "Ada") -> None:
        self.house = house
        self.web = web
        self.name = name
        self.token = token_urlsafe(32)

    @property
    def cookie(self) -> dict[str, str]:
        return {"Cookie": f"escale={self.token}"}

    async def get(self, path: str, **more: Any) -> httpx.Response:
        return await self.web.get(path, headers=self.cookie, **more)

    async def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return await self.web.post(path, headers=self.cookie, json=body, **more)

    async def make(self, **wish: Any) -> str:
        """A table of Whisper for two: its name."""
        whole = {"id": new_id(), "game": "whisper", "name": self.name, "seats": ["me", "open"]}
        answer = await self.post("/api/tables", whole | wish)
        assert answer.status_code == 201, answer.text
        table: str = answer.json()["table"]
        return table

    async def ask(self, table: str, kind: str, **fields: Any) -> httpx.Response:
        """Over HTTP."""
        return await self.post(f"/api/tables/{table}/ask", message(kind, **fields))

    async def look(self, table: str, since: int = 0) -> dict[str, Any]:
        answer = await self.get(f"/api/tables/{table}", params={"since": since})
        assert answer.status_code == 200, answer.text
        update: dict[str, Any] = answer.json()
        return update

    @asynccontextmanager
    async def at(self, table: str, since: int = 0) -> AsyncIterator[Line]:
        """Over a socket."""
        async with socket(self.house, table, self.cookie, since=since) as connection:
            line = Line(connection)
            try:
                yield line
            finally:
                line.stop()


def message(kind: str, **fields: Any) -> dict[str, Any]:
    return {"kind": kind, "id": new_id(), **fields}


def socket(
    house: Place, table: str, headers: Mapping[str, str], *, source: str = "", **query: Any
) -> connect:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    url = f"ws{house.url[4:]}/api/tables/{table}/socket?{asked}"
    return connect(
        url,
        additional_headers=dict(headers),
        proxy=None,
        compression=None,
        max_size=None,
        max_queue=None,
        ping_interval=None,
        open_timeout=SOON,
        close_timeout=1,
        local_addr=(source, 0) if source else None,
    )


class Line:
    """A socket that remembers all it hears."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.texts: list[str] = []
        self.heard: list[dict[str, Any]] = []
        self.answers: Counter[str] = Counter()
        self.last: dict[str, dict[str, Any]] = {}
        self._news = asyncio.Condition()
        self._ears = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        with suppress(ConnectionClosed):
            async for text in self.connection:
                assert isinstance(text, str)
                self.take_in(text)
                async with self._news:
                    self._news.notify_all()
        async with self._news:
            self._news.notify_all()

    def take_in(self, text: str) -> None:
        told = json.loads(text)
        self.texts.append(text)
        self.heard.append(told)
        answered = told.get("done", ()) if told["kind"] == "update" else (told.get("id"),)
        for one in answered:
            if one is not None:
                self.answers[one] += 1
                self.last[one] = told

    @property
    def closed(self) -> bool:
        return self._ears.done()

    async def until(self, condition: Any, seconds: float = SOON) -> None:
        async with self._news, asyncio.timeout(seconds):
            while not condition():
                assert not self.closed, "the house has hung up"
                await self._news.wait()

    async def send(self, asked: Mapping[str, Any]) -> str:
        await self.connection.send(json.dumps(asked))
        return str(asked["id"])

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The update or the refusal that answers."""
        name = await self.send(message(kind, **fields))
        await self.until(lambda: name in self.answers)
        return self.last[name]

    async def done(self, kind: str, **fields: Any) -> dict[str, Any]:
        answer = await self.ask(kind, **fields)
        assert answer["kind"] == "update", answer
        return answer

    async def refused(self, kind: str, **fields: Any) -> str:
        answer = await self.ask(kind, **fields)
        assert answer["kind"] == "refused", answer
        return str(answer["reason"])

    def updates(self) -> Iterator[dict[str, Any]]:
        return (one for one in self.heard if one["kind"] == "update")

    def happenings(self) -> list[dict[str, Any]]:
        return [what for one in self.updates() for e in one["happened"] for what in e["what"]]

    def stop(self) -> None:
        self._ears.cancel()


class Stream:
    """The same by server-sent events."""

    def __init__(self, guest: Guest, table: str, *, known: bool = True) -> None:
        self.texts: list[str] = []
        self._guest = guest
        self._path = f"/api/tables/{table}/events"
        self._headers = guest.cookie if known else {}

    async def __aenter__(self) -> Stream:
        self._task = asyncio.create_task(self._listen())
        await until(lambda: self.texts)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def _listen(self) -> None:
        asked = self._guest.web.stream("GET", self._path, headers=self._headers)
        async with asked as answer:
            assert answer.status_code == 200
            async for line in answer.aiter_lines():
                if line.startswith("data: "):
                    self.texts.append(line[6:])


async def raw(house: House, data: bytes, seconds: float = SOON) -> bytes:
    """What comes back for these bytes, until the house hangs up or has said all."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    answer = b""
    try:
        writer.write(data)
        async with asyncio.timeout(seconds):
            while part := await reader.read(65_536):
                answer += part
    except (ConnectionError, TimeoutError):
        pass
    finally:
        writer.transport.abort()
    return answer


def request(method: str, path: str, *headers: str, body: bytes = b"") -> bytes:
    """As bytes: httpx would tidy up the path and refuse odd headers."""
    lines = [f"{method} {path} HTTP/1.1", "Host: house", "Connection: close", *headers]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def upgrade(table: str, *headers: str) -> bytes:
    """The wish for a socket, as bytes."""
    lines = [
        f"GET /api/tables/{table}/socket HTTP/1.1",
        "Host: house",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        *headers,
    ]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n"


def frame(opcode: int, data: bytes = b"", *, fin: bool = True) -> bytes:
    """A frame as a browser would send it, with a mask that changes nothing."""
    first = bytes([opcode | (0x80 if fin else 0)])
    if len(data) < 126:
        return first + bytes([0x80 | len(data)]) + bytes(4) + data
    if len(data) < 65_536:
        return first + b"\xfe" + len(data).to_bytes(2, "big") + bytes(4) + data
    return first + b"\xff" + len(data).to_bytes(8, "big") + bytes(4) + data


def status(answer: bytes) -> int:
    assert answer.startswith(b"HTTP/1.1 "), answer[:100]
    return int(answer[9:12])


# A match of honest people


@asynccontextmanager
async def match(
    house: House, web: httpx.AsyncClient, guests: Iterable[str] = ("Ada", "Bo"), **wish: Any
) -> AsyncIterator[tuple[str, list[Guest], list[Line]]]:
    """A table at which these people play Whisper, each with a line to it."""
    people = [Guest(house, web, name) for name in guests]
    seats = ["me", *["open"] * (len(people) - 1)]
    wish = {"options": {"rounds": 1_000_000}} | wish
    table = await people[0].make(seats=seats, **wish)
    for seat, guest in enumerate(people[1:], 1):
        answer = await guest.ask(table, "sit", name=guest.name, seat=seat)
        assert answer.status_code == 200, answer.text
    assert (await people[0].ask(table, "start")).status_code == 200
    lines = []
    try:
        for guest in people:
            connection = await socket(house, table, guest.cookie)
            lines.append(Line(connection))
        yield table, people, lines
    finally:
        for line in lines:
            line.stop()
            await line.connection.close()


async def tell(line: Line, seat: int, number: int) -> dict[str, Any]:
    return await line.done("act", seat=seat, action={"kind": "Tell", "number": number})


async def a_round(lines: list[Line], number: int = 7) -> None:
    """Everybody at the table tells a number: the house is at work, and answers."""
    for seat, line in enumerate(lines):
        await tell(line, seat, number + seat)


async def lives(web: httpx.AsyncClient) -> None:
    async with asyncio.timeout(SOON):
        assert (await web.get("/healthz")).text == "ok"


# What can be seen of the process from outside


def log_of(house: House) -> str:
    return house.log.read_text(encoding="utf-8")


def is_unharmed(house: House) -> None:
    """It runs, and found nothing worth telling whoever looks after it."""
    assert house.process.poll() is None
    assert log_of(house) == ""


def files_of(house: House) -> int:
    """How many files and connections it has open."""
    return len(os.listdir(f"/proc/{house.process.pid}/fd"))  # noqa: PTH208


def memory_of(house: House) -> int:
    """KiB that are its own."""
    lines = Path(f"/proc/{house.process.pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


async def settled_memory(house: House) -> int:
    """When it has stopped falling: what is freed is given back a little later."""
    lowest, since = memory_of(house), 0
    while since < 10:
        await asyncio.sleep(0.1)
        now = memory_of(house)
        lowest, since = (now, 0) if now < lowest - 100 else (min(now, lowest), since + 1)
    return lowest


async def figure(web: httpx.AsyncClient, name: str) -> float:
    """From /metrics."""
    text = (await web.get("/metrics")).text
    return next(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))


async def until(condition: Any, seconds: float = SOON) -> None:
    """`condition` may be an async function."""
    async with asyncio.timeout(seconds):
        while True:
            found = condition()
            if asyncio.iscoroutine(found):
                found = await found
            if found:
                return
            await asyncio.sleep(0.05)
