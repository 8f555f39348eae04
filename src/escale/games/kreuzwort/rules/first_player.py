"""The sums of the own tops that decided who begins (K10), until the first turn is over."""

from __future__ import annotations

from escale.core.secrecy import Seat
from escale.games.kreuzwort.rules.grid import STARTS
from escale.games.kreuzwort.rules.pieces import side_of
from escale.games.kreuzwort.rules.rules import State


def opening_sums(state: State) -> tuple[tuple[int, ...], ...]:
    """Each seat's sum of its six tops; after a tie, also those of the layers below.

    Empty once a turn is over: the piles are then no longer those that were compared. Empty also if
    the table has named who begins.
    """
    if state.options.starter is not None:
        return ()
    layers = tuple(_layers(state, seat) for seat in range(state.seats))
    return layers if all(layers) and not state.history else ()


def _layers(state: State, seat: Seat) -> tuple[int, ...]:
    piles = [state.at(cell).stack for cell in STARTS[side_of(seat, state.seats)]]
    seen = min(map(len, piles))
    return tuple(sum(pile[layer].value for pile in piles) for layer in range(seen))
