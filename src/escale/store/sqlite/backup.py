"""A copy of a database, taken while its server goes on writing."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from escale.store.sqlite.files import PRIVATE, to_read
from escale.store.sqlite.migrations import recognise


def backup(source: Path, target: Path) -> None:
    """All that was acknowledged before this began, in one file; whole or not at all.

    Any process that can read the database may do this. An existing target is never touched.
    """
    if not source.is_file():
        raise FileNotFoundError(f"{source} is not there")
    if target.exists():
        raise FileExistsError(f"{target} is there already")
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f"{target.name}.")
    os.close(handle)
    part = Path(name)
    try:
        _copy(source, part)
        # Somebody may have been faster: only one of us can create it.
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        part.replace(target)
    except sqlite3.Error as problem:
        raise OSError(f"{source} was not copied to {target}: {problem}") from None
    finally:
        part.unlink(missing_ok=True)
    _settle(target.parent)


def _copy(source: Path, target: Path) -> None:
    with closing(to_read(source)) as old, closing(sqlite3.connect(target)) as new:
        recognise(old, source)
        old.backup(new)  # in one step: the server writes on, and this is what was at one moment
        new.execute("PRAGMA journal_mode = DELETE")  # can be read where nothing can be written


def _settle(folder: Path) -> None:
    """A new name is durable only with the folder that it is in."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
