"""What a game may ask about words, whoever answers."""

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
    pos: Pos  # "other" also where nobody knows


class Words(Protocol):
    """The words of one language. Every word is given and answered in its folded form (A-Z)."""

    @property
    def language(self) -> Language: ...

    @property
    def umlauts(self) -> Umlauts:
        """How its forms are folded; matters in German only."""
        ...

    @property
    def id(self) -> str:
        """The name of the source, which a match header keeps."""
        ...

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of the data, so that a match can be replayed with the same words."""
        ...

    def __contains__(self, word: str, /) -> bool: ...

    def spellings(self, word: str) -> tuple[str, ...]:
        """The proper spellings, most frequent first: PECHE -> pêche, péché. None if no word."""
        ...

    def lemmas(self, word: str) -> tuple[str, ...]:
        """The folded dictionary entries it is a form of: SUIS -> ETRE, SUIVRE. None if no word."""
        ...

    def readings(self, word: str) -> tuple[Reading, ...]:
        """All ways to read it, in proper spelling: SUIS -> suis of être, suis of suivre."""
        ...

    def is_lemma(self, word: str) -> bool:
        """Whether it is a dictionary entry in one of its readings: MANGER, not MANGEAIT."""
        ...

    def bases(self, word: str) -> frozenset[int]:
        """The families it belongs to; several if it can be read in several ways.

        Numbers mean nothing outside this object. Keep the union of the bases of the used words,
        and one intersection tells whether a new word is related to any of them. A string that is
        no word has a base of its own, so that it is related to itself and to nothing else.
        """
        ...

    def bases_as_spelt(self, spelling: str) -> frozenset[int]:
        """The families of a word as it is spelt: pêche without péché, which plays the same cards.

        In card letters, or in a spelling that nobody knows, it is any word that plays as these.
        """
        ...

    def related(self, one: str, other: str) -> bool:
        """Same base: the same word, forms of one lemma, or words of one family.

        Always `bool(bases(one) & bases(other))`.
        """
        ...

    def family(self, word: str) -> tuple[str, ...]:
        """The dictionary entries that share a base with it, properly spelt, most frequent first."""
        ...

    def zipf(self, word: str) -> float:
        """How common it is, from 0 (never seen) to 8: the highest of its readings."""
        ...

    def all(self) -> Sequence[str]:
        """Every folded form once, most frequent first, ties in alphabetical order."""
        ...

    def common(self, zipf: float) -> Sequence[str]:
        """The beginning of `all`: the forms that are at least as common as this."""
        ...
