"""Why two words are related, as far as a lexicon knows: `escale words why`, and the page.

A lexicon stores the entries of a form and the family of an entry. The links between the entries of
a family, and their sources, are in a file of their own that is built with it. A lexicon without
one can say only that two entries are in one family.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from escale.words.custom_words import CustomLexicon
from escale.words.family_links import Kind as FamilyKind
from escale.words.family_links import links_in, links_of
from escale.words.folding import fold
from escale.words.lexicon import Lexicon
from escale.words.protocol import Words
from escale.words.spelling import as_announced, entries_as_spelt

# same: one word; form: `one` is a form of `other`; family: the lexicon has both entries in one
# family, it is not known why; house: the table's own list puts them together.
Kind = Literal["same", "form", "family", "house"] | FamilyKind


class Link(NamedTuple):
    kind: Kind
    one: str
    other: str
    source: str = ""  # what a source of the lexicon is called


def why_related(words: Words, one: str, other: str) -> tuple[Link, ...]:
    """The chain from one word to the other, both in proper spelling; empty if not related."""
    if not words.related(one, other):
        return ()
    if fold(one, words.language, words.umlauts) == fold(other, words.language, words.umlauts):
        return (Link("same", one, other),)
    pairs = [(a, b) for a in entries_as_spelt(one, words) for b in entries_as_spelt(other, words)]
    related = [pair for pair in pairs if words.related(*pair)]
    between = min((_between(words, *pair) for pair in related or pairs), key=_best_first)
    first, last = between[0].one, between[-1].other
    chain = [Link("form", one, first)] if one.lower() != first.lower() else []
    chain += (link for link in between if link.kind != "same")
    if other.lower() != last.lower():
        chain.append(Link("form", other, last))
    return tuple(chain)


def _best_first(between: list[Link]) -> tuple[bool, bool, int]:
    """What is known for sure, and then in few steps."""
    kinds = {link.kind for link in between}
    return "family" in kinds, "house" in kinds, len(between)


def _between(words: Words, one: str, other: str) -> list[Link]:
    """The links between two entries that are related."""
    if one == other:
        return [Link("same", one, other)]
    lexicon = words.lexicon if isinstance(words, CustomLexicon) else words
    known = links_in(links_of(lexicon.path)) if isinstance(lexicon, Lexicon) else None
    found = known.chain(one, other) if known and known.lexicon == lexicon.digest else ()
    if not found:
        return [Link("family" if lexicon.related(one, other) else "house", one, other)]
    proper = {entry.lower(): entry for entry in (one, other)}

    def spelt(entry: str) -> str:
        return proper.get(entry) or as_announced(entry, lexicon)

    return [Link(kind, spelt(a), spelt(b), source) for a, b, kind, source in found]
