"""Read-only queries about a match."""

from __future__ import annotations

from typing import Any

from escale.core.play import Ruling, refused
from escale.core.secrecy import Seat, View, view
from escale.tables.decisions.seating import not_own
from escale.tables.log import entries as e
from escale.tables.log.table_state import TableState


def view_for(state: TableState, person: e.Person | None, seat: Seat | None) -> View[Any] | Ruling:
    """What a seat of this person sees now; without a seat, what a spectator sees.

    While any seat of the person still has to open a moment, it is not shown to the others either.
    """
    if seat is not None:
        if person is None:
            return refused("players-only", "house-tables")
        foreign = not_own(state, person, seat)
        if foreign is not None:
            return foreign
    if state.running is None:
        return refused("not-begun", "house-tables")
    if any(state.held(one) for one in {seat, *state.seats_of(person)}):
        closed = refused("table-closed", "house-tables")
        return closed if state.status == "over" else refused("open-it-first", "house-slow")
    # Who resigned looks on: the seat is played by a bot, and its secrets are not theirs any more.
    eye = None if seat is not None and state.resigned(seat) else seat
    return view(state.running.match.state, eye)
