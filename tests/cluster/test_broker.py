"""Two workers whisper through a real Redis: who is here, and what is new."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest

from escale.tables import redis_broker
from escale.tables.broker import NOBODY
from escale.tables.redis_broker import RedisBroker
from tests.cluster.houses import ADA, BEN, run, until
from tests.servers.redis import RedisServer

TABLE = "f" * 24
MANY = 6000  # tables of one worker: more than its queue has room for


@asynccontextmanager
async def speaking(url: str) -> AsyncIterator[RedisBroker]:
    broker = RedisBroker(url)
    connected = asyncio.Event()
    broker.ears.missed = connected.set
    running = asyncio.create_task(broker.run())
    try:
        await connected.wait()
        yield broker
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def test_who_is_here_is_said_again_but_told_once(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_broker, "REPEAT_SECONDS", 0.02)
    monkeypatch.setattr(redis_broker, "STALE_SECONDS", 1.0)
    told: list[frozenset[str]] = []

    async def work() -> None:
        async with speaking(redis.url) as ours:
            ours.ears.people = lambda table: told.append(ours.elsewhere(table).marks)
            ours.join(TABLE)
            async with speaking(redis.url) as theirs:
                theirs.join(TABLE)
                theirs.here(TABLE, frozenset({ADA}), 1)
                await until(lambda: told)
                await asyncio.sleep(0.2)  # it is said some ten times
                theirs.here(TABLE, frozenset({ADA, BEN}), 2)
                await until(lambda: len(told) > 1)
            await until(lambda: ours.elsewhere(TABLE) == NOBODY and len(told) > 2)

    run(work)
    assert told == [frozenset({ADA}), frozenset({ADA, BEN}), frozenset()]


def test_a_worker_with_thousands_of_tables_drops_no_news(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_broker, "REPEAT_SECONDS", 1.0)
    heard: list[int] = []

    async def work() -> None:
        async with speaking(redis.url) as ours, speaking(redis.url) as theirs:
            ours.ears.news = lambda _, number: heard.append(number)
            ours.join(TABLE)
            theirs.tell(TABLE, 0)
            await until(lambda: heard)
            for number in range(MANY):
                theirs.here(f"{number:024x}", frozenset({ADA}), 1)
                if number % 1000 == 999:  # not faster than it can speak
                    theirs.tell(TABLE, number)
                    await until(partial(_heard_last, heard, number))
            heard.clear()
            for number in range(300):  # meanwhile it says who is at all these tables
                theirs.tell(TABLE, number)
                await asyncio.sleep(0.005)
            await until(lambda: heard[-1:] == [299])
            assert heard == list(range(300))

    run(work)


def _heard_last(heard: list[int], number: int) -> bool:
    return heard[-1] == number
