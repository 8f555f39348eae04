"""The form of the database file, one step after the other."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

APPLICATION = int.from_bytes(b"Escl", "big")  # tells our files from other people's databases


class BadDatabase(ValueError):
    """A file that is no database of Escale, or of a newer one. The message says which."""


# Each is done once, in its order, and never changed after a release: a new form is a new step.
#
# tables.changed   the id of the entry that came with the summary: an order, whatever the clock did
# tables.guests    as on the summary, a JSON array; the table `guests` is its index
# tables.bots      bots are awaited
# entries          in the order of writing, because rows that come together then share a page;
#                  by table they would be a page each, and three times slower to append
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE tables (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        status TEXT NOT NULL,
        code TEXT UNIQUE,
        listed INTEGER NOT NULL,
        wake INTEGER,
        guests TEXT NOT NULL,
        summary BLOB NOT NULL,
        changed INTEGER NOT NULL
    );
    CREATE INDEX tables_listed ON tables (changed) WHERE listed;
    CREATE INDEX tables_wake ON tables (wake) WHERE wake IS NOT NULL;

    CREATE TABLE entries (
        id INTEGER PRIMARY KEY,
        table_id INTEGER NOT NULL,
        number INTEGER NOT NULL,
        body BLOB NOT NULL
    );
    CREATE UNIQUE INDEX entries_number ON entries (table_id, number);

    CREATE TABLE guests (
        guest TEXT NOT NULL,
        table_id INTEGER NOT NULL,
        PRIMARY KEY (guest, table_id)
    ) WITHOUT ROWID;

    CREATE TABLE closings (since INTEGER NOT NULL, until INTEGER NOT NULL);
    CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    """,
    "ALTER TABLE tables ADD COLUMN bots INTEGER NOT NULL DEFAULT 0",
)


def recognise(connection: sqlite3.Connection, path: object) -> int:
    """The number of steps this file has behind it; none, if it is empty."""
    try:
        application = _pragma(connection, "application_id")
        (things,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        raise BadDatabase(f"{path} is not a database") from None
    if application != APPLICATION and (application or things):
        raise BadDatabase(f"{path} is a database of another program")
    return _pragma(connection, "user_version")


def migrate(connection: sqlite3.Connection, path: object, migrations: Sequence[str]) -> None:
    """Bring a file to the form known here, each step whole or not at all."""
    done = recognise(connection, path)
    if done > len(migrations):
        raise BadDatabase(
            f"{path} is of a newer Escale (form {done}, and {len(migrations)} is known here)"
        )
    for number, migration in enumerate(migrations[done:], done + 1):
        try:
            connection.executescript(
                f"BEGIN IMMEDIATE; {migration};"
                f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {number}; COMMIT"
            )
        except sqlite3.Error:
            connection.rollback()
            raise


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    (value,) = connection.execute(f"PRAGMA {name}").fetchone()
    return int(value)
