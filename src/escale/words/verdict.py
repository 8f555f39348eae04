"""Whether a word is accepted, and if not, why: `escale words check`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from escale.words.folding import fold
from escale.words.protocol import Words

Reason = Literal["not-letters", "unknown", "inflected", "used", "same-base", "contains"]


class Verdict(NamedTuple):
    """True if the word is accepted."""

    reason: Reason | None = None
    about: str = ""  # the used word, or the entries of an inflected form

    def __bool__(self) -> bool:
        return self.reason is None


ACCEPTED = Verdict()
_NOT_LETTERS = Verdict("not-letters")
_UNKNOWN = Verdict("unknown")


class Judge:
    """Judges many words against the same used ones. Words come in any spelling and case."""

    def __init__(
        self,
        words: Words,
        used: Iterable[str] = (),
        *,
        lemmas_only: bool = False,
        forbids_containing: bool = False,
    ) -> None:
        self._words = words
        self._lemmas_only = lemmas_only
        # Used words by form; and for each base the first used word that has it, with its turn.
        self._used = {self.form(word): word for word in used}
        self._parts = tuple(self._used) if forbids_containing else ()
        self._bases: dict[int, tuple[int, str]] = {}
        for turn, (form, word) in enumerate(self._used.items()):
            for base in words.bases(form):
                self._bases.setdefault(base, (turn, word))
        self._used_bases = frozenset(self._bases)

    def form(self, word: str) -> str:
        """The letters A-Z that a word plays as; ValueError if it contains anything but letters."""
        if word.isascii() and word.isalpha():
            return word.upper()
        return fold(word, self._words.language, self._words.umlauts)

    def __call__(self, word: str) -> Verdict:
        try:
            form = self.form(word)
        except ValueError:
            return _NOT_LETTERS
        words = self._words
        if form not in words:
            return _UNKNOWN
        if self._lemmas_only and not words.is_lemma(form):
            lemmas = dict.fromkeys(reading.lemma for reading in words.readings(form))
            return Verdict("inflected", ", ".join(lemmas))
        return self._against_used(form) if self._used else ACCEPTED

    def _against_used(self, form: str) -> Verdict:
        if form in self._used:
            return Verdict("used", self._used[form])
        bases = self._words.bases(form)
        if not self._used_bases.isdisjoint(bases):
            _, word = min(self._bases[base] for base in bases if base in self._bases)
            return Verdict("same-base", word)
        for part in self._parts:
            if part in form:
                return Verdict("contains", self._used[part])
        return ACCEPTED
