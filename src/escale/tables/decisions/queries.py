"""What may be asked about a match without doing anything in it."""

from __future__ import annotations

from typing import Any

from escale.core.play import Ruling, refused
from escale.core.secrecy import Seat, View, view
from escale.tables.decisions.seating import not_own
from escale.tables.log import entries as e
from escale.tables.log.table_state import Room


def eyes(room: Room, person: e.Person | None, seat: Seat | None) -> View[Any] | Ruling:
    """What a seat of this person sees now; without a seat, what whoever looks on sees.

    A moment that any seat of the device has still to open is not shown through the others either.
    """
    if seat is not None:
        if person is None:
            return refused("players-only", "house-tables")
        foreign = not_own(room, person, seat)
        if foreign is not None:
            return foreign
    if room.match is None:
        return refused("not-begun", "house-tables")
    if any(room.held(one) for one in {seat, *room.seats_of(person)}):
        return refused("open-it-first", "house-slow")
    return view(room.match.state, seat)
