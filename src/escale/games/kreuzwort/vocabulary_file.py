"""A vocabulary in a file: written at one stroke, mapped into memory, checked before use.

The words of a language take seconds to count and sort, and nothing to map.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import struct
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import numpy as np

from escale.games.cache import cache_folder
from escale.games.kreuzwort.vocabulary import DEPTH, Vocabulary

#: Change the number when the meaning of the numbers in the file changes.
_MAGIC: Final = b"escale kreuzwort vocabulary 1 " + sys.byteorder.encode()
#: Magic, name of the words and values, number of words, of letters; then a checksum of the whole.
_HEADER: Final = struct.Struct("=48s32sQQ")
_CHECK: Final = struct.Struct("=Q")
_START: Final = _HEADER.size + _CHECK.size
MOST_FILES: Final = 16


def cached(
    words: Callable[[], Iterable[str]],
    values: Mapping[str, int],
    digest: str,
    folder: Path | None = None,
) -> Vocabulary:
    """The vocabulary from the user's cache if it is there; made and kept there otherwise.

    `digest` names the words, which are asked for only if they are not kept. A folder that cannot be
    written to costs time at the next start, nothing else.
    """
    key = hashlib.sha256(repr((digest, sorted(values.items()))).encode()).digest()
    path = (folder or cache_folder()) / f"kreuzwort-{key.hex()[:24]}.words"
    vocabulary = load(path, key)
    if vocabulary is not None:
        with suppress(OSError):
            path.touch()
        return vocabulary
    vocabulary = Vocabulary.of(words(), values)
    with suppress(OSError):
        save(vocabulary, path, key)
        files = sorted(path.parent.glob("kreuzwort-*.words"), key=lambda one: one.stat().st_mtime)
        for file in files[:-MOST_FILES]:
            file.unlink()
    return vocabulary


def save(vocabulary: Vocabulary, path: Path, key: bytes) -> None:
    """Write the arrays so that nobody ever sees half of them."""
    header = _HEADER.pack(_MAGIC, key, len(vocabulary), len(vocabulary.letters))
    parts = [array.tobytes() for array in vocabulary.arrays]
    check = zlib.crc32(header)
    for part in parts:
        check = zlib.crc32(part, check)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines((header, _CHECK.pack(check), *parts))
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def load(path: Path, key: bytes) -> Vocabulary | None:
    """The vocabulary in a file, or None if there is none, or not this one, or not whole.

    The checksum is not politeness: the compiled kernel follows the numbers without looking.
    """
    try:
        with path.open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):
        return None
    if len(data) < _START:
        return None
    magic, name, number, letters = _HEADER.unpack_from(data)
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
    if magic.rstrip(b"\0") != _MAGIC or name != key or len(data) != _START + sum(sizes):
        return None
    view = memoryview(data)
    (check,) = _CHECK.unpack_from(data, _HEADER.size)
    if zlib.crc32(view[_START:], zlib.crc32(view[: _HEADER.size])) != check:
        return None
    arrays, start = [], _START
    for (kind, count), size in zip(shapes, sizes, strict=True):
        arrays.append(np.frombuffer(data, kind, count, start))
        start += size
    worth, most, needs, starts, ranks, beyond, text = arrays
    return Vocabulary(worth, most, needs.reshape(DEPTH, 2, number), starts, ranks, beyond, text)
