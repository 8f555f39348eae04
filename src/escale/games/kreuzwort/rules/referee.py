"""Decides whether a word is valid: when it is announced, or when it is contested (K7, K8)."""

from __future__ import annotations

from escale.core.play import ALLOWED, Ruling, refused
from escale.games.kreuzwort.rules.pieces import Edition
from escale.words.protocol import Words
from escale.words.spelling import capitals, letters, spelling


class Referee:
    def __init__(self, edition: Edition, words: Words, *, inflected: bool) -> None:
        self.edition = edition
        self.words = words
        self.inflected = inflected

    def folded(self, text: str) -> str:
        """The letters that a word plays as; empty if it is not made of letters."""
        return letters(text, self.edition.language, self.edition.umlauts)

    def spelling(self, typed: str) -> str:
        """The proper spelling: of those that play as the same letters, the one that was typed."""
        return spelling(typed, self.folded(typed), self.words)

    def wrong(self, text: str) -> Ruling:
        word, shown = self.folded(text), capitals(self.spelling(text))
        if word not in self.words:
            return refused("not-in-dictionary", "words", word=shown)
        if not self.inflected and not self.words.is_lemma(word):
            return refused("inflected-form", "inflected", word=shown)
        return ALLOWED
