"""The subsequence trie in a file: written at one stroke, mapped into memory, checked before use.

A table takes seconds to build for a whole language, and nothing to map: processes share the same
pages.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import struct
import sys
import tempfile
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import numpy as np

from escale.games.cache import cache_folder
from escale.games.wordbank.subsequences import DEPTH, Table, build

#: Change the number when the meaning of the numbers in the file changes.
_MAGIC: Final = b"escale wordbank subsequences 2 " + sys.byteorder.encode()
#: Magic, name of the vocabulary, sizes of both arrays, levels; then a checksum of the whole.
_HEADER: Final = struct.Struct(f"=48s32sQQ{DEPTH}Q")
#: The three languages at four levels, and some of the tables' own.
MOST_FILES: Final = 32
_CHECK: Final = struct.Struct("=Q")
_START: Final = _HEADER.size + _CHECK.size


def digest_of(words: Sequence[str]) -> str:
    """A name for a vocabulary, from its words."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest()


def save(table: Table, path: Path, digest: str) -> None:
    """Write the table so that nobody ever sees half of it."""
    sizes = (len(table.masks), len(table.base))
    header = _HEADER.pack(_MAGIC, _key(digest), *sizes, *table.levels)
    masks, base = table.masks.tobytes(), table.base.tobytes()
    check = _CHECK.pack(zlib.crc32(base, zlib.crc32(masks, zlib.crc32(header))))
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines((header, check, masks, base))
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def load(path: Path, digest: str) -> Table | None:
    """The table in a file, or None if there is none, or not this one, or not whole.

    The checksum is not politeness: the compiled kernel follows the numbers in the table without
    looking.
    """
    try:
        with path.open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):
        return None
    if len(data) < _START:
        return None
    magic, key, nodes, inner, *levels = _HEADER.unpack_from(data)
    if magic.rstrip(b"\0") != _MAGIC or key != _key(digest):
        return None
    if len(data) != _START + 4 * (nodes + inner):
        return None
    view = memoryview(data)
    (check,) = _CHECK.unpack_from(data, _HEADER.size)
    if zlib.crc32(view[_START:], zlib.crc32(view[: _HEADER.size])) != check:
        return None
    masks = np.frombuffer(data, np.uint32, nodes, _START)
    base = np.frombuffer(data, np.uint32, inner, _START + 4 * nodes)
    return Table(masks, base, tuple(levels))


def cached(words: Sequence[str], digest: str, folder: Path | None = None) -> Table:
    """The table of a vocabulary, from the cache if it is there, built and kept there otherwise.

    A folder that cannot be written to costs time at the next start, nothing else.
    """
    path = (folder or cache_folder()) / f"wordbank-{_key(digest).hex()[:24]}.table"
    table = load(path, digest)
    if table is not None:
        with suppress(OSError):
            path.touch()
        return table
    table = build(words)
    with suppress(OSError):
        save(table, path, digest)
        _make_room(path.parent)
    return table


def _make_room(folder: Path) -> None:
    """Every dictionary of a table's own has a file: only those that were used last are kept."""
    files = sorted(folder.glob("wordbank-*.table"), key=lambda one: one.stat().st_mtime)
    for file in files[:-MOST_FILES]:
        file.unlink()


def _key(digest: str) -> bytes:
    return hashlib.sha256(digest.encode()).digest()
