"""The letters and points of each language, and its words."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from escale.core.codec import from_plain
from escale.games.editions import edition_pin, lexicon_pin, read_edition
from escale.games.kreuzwort.rules.pieces import Edition, Options
from escale.games.registry import read_box
from escale.words import Language, Words, load

FOLDER = files("escale.games.kreuzwort")
BOX = read_box(FOLDER)
# The version of the lexicon that each version of the rules began with.
LEXICONS = {1: 1, 2: 1}


@cache
def edition(language: Language) -> Edition:
    made: Edition = from_plain(Edition, read_edition(FOLDER, language))
    return made


def words(language: Language, version: int = BOX.version) -> Words:
    """`version`: of the rules."""
    return lexicon(language, LEXICONS[version])


def lexicon(language: Language, number: int) -> Words:
    return load(language, edition(language).umlauts, number)


def pins(options: Options, version: int = BOX.version) -> tuple[tuple[str, str], ...]:
    """The exact letters and words of a match, for its header."""
    language = options.language
    letters = edition_pin(FOLDER, language, edition(language).name)
    return letters, lexicon_pin(words(language, version))
