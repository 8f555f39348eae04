"""Is it a word? Asked when it is announced, or when somebody contests it (K7, K8)."""

from __future__ import annotations

from escale.core.play import ALLOWED, Ruling, refused
from escale.games.kreuzwort.pieces import Edition, capitals
from escale.words.folding import fold
from escale.words.protocol import Words


class Referee:
    def __init__(self, edition: Edition, words: Words, *, inflected: bool) -> None:
        self.edition = edition
        self.words = words
        self.inflected = inflected

    def folded(self, text: str) -> str:
        """The letters that a word plays as; empty if it is not made of letters."""
        try:
            return fold(text, self.edition.language, self.edition.umlauts)
        except ValueError:
            return ""

    def spelling(self, typed: str) -> str:
        """The proper spelling: of those that play as the same letters, the one that was typed."""
        known = self.words.spellings(self.folded(typed))
        as_typed = [one for one in known if one.lower() == typed.lower()]
        return (*as_typed, *known, typed.lower())[0]

    def wrong(self, text: str) -> Ruling:
        word, shown = self.folded(text), capitals(self.spelling(text))
        if word not in self.words:
            return refused("not-in-dictionary", "words", word=shown)
        if not self.inflected and not self.words.is_lemma(word):
            return refused("inflected-form", "inflected", word=shown)
        return ALLOWED
