"""A crowd that only looks on, while two people play.

A short form runs with the tests (test_connections.py), a long one in `python -m tests.soak.idle`.
"""

from __future__ import annotations

import asyncio
import resource
import time
from contextlib import suppress
from dataclasses import dataclass

import httpx

from tests.served import House
from tests.server.attack import (
    SOON,
    Guest,
    a_round,
    figure,
    files_of,
    frame,
    http,
    match,
    raw,
    request,
    settled_memory,
    until,
    upgrade,
)

A_TABLE = 50  # those who look at one table
TOGETHER = 100  # connections that are opened at the same time
CLOSE, PONG = 8, 10


class Idle(asyncio.Protocol):
    """A socket that costs its owner nothing: it answers pings and looks out for a word."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport
        self.refused = False
        self.gone = False
        self.pings = 0
        self._wanted = b""
        self._last = b""
        self._news: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._status = b""

    @classmethod
    async def open(cls, house: House, table: str, *headers: str) -> Idle:
        _, one = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", house.port)
        one.transport.write(upgrade(table, *headers))
        await one.heard(b"HTTP/1.1 ")
        one.refused = not one._status.startswith(b"HTTP/1.1 101")
        return one

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone = True
        if not self._news.done():
            self._news.set_result(None)

    def data_received(self, data: bytes) -> None:
        self._status = self._status or data[:20]
        seen = self._last + data
        self._last = seen[-200:]
        # A ping of the server is empty: 0x89, and a length of nothing, which no text has.
        if b"\x89\x00" in data:
            self.pings += 1
            self.transport.write(frame(PONG, b""))
        if not self._news.done() and self._wanted in seen:
            self._news.set_result(None)

    async def heard(self, word: bytes = b'"presence"') -> None:
        """Until this was said (or was the last thing said)."""
        self._wanted = word
        if word not in self._last and not self.gone:
            self._news = asyncio.get_running_loop().create_future()
            async with asyncio.timeout(SOON):
                await self._news

    def hang_up(self, *, politely: bool = True) -> None:
        if not self.gone and politely:
            self.transport.write(frame(CLOSE, b"\x03\xe8"))
        self.transport.abort() if not politely else self.transport.close()


def allow_many_files() -> None:
    """To this process; the house does so by itself."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@dataclass
class Found:
    """KiB, files, seconds."""

    before: int
    at_most: int
    after: int
    connections: int
    files_left: int
    slowest: float
    pings: int

    @property
    def a_connection(self) -> float:
        return (self.at_most - self.before) / self.connections


async def crowd(house: House, count: int, rounds: int, seconds: float = 0.0) -> Found:
    """So many look on for so long, and all of them hear what is said at their table."""
    allow_many_files()
    async with http(house) as web, match(house, web) as (_, _, lines):
        await a_round(lines)
        tables = [await Guest(house, web).make() for _ in range(-(-count // A_TABLE))]
        files, before = files_of(house), await settled_memory(house)
        idle: list[Idle] = []
        for start in range(0, count, TOGETHER):
            numbers = range(start, min(count, start + TOGETHER))
            opened = (Idle.open(house, tables[number % len(tables)]) for number in numbers)
            idle += await asyncio.gather(*opened)
        await until(lambda: files_of(house) >= files + count - 5)
        at_most = await settled_memory(house)
        until_then, played, slowest = time.monotonic() + seconds, 0, 0.0
        while played < rounds or time.monotonic() < until_then:
            began = time.monotonic()
            await a_round(lines)
            slowest = max(slowest, time.monotonic() - began)
            played += 1
            await asyncio.sleep(0.02)
        await _all_hear(house, web, tables, idle)
        pings = min(one.pings for one in idle)
        assert await figure(web, "escale_connections") == count + 2
        for one in idle:
            one.hang_up(politely=False)
        with suppress(TimeoutError):
            await until(lambda: files_of(house) <= files, 20)
        await a_round(lines)
        after = await settled_memory(house)
        left = files_of(house) - files
        return Found(before, at_most, after, count, left, slowest, pings)


async def _all_hear(
    house: House, web: httpx.AsyncClient, tables: list[str], idle: list[Idle]
) -> None:
    hearing = [asyncio.create_task(one.heard(b"good evening")) for one in idle]
    await asyncio.sleep(0)
    for table in tables:
        speaker = Guest(house, web, "Eve")
        answer = await speaker.ask(table, "say", text="good evening", name="Eve")
        assert answer.status_code == 200
    await asyncio.gather(*hearing)
    assert not any(one.gone for one in idle)


async def no_tables(web: httpx.AsyncClient) -> bool:
    """Has every table left memory?"""
    return await figure(web, "escale_tables_in_memory") == 0


async def come_and_go(house: House, web: httpx.AsyncClient, connections: int, tables: int) -> None:
    """So many tables are made, and so many connections look at them for a moment."""
    made: list[str] = []

    async def a_table() -> None:
        guest = Guest(house, web)
        table = await guest.make(seats=["me", "me"], start=True)
        action = {"kind": "Tell", "number": 5}
        assert (await guest.ask(table, "act", seat=0, action=action)).status_code == 200
        made.append(table)

    async def a_look(number: int) -> None:
        table = made[number % len(made)]
        if number % 3:
            one = await Idle.open(house, table)
            await one.heard()
            one.hang_up(politely=bool(number % 2))
        else:
            data = request("GET", f"/api/tables/{table}/events")
            await raw(house, data, 0.1 if number % 2 else 0.0)

    for start in range(0, tables, 20):
        await asyncio.gather(*(a_table() for _ in range(min(20, tables - start))))
    for start in range(0, connections, 50):
        await asyncio.gather(*(a_look(number) for number in range(start, start + 50)))
