"""Who has to agree to a proposal, and what becomes of it when they go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from escale.core.event import Resigned
from escale.core.secrecy import Seat
from escale.tables.log import entries as e
from escale.tables.log.table_state import TableState


def asked(state: TableState, proposed: e.Proposed) -> set[e.Person]:
    """Who may answer. Somebody must: a stranger is never let in without consent."""
    what = proposed.what
    if isinstance(what, e.StandIn | e.TakeSeat):
        return _players(state, proposed) or {owner(state, what.seat)}
    return _players(state, proposed)


def awaited(state: TableState, proposed: e.Proposed, present: frozenset[e.Person]) -> set[e.Person]:
    """Who must agree. Not those for whom a bot plays.

    To go on for one who left, those who are there are enough; if nobody is, the others must come.
    """
    able = _able(state, proposed)
    if isinstance(proposed.what, e.StandIn | e.TakeSeat):
        return able & present or able or asked(state, proposed)
    return able


def owner(state: TableState, seat: Seat) -> e.Person:
    person = state.chairs[seat].person
    return -1 if person is None else person


def is_left_to_those_who_agree(state: TableState, proposed: e.Proposed) -> bool:
    """Somebody went who had not answered, and all who are left have agreed."""
    return bool(_went(state, proposed)) and _able(state, proposed) <= state.agreed


def ended_by(state: TableState, proposed: e.Proposed) -> e.Person | None:
    """By whose coming or going a proposal falls; None: it stands.

    Nobody is replaced who is back, and a proposal ends when its author goes. If nobody else is left
    to answer, those who went have not agreed to another game, to a stranger, nor to giving away the
    match; anything else is decided by the one who is left.
    """
    what, went = proposed.what, _went(state, proposed)
    if isinstance(what, e.StandIn | e.TakeSeat) and _is_back(state, proposed, what.seat):
        return owner(state, what.seat)
    if proposed.person in went and proposed.person not in _players(state, proposed):
        return proposed.person
    left = _able(state, proposed)
    if isinstance(what, e.Rematch | e.TakeSeat | e.CarryAway):
        left -= {proposed.person}
    return went[-1] if went and not left else None


def _players(state: TableState, proposed: e.Proposed) -> set[e.Person]:
    """Who plays, but for one who is to be replaced."""
    # Who resigned may want another game, and nobody's secrets are carried away without them.
    if isinstance(proposed.what, e.Rematch | e.CarryAway):
        return {
            chair.person for chair in state.chairs if chair.person is not None and not chair.left
        }
    if isinstance(proposed.what, e.StandIn | e.TakeSeat):
        return state.players() - {owner(state, proposed.what.seat)}
    return state.players()


def _able(state: TableState, proposed: e.Proposed) -> set[e.Person]:
    """Those of them for whom no bot plays, where that matters."""
    players = _players(state, proposed)
    if isinstance(proposed.what, e.Rematch | e.CarryAway):
        return players
    return {person for person in players if not _stood_in_for(state, person)}


def _stood_in_for(state: TableState, person: e.Person) -> bool:
    """On all their seats, and not for one move only."""
    chairs = (state.chairs[seat] for seat in state.seats_of(person) if not state.resigned(seat))
    return all(chair.left or (chair.level is not None and not chair.once) for chair in chairs)


def _went(state: TableState, proposed: e.Proposed) -> list[e.Person]:
    """Who has left, resigned or been stood in for since it was proposed, and is not back; in
    order."""
    seats: list[Seat] = []
    for happening in _since(state, proposed):
        if isinstance(happening, e.Left) or (
            isinstance(happening, e.StoodIn) and not happening.once
        ):
            seats.insert(0, happening.seat)
        elif isinstance(happening, e.Happened):
            resigned = [event.seat for event in happening.events if isinstance(event, Resigned)]
            seats[:0] = resigned
    able = _able(state, proposed)
    return [person for seat in seats if (person := owner(state, seat)) not in able]


def _is_back(state: TableState, proposed: e.Proposed, seat: Seat) -> bool:
    return any(isinstance(one, e.Sat) and one.seat == seat for one in _since(state, proposed))


def _since(state: TableState, proposed: e.Proposed) -> Iterator[e.Happening[Any, Any]]:
    """What has happened since it was proposed, the last first."""
    for entry in reversed(state.entries):
        for happening in reversed(entry.what):
            if happening is proposed:
                return
            yield happening
