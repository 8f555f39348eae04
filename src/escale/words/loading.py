"""Loads the lexicons that ship with Escale, once per process."""

from __future__ import annotations

from functools import cache

from escale.words.folding import check_language
from escale.words.lexicon import Lexicon, file_of
from escale.words.protocol import Language, Umlauts, Words


def load(language: Language, umlauts: Umlauts = "AE") -> Words:
    check_language(language)
    # Only German has umlauts: the other languages share one lexicon for both settings.
    return _load(language, umlauts if language == "de" else "AE")


@cache
def _load(language: Language, umlauts: Umlauts) -> Words:
    return Lexicon(file_of(language), umlauts)
