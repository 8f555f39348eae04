"""The printed cards of each language, and the words that a table plays with."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files

from escale.core.codec import from_plain
from escale.games.editions import edition_pin, lexicon_pin, read_edition
from escale.games.registry import read_box
from escale.games.wordbank.rules.pieces import Edition, Options, Safe
from escale.words import Language, Words, load
from escale.words.custom_words import with_custom_words

FOLDER = files("escale.games.wordbank")
BOX = read_box(FOLDER)
# The earlier lexicons that versions of the rules began with; the others have the current one.
LEXICONS = {1: 1, 2: 1}
MOST_DICTIONARIES = 16  # custom ones kept in memory: each is as large as the table made it


@cache
def edition(language: Language) -> Edition:
    table = read_edition(FOLDER, language)
    cards = from_plain(tuple[tuple[str, int], ...], table.pop("cards"))
    return Edition(cards=tuple(Safe(letter, spaces) for letter, spaces in cards), **table)


def words(options: Options, version: int = BOX.version) -> Words:
    """The words of the language, with the table's custom words. `version`: of the rules."""
    own = (options.added, options.banned, options.kin, options.not_kin)
    return _words(options.language, LEXICONS.get(version), *own)


@lru_cache(maxsize=MOST_DICTIONARIES)
def _words(
    language: Language,
    lexicon: int | None,
    added: tuple[str, ...],
    banned: tuple[str, ...],
    kin: tuple[tuple[str, str], ...],
    not_kin: tuple[tuple[str, str], ...],
) -> Words:
    known = load(language, edition(language).umlauts, lexicon)
    return with_custom_words(known, added, banned, kin, not_kin)


def pins(options: Options, version: int = BOX.version) -> tuple[tuple[str, str], ...]:
    """The exact cards and words of a match, for its header."""
    language = options.language
    cards = edition_pin(FOLDER, language, edition(language).name)
    return cards, lexicon_pin(words(options, version))
