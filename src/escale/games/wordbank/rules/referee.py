"""Decides whether a password is correct: by the dictionary, the used words and the ring."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from escale.core.play import ALLOWED, Ruling, refused
from escale.games.wordbank.rules.pieces import Announce, Edition, Played, Safe
from escale.games.wordbank.rules.ring import fits
from escale.words.protocol import Words
from escale.words.spelling import capitals, letters, spelling

SHORTEST_PART = {"base": 4, "literal": 1}  # letters from which on a contained word counts


class Referee:
    """Decides by the words of an edition; without `words` the players decide about the word."""

    def __init__(
        self,
        edition: Edition,
        words: Words | None,
        contains: Literal["base", "literal"] = "base",
        *,
        by_spelling: bool = True,
    ) -> None:
        self.edition = edition
        self.words = words
        self._shortest_part = SHORTEST_PART[contains]
        self._by_spelling = by_spelling  # version 1 of the rules: by the letters alone

    def folded(self, text: str) -> str:
        """The letters that a word plays as; empty if it is not made of letters."""
        return letters(text, self.edition.language, self.edition.umlauts)

    def spelling(self, typed: str) -> str:
        """The proper spelling: of those that play as the same letters, the one that was typed."""
        return spelling(typed, self.folded(typed), self.words)

    def incorrect(
        self,
        ring: tuple[Safe, ...],
        history: Sequence[Played],
        move: Announce,
        *,
        families: bool = True,
    ) -> Ruling:
        """The first violation of a password, or ALLOWED; without `families`, of the other rules."""
        word, shown = self.folded(move.word), capitals(self.spelling(move.word))
        return (
            self._unknown(word, shown)
            and self._used(move.word, history, families=families)
            and self._misplaced(ring, move)
        )

    def _unknown(self, word: str, shown: str) -> Ruling:
        if self.words is not None and word not in self.words:
            return refused("not-in-dictionary", "any-word", word=shown)
        return ALLOWED

    def _used(self, typed: str, history: Sequence[Played], *, families: bool) -> Ruling:
        word, spelt = self.folded(typed), self.spelling(typed)
        # A refused word does not count as used.
        used = [(turn, one) for turn, one in enumerate(history, start=1) if one.ruling]
        again = [(turn, one) for turn, one in used if one.word == word]
        for turn, played in again or used:
            details: dict[str, str | int] = {
                "word": capitals(spelt),
                "used": capitals(played.spelling),
                "seat": played.seat,
                "turn": turn,
            }
            if again:
                return refused("word-used", "used-word", **details)
            if families and self._related(spelt, played.spelling):
                return refused("same-base", "same-base", **details)
            if self._counts_inside(played.word) and played.word in word:
                return refused("contains-used", "contains-used", **details)
        return ALLOWED

    def relatives(self, typed: str, history: Sequence[Played]) -> list[str]:
        """The used words of the same base."""
        spelt = self.spelling(typed)
        used = (played.spelling for played in history if played.ruling)
        return [one for one in used if self._related(spelt, one)]

    def _related(self, one: str, other: str) -> bool:
        if self.words is None:
            return False
        if self._by_spelling:
            return self.words.related(one, other)
        return self.words.related(self.folded(one), self.folded(other))

    def _counts_inside(self, used: str) -> bool:
        return self.edition.forbids_containing and len(used) >= self._shortest_part

    def not_used_up(self, used: Iterable[str]) -> Callable[[str], bool]:
        """A fast test of folded words: would one be accepted after these, in any spelling?"""
        words = self.words
        assert words is not None
        shown = {self.folded(one): self.spelling(one) for one in used}
        bases = frozenset[int]().union(*map(words.bases, shown))
        parts = tuple(filter(self._counts_inside, shown))

        def allowed(word: str) -> bool:
            if word in shown or any(part in word for part in parts):
                return False
            if words.bases(word).isdisjoint(bases):
                return True
            spelt = self.spelling(word)
            return not any(self._related(spelt, one) for one in shown.values())

        return allowed

    def _misplaced(self, ring: tuple[Safe, ...], move: Announce) -> Ruling:
        """Whether the letters of a password lie otherwise on the ring."""
        word, shown = self.folded(move.word), capitals(self.spelling(move.word))
        letters = "".join(safe.letter for safe in ring)
        if word[0] != letters[move.start]:
            first = letters[move.start]
            return refused("wrong-first-letter", "first-letter", word=shown, letter=first)
        if not fits(word, letters, move.start, move.direction, move.in_order(len(ring))):
            return refused("letters-out-of-order", "letter-order", word=shown)
        return ALLOWED
