"""What must be true of a database, and of what people were told, whatever happened to a server."""

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
class Kept:
    """A table as its database has it."""

    summary: TableSummary
    bodies: Sequence[bytes]
    numbers: Sequence[int]

    def state(self) -> TableState:
        return self._opened

    @cached_property
    def _opened(self) -> TableState:
        """Once: it is looked at from several sides, and changed by none."""
        return entry_codec.load(self.summary.table, self.bodies)


def tables(database: Path) -> dict[str, Kept]:
    """Everything that a database holds, read by nobody but SQLite."""
    uri = f"{database.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as connection:
        (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
        assert verdict == "ok"
        return {row[1]: _kept(connection, *row) for row in connection.execute(CARDS).fetchall()}


CARDS = "SELECT id, name, game, status, code, listed, wake, guests, summary, bots FROM tables"


def _kept(connection: sqlite3.Connection, key: int, *row: Any) -> Kept:
    name, game, status, code, listed, wake, guests, summary, bots = row
    rows = connection.execute(
        "SELECT number, body FROM entries WHERE table_id = ? ORDER BY number", [key]
    ).fetchall()
    guests = tuple(json.loads(guests))
    read = TableSummary(name, game, status, code, bool(listed), wake, guests, summary, bool(bots))
    return Kept(read, [body for _, body in rows], [number for number, _ in rows])


def tables_in_postgres(url: str) -> dict[str, Kept]:
    """Everything that a database holds, read by nobody but PostgreSQL."""
    with psycopg.connect(url) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ  # all of one moment
        rows = connection.execute(f"{CARDS_THERE} ORDER BY id").fetchall()
        return {row[1]: _kept_there(connection, *row) for row in rows}


CARDS_THERE = CARDS.replace(" FROM", ", count FROM")


def _kept_there(connection: psycopg.Connection[Any], key: int, *row: Any) -> Kept:
    name, game, status, code, listed, wake, guests, summary, bots, count = row
    rows = connection.execute(
        "SELECT number, body FROM entries WHERE table_id = %s ORDER BY number", [key]
    ).fetchall()
    assert len(rows) == count, f"table {name} counts {count} entries, and has {len(rows)}"
    read = TableSummary(name, game, status, code, listed, wake, tuple(guests), bytes(summary), bots)
    return Kept(read, [bytes(body) for _, body in rows], [number for number, _ in rows])


def problems(kept: Kept) -> Iterator[str]:
    """What is wrong with a table: with its numbers, its entries, its summary, or its match."""
    name = kept.summary.table
    if list(kept.numbers) != list(range(1, len(kept.bodies) + 1)):
        yield f"table {name}: the numbers have gaps: {kept.numbers}"
    room = kept.state()  # every entry can be read, and follows from those before it
    ids = Counter((entry.by, entry.id) for entry in room.entries if entry.id)
    for (person, message), times in ids.items():
        if times > 1:
            yield f"table {name}: {message} of person {person} happened {times} times"
    hours = [entry.at for entry in room.entries]
    if hours != sorted(hours):
        yield f"table {name}: time ran backwards"
    if replace(kept.summary, wake=None) != replace(summarise(room, (), None), wake=None):
        yield f"table {name}: the summary tells of another table than the log"
    if (kept.summary.wake is None) != (room.due(()) is None):
        yield f"table {name}: due at {room.due(())}, but to be woken at {kept.summary.wake}"
    yield from _unproved(room)


def _unproved(room: TableState) -> Iterator[str]:
    """A match is proved, as far as it went."""
    if room.running is not None and room.running.salted and room.running.match.log:
        proof = verify(room.running.match.rules, room.running.match.record)
        yield from (f"table {room.name}: {problem}" for problem in proof.problems)


def lost(devices: Iterable[Device], kept: dict[str, Kept]) -> Iterator[str]:
    """What somebody was told and the database does not hold, or holds otherwise."""
    by_table: dict[str, list[Device]] = {}
    for device in devices:
        by_table.setdefault(device.table, []).append(device)
    for table, those in by_table.items():
        if table not in kept:
            yield f"table {table} is lost"
            continue
        room = kept[table].state()
        for device in those:
            yield from _lost(device, kept[table], room)


def _lost(device: Device, kept: Kept, room: TableState) -> Iterator[str]:
    log = {entry.id for entry in room.entries if entry.by == device.person and entry.id}
    for message in sorted(device.done - log):
        yield f"table {room.name}: {message} was acknowledged, and is lost"
    for message in sorted((log & set(device.refused)) - device.twice):
        yield f"table {room.name}: {message} was refused, and happened"
    there = _told(device, kept, room)
    for number, entry in device.entries.items():
        if device.kept(there.get(number)) != entry:
            yield f"table {room.name}: entry {number} was {entry}, and is {there.get(number)}"


def _told(device: Device, kept: Kept, room: TableState) -> dict[int, Any]:
    """What the person would be told of every entry. Of a long table, one update tells the last
    ones only; then it is looked at as it was earlier, too."""
    there: dict[int, Any] = {}
    for number in (*range(MOST_ENTRIES, room.number, MOST_ENTRIES), room.number):
        then = room if number == room.number else replace(kept, bodies=kept.bodies[:number]).state()
        update = json.loads(UpdateEncoder(then, ()).update(device.person, 0, 0)[0])
        there |= {entry["number"]: entry for entry in update["happened"]}
    assert len(there) == room.number
    return there
