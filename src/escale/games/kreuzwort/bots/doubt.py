"""How often a bot contests a word that it does not know, judging by its letters alone.

It does not look the word up: rare and invented words that look alike are contested equally often.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from typing import Literal, NamedTuple, TypeAlias, cast, get_args

from escale.games.kreuzwort.editions import FOLDER
from escale.words.protocol import Language

Length: TypeAlias = Literal["short", "middle", "long"]
LENGTHS: tuple[Length, ...] = get_args(Length)
SHORT, MIDDLE = 5, 8  # letters of the longest words that are short and middle
MOST_STRANGE = 2  # more strange groups count as two

Chances: TypeAlias = dict[Length, tuple[float, ...]]
"""For each length, the chance to contest a word with no, one, or more strange groups."""


class Looks(NamedTuple):
    """What can be told from the letters of an unknown word."""

    length: Length
    strange: int  # groups of three letters that no known word has, up to MOST_STRANGE


def looks(word: str, groups: frozenset[str]) -> Looks:
    size = len(word)
    length: Length = "short" if size <= SHORT else "middle" if size <= MIDDLE else "long"
    strange = sum([group not in groups for group in groups_of(word)])
    return Looks(length, min(strange, MOST_STRANGE))


def groups_of(word: str) -> list[str]:
    """Its groups of three letters; beginning and end of the word count as letters."""
    framed = f"^{word}$"
    return [framed[place : place + 3] for place in range(len(word))]


def known_groups(words: Iterable[str]) -> frozenset[str]:
    """All groups that occur in these words."""
    return frozenset(group for word in words for group in groups_of(word))


@cache
def chances(language: Language, level: int) -> Chances:
    """What `doubts.toml` says of a level."""
    tables = tomllib.loads((FOLDER / "bots" / "doubts.toml").read_text(encoding="utf-8"))
    return {
        cast(Length, length): tuple(row) for length, row in tables[language][str(level)].items()
    }
