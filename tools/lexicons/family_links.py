"""Writes the links by which entries came into one family: XX.links beside the lexicon.

The first line is JSON: the lexicon that the file belongs to, and what its sources are called. Every
other line is a family. Its words are separated by spaces, each followed by its links to words
before it: their number in the line and the kind of the link (`chanter chanson,0h chanteuse,0h1g`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from escale.words.family_links import Kind
from escale.words.protocol import Language

# In order of preference, with their letters in the file.
KINDS: dict[Kind, str] = {"hand": "h", "declared": "d", "gloss": "g", "endings": "e"}
# Of each word, besides a hand-checked line: the file is to be small.
MOST_LINKS = 2
SOURCES: dict[Language, dict[Kind, str]] = {
    "fr": {"declared": "dictionary-fr, Lexique", "gloss": "Wiktionnaire"},
    "en": {"declared": "WordNet, SCOWL, LemmInflect", "gloss": "WordNet"},
    "de": {"gloss": "Wiktionary"},
}


class Used(NamedTuple):
    """A link between two entries, by their numbers."""

    one: int
    other: int
    weight: int
    kind: Kind


class Family(NamedTuple):
    """The words of a family, each with its links to words before it."""

    words: Sequence[str]
    links: Sequence[Sequence[tuple[int, Kind]]]


def used_links(
    names: Sequence[str],
    leaders: Sequence[int],
    lines: Iterable[Sequence[int]],
    links: Iterable[Used],
    zipf: Callable[[int], float],
) -> Iterator[Family]:
    """The families of two and more, in order of their most frequent words."""
    members: dict[int, list[int]] = {}
    for entry, leader in enumerate(leaders):
        members.setdefault(leader, []).append(entry)
    mates: dict[int, list[Sequence[int]]] = {}
    for line in lines:
        for entry in line:
            mates.setdefault(entry, []).append(line)
    near: dict[int, list[Used]] = {}
    for link in links:
        if leaders[link.one] == leaders[link.other]:
            near.setdefault(link.one, []).append(link)
            near.setdefault(link.other, []).append(link)

    rank = {kind: at for at, kind in enumerate(KINDS)}

    def neighbours(entry: int) -> Iterator[tuple[int, Kind]]:
        """The best links first."""
        for line in mates.get(entry, ()):
            for mate in line:
                if mate != entry:
                    yield mate, "hand"
        for link in sorted(near.get(entry, ()), key=lambda one: (rank[one.kind], -one.weight)):
            yield link.other if link.one == entry else link.one, link.kind

    for family in sorted(members.values(), key=lambda one: names[min(one)]):
        if len(family) > 1:
            order = _outwards(sorted(family, key=lambda one: (-zipf(one), one)), neighbours)
            place = {entry: at for at, entry in enumerate(order)}
            yield Family(
                [names[entry] for entry in order],
                [_backwards(entry, place, neighbours) for entry in order],
            )


def _outwards(
    family: Sequence[int], neighbours: Callable[[int], Iterator[tuple[int, Kind]]]
) -> list[int]:
    """The most frequent word, then those that are linked to it, then those linked to them."""
    order: dict[int, None] = {}
    for start in family:  # a second round only if links do not hold the family together
        order.setdefault(start)
        if len(order) == len(family):
            break
        for entry in (queue := list(order)):
            for other, _ in neighbours(entry):
                if other not in order:
                    order[other] = None
                    queue.append(other)
    return list(order)


def _backwards(
    entry: int,
    place: Mapping[int, int],
    neighbours: Callable[[int], Iterator[tuple[int, Kind]]],
) -> list[tuple[int, Kind]]:
    found: dict[int, Kind] = {}
    by_hand = [place[one] for one, kind in neighbours(entry) if kind == "hand"]
    if by_hand and min(by_hand) < place[entry]:
        found[min(by_hand)] = "hand"
    others = 0
    for other, kind in neighbours(entry):
        at = place[other]
        if at < place[entry] and at not in found and kind != "hand" and others < MOST_LINKS:
            found[at] = kind
            others += 1
    return sorted(found.items())


def links_file(language: Language, digest: str, families: Iterable[Family]) -> bytes:
    about = {"lexicon": digest, "sources": SOURCES[language]}
    lines = [json.dumps(about, ensure_ascii=False)]
    for words, links in families:
        first, *others = zip(words, links, strict=True)
        parts = [first[0]]
        for word, its in others:
            parts.append(word + "," + "".join(f"{at}{KINDS[kind]}" for at, kind in its))
        lines.append(" ".join(parts))
    return ("\n".join(lines) + "\n").encode()
