"""Data types that the readers of each language pass to the builder."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

Pos = Literal["noun", "verb", "adjective", "adverb", "other"]


class Reading(NamedTuple):
    """One way to read a form: Häuser is a form of the noun Haus."""

    spelling: str
    lemma: str
    pos: Pos


class Affixes(NamedTuple):
    """What may stand before and after a base in a language, all in small letters.

    The families learn from the glosses how far each of them can be trusted; the lists only say
    what is worth trying, so a doubtful affix does little harm and a missing one loses families.
    """

    # "re", "dé", "des", "dés": every spelling of its own.
    prefixes: tuple[str, ...]
    # "eur", "tion", "té", "er" (endings of infinitives count); without the empty one.
    suffixes: tuple[str, ...]
    # Suffixes that are also common words ("los", "voll", "werk"; "less", "man"). A word that ends
    # in a common word is taken for a compound unless its end is here or among the suffixes.
    elements: tuple[str, ...] = ()
    # Prefixes of verbs that are nouns or adjectives: before any other word they make a compound
    # (hochheben; Hochhaus).
    verbal: tuple[str, ...] = ()


class LemmaInfo(NamedTuple):
    """What the readings and the frequency list tell of one entry (homographs are one entry)."""

    pos: frozenset[Pos]
    zipf: float


def key(lemma: str) -> str:
    """The name of an entry in families and glosses: small letters, so Essen is essen."""
    return unicodedata.normalize("NFC", lemma).lower()


def entries(readings: Iterable[Reading], zipf: Mapping[str, float]) -> dict[str, LemmaInfo]:
    """The entries of a language, in alphabetical order; `zipf` goes by casefolded spelling."""
    kinds: dict[str, set[Pos]] = {}
    for reading in readings:
        kinds.setdefault(key(reading.lemma), set()).add(reading.pos)
    return {
        name: LemmaInfo(frozenset(kinds[name]), zipf.get(name.casefold(), 0.0))
        for name in sorted(kinds)
    }
