"""The interface of a source of words: what games, bots and solvers ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol, get_args

Language = Literal["fr", "en", "de"]
Umlauts = Literal["AE", "A"]
Pos = Literal["noun", "verb", "adjective", "adverb", "other"]

LANGUAGES: tuple[Language, ...] = get_args(Language)


class Reading(NamedTuple):
    """One way to read a form: Häuser is a form of the noun Haus."""

    spelling: str
    lemma: str
    pos: Pos  # "other" also if unknown


class Words(Protocol):
    """The words of one language. Unless stated otherwise, words are in folded form (A-Z)."""

    @property
    def language(self) -> Language: ...

    @property
    def umlauts(self) -> Umlauts:
        """How umlauts are folded; matters in German only."""
        ...

    @property
    def id(self) -> str:
        """The name of the source, which the header of a match pins."""
        ...

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of the data, so that a match is replayed with the same words."""
        ...

    def __contains__(self, word: str, /) -> bool: ...

    def spellings(self, word: str) -> tuple[str, ...]:
        """The proper spellings, most frequent first: PECHE -> pêche, péché. () if no word."""
        ...

    def lemmas(self, word: str) -> tuple[str, ...]:
        """The folded dictionary entries it is a form of: SUIS -> ETRE, SUIVRE. () if no word."""
        ...

    def readings(self, word: str) -> tuple[Reading, ...]:
        """All readings, in proper spelling: SUIS -> suis of être, suis of suivre."""
        ...

    def is_lemma(self, word: str) -> bool:
        """Whether it is a dictionary entry in one of its readings: MANGER, not MANGEAIT."""
        ...

    def bases(self, word: str) -> frozenset[int]:
        """The families it belongs to; several if it has several readings.

        The numbers have no meaning outside this object. With the union of the bases of all used
        words, one intersection tells whether a new word is related to any of them. A string that
        is no word has a base of its own, so that it is related to itself only.
        """
        ...

    def bases_as_spelt(self, spelling: str) -> frozenset[int]:
        """The families of one spelling: pêche without péché, although both fold to PECHE.

        Given in card letters, or in an unknown spelling, those of all words of that form.
        """
        ...

    def related(self, one: str, other: str) -> bool:
        """Same base: the same word, forms of one lemma, or words of one family.

        Both in proper spelling (marche is not marché), or in card letters for all readings. Related
        words share a base as spelt; those that a table declared not to be kin may share one too.
        """
        ...

    def family(self, word: str) -> tuple[str, ...]:
        """The dictionary entries that share a base with it, properly spelt, most frequent first."""
        ...

    def zipf(self, word: str) -> float:
        """Zipf frequency, from 0 (never seen) to 8: the highest of its readings."""
        ...

    def all(self) -> Sequence[str]:
        """Every folded form once, most frequent first, ties in alphabetical order."""
        ...

    def common(self, zipf: float) -> Sequence[str]:
        """The beginning of `all`: the forms of at least this frequency."""
        ...


def own_base(word: str) -> int:
    """The base of a string that is no word: negative, unlike those of families, and unique."""
    return -1 - int.from_bytes(word.lower().encode(), "big")
