"""Schema migrations of the SQLite database."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from escale.store.protocol import BadDatabase

APPLICATION = int.from_bytes(b"Escl", "big")  # tells our files from those of other programs


# Applied once each, in this order. Never change one after a release: add another.
#
# tables.changed   id of the entry that the summary was written with: an order without a clock
# tables.guests    a JSON array; the table `guests` is its index
# tables.bots      waiting for a bot
# entries          in the order of writing, so that rows written together share a page; ordered by
#                  table, each would touch its own page, and appending takes three times as long
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
    """
    CREATE TABLE documents (
        name TEXT PRIMARY KEY,
        version INTEGER NOT NULL,
        body BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_over ON tables (changed) WHERE status = 'over';
    """,
)


def check_application(connection: sqlite3.Connection, path: object) -> int:
    """Raise `BadDatabase` for foreign files. Returns the schema version; 0 if the file is empty."""
    try:
        application = _pragma(connection, "application_id")
        (objects,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        raise BadDatabase(f"{path} is not an SQLite database") from None
    if application != APPLICATION and (application or objects):
        raise BadDatabase(f"{path} is a database of another program, not of Escale")
    return _pragma(connection, "user_version")


def check_migrated(connection: sqlite3.Connection, path: object) -> None:
    """Raise `BadDatabase` if the file cannot be read without a migration."""
    done = check_application(connection, path)
    if done < len(MIGRATIONS):
        raise BadDatabase(
            f"{path} was written by an older Escale (schema {done}, this version knows"
            f" {len(MIGRATIONS)}): start escale serve once"
        )
    _check_not_newer(done, path, MIGRATIONS)


def _check_not_newer(done: int, path: object, migrations: Sequence[str]) -> None:
    if done > len(migrations):
        raise BadDatabase(
            f"{path} was written by a newer Escale (schema {done}, this version knows"
            f" {len(migrations)})"
        )


def migrate(connection: sqlite3.Connection, path: object, migrations: Sequence[str]) -> None:
    done = check_application(connection, path)
    _check_not_newer(done, path, migrations)
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
