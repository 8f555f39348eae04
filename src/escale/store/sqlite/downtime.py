"""Records when no server ran, and postpones all wake times by that long."""

from __future__ import annotations

import sqlite3

from escale.store.protocol import MAX_DOWNTIMES, Downtime
from escale.store.sqlite.writer import record_alive


def record_downtime(connection: sqlite3.Connection, now: int) -> tuple[int, tuple[Downtime, ...]]:
    """Record the downtime that ends now and postpone every wake by it: nobody could act.

    Returns the opening time and all downtimes. A new database, or a clock that was set back, has
    no downtime; in the second case the opening time is that of the last record.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        since = connection.execute("SELECT value FROM meta WHERE name = 'alive'").fetchone()
        if since and since[0] < now:
            _insert(connection, since[0], now)
        now = max(now, since[0] if since else now)
        record_alive(connection, now)
        connection.execute("COMMIT")
    except sqlite3.Error:
        connection.rollback()
        raise
    rows = connection.execute("SELECT since, until FROM closings ORDER BY rowid").fetchall()
    return now, tuple(Downtime(*row) for row in rows)


def _insert(connection: sqlite3.Connection, since: int, until: int) -> None:
    # A server that restarts again and again gets one long downtime, not many.
    longer = connection.execute("UPDATE closings SET until = ? WHERE until = ?", [until, since])
    if not longer.rowcount:
        connection.execute("INSERT INTO closings VALUES (?, ?)", [since, until])
    connection.execute(
        "DELETE FROM closings WHERE rowid <= (SELECT max(rowid) FROM closings) - ?",
        [MAX_DOWNTIMES],
    )
    connection.execute("UPDATE tables SET wake = wake + ? WHERE wake IS NOT NULL", [until - since])
