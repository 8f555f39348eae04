"""The file format of a lexicon: a header, named sections, and a checksum at the end.

The file is mapped into memory: processes share it, and only the pages in use are loaded.
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
_CHECKSUM = hashlib.sha256().digest_size


class BadLexicon(Exception):
    """The file of a lexicon is missing or damaged. The message is one line."""


class LexiconFile(NamedTuple):
    about: dict[str, Any]
    sections: dict[str, memoryview]
    digest: str  # SHA-256 of the whole file


def pack(about: Mapping[str, Any], sections: Mapping[str, bytes]) -> bytes:
    """The bytes of a file; equal content gives equal bytes."""
    # Offsets count from the end of the header, whose length depends on them.
    offsets, size = {}, 0
    for name, data in sections.items():
        offsets[name] = (size, len(data))
        size += -(-len(data) // _ALIGN) * _ALIGN
    header = json.dumps({"about": dict(about), "places": offsets}, sort_keys=True).encode()
    start = MAGIC + len(header).to_bytes(4, "big") + header
    pieces = [_padded(start), *map(_padded, sections.values())]
    whole = b"".join(pieces)
    return whole + hashlib.sha256(whole).digest()


def open_file(path: Path) -> LexiconFile:
    """Map a file after verifying its checksum: a damaged trie could crash the process."""
    try:
        with path.open("rb") as file:
            content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except OSError as problem:
        raise BadLexicon(f"{path}: {problem.strerror}") from None
    except ValueError:
        raise BadLexicon(f"{path}: the file is empty") from None
    if bytes(content[: len(MAGIC)]) != MAGIC:
        raise BadLexicon(f"{path}: not a lexicon")
    found = hashlib.sha256(content[:-_CHECKSUM])
    if found.digest() != content[-_CHECKSUM:]:
        raise BadLexicon(f"{path}: the file is damaged; reinstall Escale")
    found.update(content[-_CHECKSUM:])
    size = int.from_bytes(content[len(MAGIC) : len(MAGIC) + 4], "big")
    header = json.loads(bytes(content[len(MAGIC) + 4 : len(MAGIC) + 4 + size]))
    start = len(_padded(bytes(len(MAGIC) + 4 + size)))
    sections = {
        name: content[start + offset : start + offset + length]
        for name, (offset, length) in header["places"].items()
    }
    return LexiconFile(header["about"], sections, found.hexdigest())


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % _ALIGN)
