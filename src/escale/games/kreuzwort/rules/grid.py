"""The board without its pyramids: 10 x 10 cells, four sides, and the paths of words (K1, K2).

A cell is one number, ten times its row plus its column, as seen from the south: 0 is the corner at
the far left, 99 the near right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Literal, TypeAlias, get_args

Side = Literal["S", "W", "N", "E"]
Cell: TypeAlias = int

SIDES: tuple[Side, ...] = get_args(Side)
"""Clockwise from the south, in the order of play."""

SEATED: dict[int, tuple[Side, ...]] = {
    2: ("S", "N"),
    3: ("S", "W", "N"),
    4: ("S", "W", "N", "E"),
}
"""Which sides of the board are taken, by the number of players."""

READING: dict[Side, tuple[int, int]] = {
    "S": (1, 10),
    "W": (10, -1),
    "N": (-1, -10),
    "E": (-10, 1),
}
"""Left to right and top to bottom, as each side sees it: steps from cell to cell."""

WORD_OF_STARTS = "FERTIG"


def at(row: int, column: int) -> Cell:
    return 10 * row + column


def is_ring(cell: Cell) -> bool:
    """The outer cells, empty at the start; only there a word may bend."""
    return not (1 <= cell // 10 <= 8 and 1 <= cell % 10 <= 8)


INSIDE: tuple[Cell, ...] = tuple(cell for cell in range(100) if not is_ring(cell))
CENTRE: tuple[Cell, ...] = tuple(at(row, column) for row in range(2, 8) for column in range(2, 8))
CORNERS: tuple[Cell, ...] = (at(1, 1), at(1, 8), at(8, 8), at(8, 1))

STARTS: dict[Side, tuple[Cell, ...]] = {
    "S": tuple(at(8, column) for column in range(2, 8)),
    "W": tuple(at(row, 1) for row in range(2, 8)),
    "N": tuple(at(1, column) for column in range(7, 1, -1)),
    "E": tuple(at(row, 8) for row in range(7, 1, -1)),
}
"""The six start cells of each colour, from F to G as its player reads them."""

RING: tuple[Cell, ...] = (
    *(at(0, column) for column in range(9)),
    *(at(row, 9) for row in range(9)),
    *(at(9, column) for column in range(9, 0, -1)),
    *(at(row, 0) for row in range(9, 0, -1)),
)
"""The outer cells, clockwise from the far left corner."""

_PLACE_ON_RING = {cell: place for place, cell in enumerate(RING)}


def on_ring(cell: Cell, steps: int) -> Cell:
    """The cell `steps` further clockwise on the ring; anticlockwise if negative."""
    return RING[(_PLACE_ON_RING[cell] + steps) % len(RING)]


Problem = Literal[
    "", "same-cell-twice", "not-in-line", "wrong-way", "inside-again", "both-ends", "only-ring"
]


def path_problem(side: Side, cells: Sequence[Cell], *, both_ends: bool) -> Problem:
    """The refusal for the path of a word that this side reads; empty if it is valid."""
    if len(set(cells)) < len(cells):
        return "same-cell-twice"
    inner = [place for place, cell in enumerate(cells) if not is_ring(cell)]
    if not inner:
        return "only-ring"  # there are no black letters
    first, last = inner[0], inner[-1]
    if len(inner) < last - first + 1:
        return "inside-again"
    before, inside, after = cells[:first], cells[first : last + 1], cells[last + 1 :]
    if before and after and not both_ends:
        return "both-ends"
    steps = {step for step in READING[side] if _goes(before[-1:], inside, after[:1], step)}
    if not steps:
        # Reading alone (one cell inside, none beside it) goes any way.
        backwards = any(_goes(before[-1:], inside, after[:1], -step) for step in READING[side])
        return "wrong-way" if backwards else "not-in-line"
    if not (_follows_ring(before) and _follows_ring(after)):
        return "not-in-line"
    return ""


def _goes(before: Sequence[Cell], inside: Sequence[Cell], after: Sequence[Cell], step: int) -> bool:
    """Whether the inner cells, and the ring cells next to them, form a line with this step."""
    line = (*before, *inside, *after)
    return all(next_to(one, step) == other for one, other in pairwise(line))


def _follows_ring(cells: Sequence[Cell]) -> bool:
    """Whether the cells follow the ring in one direction."""
    return any(all(on_ring(one, way) == other for one, other in pairwise(cells)) for way in (1, -1))


def next_to(cell: Cell, step: int) -> Cell | None:
    """The neighbour in one direction; None beyond the edge of the board."""
    row, column = divmod(cell, 10)
    down, right = {1: (0, 1), -1: (0, -1), 10: (1, 0), -10: (-1, 0)}[step]
    row, column = row + down, column + right
    return at(row, column) if 0 <= row <= 9 and 0 <= column <= 9 else None


@cache
def lines(side: Side) -> tuple[tuple[Cell, ...], ...]:
    """The rows and columns inside, each of eight cells in reading order."""
    found = []
    for step in READING[side]:
        across = 10 if abs(step) == 1 else 1
        for number in range(1, 9):
            line = [number * across + k * abs(step) for k in range(1, 9)]
            found.append(tuple(line if step > 0 else reversed(line)))
    return tuple(found)


@cache
def lay(line: tuple[Cell, ...], offset: int, length: int) -> tuple[Cell, ...] | None:
    """The cells of a word of this length whose first letter stands at `offset` of the line.

    What does not fit inside lies on the ring: before the line if the offset is negative, beyond
    it if the word is too long. None if the two parts would meet.
    """
    return next(lays(line, offset, length), None)


def lays(line: Sequence[Cell], offset: int, length: int) -> Iterator[tuple[Cell, ...]]:
    """The same, for every way round the ring."""
    step = line[1] - line[0]
    inside = tuple(line[max(offset, 0) : offset + length])
    before, after = max(-offset, 0), max(offset + length - len(line), 0)
    for way_before in (1, -1) if before > 1 else (1,):
        for way_after in (-1, 1) if after > 1 else (-1,):
            head = [on_ring(line[0] - step, way_before * k) for k in range(before)]
            tail = [on_ring(line[-1] + step, way_after * k) for k in range(after)]
            cells = (*reversed(head), *inside, *tail)
            if len(set(cells)) == length:
                yield cells


def seen_by(side: Side, cell: Cell) -> tuple[int, int]:
    """Row and column of a cell as this side sees the board: the own start cells are near."""
    row, column = divmod(cell, 10)
    return {
        "S": (row, column),
        "W": (9 - column, row),
        "N": (9 - row, 9 - column),
        "E": (column, 9 - row),
    }[side]


def cell_seen_by(side: Side, row: int, column: int) -> Cell:
    """The cell that this side sees in this row and column."""
    return {
        "S": at(row, column),
        "W": at(column, 9 - row),
        "N": at(9 - row, 9 - column),
        "E": at(9 - column, row),
    }[side]
