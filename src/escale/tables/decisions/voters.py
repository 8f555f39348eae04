"""Who has a say in what is proposed, and what it comes to when they go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from escale.core.event import Resigned
from escale.core.secrecy import Seat
from escale.tables.log import entries as e
from escale.tables.log.table_state import Room


def asked(room: Room, proposed: e.Proposed) -> set[e.Person]:
    """Who may answer: a stranger is never let in by nobody."""
    what = proposed.what
    if isinstance(what, e.StandIn | e.TakeSeat):
        return _players(room, proposed) or {owner(room, what.seat)}
    return _players(room, proposed)


def awaited(room: Room, proposed: e.Proposed, present: frozenset[e.Person]) -> set[e.Person]:
    """Who must agree. Not those for whom a bot plays.

    To go on for one who left, those who are there are enough; if nobody is, the others must come.
    """
    able = _able(room, proposed)
    if isinstance(proposed.what, e.StandIn | e.TakeSeat):
        return able & present or able or asked(room, proposed)
    return able


def owner(room: Room, seat: Seat) -> e.Person:
    person = room.chairs[seat].person
    return -1 if person is None else person


def is_left_to_those_who_agree(room: Room, proposed: e.Proposed) -> bool:
    """Somebody went who had not answered, and all who are left have agreed."""
    return bool(_went(room, proposed)) and _able(room, proposed) <= room.agreed


def ended_by(room: Room, proposed: e.Proposed) -> e.Person | None:
    """By whose coming or going a proposal falls; None: it stands.

    Nobody is replaced who is back, and whoever goes takes their proposal along. If nobody else is
    left to answer, those who went have not agreed to another game, nor to a stranger; anything
    else is for the one who is left to decide.
    """
    what, went = proposed.what, _went(room, proposed)
    if isinstance(what, e.StandIn | e.TakeSeat) and _is_back(room, proposed, what.seat):
        return owner(room, what.seat)
    if proposed.person in went and proposed.person not in _players(room, proposed):
        return proposed.person
    left = _able(room, proposed)
    if isinstance(what, e.Rematch | e.TakeSeat):
        left -= {proposed.person}
    return went[-1] if went and not left else None


def _players(room: Room, proposed: e.Proposed) -> set[e.Person]:
    """Who plays, but for one who is to be replaced."""
    if isinstance(proposed.what, e.Rematch):  # who resigned may want another game
        return {
            chair.person for chair in room.chairs if chair.person is not None and not chair.left
        }
    if isinstance(proposed.what, e.StandIn | e.TakeSeat):
        return room.players() - {owner(room, proposed.what.seat)}
    return room.players()


def _able(room: Room, proposed: e.Proposed) -> set[e.Person]:
    """Those of them who play with their own hands. After the game all hands are their own."""
    players = _players(room, proposed)
    if isinstance(proposed.what, e.Rematch):
        return players
    return {person for person in players if not _stood_in_for(room, person)}


def _stood_in_for(room: Room, person: e.Person) -> bool:
    """On all their seats, and not for one move only."""
    chairs = (room.chairs[seat] for seat in room.seats_of(person) if not room.resigned(seat))
    return all(chair.left or (chair.level is not None and not chair.once) for chair in chairs)


def _went(room: Room, proposed: e.Proposed) -> list[e.Person]:
    """Who has left or resigned since it was proposed, or had to be stood in for, and is not back;
    the last one last."""
    seats: list[Seat] = []
    for happening in _since(room, proposed):
        match happening:
            case e.Left(seat) | e.StoodIn(seat, once=False):
                seats.insert(0, seat)
            case e.Happened(events):
                seats[:0] = [event.seat for event in events if isinstance(event, Resigned)]
    able = _able(room, proposed)
    return [person for seat in seats if (person := owner(room, seat)) not in able]


def _is_back(room: Room, proposed: e.Proposed, seat: Seat) -> bool:
    return any(isinstance(one, e.Sat) and one.seat == seat for one in _since(room, proposed))


def _since(room: Room, proposed: e.Proposed) -> Iterator[e.Happening[Any, Any]]:
    """What has happened since it was proposed, the last first."""
    for entry in reversed(room.entries):
        for happening in reversed(entry.what):
            if happening is proposed:
                return
            yield happening
