"""Why two words are related, as far as a lexicon knows: `escale words why`, and the page.

A lexicon stores the entries of a form and the family of an entry. It does not store from which
source a family has two entries: the last step of an explanation is that they are in one family.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from escale.words.custom_words import CustomLexicon
from escale.words.folding import fold
from escale.words.protocol import Words
from escale.words.spelling import entries_as_spelt

# same: one word; form: `one` is a form of `other`; family: the lexicon has both entries in one
# family; house: the table's own list puts them together.
Kind = Literal["same", "form", "family", "house"]


class Link(NamedTuple):
    kind: Kind
    one: str
    other: str


def why_related(words: Words, one: str, other: str) -> tuple[Link, ...]:
    """The chain from one word to the other, both in proper spelling; empty if not related."""
    if not words.related(one, other):
        return ()
    if fold(one, words.language, words.umlauts) == fold(other, words.language, words.umlauts):
        return (Link("same", one, other),)
    pairs = [(a, b) for a in entries_as_spelt(one, words) for b in entries_as_spelt(other, words)]
    shared = [(a, b) for a, b in pairs if a == b]
    first, last = next(iter(shared or [(a, b) for a, b in pairs if words.related(a, b)] or pairs))
    chain = [Link("form", one, first)] if one.lower() != first.lower() else []
    if first != last:
        house = isinstance(words, CustomLexicon) and not words.lexicon.related(first, last)
        chain.append(Link("house" if house else "family", first, last))
    if other.lower() != last.lower():
        chain.append(Link("form", other, last))
    return tuple(chain)
