"""Opens database files and makes sure that only one server uses each."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import sys
from pathlib import Path

LOCK_TIMEOUT = 1.0  # seconds to wait for another program's transaction, such as one made by hand
PRIVATE = 0o600  # the file holds the secrets of running matches


class InUse(OSError):
    """Another server has this database open."""


def lock_files(path: Path) -> tuple[int, ...]:
    """Make this process the only server of a database; close the returned handles to release it.

    One lock is on a file beside the database. The other is on the database itself, whatever name
    it was opened by: a hard link has another file beside it. Both end with the process, however
    that ends. SQLite's own locks, which are of another kind on Linux, stay free, so that others can
    read and back up; on other systems the kinds are one, and there only the first lock is taken.
    """
    beside = _lock(Path(f"{path}.lock"), path)
    if sys.platform != "linux":
        return (beside,)
    try:
        return beside, _lock(path, path)
    except BaseException:
        os.close(beside)
        raise


def _lock(file: Path, database: Path) -> int:
    handle = os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise InUse(f"{database} is in use by another server") from None
    return handle


def release(locks: tuple[int, ...]) -> None:
    for handle in locks:
        os.close(handle)


def open_writer(path: Path) -> sqlite3.Connection:
    """The only connection that writes. Creates the file if need be."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
    return sqlite3.connect(path, LOCK_TIMEOUT, isolation_level=None, check_same_thread=False)


def configure(connection: sqlite3.Connection) -> None:
    """Writers do not wait for readers, and a commit survives a power failure."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")  # overwrite what is deleted
    connection.execute(f"PRAGMA journal_size_limit = {64 << 20}")  # a long backup lets it grow
    # A checkpoint blocks all writes: do it after 32 MB, not every second.
    connection.execute("PRAGMA wal_autocheckpoint = 8000")


def open_reader(path: Path) -> sqlite3.Connection:
    """A connection that can neither write nor checkpoint.

    Only one connection may checkpoint: before SQLite 3.51.3 two at once could damage the file
    (sqlite.org/wal.html#walresetbug).
    """
    uri = f"{path.resolve().as_uri()}?mode=ro"
    return sqlite3.connect(
        uri, LOCK_TIMEOUT, uri=True, isolation_level=None, check_same_thread=False
    )
