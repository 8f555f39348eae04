"""Two workers notify each other through a real Redis of presence and new entries."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from escale.server.operations.process import NOT_ALONE, open_store
from escale.server.settings import Settings
from escale.store.postgres import PostgresStore
from escale.store.postgres import store as store_module
from escale.tables import house as house_module
from escale.tables.brokers import redis_broker
from escale.tables.brokers.protocol import NO_PRESENCE
from escale.tables.brokers.redis_broker import RedisBroker
from escale.tables.decisions import commands
from tests.cli.commands import escale
from tests.cluster.houses import ADA, BEN, made, run, until, worker
from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer

TABLE = "f" * 24
MANY = 6000  # tables of one worker: more than its queue holds


@asynccontextmanager
async def speaking(url: str) -> AsyncIterator[RedisBroker]:
    broker = RedisBroker(url)
    connected = asyncio.Event()
    broker.listeners.connected = connected.set
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
    told: list[dict[str, str]] = []

    async def work() -> None:
        async with speaking(redis.url) as ours:
            ours.listeners.presence = lambda table: told.append(
                dict(ours.presence_elsewhere(table).guests)
            )
            ours.subscribe(TABLE)
            async with speaking(redis.url) as theirs:
                theirs.subscribe(TABLE)
                theirs.publish_presence(TABLE, {ADA: "here"}, 1)
                await until(lambda: told)
                await asyncio.sleep(0.2)  # it is published about ten times
                theirs.publish_presence(TABLE, {ADA: "here", BEN: "there"}, 2)
                await until(lambda: len(told) > 1)
            await until(lambda: ours.presence_elsewhere(TABLE) == NO_PRESENCE and len(told) > 2)

    run(work)
    assert told == [{ADA: "here"}, {ADA: "here", BEN: "there"}, {}]


def test_a_worker_with_thousands_of_tables_drops_no_news(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_broker, "REPEAT_SECONDS", 1.0)
    heard: list[int] = []

    async def work() -> None:
        async with speaking(redis.url) as ours, speaking(redis.url) as theirs:
            ours.listeners.entries = lambda _, number: heard.append(number)
            ours.subscribe(TABLE)
            theirs.publish(TABLE, 0)
            await until(lambda: heard)
            for number in range(MANY):
                theirs.publish_presence(f"{number:024x}", {ADA: "here"}, 1)
                if number % 1000 == 999:  # not faster than it can send
                    theirs.publish(TABLE, number)
                    await until(partial(_heard_last, heard, number))
            heard.clear()
            for number in range(300):  # meanwhile it publishes the presence at all these tables
                theirs.publish(TABLE, number)
                await asyncio.sleep(0.005)
            await until(lambda: heard[-1:] == [299])
            assert heard == list(range(300))

    run(work)


def _heard_last(heard: list[int], number: int) -> bool:
    return heard[-1] == number


# What is logged for the host


def test_a_broker_that_is_away_is_told_once_and_so_is_its_return(
    redis: RedisServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_broker, "RECONNECT_SECONDS", 0.01)
    caplog.set_level(logging.INFO, "escale.tables")
    tries = 0
    run_connection = RedisBroker._run_connection

    async def counted(self: RedisBroker) -> None:
        nonlocal tries
        tries += 1
        await run_connection(self)

    monkeypatch.setattr(RedisBroker, "_run_connection", counted)

    async def work() -> None:
        async with speaking(redis.url) as broker:
            assert not broker.is_down
            redis.kill()
            await until(lambda: broker.is_down and tries > 3)
            redis.start()
            await until(lambda: not broker.is_down)

    run(work)
    away, back = caplog.messages
    assert away.startswith("the broker cannot be reached: ConnectionError; retrying")
    assert back == "connection to the broker recovered"


def test_bots_that_nobody_thinks_for_are_told(
    postgres: PostgresServer,
    redis: RedisServer,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without `escale bots` no bot ever moves: the log must say why."""
    monkeypatch.setattr(redis_broker, "REPEAT_SECONDS", 0.05)
    caplog.set_level(logging.INFO, "escale.tables")
    database = postgres.database()

    async def work() -> None:
        async with worker(database, redis.url) as house:
            await asyncio.sleep(0.5)
            assert not house.broker.bots_missing  # no bot was requested yet
            table = await made(house, ("me", 1), starter=1)
            await table.do(ADA, commands.Start("start"))
            await until(lambda: house.broker.bots_missing)
            async with worker(database, redis.url, bots=True):
                await until(lambda: not house.broker.bots_missing)

    run(work)
    assert caplog.messages == [
        "tables wait for bots, but no `escale bots` is running",
        "a worker for bots is running again",
    ]


def test_a_database_that_is_away_is_told_once_and_is_no_fault_of_ours(
    postgres: PostgresServer,
    redis: RedisServer,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(house_module, "SWEEP_SECONDS", 0.05)
    caplog.set_level(logging.INFO, "escale.tables")
    database = postgres.database()

    async def work() -> None:
        async with worker(database, redis.url) as house:
            await asyncio.sleep(0.2)
            postgres.kill()
            try:
                await until(lambda: house.counts["not kept"] > 2)
            finally:
                postgres.start()
            await until(lambda: "recovered" in caplog.text)
            assert house.counts["errors"] == 0

    run(work)
    *away, back = caplog.messages
    # It closes the connection, then cannot be reached: each of the two failures is logged once.
    assert 1 <= len(set(away)) == len(away)
    unavailable = r"database unavailable \(\w+\); retrying every few seconds"
    assert all(re.fullmatch(unavailable, one) for one in away)
    assert back == "database writes recovered"


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("bots",)], ids=lambda one: one[0])
@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("redis://127.0.0.1:port/0", "Port could not be cast"),
        ("redis://127.0.0.1:99999/0", "Port out of range"),
        ("redis://127.0.0.1:{port}/99", "DB index is out of range"),
        ("redis://127.0.0.1:{port}/0?colour=red", "colour"),
        ("redis://ada:secret@127.0.0.1:{port}/0", "username-password"),
    ],
)
def test_a_broker_that_will_never_do_is_told_in_one_line(
    tmp_path: Path, redis: RedisServer, command: tuple[str, ...], address: str, told: str
) -> None:
    """A server started with it would seem healthy, but its workers would get no notifications."""
    where = ("--database", "postgresql://127.0.0.1:1/", "--broker", address.format(port=redis.port))
    ended = escale(*command, *where, folder=tmp_path)
    assert ended.code == 2, ended
    name = command[0]
    assert ended.err.startswith(f"escale {name}: --broker: the broker cannot be used: "), ended.err
    assert told in ended.err and ended.err.count("\n") == 1 and "secret" not in ended.err


def test_a_database_that_is_waited_for_is_told(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "STARTUP_TIMEOUT", 1.0)
    with pytest.raises(OSError, match="refused"):
        PostgresStore.open("postgresql://escale@127.0.0.1:1/escale")
    assert caplog.messages == ["no connection to the database: retrying for 1 s"]


def test_a_database_with_a_wrong_name_is_told_at_once(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(OSError, match="resolve host"):
        PostgresStore.open("postgresql://escale@no-such-machine.invalid/escale")
    assert caplog.messages == []


def test_two_workers_without_a_broker_are_told_that_they_need_one(
    postgres: PostgresServer, redis: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    """Their clients would not see each other's moves. A short command may open the store."""
    alone = Settings(database=postgres.database())

    async def work() -> None:
        first = open_store(alone, stays=True)
        for visitor in (
            open_store(alone),
            open_store(replace(alone, broker=redis.url), stays=True),
        ):
            await visitor.close()
        assert not caplog.messages
        second = open_store(alone, stays=True)
        assert caplog.messages == [NOT_ALONE]
        await asyncio.gather(first.close(), second.close())
        third = open_store(alone, stays=True)
        assert caplog.messages == [NOT_ALONE]
        await third.close()

    run(work)
