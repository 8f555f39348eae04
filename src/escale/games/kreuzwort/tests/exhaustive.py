"""The plain way to the best move, from the rules alone: every path, every choice of letters.

Nothing here comes from the solver or from the code of the board. It is slow, and meant to be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from escale.games.kreuzwort.rules.grid import Side
from escale.games.kreuzwort.rules.pieces import Spot

Place = tuple[int, int]

RIGHT_AND_DOWN = {
    "S": ((0, 1), (1, 0)),
    "N": ((0, -1), (-1, 0)),
    "W": ((1, 0), (0, -1)),
    "E": ((-1, 0), (0, 1)),
}
"""As each side sees the board (K1), in rows and columns as the south sees it."""


def on_board(place: Place) -> bool:
    return 0 <= place[0] <= 9 and 0 <= place[1] <= 9


def inside(place: Place) -> bool:
    return 1 <= place[0] <= 8 and 1 <= place[1] <= 8


@cache
def ring_walks(first: Place, length: int) -> list[tuple[Place, ...]]:
    """So many cells of the ring from `first` on, either way round."""
    walks: list[tuple[Place, ...]] = [(first,)]
    for _ in range(length - 1):
        walks = [
            (*walk, (row, column))
            for walk in walks
            for row, column in (
                (walk[-1][0] + down, walk[-1][1] + right)
                for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
            )
            if on_board((row, column)) and not inside((row, column)) and (row, column) not in walk
        ]
    return walks


@cache
def paths(side: Side, length: int, both_ends: bool) -> tuple[tuple[Place, ...], ...]:
    """Every path of a word of this length with at least one cell inside (K2)."""
    found: set[tuple[Place, ...]] = set()
    starts = [(row, column) for row in range(1, 9) for column in range(1, 9)]
    for down, right in RIGHT_AND_DOWN[side]:
        for row, column in starts:
            straight = [(row + k * down, column + k * right) for k in range(9)]
            for size in range(1, min(length, 8) + 1):
                run = tuple(straight[:size])
                if not all(map(inside, run)):
                    break
                before, after = (row - down, column - right), straight[size]
                for head in range(length - size + 1):
                    tail = length - size - head
                    if head and tail and not both_ends:
                        continue
                    if (head and inside(before)) or (tail and inside(after)):
                        continue
                    heads = [walk[::-1] for walk in ring_walks(before, head)] if head else [()]
                    tails = ring_walks(after, tail) if tail else [()]
                    for one in heads:
                        for other in tails:
                            if not set(one) & set(other):
                                found.add((*one, *run, *other))
    return tuple(sorted(found))


class Piece(NamedTuple):
    letter: str
    value: int
    own: bool


class Standing(NamedTuple):
    letter: str
    value: int
    black: bool
    own: bool


class Exhaustive:
    """One position; `spots` by cell, ten times the row plus the column."""

    def __init__(
        self, spots: Mapping[int, Spot], side: Side, empty: frozenset[str], *, both_ends: bool
    ) -> None:
        self.side, self.both_ends = side, both_ends
        self.pieces: Counter[Piece] = Counter()
        self.standing: dict[Place, Standing] = {}
        self.along: dict[int, set[tuple[Standing | None, ...]]] = {}
        for cell, spot in spots.items():
            if not spot.stack:
                if spot.printed:
                    self.standing[divmod(cell, 10)] = Standing(
                        spot.printed, 0, spot.ink == "black", spot.ink == side
                    )
                continue
            top = spot.stack[0]
            if top.colour == "black":
                self.standing[divmod(cell, 10)] = Standing(top.letter, top.value, True, False)
            elif top.colour != "grey" or not top.owner or top.owner == side or top.owner in empty:
                self.pieces[Piece(top.letter, top.value, top.colour == side)] += 1

    def best(self, word: str) -> int | None:
        """The most points for a word, over all paths."""
        there = {
            tuple(
                one if one and one.letter == letter else None
                for letter, one in zip(word, stands, strict=True)
            )
            for stands in self._along(len(word))
        }
        scores = (self._most(word, stands) for stands in there)
        return max((score for score in scores if score is not None), default=None)

    def _along(self, length: int) -> set[tuple[Standing | None, ...]]:
        """What stands along every path; many paths are alike in that, on the ring above all."""
        if length not in self.along:
            self.along[length] = {
                tuple(map(self.standing.get, path))
                for path in paths(self.side, length, self.both_ends)
            }
        return self.along[length]

    def _most(self, word: str, stands: tuple[Standing | None, ...]) -> int | None:
        """The most points over every choice of letters that has an own and a black one.

        Choices that have used the same pieces, and have the same wishes fulfilled, go on as one.
        """
        if not any(one and one.black for one in stands):
            return None
        choices: dict[tuple[bool, bool, tuple[Piece, ...]], int] = {(False, False, ()): 0}
        for letter, one in zip(word, stands, strict=True):
            more: dict[tuple[bool, bool, tuple[Piece, ...]], int] = {}
            for (black, own, used), points in choices.items():
                if one:
                    after = (black or one.black, own or one.own, used)
                    more[after] = max(more.get(after, 0), points + one.value)
                for piece, number in self.pieces.items():
                    if piece.letter == letter and used.count(piece) < number:
                        after = (black, own or piece.own, tuple(sorted((*used, piece))))
                        more[after] = max(more.get(after, 0), points + piece.value)
            choices = more
        return max((points for (b, o, _), points in choices.items() if b and o), default=None)
