"""The register of running workers, the downtimes when there was none, and leases of tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import psycopg

from escale.store.postgres.schema import LOCK
from escale.store.protocol import MAX_DOWNTIMES, Downtime

Connection = psycopg.Connection[tuple[Any, ...]]

DEAD_MS = 15_000  # a worker that was not seen for this long is dead
NOW = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"


def database_now(connection: Connection) -> int:
    row = connection.execute(NOW).fetchone()
    assert row
    return int(row[0])


def register_worker(
    connection: Connection, worker: str, now: int
) -> tuple[int, tuple[Downtime, ...], bool]:
    """Register a worker. If it is the only one, record a downtime and postpone every wake by it.

    Returns the opening time, all downtimes, and whether other workers were running.
    """
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        connection.execute("DELETE FROM workers WHERE seen < %s", [now - DEAD_MS])
        others = connection.execute("SELECT 1 FROM workers LIMIT 1").fetchone()
        row = connection.execute("SELECT value FROM meta WHERE name = 'alive'").fetchone()
        since = int(row[0]) if row else now
        if not others and since < now:
            _insert_downtime(connection, since, now)
        now = max(now, since)
        record_alive(connection, worker, now)
    return now, downtimes(connection), bool(others)


def downtimes(connection: Connection) -> tuple[Downtime, ...]:
    rows = connection.execute("SELECT since, until FROM closings ORDER BY id").fetchall()
    return tuple(Downtime(*row) for row in rows)


def _insert_downtime(connection: Connection, since: int, until: int) -> None:
    longer = connection.execute("UPDATE closings SET until = %s WHERE until = %s", [until, since])
    if not longer.rowcount:
        connection.execute("INSERT INTO closings (since, until) VALUES (%s, %s)", [since, until])
    connection.execute(
        "DELETE FROM closings WHERE id <= (SELECT max(id) FROM closings) - %s", [MAX_DOWNTIMES]
    )
    connection.execute("UPDATE tables SET wake = wake + %s WHERE wake IS NOT NULL", [until - since])


def record_alive(connection: Connection, worker: str, now: int) -> None:
    connection.execute(
        "INSERT INTO meta VALUES ('alive', %s) ON CONFLICT (name) DO UPDATE SET"
        " value = greatest(meta.value, excluded.value)",
        [now],
    )
    connection.execute(
        "INSERT INTO workers VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET seen = excluded.seen",
        [worker, now],
    )


def unregister_worker(connection: Connection, worker: str) -> None:
    connection.execute("DELETE FROM workers WHERE name = %s", [worker])
    connection.execute("UPDATE tables SET leased = 0, lessee = '' WHERE lessee = %s", [worker])


def lease(
    connection: Connection,
    worker: str,
    now: int,
    until: int,
    limit: int,
    *,
    bots: bool,
    duration: int,
    held: Sequence[str],
    exclude: Sequence[str],
) -> list[str]:
    """See `Store.lease`. Leases of tables in `exclude` are given back.

    A lease for the clock of a table does not exclude one for its bots. Rows that another worker
    is leasing at this moment are skipped, not waited for.
    """
    if exclude:
        connection.execute(
            "UPDATE tables SET leased = 0, lessee = '' WHERE lessee = %s AND name = ANY(%s)",
            [worker, list(exclude)],
        )
    connection.execute(
        "UPDATE tables SET leased = %s"
        " WHERE lessee = %s AND leased_for_bots = %s AND bots = %s AND name = ANY(%s)",
        [now + duration, worker, bots, bots, list(held)],
    )
    rows = connection.execute(
        "UPDATE tables SET leased = %s, lessee = %s, leased_for_bots = bots WHERE id IN ("
        " SELECT id FROM tables WHERE wake <= %s AND bots = %s"
        " AND (leased < %s OR leased_for_bots <> bots) AND name <> ALL(%s)"
        " ORDER BY wake LIMIT %s FOR UPDATE SKIP LOCKED) RETURNING wake, name",
        [now + duration, worker, until, bots, now, list(exclude), limit],
    ).fetchall()
    return [name for _, name in sorted(rows)]
