"""Who is at work, when nobody was, and what time it is for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import psycopg

from escale.store.downtime import MOST_CLOSINGS
from escale.store.postgres.schema import LOCK
from escale.store.protocol import Closed

Connection = psycopg.Connection[tuple[Any, ...]]

GONE_MS = 15_000  # a worker that has not been seen for so long is dead
NOW = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"


def database_now(connection: Connection) -> int:
    row = connection.execute(NOW).fetchone()
    assert row
    return int(row[0])


def come(connection: Connection, worker: str, now: int) -> tuple[int, tuple[Closed, ...], bool]:
    """A worker comes. If it is the only one, the house was closed, and every wake moves.

    Returns the hour from which the house goes on, all closings, and whether others were here.
    """
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        connection.execute("DELETE FROM workers WHERE seen < %s", [now - GONE_MS])
        others = connection.execute("SELECT 1 FROM workers LIMIT 1").fetchone()
        row = connection.execute("SELECT value FROM meta WHERE name = 'alive'").fetchone()
        since = int(row[0]) if row else now
        if not others and since < now:
            _close(connection, since, now)
        now = max(now, since)
        note_alive(connection, worker, now)
    return now, closings(connection), bool(others)


def closings(connection: Connection) -> tuple[Closed, ...]:
    rows = connection.execute("SELECT since, until FROM closings ORDER BY id").fetchall()
    return tuple(Closed(*row) for row in rows)


def _close(connection: Connection, since: int, until: int) -> None:
    longer = connection.execute("UPDATE closings SET until = %s WHERE until = %s", [until, since])
    if not longer.rowcount:
        connection.execute("INSERT INTO closings (since, until) VALUES (%s, %s)", [since, until])
    connection.execute(
        "DELETE FROM closings WHERE id <= (SELECT max(id) FROM closings) - %s", [MOST_CLOSINGS]
    )
    connection.execute("UPDATE tables SET wake = wake + %s WHERE wake IS NOT NULL", [until - since])


def note_alive(connection: Connection, worker: str, now: int) -> None:
    connection.execute(
        "INSERT INTO meta VALUES ('alive', %s) ON CONFLICT (name) DO UPDATE SET"
        " value = greatest(meta.value, excluded.value)",
        [now],
    )
    connection.execute(
        "INSERT INTO workers VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET seen = excluded.seen",
        [worker, now],
    )


def leave(connection: Connection, worker: str) -> None:
    connection.execute("DELETE FROM workers WHERE name = %s", [worker])
    connection.execute("UPDATE tables SET leased = 0, lessee = '' WHERE lessee = %s", [worker])


def lease(
    connection: Connection,
    worker: str,
    now: int,
    until: int,
    most: int,
    *,
    bots: bool,
    lasts: int,
    held: Sequence[str],
    but: Sequence[str],
) -> list[str]:
    """Tables that must be looked after by `until` and that nobody else looks after, and those that
    this worker holds already: they are its own for `lasts` milliseconds more. Those in `but` it
    gives back: it is no use for them.

    Whoever looks after a table for its clock does not keep it from those who think for its bots.
    A row that another worker is just taking is passed over, not waited for.
    """
    if but:
        connection.execute(
            "UPDATE tables SET leased = 0, lessee = '' WHERE lessee = %s AND name = ANY(%s)",
            [worker, list(but)],
        )
    connection.execute(
        "UPDATE tables SET leased = %s"
        " WHERE lessee = %s AND leased_for_bots = %s AND bots = %s AND name = ANY(%s)",
        [now + lasts, worker, bots, bots, list(held)],
    )
    rows = connection.execute(
        "UPDATE tables SET leased = %s, lessee = %s, leased_for_bots = bots WHERE id IN ("
        " SELECT id FROM tables WHERE wake <= %s AND bots = %s"
        " AND (leased < %s OR leased_for_bots <> bots) AND name <> ALL(%s)"
        " ORDER BY wake LIMIT %s FOR UPDATE SKIP LOCKED) RETURNING wake, name",
        [now + lasts, worker, until, bots, now, list(but), most],
    ).fetchall()
    return [name for _, name in sorted(rows)]
