"""When the house was closed, and what that means for those who wait."""

from __future__ import annotations

import sqlite3

from escale.store.protocol import Closed
from escale.store.sqlite.writer import note_alive

MOST_CLOSINGS = 1000


def reopen(connection: sqlite3.Connection, now: int) -> tuple[int, tuple[Closed, ...]]:
    """Note when the house was closed, and move every wake by that time: nobody could act then.

    Returns the hour from which it goes on, and all closings. A house that never opened, or whose
    clock was set back meanwhile, was not closed, and goes on where it was.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        since = connection.execute("SELECT value FROM meta WHERE name = 'alive'").fetchone()
        if since and since[0] < now:
            _close(connection, since[0], now)
        now = max(now, since[0] if since else now)
        note_alive(connection, now)
        connection.execute("COMMIT")
    except sqlite3.Error:
        connection.rollback()
        raise
    rows = connection.execute("SELECT since, until FROM closings ORDER BY rowid").fetchall()
    return now, tuple(Closed(*row) for row in rows)


def _close(connection: sqlite3.Connection, since: int, until: int) -> None:
    # A house that closes as soon as it opens has one long closing, not many.
    longer = connection.execute("UPDATE closings SET until = ? WHERE until = ?", [until, since])
    if not longer.rowcount:
        connection.execute("INSERT INTO closings VALUES (?, ?)", [since, until])
    connection.execute(
        "DELETE FROM closings WHERE rowid <= (SELECT max(rowid) FROM closings) - ?",
        [MOST_CLOSINGS],
    )
    connection.execute("UPDATE tables SET wake = wake + ? WHERE wake IS NOT NULL", [until - since])
