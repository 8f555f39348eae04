"""Loads the lexicons that ship with Escale, once per process."""

from __future__ import annotations

from functools import cache

from escale.words.folding import check_language
from escale.words.lexicon import Lexicon, file_of
from escale.words.protocol import Language, Umlauts, Words


def load(language: Language, umlauts: Umlauts = "AE", version: int | None = None) -> Words:
    """The current lexicon, or an earlier version: rules go on with the one they began with."""
    check_language(language)
    # Only German has umlauts: the other languages share one lexicon for both settings.
    return _load(language, umlauts if language == "de" else "AE", version)


@cache
def _load(language: Language, umlauts: Umlauts, version: int | None) -> Words:
    return Lexicon(file_of(language, version=version), umlauts)
