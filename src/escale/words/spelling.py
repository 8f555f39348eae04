"""Typed words: the letters that they play as, their proper spelling, how they are shown."""

from __future__ import annotations

from escale.words.folding import fold
from escale.words.protocol import Language, Umlauts, Words


def is_plain(word: str) -> bool:
    """Whether a word is written with the letters A to Z only, and has at least one."""
    return word.isascii() and word.isalpha() and word.isupper()


def capitals(word: str) -> str:
    """Played words are shown in capitals with accents; ß becomes ẞ."""
    return word.replace("ß", "ẞ").upper()


def letters(typed: str, language: Language, umlauts: Umlauts = "AE") -> str:
    """The letters A-Z that it plays as; empty if it contains anything but letters."""
    try:
        return fold(typed, language, umlauts)
    except ValueError:
        return ""


def spelling(typed: str, played: str, words: Words | None) -> str:
    """The proper spelling: of those that play as the same letters, the one that was typed."""
    known = words.spellings(played) if words else ()
    as_typed = [one for one in known if one.lower() == typed.lower()]
    return (*as_typed, *known, typed.lower())[0]


def as_announced(typed: str, words: Words) -> str:
    """How a table shows a typed word, and what it is judged by; ValueError if not of letters."""
    return spelling(typed, fold(typed, words.language, words.umlauts), words)


def entries_as_spelt(spelling: str, words: Words) -> tuple[str, ...]:
    """The dictionary entries of a spelling, or of all words of a form given in card letters.

    A string that is no word is its own entry.
    """
    form = fold(spelling, words.language, words.umlauts)
    readings = words.readings(form)
    if spelling != form:
        as_spelt = tuple(one for one in readings if one.spelling.lower() == spelling.lower())
        readings = as_spelt or readings
    return tuple(dict.fromkeys(one.lemma for one in readings)) or (spelling,)
