"""The ring of safes and the move on it (ruling W4), shared by rules, solver and bots.

A ring is read clockwise; its cards are numbered from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from escale.words.spelling import is_plain

Direction = Literal["cw", "ccw"]
DIRECTIONS: Final[tuple[Direction, Direction]] = ("cw", "ccw")

#: More cards than any edition lays out. Beyond this the number of placements explodes.
MAX_CARDS: Final = 12


@dataclass(frozen=True, slots=True)
class Ring:
    """The letters of the cards, clockwise, and which of them still have a free space."""

    letters: str
    free: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= len(self.letters) <= MAX_CARDS:
            raise ValueError(f"a ring has 1 to {MAX_CARDS} cards, not {len(self.letters)}")
        if not is_plain(self.letters):
            raise ValueError(f"the letters of a ring are A to Z, not {self.letters!r}")
        if not self.free:
            object.__setattr__(self, "free", (True,) * len(self.letters))
        if len(self.free) != len(self.letters):
            raise ValueError(f"{len(self.letters)} cards, but {len(self.free)} marks of free space")


@dataclass(frozen=True, slots=True)
class Placement:
    """Where the stones go: the start card first, then the further cards in order of play."""

    start: int
    direction: Direction
    cards: tuple[int, ...]


def in_order(size: int, start: int, direction: Direction) -> Iterator[int]:
    """The other cards of the ring as the hand meets them, in one rotation from `start`.

    >>> list(in_order(4, 1, "cw")), list(in_order(4, 1, "ccw"))
    ([2, 3, 0], [0, 3, 2])
    """
    step = 1 if direction == "cw" else -1
    return ((start + step * distance) % size for distance in range(1, size))


def fits(
    word: str, letters: Sequence[str], start: int, direction: Direction, cards: Sequence[int]
) -> bool:
    """Whether `word` allows one stone on each of `cards`, the start card first (W4).

    The cards have to be named in the order of play: a list that repeats a card or passes the start
    card again is no placement. Free spaces and stones in hand are not checked here.

    >>> ring = "GSEIRFI"
    >>> fits("GROUPIES", ring, 0, "ccw", (0, 4, 3, 2, 1))
    True
    >>> fits("GROUPIES", ring, 0, "cw", (0, 4, 3, 2, 1))
    False
    """
    size = len(letters)
    if not 0 <= start < size or not cards or cards[0] != start:
        return False
    if not word or word[0] != letters[start]:
        return False
    step = 1 if direction == "cw" else -1
    reached, read = 0, 1
    for card in cards[1:]:
        distance = (card - start) * step % size
        if not 0 <= card < size or distance <= reached:
            return False
        read = word.find(letters[card], read) + 1
        if not read:
            return False
        reached = distance
    return True
