"""How often a bot contests a word that it does not know: by what its letters look like.

No dictionary is asked, so a rare word and an invented one that look alike are doubted alike.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias, cast, get_args

from escale.games.kreuzwort.editions import FOLDER
from escale.words.protocol import Language

Length: TypeAlias = Literal["short", "middle", "long"]
LENGTHS: tuple[Length, ...] = get_args(Length)
LONGEST = {"short": 5, "middle": 8}  # letters; what is longer still is long
MOST_STRANGE = 2  # two groups that were never seen, or more: as strange as can be

Chances: TypeAlias = dict[Length, tuple[float, ...]]
"""For each length, the chance to contest a word with no, one, or more strange groups."""


@dataclass(frozen=True, slots=True)
class Looks:
    """What anybody can tell of a word that they have never met."""

    length: Length
    strange: int  # groups of three letters that no known word has, up to MOST_STRANGE


def looks(word: str, groups: frozenset[str]) -> Looks:
    fitting = (name for name in LENGTHS if len(word) <= LONGEST.get(name, len(word)))
    strange = sum(group not in groups for group in groups_of(word))
    return Looks(next(fitting), min(strange, MOST_STRANGE))


def groups_of(word: str) -> list[str]:
    """Its groups of three letters; the beginning and the end count as one."""
    framed = f"^{word}$"
    return [framed[place : place + 3] for place in range(len(word))]


def met(words: Iterable[str]) -> frozenset[str]:
    """The groups that somebody who knows these words has met."""
    return frozenset(group for word in words for group in groups_of(word))


@cache
def chances(language: Language, level: int) -> Chances:
    """What `doubts.toml` says of a level."""
    tables = tomllib.loads((FOLDER / "bots" / "doubts.toml").read_text(encoding="utf-8"))
    return {
        cast(Length, length): tuple(row) for length, row in tables[language][str(level)].items()
    }
