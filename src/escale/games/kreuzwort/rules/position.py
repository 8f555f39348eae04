"""A position for the player to move: movable tops, and letters fixed on their cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from escale.core.secrecy import Seat
from escale.games.kreuzwort.rules.grid import INSIDE, SIDES, Cell, Side, seen_by
from escale.games.kreuzwort.rules.pieces import Pyramid, Spot, side_of


@dataclass(frozen=True, slots=True)
class Top:
    """A pyramid that may be moved, or used where it stands."""

    value: int
    own: bool
    cell: Cell


@dataclass(frozen=True, slots=True)
class FixedLetter:
    """A letter that can only be used in place: a black pyramid, or print."""

    letter: str
    value: int
    black: bool
    own: bool


@dataclass(frozen=True, slots=True)
class Position:
    side: Side
    both_ends: bool
    tops: Mapping[str, tuple[Top, ...]]  # by letter, the most valuable first
    fixed: Mapping[Cell, FixedLetter]


def usable(pyramid: Pyramid, side: Side, empty: frozenset[str]) -> bool:
    """All but the greys of another player (K13); those of an empty seat are free."""
    return pyramid.owner in ("", side) or pyramid.owner in empty


def position(
    spots: Iterable[tuple[Cell, Spot]],
    side: Side,
    *,
    both_ends: bool,
    empty: frozenset[str] = frozenset(),
) -> Position:
    spots = tuple(spots)
    others = set(SIDES) - {side} - empty
    tops: dict[str, list[Top]] = {}
    fixed: dict[Cell, FixedLetter] = {}
    for cell, spot in spots:
        top = spot.top
        if top is None:
            if spot.printed:
                fixed[cell] = FixedLetter(spot.printed, 0, spot.ink == "black", spot.ink == side)
        elif top.colour == "black":
            fixed[cell] = FixedLetter(top.letter, top.value, black=True, own=False)
        elif usable(top, side, empty):
            tops.setdefault(top.letter, []).append(Top(top.value, top.colour == side, cell))
    theirs = {
        cell: _round(side, spot.top.colour)
        for cell, spot in spots
        if spot.top and spot.top.colour in others
    }

    def order(top: Top) -> tuple[int, bool, int, tuple[int, int]]:
        """By value; then own ones, then nobody's, because using another player's pyramid spares
        that player its points. Among those of other players the next in turn, so that at a table
        of three nobody is spared more than another; at last by place as the side sees it.
        """
        return -top.value, not top.own, theirs.get(top.cell, 0), seen_by(side, top.cell)

    ordered = {letter: tuple(sorted(found, key=order)) for letter, found in tops.items()}
    return Position(side, both_ends, ordered, fixed)


def _round(side: Side, other: str) -> int:
    """How many sides clockwise another side is."""
    places = [str(one) for one in SIDES]
    return (places.index(other) - places.index(side)) % len(places)


def of_seat(spots: tuple[Spot, ...], seat: Seat, seats: int, *, both_ends: bool) -> Position:
    """The position of a seat; `spots` are those of the cells inside, in order."""
    taken = {side_of(one, seats) for one in range(seats)}
    empty = frozenset(set(SIDES) - taken)
    pairs = zip(INSIDE, spots, strict=True)
    return position(pairs, side_of(seat, seats), both_ends=both_ends, empty=empty)
