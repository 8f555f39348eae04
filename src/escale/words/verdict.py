"""Whether a word is accepted, and if not, why: `escale words check`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from escale.words.folding import fold
from escale.words.protocol import Words
from escale.words.spelling import as_announced

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
        shortest_part: int | None = None,  # letters from which on a contained word counts
    ) -> None:
        self._words = words
        self._lemmas_only = lemmas_only
        self._used = {self.form(word): word for word in used}
        self._parts = tuple(
            form for form in self._used if shortest_part is not None and len(form) >= shortest_part
        )
        self._used_bases = frozenset[int]().union(*map(words.bases, self._used))
        self._used_as = [(as_announced(word, words), word) for word in self._used.values()]

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
        return self._against_used(word, form) if self._used else ACCEPTED

    def _against_used(self, typed: str, form: str) -> Verdict:
        if form in self._used:
            return Verdict("used", self._used[form])
        # The bases of the form are a quick test; the spelling decides.
        if not self._used_bases.isdisjoint(self._words.bases(form)):
            shown = as_announced(typed, self._words)
            for used, word in self._used_as:
                if self._words.related(shown, used):
                    return Verdict("same-base", word)
        for part in self._parts:
            if part in form:
                return Verdict("contains", self._used[part])
        return ACCEPTED
