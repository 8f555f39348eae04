"""Finds damaged pages of a database file: a page that a disk or a program overwrote."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import NoReturn

from escale.store.protocol import BadDatabase

LARGE_BYTES = 256 << 20  # beyond this, entries are checked by backups and not at every start


def check_quickly(connection: sqlite3.Connection, path: object) -> None:
    """Raise `BadDatabase` if a page cannot be read; in less than a second, however large the file.

    What the house needs to find its tables is always checked. Damage among the entries of a large
    file concerns the tables that they belong to, and no others."""
    (size,) = connection.execute(
        "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    ).fetchone()
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (name,) in tables:
        if name != "entries" or size <= LARGE_BYTES:
            _raise_if(_findings(connection, f"PRAGMA quick_check({name})"), path)


def check_fully(connection: sqlite3.Connection, path: object) -> None:
    """Raise `BadDatabase` if a page cannot be read or an index does not fit its table. Reads
    everything, about 100 MB a second."""
    _raise_if(_findings(connection, "PRAGMA integrity_check(1)"), path)


def raise_damaged(path: object, finding: str) -> NoReturn:
    finding = " ".join(finding.split())[:200]
    raise BadDatabase(
        f"{path} is damaged ({finding}): restore a backup, or see escale tables check"
    ) from None


def _findings(connection: sqlite3.Connection, pragma: str) -> Sequence[str]:
    try:
        rows = [str(row[0]) for row in connection.execute(pragma).fetchall()]
    except sqlite3.OperationalError:
        raise  # not about the contents: the file is locked, say
    except sqlite3.DatabaseError as problem:
        return [str(problem)]
    return [row for row in rows if row != "ok"]


def _raise_if(findings: Sequence[str], path: object) -> None:
    if findings:
        raise_damaged(path, findings[0])
