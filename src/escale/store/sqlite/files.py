"""Database files: who may have them open, and how."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from pathlib import Path

PATIENCE = 1.0  # seconds to wait for somebody else's transaction, such as one made by hand
PRIVATE = 0o600  # the secrets of running matches are inside


class InUse(OSError):
    """Another server has this database."""


def hold(path: Path) -> int:
    """Make this process the only server of a database; close the result to give it up.

    The lock is on a file beside it, and dies with the process however that ends. SQLite's own
    locks stay free, so that others can read and back up.
    """
    handle = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, PRIVATE)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise InUse(f"{path} is in use by another server") from None
    return handle


def to_write(path: Path) -> sqlite3.Connection:
    """The one connection that writes, to a file that is created if need be."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
    return sqlite3.connect(path, PATIENCE, isolation_level=None, check_same_thread=False)


def set_up(connection: sqlite3.Connection) -> None:
    """Writers that do not wait for readers, and a commit that outlives the power."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")  # forgotten is overwritten
    connection.execute(f"PRAGMA journal_size_limit = {64 << 20}")  # after a long backup
    # Moving the log into the file makes everybody wait: seldom (32 MB), not every second.
    connection.execute("PRAGMA wal_autocheckpoint = 8000")


def to_read(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, nor move the write-ahead log into the file.

    Only one connection ever does that. Before SQLite 3.51.3 two at once could damage the file
    (sqlite.org/wal.html#walresetbug).
    """
    uri = f"{path.resolve().as_uri()}?mode=ro"
    return sqlite3.connect(uri, PATIENCE, uri=True, isolation_level=None, check_same_thread=False)
