"""The schema of a database changes with a release: matches go on; older workers get an error."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from escale.core.proof import verify
from escale.store import TableSummary
from escale.store.postgres import PostgresStore
from escale.store.postgres.schema import MIGRATIONS
from escale.store.protocol import BadDatabase
from escale.store.sqlite.migrations import MIGRATIONS as FORMS_OF_A_FILE
from escale.store.sqlite.store import SqliteStore
from escale.tables.bots.pool import BotPool
from escale.tables.decisions import commands
from escale.tables.house import House
from escale.tables.table import Table
from tests.cli.commands import escale
from tests.cluster.houses import ADA, done, made, opened, run, until, worker
from tests.cluster.test_workers import PASS
from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer

NOON = 1_800_000_000_000  # some wall time, ms
NEWER = (
    *MIGRATIONS,
    "ALTER TABLE tables ADD COLUMN colour text NOT NULL DEFAULT ''; CREATE TABLE shelves (x int)",
)


def to_the_first_form(database: Path) -> None:
    """As the first release wrote it: without the column that tells whether bots are awaited."""
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(
            "DROP TABLE documents; DROP INDEX tables_over;"
            "ALTER TABLE tables DROP COLUMN bots; PRAGMA user_version = 1; VACUUM"
        )


def test_a_match_that_ran_in_a_file_of_the_first_form_goes_on(tmp_path: Path) -> None:
    """A bot was awaited: nobody has to come for it to be woken, and it plays."""
    database = tmp_path / "house.sqlite"
    entries: list[bytes] = []

    async def before() -> str:
        house = House(
            SqliteStore.open(database, NOON), None
        )  # nobody thinks here: the bot is awaited
        table = await made(house, (1, "me"), starter=0)
        await done(table, ADA, commands.Start("start"))
        await until(lambda: table.state.awaited == (0,))
        entries.extend(await house.store.entries_after(table.state.name, 0))
        await house.close()
        return table.state.name

    async def after(name: str) -> None:
        house = House(SqliteStore.open(database, NOON), BotPool(1), bot_pause=0.0)
        try:
            assert (await house.store.entries_after(name, 0))[: len(entries)] == entries
            await house.sweep()
            await until(lambda: house.tables[name].state.awaited == (1,))
            await played_out(house.tables[name])
        finally:
            await house.close()

    name = asyncio.run(before())
    to_the_first_form(database)
    asyncio.run(after(name))
    with closing(sqlite3.connect(database)) as connection:
        (form,) = connection.execute("PRAGMA user_version").fetchone()
        assert form == len(FORMS_OF_A_FILE) > 1


async def played_out(table: Table) -> None:
    await done(table, ADA, commands.Act("pass", 1, PASS))
    await done(table, ADA, commands.Resign("end", 1))
    running = table.state.running
    assert running is not None and running.match.over
    assert verify(running.match.rules, running.match.record)


def test_a_new_form_is_made_while_older_workers_play(
    postgres: PostgresServer, redis: RedisServer
) -> None:
    """They go on with it; one that is started now is told in one line that it is too old."""
    database = postgres.database()

    async def go() -> None:
        async with worker(database, redis.url) as old:
            ours = await made(old, ("me", "me"))
            await done(ours, ADA, commands.Start("start"))
            newer = PostgresStore.open(database, migrations=NEWER)
            second = PostgresStore.open(database, migrations=NEWER)  # of the same form: it is made
            try:
                await done(ours, ADA, commands.Act("pass", ours.state.awaited[0], PASS))
                number = ours.state.number
                assert await newer.entry_counts([ours.state.name]) == {ours.state.name: number}
                summary = TableSummary("new", "wordbank", "gathering")
                assert await second.append("new", 0, b"{}", summary) == 1
                assert await old.store.entries_after("new", 0) == [b"{}"]
                # The wake of a table is moved and leased by both.
                assert (await opened(old, ours.state.name)).state.number == number
                await old.sweep()
            finally:
                await newer.close()
                await second.close()
            told = f"newer Escale \\(schema {len(NEWER)}, this version knows {len(MIGRATIONS)}\\)$"
            with pytest.raises(BadDatabase, match=told):
                PostgresStore.open(database)

    run(go)
    refused = escale("serve", "--port", "0", "--database", database)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith("escale serve: ") and refused.err.count("\n") == 1
    assert "newer Escale" in refused.err


def test_a_step_that_fails_is_not_half_done(postgres: PostgresServer) -> None:
    database = postgres.database()

    async def open_and_close() -> None:
        await PostgresStore.open(database).close()

    asyncio.run(open_and_close())
    broken = (*MIGRATIONS, "CREATE TABLE shelves (x int); DROP TABLE nowhere")
    with pytest.raises(OSError, match=r'table "nowhere" does not exist$'):
        PostgresStore.open(database, migrations=broken)
    with psycopg.connect(database) as connection:
        form = connection.execute("SELECT value FROM meta WHERE name = 'form'").fetchone()
        there = connection.execute("SELECT to_regclass('shelves')").fetchone()
    assert (form, there) == ((len(MIGRATIONS),), (None,))
    asyncio.run(open_and_close())
