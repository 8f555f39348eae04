"""Zipf frequencies from the data files of wordfreq, without importing the package.

wordfreq keeps its words in small letters and without ß (it is "strasse"), and French books often
have "coeur" for cœur: a spelling gets the value of the commonest way to write it.
"""

from __future__ import annotations

import gzip
import struct
from pathlib import Path
from typing import Any

from escale.words.protocol import Language
from tools.lexicons.language_tables import packages
from tools.lexicons.sources import SourceError

(PACKAGE,) = packages("all")


class Frequency:
    """Zipf values of a language, by spelling; 0 for what was never seen."""

    def __init__(self, folder: Path, language: Language) -> None:
        packed = folder / "wordfreq" / "data" / f"large_{language}.msgpack.gz"
        heading, *buckets = _unpack(gzip.decompress(packed.read_bytes()))
        if heading != {"format": "cB", "version": 1}:
            raise SourceError(f"{packed.name}: not a frequency list")
        # A bucket for each hundredth of a power of ten, from all words on down.
        self._zipf: dict[str, float] = {
            word: max(0.0, 9 - place / 100)
            for place, bucket in enumerate(buckets)
            for word in bucket
        }

    def __getitem__(self, spelling: str) -> float:
        written = spelling.casefold()
        apart = written.replace("œ", "oe").replace("æ", "ae")
        return max(self._zipf.get(written, 0.0), self._zipf.get(apart, 0.0))


def _unpack(data: bytes) -> Any:
    """Decodes the subset of MessagePack in use: strings, arrays, small maps and integers."""
    value, end = _value(data, 0)
    if end != len(data):
        raise SourceError("unexpected data after the frequency list")
    return value


def _value(data: bytes, at: int) -> tuple[Any, int]:
    kind = data[at]
    at += 1
    if kind < 0x80:
        return kind, at
    if kind < 0x90:
        return _map(data, at, kind & 0x0F)
    if kind < 0xA0:
        return _array(data, at, kind & 0x0F)
    if kind < 0xC0:
        return _text(data, at, kind & 0x1F)
    if kind not in _SIZED:
        raise SourceError(f"a list of frequencies has a value of kind {kind:#x}")
    size, read = _SIZED[kind]
    (length,) = struct.unpack_from(size, data, at)
    return read(data, at + struct.calcsize(size), length)


def _text(data: bytes, at: int, length: int) -> tuple[str, int]:
    return data[at : at + length].decode(), at + length


def _array(data: bytes, at: int, length: int) -> tuple[list[Any], int]:
    values = []
    for _ in range(length):
        value, at = _value(data, at)
        values.append(value)
    return values, at


def _map(data: bytes, at: int, length: int) -> tuple[dict[Any, Any], int]:
    values, at = _array(data, at, 2 * length)
    return dict(zip(values[::2], values[1::2], strict=True)), at


_SIZED = {
    0xD9: (">B", _text),
    0xDA: (">H", _text),
    0xDB: (">I", _text),
    0xDC: (">H", _array),
    0xDD: (">I", _array),
}
