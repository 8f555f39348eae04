"""What nobody decides alone: it is proposed, and happens when the others agree."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from escale.core.event import Acted
from escale.core.match import standing
from escale.core.play import Ruling, refused
from escale.core.secrecy import Seat
from escale.tables.decisions import commands, names, playing, seating, voters
from escale.tables.decisions.context import Decision, Now, first
from escale.tables.log import entries as e
from escale.tables.log.table_state import Room


def propose(room: Room, person: e.Person, ask: commands.Propose, now: Now) -> Decision:
    if room.proposal is not None:
        return refused("proposal-open", "house-consent")
    what = _proposal(room, person, ask, now)
    if isinstance(what, Ruling):
        return what
    proposed = e.Proposed(person, what)
    if voters.awaited(room, proposed, now.present) <= {person}:
        return _carried_out(room, proposed, now)
    return (proposed,)


def answer(room: Room, person: e.Person, agree: bool, now: Now) -> Decision:
    proposal = room.proposal
    if proposal is None or voters.ended_by(room, proposal) is not None:
        return refused("nothing-proposed", "house-consent")
    if person not in voters.asked(room, proposal) and person != proposal.person:
        return refused("not-asked", "house-consent")
    if not agree:
        return (e.Declined(person),)
    if person in room.agreed:
        return refused("agreed-already", "house-consent")
    if not voters.awaited(room, proposal, now.present) <= {*room.agreed, person}:
        return (e.Agreed(person),)
    follows = _carried_out(room, proposal, now)
    return follows if isinstance(follows, Ruling) else (e.Agreed(person), *follows)


def resume(room: Room, person: e.Person) -> Decision:
    if not room.paused:
        return refused("not-paused", "house-pause")
    return (e.Resumed(),) if room.seats_of(person) else refused("players-only", "house-pause")


def unasked(room: Room, now: Now) -> tuple[e.Happening[Any, Any], ...]:
    """What becomes of a proposal by itself, when those who had to answer have gone: nobody waits
    for them. Usually nothing."""
    proposal = room.proposal
    if proposal is None:
        return ()
    by = voters.ended_by(room, proposal)
    if by is not None:
        return (e.Declined(by),)
    if not voters.is_left_to_those_who_agree(room, proposal):
        return ()
    follows = _carried_out(room, proposal, now)
    return (e.Declined(proposal.person),) if isinstance(follows, Ruling) else follows


def _proposal(room: Room, person: e.Person, ask: commands.Propose, now: Now) -> e.Proposal | Ruling:
    seated = bool(room.seats_of(person))
    if ask.what == "take-seat":
        return _take_seat(room, ask, now)
    if not seated:
        return refused("players-only", "house-consent")
    if ask.what == "rematch":
        return _rematch(room)
    problem = playing.not_playing(room)
    if problem is not None:
        return problem
    if ask.what == "carry-away":
        return e.CarryAway()
    if ask.what == "take-back":
        return _take_back(room, person, now)
    if ask.what == "pause":
        return refused("paused", "house-pause") if room.paused else e.Pause()
    return _stand_in(room, ask, now)


def _rematch(room: Room) -> e.Proposal | Ruling:
    if room.rematch:
        return refused("rematch-made", "house-tables")
    if room.match is None or room.match.score is None or room.carried_by is not None:
        return refused("not-over", "house-tables")
    return e.Rematch()


def _take_back(room: Room, person: e.Person, now: Now) -> e.Proposal | Ruling:
    """Back to before the last own action."""
    assert room.match is not None
    own = room.seats_of(person)
    log = room.match.log
    acted = (
        place for place, event in standing(log) if isinstance(event, Acted) and event.seat in own
    )
    to = max(acted, default=len(log))
    outcome = room.match.rewind(to, room.match_time(now.wall, now.closed))
    return outcome if isinstance(outcome, Ruling) else e.TakeBack(to)


def _absent(room: Room, seat: Seat | None, now: Now) -> Ruling | None:
    """A seat is not taken from somebody who sits on it."""
    if seat is None:
        return refused("no-such-seat", "house-seats", seat="?")
    problem = seating.bad_seat(room, seat)
    if problem is not None:
        return problem
    chair = room.chairs[seat]
    if chair.person is None or room.resigned(seat):
        return refused("seat-of-nobody", "house-seats")
    if not chair.left and chair.person in now.present:
        return refused("not-left", "house-seats", name=chair.name)
    return None


def _stand_in(room: Room, ask: commands.Propose, now: Now) -> e.Proposal | Ruling:
    problem = _absent(room, ask.seat, now)
    if problem is not None:
        return problem
    assert ask.seat is not None
    if room.level(ask.seat) is not None:
        return refused("has-stand-in", "house-bots")
    level = room.house_level if ask.level is None else ask.level
    if level == 0 == room.house_level:
        return e.StandIn(ask.seat, 0)
    problem = seating.bad_level(room, level)
    return e.StandIn(ask.seat, level) if problem is None else problem


def _take_seat(room: Room, ask: commands.Propose, now: Now) -> e.Proposal | Ruling:
    problem = first(playing.not_playing(room), _absent(room, ask.seat, now))
    if problem is not None:
        return problem
    assert ask.seat is not None
    if not room.chairs[ask.seat].left:
        return refused("not-left", "house-seats", name=room.chairs[ask.seat].name)
    name = names.clean(ask.name or "")
    problem = seating.bad_name(room, name, ask.seat)
    return e.TakeSeat(ask.seat, name) if problem is None else problem


def next_table(room: Room) -> str:
    """Where a rematch is played: known beforehand, so that it can be made twice without harm."""
    return sha256(f"rematch of {room.table}".encode()).hexdigest()[:24]


def _carried_out(room: Room, proposed: e.Proposed, now: Now) -> Decision:
    """What everybody has agreed to, if it can still be done."""
    match proposed.what:
        case e.TakeBack(to):
            assert room.match is not None
            events = room.match.rewind(to, room.match_time(now.wall, now.closed))
            if isinstance(events, Ruling):
                return events
            follows: e.Happening[Any, Any] = e.Happened(tuple(events))
        case e.Pause():
            at = room.match_time(now.wall, now.closed)
            follows = e.Paused(at, room.move_clock.read(now.wall, now.closed))
        case e.StandIn(seat, level):
            follows = e.StoodIn(seat, level)
        case e.TakeSeat(seat, name):
            follows = e.Sat(seat, proposed.person, name)
        case e.Rematch():
            follows = e.Rematched(next_table(room))
        case e.CarryAway():
            follows = e.CarriedAway(proposed.person)
    return (e.Settled(), follows)
