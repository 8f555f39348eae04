"""Decides whether a password is correct: by the dictionary, the used words and the ring."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from escale.core.play import ALLOWED, Ruling, refused
from escale.games.wordbank.rules.pieces import Announce, Edition, Played, Safe
from escale.games.wordbank.rules.ring import fits
from escale.words.protocol import Words
from escale.words.spelling import capitals, letters, spelling


class Referee:
    """Decides by the words of an edition; without `words` the players decide about the word."""

    def __init__(self, edition: Edition, words: Words | None) -> None:
        self.edition = edition
        self.words = words

    def folded(self, text: str) -> str:
        """The letters that a word plays as; empty if it is not made of letters."""
        return letters(text, self.edition.language, self.edition.umlauts)

    def spelling(self, typed: str) -> str:
        """The proper spelling: of those that play as the same letters, the one that was typed."""
        return spelling(typed, self.folded(typed), self.words)

    def incorrect(
        self, ring: tuple[Safe, ...], history: Sequence[Played], move: Announce
    ) -> Ruling:
        """The first violation of a password, or ALLOWED."""
        word, shown = self.folded(move.word), capitals(self.spelling(move.word))
        return (
            self._unknown(word, shown)
            and self._used(word, shown, history)
            and self._misplaced(word, shown, ring, move)
        )

    def _unknown(self, word: str, shown: str) -> Ruling:
        if self.words is not None and word not in self.words:
            return refused("not-in-dictionary", "any-word", word=shown)
        return ALLOWED

    def _used(self, word: str, shown: str, history: Sequence[Played]) -> Ruling:
        for turn, played in enumerate(history, start=1):
            if not played.ruling:
                continue  # a refused word does not count as used
            details: dict[str, str | int] = {
                "word": shown,
                "used": capitals(played.spelling),
                "seat": played.seat,
                "turn": turn,
            }
            if played.word == word:
                return refused("word-used", "used-word", **details)
            if self.words is not None and self.words.related(word, played.word):
                return refused("same-base", "same-base", **details)
            if self.edition.forbids_containing and played.word in word:
                return refused("contains-used", "contains-used", **details)
        return ALLOWED

    def _misplaced(self, word: str, shown: str, ring: tuple[Safe, ...], move: Announce) -> Ruling:
        letters = "".join(safe.letter for safe in ring)
        if word[0] != letters[move.start]:
            first = letters[move.start]
            return refused("wrong-first-letter", "first-letter", word=shown, letter=first)
        if not fits(word, letters, move.start, move.direction, move.in_order(len(ring))):
            return refused("letters-out-of-order", "letter-order", word=shown)
        return ALLOWED


def not_used_up(used: Sequence[str], words: Words, *, contains: bool) -> Callable[[str], bool]:
    """A fast test: is a word unrelated to the used ones and (`contains`) contains none of them?"""
    bases = frozenset[int]().union(*(words.bases(word) for word in used))
    parts = tuple(used) if contains else ()

    def allowed(word: str) -> bool:
        return words.bases(word).isdisjoint(bases) and not any(part in word for part in parts)

    return allowed
