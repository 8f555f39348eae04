"""The printed cards of each language, from `editions/`."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from escale.core.codec import from_plain
from escale.games.wordbank.rules.pieces import Edition, Options, Safe
from escale.words import Language, Words, load
from escale.words.house import with_house

FOLDER = files("escale.games.wordbank")
MOST_DICTIONARIES = 16  # of tables, that are kept at hand: each is as large as its maker likes


@cache
def edition(language: Language) -> Edition:
    table: dict[str, Any] = tomllib.loads(_text(language))
    cards = from_plain(tuple[tuple[str, int], ...], table.pop("cards"))
    return Edition(cards=tuple(Safe(letter, spaces) for letter, spaces in cards), **table)


def words(options: Options) -> Words:
    """The words of the language, with the table's own dictionary."""
    return _words(options.language, options.added, options.banned)


@lru_cache(maxsize=MOST_DICTIONARIES)
def _words(language: Language, added: tuple[str, ...], banned: tuple[str, ...]) -> Words:
    return with_house(load(language, edition(language).umlauts), added, banned)


def pins(options: Options) -> tuple[tuple[str, str], ...]:
    """The exact cards and words of a match, for its header."""
    lexicon = words(options)
    cards = hashlib.sha256(_text(options.language).encode()).hexdigest()
    return (
        ("edition", f"{edition(options.language).name}:{cards}"),
        ("lexicon", f"{lexicon.id}:{lexicon.digest}"),
    )


def _text(language: Language) -> str:
    return (FOLDER / "editions" / f"{language}.toml").read_text(encoding="utf-8")
