"""The ways to place a word on a ring, whether or not it is in a dictionary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from escale.games.wordbank.rules.pieces import Safe
from escale.games.wordbank.rules.ring import DIRECTIONS, Placement, fits, in_order


def placements(word: str, ring: Sequence[Safe], hand: int) -> Iterator[Placement]:
    """Every placement of this word with at most so many stones."""
    letters = [safe.letter for safe in ring]
    for start, letter in enumerate(letters):
        if hand < 1 or letter != word[0]:
            continue
        for direction in DIRECTIONS:
            others = [
                card for card in in_order(len(ring), start, direction) if letters[card] in word[1:]
            ]
            for size in range(min(len(others), hand - 1) + 1):
                for further in combinations(others, size):
                    cards = (start, *further)
                    if fits(word, letters, start, direction, cards):
                        yield Placement(start, direction, cards)


def ways(word: str, ring: Sequence[Safe], hand: int) -> list[Placement]:
    """Every set of safes that this word can fill, once each: the best first."""
    found: dict[frozenset[int], Placement] = {}
    for way in placements(word, ring, hand):
        found.setdefault(frozenset(way.cards), way)
    return sorted(found.values(), key=lambda way: best_first(ring, way))


def best_first(ring: Sequence[Safe], way: Placement) -> tuple[int, int, int]:
    """Most stones, then most safes that close, then the lowest number of the start card."""
    return (-len(way.cards), -len(closing(ring, way)), way.start)


def largest(found: Sequence[Placement]) -> list[Placement]:
    """Those whose safes are no subset of another way's."""
    sets = [frozenset(way.cards) for way in found]
    return [
        way
        for way, cards in zip(found, sets, strict=True)
        if not any(cards < other for other in sets)
    ]


def closing(ring: Sequence[Safe], way: Placement) -> list[int]:
    """The safes that this way would fill."""
    return [card for card in way.cards if len(ring[card].stones) + 1 >= ring[card].spaces]


def with_numbers(found: Sequence[Placement], numbers: Sequence[int]) -> list[Placement]:
    """The ways that fill exactly the safes with these numbers (from 1)."""
    return [way for way in found if {card + 1 for card in way.cards} == set(numbers)]


def with_letters(found: Sequence[Placement], ring: Sequence[Safe], letters: str) -> list[Placement]:
    """The ways that fill safes with exactly these letters, in whatever order they were typed."""
    wanted = Counter(letters)
    return [way for way in found if Counter(ring[card].letter for card in way.cards) == wanted]
