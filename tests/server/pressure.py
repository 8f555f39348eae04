"""How long an honest player waits while somebody attacks the house, compared with quiet times.

The attackers have addresses of their own, as they would have on a network, and the house has the
limits that it has by itself.
"""

from __future__ import annotations

import asyncio
import copy
import json
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    contextmanager,
    suppress,
)
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx
from websockets.exceptions import InvalidStatus

from tests.nursery import shared
from tests.served import House
from tests.server.attack import (
    GAMES,
    Guest,
    Line,
    http,
    match,
    memory_of,
    message,
    new_id,
    request,
    socket,
    until,
)

HONEST = "127.0.0.1"
KINDS = ("moves", "questions", "bots")
SLACK = 0.25  # seconds more than twice the quiet median

File = dict[str, Any]
Attack = Callable[["Scene"], AbstractAsyncContextManager[None]]


def address(number: int) -> str:
    """Of an attacker: Linux has all of 127.0.0.0/8."""
    return f"127.0.{1 + number // 200}.{1 + number % 200}"


@contextmanager
def bots_for(kind: tuple[str, ...]) -> Iterator[None]:
    """Where several workers share a database, bots think in workers of their own."""
    if not kind:
        yield
        return
    nursery = shared(GAMES)
    pid = nursery.start(["bots", *kind, "--bot-pause", "0"], Path(os.devnull))
    try:
        yield
    finally:
        os.kill(pid, signal.SIGTERM)
        nursery.wait(pid)


@asynccontextmanager
async def web_from(house: House, source: str) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.AsyncHTTPTransport(local_address=source)
    async with httpx.AsyncClient(base_url=house.url, transport=transport, timeout=120) as web:
        yield web


@dataclass
class Waits:
    """In seconds, by what was waited for."""

    moves: list[float] = field(default_factory=list)
    questions: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)  # their answers

    def __str__(self) -> str:
        told = ((name, sorted(getattr(self, name))) for name in KINDS)
        return "; ".join(
            f"{name}: median {median(waits) * 1000:.0f} ms, 95 of 100 in"
            f" {quantiles(waits, n=20)[-1] * 1000:.0f} ms, {len(waits)} times"
            for name, waits in told
        )


@dataclass
class Scene:
    """An honest match, and what attackers need."""

    house: House
    web: httpx.AsyncClient
    table: str
    people: list[Guest]
    lines: list[Line]
    file: File  # takes long to check
    long_match: str  # a finished one: its table
    with_bot: Line  # at a table with one person and one bot
    notes: dict[str, float] = field(default_factory=dict)

    async def waits(self, times: int) -> Waits:
        found = Waits()
        for number in range(times):
            for seat, line in enumerate(self.lines):
                began = time.perf_counter()
                action = {"kind": "Tell", "number": number}
                await line.done("act", seat=seat, action=action)
                found.moves.append(time.perf_counter() - began)
            began = time.perf_counter()
            asked = {"seat": 0, "question": number}
            answer = await self.people[0].post(f"/api/tables/{self.table}/consider", asked)
            assert answer.status_code == 200, answer.text
            found.questions.append(time.perf_counter() - began)
            found.bots.append(await self._bot_answers())
            await asyncio.sleep(0.1)  # as people do, and within every rate
        return found

    async def _bot_answers(self) -> float:
        """How long the bot takes in the next round."""
        line, now = self.with_bot, _round(self.with_bot)
        began = time.perf_counter()
        await line.done("act", seat=0, action={"kind": "Tell", "number": 7})
        await line.until(lambda: _round(line) == (now[0] + 1, [1]), 100)
        return time.perf_counter() - began


def _round(line: Line) -> tuple[int, list[int]]:
    """Which it is, and who is ready."""
    seen = next(one["views"][0]["seen"] for one in reversed(line.heard) if one.get("views"))
    return seen["round"], seen["ready"]


@asynccontextmanager
async def scene(house: House, *, steps: int = 2800) -> AsyncIterator[Scene]:
    async with http(house) as web:
        short = await carried_away(house, web)
        long_match = await given_up(house, web, long_file(short, steps))
        wish: dict[str, Any] = {"options": {"rounds": 1_000_000}}
        async with match(house, web, **wish) as (table, people, lines):
            hard = hard_file(short)
            cora = Guest(house, web, "Cora")
            own = await cora.make(seats=["me", 1], start=True, **wish)
            async with cora.at(own) as line:
                await line.until(lambda: line.heard and _round(line) == (0, [1]))
                yield Scene(house, web, table, people, lines, hard, long_match, line)


async def carried_away(house: House, web: httpx.AsyncClient) -> File:
    ballast = {"rounds": 1_000_000, "ballast": "x" * 6000}
    async with match(house, web, options=ballast) as (table, people, lines):
        for seat, line in enumerate(lines):
            await line.done("act", seat=seat, action={"kind": "Tell", "number": seat})
        await lines[0].done("propose", what="carry-away")
        await lines[1].done("answer", agree=True)
        file: File = (await people[0].get(f"/api/tables/{table}/match")).json()
        return file


def _tell(seat: int, at: int) -> dict[str, Any]:
    return {"kind": "Acted", "seat": seat, "action": {"kind": "Tell", "number": 5}, "at": at}


def long_file(short: File, steps: int) -> File:
    """Many moments, each with a long view."""
    file = copy.deepcopy(short)
    at = file["log"][-1]["at"]
    _add(file, [_tell(number % 2, at) for number in range(steps - len(file["log"]) & ~1)])
    return file


def hard_file(short: File) -> File:
    """As many take-backs, over as long a match, as a file of 200 KB can hold."""
    file = long_file(short, 700)
    at = file["log"][-1]["at"]
    for _ in range(800):
        _add(file, [_tell(0, at), {"kind": "Rewound", "to": _end(file), "at": at}])
    return file


def _end(file: File) -> int:
    """Behind the last event of players."""
    kinds = [event["kind"] in ("Acted", "Rewound") for event in file["log"]]
    return len(kinds) - kinds[::-1].index(True)


def _add(file: File, events: list[dict[str, Any]]) -> None:
    end = _end(file)
    file["log"][end:end] = events


async def bring(guest: Guest, file: File | bytes) -> httpx.Response:
    body = file if isinstance(file, bytes) else json.dumps(file).encode()
    headers = {**guest.cookie, "Content-Type": "application/json"}
    asked = {"id": new_id(), "name": guest.name}
    return await guest.web.post("/api/matches", content=body, headers=headers, params=asked)


async def given_up(house: House, web: httpx.AsyncClient, file: File) -> str:
    """The table of a match that was brought, and given up."""
    ada = Guest(house, web)
    answer = await bring(ada, file)
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["table"]
    for seat in range(2):
        sat = await ada.ask(table, "sit", name=f"Ada {seat}", seat=seat)
        assert sat.status_code == 200, sat.text
    for asked in (message("start"), message("resign", seat=0)):
        answer = await ada.post(f"/api/tables/{table}/ask", asked)
        assert answer.status_code == 200, answer.text
    return table


# Attacks: each goes on until its context ends


@asynccontextmanager
async def _going_on(*work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(one) for one in work]
    try:
        await asyncio.sleep(0.3)
        yield
        for task in tasks:
            assert not task.done(), task.exception()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def hostile_files(scene: Scene) -> AbstractAsyncContextManager[None]:
    """Ten guests bring a file that takes long to check, again and again."""
    body = json.dumps(scene.file).encode()
    scene.notes["bytes of a file"] = len(body)
    answers = scene.notes

    async def attack(number: int) -> None:
        async with web_from(scene.house, address(number)) as web:
            while True:
                answer = await bring(Guest(scene.house, web), body)
                name = f"files answered {answer.status_code}"
                answers[name] = answers.get(name, 0) + 1
                await asyncio.sleep(1 if answer.status_code == 429 else 0)

    return _going_on(*(attack(number) for number in range(10)))


def large_bodies(scene: Scene) -> AbstractAsyncContextManager[None]:
    """Two guests send 4 MiB of empty lists, again and again, wherever something can be sent."""
    many = b"[" + b"[]," * (4 * 1024 * 1024 // 3 - 10) + b"[]]"
    paths = ("/api/matches?id=1&name=Eve", "/api/tables", f"/api/tables/{scene.table}/ask")

    async def attack(number: int) -> None:
        sizes = (many, b'{"format":' + many[: 4 * 1024 * 1024 - 100] + b"}", many[:60_000])
        async with web_from(scene.house, address(20 + number)) as web:
            for turn in count():
                with suppress(httpx.TransportError):  # refused before all of it was sent
                    headers = {"Content-Type": "application/json"}
                    body = sizes[turn // len(paths) % len(sizes)]
                    await web.post(paths[turn % len(paths)], content=body, headers=headers)

    return _going_on(*(attack(number) for number in range(2)))


READERS = 40


@asynccontextmanager
async def unread_replays(scene: Scene) -> AsyncIterator[None]:
    """Forty readers ask for a long replay, and do not read it. At the end all of them have it."""
    begun: set[str] = set()
    readers = [_unread(scene, address(40 + number), begun) for number in range(READERS)]
    async with _going_on(*readers):
        yield
        await until(lambda: len(begun) == READERS, 60)
        for _ in range(10):
            held = memory_of(scene.house) / 1024
            scene.notes["most MiB held"] = max(held, scene.notes.get("most MiB held", 0.0))
            await asyncio.sleep(0.1)


async def _unread(scene: Scene, source: str, begun: set[str]) -> None:
    place = f"/api/tables/{scene.long_match}/replay"
    while True:
        reader, writer = await asyncio.open_connection(
            HONEST, scene.house.port, local_addr=(source, 0), limit=1024
        )
        try:
            writer.write(request("GET", place, "Accept-Encoding: identity"))
            await reader.readexactly(2000)
            begun.add(source)
            while not writer.is_closing():
                await asyncio.sleep(1)
        except (ConnectionError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.1)
        finally:
            writer.transport.abort()


TABLES = 60  # as many as one address may make at once


@asynccontextmanager
async def tables_of_bots(scene: Scene) -> AsyncIterator[None]:
    """One guest opens sixty tables at which bots play against bots, and think for long."""
    async with web_from(scene.house, address(100)) as web:
        eve = Guest(scene.house, web, "Eve")
        for _ in range(TABLES):
            await eve.make(seats=[2, 2], start=True, options={"rounds": 3})
        yield


@asynccontextmanager
async def greedy_player(scene: Scene) -> AsyncIterator[None]:
    """One guest plays at thirty tables, with bots that think for long."""
    async with AsyncExitStack() as stack:
        web = await stack.enter_async_context(web_from(scene.house, address(101)))
        eve = Guest(scene.house, web, "Eve")
        for _ in range(TABLES // 2):
            table = await eve.make(seats=["me", 2, 2], start=True)
            line = socket(scene.house, table, eve.cookie, source=address(101))
            await stack.enter_async_context(line)
        yield


SOCKETS = 300  # more than an address may have at one table


@asynccontextmanager
async def crowded_table(scene: Scene) -> AsyncIterator[None]:
    """One address has as many sockets at the honest table as it can, and invents guests there."""
    source = address(102)
    async with AsyncExitStack() as stack:
        web = await stack.enter_async_context(web_from(scene.house, source))
        let_in = 0
        for _ in range(SOCKETS):
            with suppress(InvalidStatus):
                await stack.enter_async_context(socket(scene.house, scene.table, {}, source=source))
                let_in += 1
        scene.notes["sockets let in"] = let_in

        async def invent() -> None:
            for number in count():
                eve = Guest(scene.house, web, f"Eve {number}")
                await eve.ask(scene.table, "say", name=eve.name, text="boo")
                await asyncio.sleep(0.02)

        async with _going_on(invent()):
            yield
        fay = Guest(scene.house, scene.web, "Fay")  # the table is open to others
        async with fay.at(scene.table) as line:
            await line.done("say", name=fay.name, text="hello")


ATTACKS: dict[str, Attack] = {
    "hostile files": hostile_files,
    "large bodies": large_bodies,
    "unread replays": unread_replays,
    "tables of bots": tables_of_bots,
    "greedy player": greedy_player,
    "crowded table": crowded_table,
}


def too_slow(quiet: Waits, under: Waits, share: float = 0.5) -> list[str]:
    """Which waits are longer than twice the quiet median and 250 ms, for this share of them."""
    wrong = []
    for name in KINDS:
        calm, waits = median(getattr(quiet, name)), sorted(getattr(under, name))
        wait = waits[min(len(waits) - 1, int(len(waits) * share))]
        if wait > 2 * calm + SLACK:
            wrong.append(f"{name}: {wait * 1000:.0f} ms, {calm * 1000:.0f} ms in quiet times")
    return wrong
