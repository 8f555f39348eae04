"""Read-only queries about a match."""

from __future__ import annotations

from typing import Any

from escale.core.match import Record
from escale.core.play import Ruling, refused
from escale.core.secrecy import Seat, View, view
from escale.tables.decisions.seating import not_own
from escale.tables.log import entries as e
from escale.tables.log.table_state import TableState


def story_for(
    state: TableState, person: e.Person | None, seat: Seat | None
) -> tuple[Record[Any, Any], Seat | None] | Ruling:
    """The match up to now, and the seat through whose eyes this person may be shown how it came.

    What is shown is what the seat saw when it happened; while it has a moment to open, nothing is.
    """
    now = view_for(state, person, seat)
    if isinstance(now, Ruling):
        return now
    if state.running is None:
        return refused("not-begun", "house-tables")
    return state.running.match.record, now.seat


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
