"""Several houses in one process, each a worker with its own connections to the same servers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from escale.core.play import Ruling
from escale.games.registry import load_game
from escale.store.postgres import PostgresStore
from escale.tables.bots.pool import BotPool
from escale.tables.brokers.redis_broker import RedisBroker
from escale.tables.decisions import commands
from escale.tables.house import House, NewTable
from escale.tables.table import Done, Table

LONG = 30.0  # seconds: a generous timeout
ADA, BEN = "a" * 64, "b" * 64  # their guest hashes


class Watching:
    """A watcher of a table."""

    def __init__(self, guest_hash: str) -> None:
        self.guest_hash = guest_hash
        self.client = guest_hash
        self.woken = 0

    def wake(self) -> None:
        self.woken += 1

    def dismiss(self) -> None: ...


@asynccontextmanager
async def worker(
    database: str, broker: str, *, bots: bool = False, sweeps: bool = True
) -> AsyncIterator[House]:
    bot_pool = BotPool(1) if bots else None
    house = House(
        PostgresStore.open(database),
        bot_pool,
        broker=RedisBroker(broker),
        serves=not bots,
        bot_pause=0.0,
    )
    chores = [asyncio.create_task(house.broker.run())]
    if sweeps:
        chores.append(asyncio.create_task(house.keep_sweeping()))
    try:
        yield house
    finally:
        for chore in chores:
            chore.cancel()
        await asyncio.gather(*chores, return_exceptions=True)
        await house.close()


@asynccontextmanager
async def slow(url: str, seconds: float) -> AsyncIterator[str]:
    """A proxy to the server that delays everything in both directions."""
    place = urlsplit(url)

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        later = asyncio.get_running_loop().call_later
        try:
            while data := await reader.read(65536):
                later(seconds, writer.write, data)
        finally:
            writer.close()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(place.hostname, place.port)
        await asyncio.gather(pass_on(reader, back), pass_on(there, writer))

    async with await asyncio.start_server(connect, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        yield urlunsplit(place._replace(netloc=f"{place.hostname}:{port}"))


async def made(house: House, seats: tuple[Any, ...], **options: Any) -> Table:
    """A table of Word Bank that Ada makes."""
    return await made_of("wordbank", house, seats, language="en", **options)


async def made_of(name: str, house: House, seats: tuple[Any, ...], **options: Any) -> Table:
    game = load_game(name)
    wanted = NewTable(game, game.options(**options), seats, "Ada")
    table = await house.make(ADA, "wish", wanted)
    assert isinstance(table, Table)
    return table


async def opened(house: House, name: str) -> Table:
    table = await house.open(name)
    assert table is not None
    return table


async def done(table: Table, guest_hash: str, ask: commands.Command) -> None:
    outcome = await table.do(guest_hash, ask)
    assert isinstance(outcome, Done), outcome


async def refused(table: Table, guest_hash: str, ask: commands.Command) -> str:
    outcome = await table.do(guest_hash, ask)
    assert isinstance(outcome, Ruling)
    return outcome.reason


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(LONG):
        while not condition():
            await asyncio.sleep(0.01)


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(4 * LONG):  # a killed database may take long to recover
            await work()

    asyncio.run(limited())
