"""Copies a database while its server goes on writing."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from escale.store.sqlite.damage import check_fully, raise_damaged
from escale.store.sqlite.files import PRIVATE, open_reader
from escale.store.sqlite.migrations import check_application


def backup(source: Path, target: Path) -> None:
    """Copy everything that was acknowledged before the call, in one file; all or nothing. A damaged
    database is not copied: its copy could push out the last good one.

    Any process that can read the database may do this. An existing target is never overwritten.
    """
    if not source.is_file():
        raise FileNotFoundError(f"{source} does not exist")
    if target.exists():
        raise FileExistsError(f"{target} exists already")
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f"{target.name}.")
    os.close(handle)
    part = Path(name)
    try:
        _copy(source, part)
        # O_EXCL: if two backups run at once, only one of them creates the target.
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        part.replace(target)
    except sqlite3.OperationalError as problem:
        raise OSError(f"{source} was not copied to {target}: {problem}") from None
    except sqlite3.DatabaseError as problem:
        raise_damaged(source, str(problem))
    finally:
        part.unlink(missing_ok=True)
    _sync_folder(target.parent)


def _copy(source: Path, target: Path) -> None:
    with closing(open_reader(source)) as old, closing(sqlite3.connect(target)) as new:
        check_application(old, source)
        old.backup(new)  # in one step: a consistent snapshot although the server goes on writing
        new.execute("PRAGMA journal_mode = DELETE")  # so that it opens in a read-only folder
        check_fully(new, source)


def _sync_folder(folder: Path) -> None:
    """A new file name is durable only once its folder is synced."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
