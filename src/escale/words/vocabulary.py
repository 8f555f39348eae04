"""The words of a bot: what it knows, and what of that it says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from escale.words.children import known_to_children
from escale.words.manners import polite
from escale.words.protocol import Words

Audience: TypeAlias = Literal["child", "family", "any"]


class Vocabulary(NamedTuple):
    """How many words a bot knows, and with whom it plays.

    One for a `child` knows the words of a child and their common forms; one for a `family`, like
    one for a child, says nothing that is sad or ugly at a family table.
    """

    rarest: float  # Zipf frequency of the rarest words, or forms, that it knows
    longest: int  # letters of the longest words that it says
    audience: Audience = "any"

    def known(self, words: Words) -> Sequence[str]:
        """Most frequent first."""
        if self.audience == "child":
            return known_to_children(words, self.rarest)
        return words.common(self.rarest)

    def said(self, words: Words, known: Sequence[str]) -> list[str]:
        """The words of `known` that it says."""
        short = [word for word in known if len(word) <= self.longest]
        return polite(words, short, family=self.audience != "any")
