"""What decided who begins: the sums of the own tops (K10), as long as nothing has been played."""

from __future__ import annotations

from escale.core.secrecy import Seat
from escale.games.kreuzwort.rules.ground import STARTS
from escale.games.kreuzwort.rules.pieces import side_of
from escale.games.kreuzwort.rules.rules import State


def sums(state: State) -> tuple[tuple[int, ...], ...]:
    """Each seat's sum of the six tops; after a tie, those of the layers that were lifted too.

    Empty once a turn is over: from then on the piles are no longer what was compared.
    """
    layers = tuple(_layers(state, seat) for seat in range(state.seats))
    return layers if all(layers) and not state.history else ()


def _layers(state: State, seat: Seat) -> tuple[int, ...]:
    piles = [state.at(cell).stack for cell in STARTS[side_of(seat, state.seats)]]
    seen = min(map(len, piles))
    return tuple(sum(pile[layer].value for pile in piles) for layer in range(seen))
