"""The board and the bags of pyramids before the set-up."""

from __future__ import annotations

from typing import Literal

from escale.games.kreuzwort.rules.grid import (
    CENTRE,
    INSIDE,
    SIDES,
    STARTS,
    WORD_OF_STARTS,
    Cell,
    Side,
)
from escale.games.kreuzwort.rules.pieces import GREY_LETTERS, OWN_GREYS, Edition, Pyramid, Spot


def bare(edition: Edition) -> tuple[Spot, ...]:
    """The inner cells with what is printed on them."""
    spots: dict[Cell, Spot] = {cell: Spot("", "") for cell in INSIDE}
    spots.update(
        (cell, Spot(letter, "black")) for cell, letter in zip(CENTRE, edition.printed, strict=True)
    )
    for side in SIDES:
        starts = zip(STARTS[side], WORD_OF_STARTS, strict=True)
        spots.update((cell, Spot(letter, side)) for cell, letter in starts)
    return tuple(spots[cell] for cell in INSIDE)


def bags(edition: Edition, *, expert: bool) -> tuple[tuple[Pyramid, ...], ...]:
    """The pyramids of the four sides, the greys and the black ones.

    In the expert game the greys are shuffled into those of their owners.
    """
    own = [
        tuple(Pyramid(letter, value, side) for letter, value in edition.colour)
        + (_greys(edition, OWN_GREYS, side) if expert else ())
        for side in SIDES
    ]
    greys = () if expert else _greys(edition, GREY_LETTERS, "")
    black = tuple(Pyramid(letter, value, "black") for letter, value in edition.black)
    return (*own, greys, black)


def _greys(edition: Edition, letters: str, owner: Side | Literal[""]) -> tuple[Pyramid, ...]:
    return tuple(Pyramid(letter, edition.value(letter), "grey", owner) for letter in letters)
