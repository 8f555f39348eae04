"""The cache file of a subsequence trie, which takes seconds to build for a whole language."""

from __future__ import annotations

import hashlib
import struct
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from escale.games import cache
from escale.games.wordbank.solver.subsequences import DEPTH, Table, build

#: Increment the number when the file format changes.
_MAGIC: Final = b"escale wordbank subsequences 2 " + sys.byteorder.encode()
#: Magic, key of the vocabulary, sizes of both arrays, levels.
_HEADER: Final = struct.Struct(f"=48s32sQQ{DEPTH}Q")
#: Three languages at four levels, and some with custom words.
MOST_FILES: Final = 32


def digest_of(words: Sequence[str]) -> str:
    """A digest that identifies a vocabulary."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest()


def save(table: Table, path: Path, digest: str) -> None:
    sizes = (len(table.masks), len(table.base))
    header = _HEADER.pack(_MAGIC, _key(digest), *sizes, *table.levels)
    cache.save(path, header, (table.masks.tobytes(), table.base.tobytes()))


def load(path: Path, digest: str) -> Table | None:
    """The table in a file; None if it is missing, damaged or of another vocabulary."""
    found = cache.load(path, _HEADER.size)
    if found is None:
        return None
    header, arrays = found
    magic, key, nodes, inner, *levels = _HEADER.unpack(header)
    if magic.rstrip(b"\0") != _MAGIC or key != _key(digest) or len(arrays) != 4 * (nodes + inner):
        return None
    masks = np.frombuffer(arrays, np.uint32, nodes)
    base = np.frombuffer(arrays, np.uint32, inner, 4 * nodes)
    return Table(masks, base, tuple(levels))


def cached(words: Sequence[str], digest: str, folder: Path | None = None) -> Table:
    """The table of a vocabulary, from the cache or built and saved there."""
    path = (folder or cache.cache_folder()) / f"wordbank-{_key(digest).hex()[:24]}.table"
    return cache.cached(
        path,
        load=lambda: load(path, digest),
        make=lambda: build(words),
        save=lambda table: save(table, path, digest),
        most=MOST_FILES,
    )


def _key(digest: str) -> bytes:
    return hashlib.sha256(digest.encode()).digest()
