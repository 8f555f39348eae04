"""The cache file of a vocabulary: sorting the words of a language takes seconds."""

from __future__ import annotations

import hashlib
import struct
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

import numpy as np

from escale.games import cache
from escale.games.kreuzwort.solver.vocabulary import DEPTH, Vocabulary

#: Increment the number when the file format changes.
_MAGIC: Final = b"escale kreuzwort vocabulary 1 " + sys.byteorder.encode()
#: Magic, name of the words and values, number of words, of letters.
_HEADER: Final = struct.Struct("=48s32sQQ")
MOST_FILES: Final = 16


def cached(
    words: Callable[[], Iterable[str]],
    values: Mapping[str, int],
    digest: str,
    folder: Path | None = None,
) -> Vocabulary:
    """The vocabulary from the user's cache, or made and saved there.

    `digest` identifies the words, so that `words` is called only if they are not cached.
    """
    key = hashlib.sha256(repr((digest, sorted(values.items()))).encode()).digest()
    path = (folder or cache.cache_folder()) / f"kreuzwort-{key.hex()[:24]}.words"
    return cache.cached(
        path,
        load=lambda: load(path, key),
        make=lambda: Vocabulary.of(words(), values),
        save=lambda vocabulary: save(vocabulary, path, key),
        most=MOST_FILES,
    )


def save(vocabulary: Vocabulary, path: Path, key: bytes) -> None:
    header = _HEADER.pack(_MAGIC, key, len(vocabulary), len(vocabulary.letters))
    cache.save(path, header, (array.tobytes() for array in vocabulary.arrays))


def load(path: Path, key: bytes) -> Vocabulary | None:
    """The vocabulary in a file; None if it is missing, damaged or another one."""
    found = cache.load(path, _HEADER.size)
    if found is None:
        return None
    header, data = found
    magic, name, number, letters = _HEADER.unpack(header)
    # In the order of Vocabulary.arrays; the widest first, so that each is aligned.
    shapes = (
        (np.int32, 26),
        (np.int32, number),
        (np.uint16, DEPTH * 2 * number),
        (np.int32, number + 1),
        (np.uint32, number),
        (np.uint8, number),
        (np.uint8, letters),
    )
    sizes = [np.dtype(kind).itemsize * size for kind, size in shapes]
    if magic.rstrip(b"\0") != _MAGIC or name != key or len(data) != sum(sizes):
        return None
    arrays, start = [], 0
    for (kind, count), size in zip(shapes, sizes, strict=True):
        arrays.append(np.frombuffer(data, kind, count, start))
        start += size
    worth, most, needs, starts, ranks, beyond, text = arrays
    return Vocabulary(worth, most, needs.reshape(DEPTH, 2, number), starts, ranks, beyond, text)
