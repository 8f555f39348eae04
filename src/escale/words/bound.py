"""The file of a lexicon: named sections, one behind the other, and a sum at the end.

It is mapped into memory, not read: processes share it, and only what is asked for is loaded.
"""

from __future__ import annotations

import hashlib
import json
import mmap
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

MAGIC = b"Escale words 1\n"
_ALIGN = 64
_SUM = hashlib.sha256().digest_size


class BadLexicon(Exception):
    """A lexicon's file is missing or damaged. The message is one line."""


class Bound(NamedTuple):
    about: dict[str, Any]
    sections: dict[str, memoryview]
    digest: str  # SHA-256 of the whole file


def bind(about: Mapping[str, Any], sections: Mapping[str, bytes]) -> bytes:
    """The bytes of a file. The same content gives the same bytes."""
    # The places are counted from the end of the heading, whose length depends on them.
    places, size = {}, 0
    for name, data in sections.items():
        places[name] = (size, len(data))
        size += -(-len(data) // _ALIGN) * _ALIGN
    heading = json.dumps({"about": dict(about), "places": places}, sort_keys=True).encode()
    start = MAGIC + len(heading).to_bytes(4, "big") + heading
    pieces = [_padded(start), *map(_padded, sections.values())]
    whole = b"".join(pieces)
    return whole + hashlib.sha256(whole).digest()


def open_bound(path: Path) -> Bound:
    """Map a file, after a look at its sum: a damaged trie could bring the process down."""
    try:
        with path.open("rb") as file:
            content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except OSError as problem:
        raise BadLexicon(f"{path}: {problem.strerror}") from None
    except ValueError:
        raise BadLexicon(f"{path}: this file is empty") from None
    if bytes(content[: len(MAGIC)]) != MAGIC:
        raise BadLexicon(f"{path}: this is no lexicon")
    found = hashlib.sha256(content[:-_SUM])
    if found.digest() != content[-_SUM:]:
        raise BadLexicon(f"{path}: this file is damaged; install Escale again")
    found.update(content[-_SUM:])
    size = int.from_bytes(content[len(MAGIC) : len(MAGIC) + 4], "big")
    heading = json.loads(bytes(content[len(MAGIC) + 4 : len(MAGIC) + 4 + size]))
    start = len(_padded(bytes(len(MAGIC) + 4 + size)))
    sections = {
        name: content[start + place : start + place + length]
        for name, (place, length) in heading["places"].items()
    }
    return Bound(heading["about"], sections, found.hexdigest())


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % _ALIGN)
