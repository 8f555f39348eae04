"""Reads why a lexicon has two entries in one family: XX.links, which is built with it.

The format: `tools/lexicons/family_links.py`.
"""

from __future__ import annotations

import json
import mmap
import re
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

# hand: a hand-checked list; declared: a source says so; gloss: a definition of one mentions the
# other; endings: one stem with endings or prefixes that often make kin.
Kind = Literal["hand", "declared", "gloss", "endings"]
_KINDS: dict[str, Kind] = {"h": "hand", "d": "declared", "g": "gloss", "e": "endings"}
_LINK = re.compile("([0-9]+)([a-z])")


class FamilyLink(NamedTuple):
    one: str
    other: str
    kind: Kind
    source: str = ""


class FamilyLinks:
    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        about = json.loads(self._data.readline())
        self.lexicon: str = about["lexicon"]  # the digest of the lexicon that it explains
        self._sources: dict[str, str] = about["sources"]
        self._families = self._data.tell() - 1  # each begins after the end of a line

    def chain(self, one: str, other: str) -> tuple[FamilyLink, ...]:
        """The shortest chain of links between two entries, in small letters; empty if none."""
        words, near = self._family(one.lower())
        if other.lower() not in words:
            return ()
        start, end = words.index(one.lower()), words.index(other.lower())
        came: dict[int, tuple[int, Kind]] = {}
        reached = [start]
        for at in reached:
            for there, kind in near[at]:
                if there != start and there not in came:
                    came[there] = at, kind
                    reached.append(there)
        chain: list[FamilyLink] = []
        while end != start and end in came:
            before, kind = came[end]
            source = self._sources.get(kind, "")
            # Words of one hand-checked family are all linked to its first word.
            if chain and chain[-1].kind == kind == "hand":
                chain[-1] = chain[-1]._replace(one=words[before])
            else:
                chain.append(FamilyLink(words[before], words[end], kind, source))
            end = before
        return tuple(reversed(chain)) if end == start else ()

    def _family(self, word: str) -> tuple[list[str], list[list[tuple[int, Kind]]]]:
        at = self._find(word)
        if at < 0:
            return [], []
        line = self._data[self._data.rfind(b"\n", 0, at + 1) + 1 : self._data.find(b"\n", at + 1)]
        words: list[str] = []
        near: list[list[tuple[int, Kind]]] = []
        for number, token in enumerate(line.decode().split(" ")):
            name, _, links = token.partition(",")
            words.append(name)
            near.append([])
            for there, letter in _LINK.findall(links):
                near[number].append((int(there), _KINDS[letter]))
                near[int(there)].append((number, _KINDS[letter]))
        return words, near

    def _find(self, word: str) -> int:
        name = word.encode()
        first = self._data.find(b"\n" + name + b" ", self._families)
        return first if first >= 0 else self._data.find(b" " + name + b",", self._families)


def links_of(lexicon: Path) -> Path:
    return lexicon.with_suffix(".links")


@cache
def links_in(path: Path) -> FamilyLinks | None:
    return FamilyLinks(path) if path.exists() else None
