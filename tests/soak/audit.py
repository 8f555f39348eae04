"""Checks a database after a crash: it is consistent, and has what clients were sent."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import psycopg

from escale.core.proof import verify
from escale.store.protocol import TableSummary
from escale.tables.log import entry_codec
from escale.tables.log.summary import summarise
from escale.tables.log.table_state import TableState
from escale.tables.updates import MOST_ENTRIES, UpdateEncoder
from tests.soak.crowd import Device


@dataclass(frozen=True)
class StoredTable:
    """A table as its database has it."""

    summary: TableSummary
    bodies: Sequence[bytes]
    numbers: Sequence[int]

    def state(self) -> TableState:
        return self._opened

    @cached_property
    def _opened(self) -> TableState:
        """Cached: several checks read it, none changes it."""
        return entry_codec.load(self.summary.table, self.bodies)


def tables(database: Path) -> dict[str, StoredTable]:
    """All tables of a SQLite database, read without our store."""
    uri = f"{database.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as connection:
        (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
        assert verdict == "ok"
        return {
            row[1]: _from_sqlite(connection, *row) for row in connection.execute(CARDS).fetchall()
        }


CARDS = "SELECT id, name, game, status, code, listed, wake, guests, summary, bots FROM tables"


def _from_sqlite(connection: sqlite3.Connection, key: int, *row: Any) -> StoredTable:
    name, game, status, code, listed, wake, guests, summary, bots = row
    rows = connection.execute(
        "SELECT number, body FROM entries WHERE table_id = ? ORDER BY number", [key]
    ).fetchall()
    guests = tuple(json.loads(guests))
    read = TableSummary(name, game, status, code, bool(listed), wake, guests, summary, bool(bots))
    return StoredTable(read, [body for _, body in rows], [number for number, _ in rows])


def tables_in_postgres(url: str) -> dict[str, StoredTable]:
    """All tables of a PostgreSQL database, read without our store."""
    with psycopg.connect(url) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ  # all of one moment
        rows = connection.execute(f"{CARDS_THERE} ORDER BY id").fetchall()
        return {row[1]: _from_postgres(connection, *row) for row in rows}


CARDS_THERE = CARDS.replace(" FROM", ", count FROM")


def _from_postgres(connection: psycopg.Connection[Any], key: int, *row: Any) -> StoredTable:
    name, game, status, code, listed, wake, guests, summary, bots, count = row
    rows = connection.execute(
        "SELECT number, body FROM entries WHERE table_id = %s ORDER BY number", [key]
    ).fetchall()
    assert len(rows) == count, f"table {name} counts {count} entries, and has {len(rows)}"
    read = TableSummary(name, game, status, code, listed, wake, tuple(guests), bytes(summary), bots)
    return StoredTable(read, [bytes(body) for _, body in rows], [number for number, _ in rows])


def problems(stored: StoredTable) -> Iterator[str]:
    """What is wrong with a table: with its numbers, its entries, its summary, or its match."""
    name = stored.summary.table
    if list(stored.numbers) != list(range(1, len(stored.bodies) + 1)):
        yield f"table {name}: the numbers have gaps: {stored.numbers}"
    state = stored.state()  # every entry can be read, and follows from those before it
    ids = Counter((entry.by, entry.id) for entry in state.entries if entry.id)
    for (person, message), times in ids.items():
        if times > 1:
            yield f"table {name}: {message} of person {person} happened {times} times"
    hours = [entry.at for entry in state.entries]
    if hours != sorted(hours):
        yield f"table {name}: time ran backwards"
    if replace(stored.summary, wake=None) != replace(summarise(state, (), None), wake=None):
        yield f"table {name}: the summary tells of another table than the log"
    if (stored.summary.wake is None) != (state.due(()) is None):
        yield f"table {name}: due at {state.due(())}, but to be woken at {stored.summary.wake}"
    yield from _unproved(state)


def _unproved(state: TableState) -> Iterator[str]:
    """The match is verified as far as it went."""
    if state.running is not None and state.running.salted and state.running.match.log:
        proof = verify(state.running.match.rules, state.running.match.record)
        yield from (f"table {state.name}: {problem}" for problem in proof.problems)


def lost(devices: Iterable[Device], stored: dict[str, StoredTable]) -> Iterator[str]:
    """What a client was sent and the database does not have, or has otherwise."""
    by_table: dict[str, list[Device]] = {}
    for device in devices:
        by_table.setdefault(device.table, []).append(device)
    for table, those in by_table.items():
        if table not in stored:
            yield f"table {table} is lost"
            continue
        state = stored[table].state()
        for device in those:
            yield from _lost(device, stored[table], state)


def _lost(device: Device, stored: StoredTable, state: TableState) -> Iterator[str]:
    log = {entry.id for entry in state.entries if entry.by == device.person and entry.id}
    for message in sorted(device.done - log):
        yield f"table {state.name}: {message} was acknowledged, and is lost"
    for message in sorted((log & set(device.refused)) - device.twice):
        yield f"table {state.name}: {message} was refused, and happened"
    there = _told(device, stored, state)
    for number, entry in device.entries.items():
        if device.stored(there.get(number)) != entry:
            yield f"table {state.name}: entry {number} was {entry}, and is {there.get(number)}"


def _told(device: Device, stored: StoredTable, state: TableState) -> dict[int, Any]:
    """What the person would be told of every entry. Of a long table, one update tells the last
    ones only; then it is looked at as it was earlier, too."""
    there: dict[int, Any] = {}
    for number in (*range(MOST_ENTRIES, state.number, MOST_ENTRIES), state.number):
        then = (
            state
            if number == state.number
            else replace(stored, bodies=stored.bodies[:number]).state()
        )
        update = json.loads(UpdateEncoder(then, ()).update(device.person, 0, 0)[0])
        there |= {entry["number"]: entry for entry in update["happened"]}
    assert len(there) == state.number
    return there
