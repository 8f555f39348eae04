"""Decisions on proposals: what happens only if the others agree."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from math import ceil
from typing import Any

from escale.core.event import Acted
from escale.core.match import standing
from escale.core.play import Ruling, refused
from escale.core.secrecy import Seat
from escale.tables.decisions import commands, names, playing, seating, voters
from escale.tables.decisions.context import Context, Decision
from escale.tables.log import entries as e
from escale.tables.log.table_state import Chair, RunningMatch, TableState

ABSENCE_MS = 60_000  # of one who did not say goodbye, before a bot may play for them


def propose(
    state: TableState, person: e.Person, command: commands.Propose, context: Context
) -> Decision:
    if state.proposal is not None:
        return refused("proposal-open", "house-consent")
    what = _proposal(state, person, command, context)
    if isinstance(what, Ruling):
        return what
    proposed = e.Proposed(person, what, command.pledge or "")
    if voters.awaited(state, proposed, context.present) <= {person}:
        return _carried_out(state, proposed, {person: proposed.pledge}, context)
    return (proposed,)


def answer(
    state: TableState, person: e.Person, command: commands.Answer, context: Context
) -> Decision:
    proposal = state.proposal
    if proposal is None or voters.ended_by(state, proposal) is not None:
        return refused("nothing-proposed", "house-consent")
    if person not in voters.asked(state, proposal) and person != proposal.person:
        return refused("not-asked", "house-consent")
    if not command.agree:
        return (e.Declined(person),)
    pledge = command.pledge or ""
    if person in state.agreed:
        return refused("agreed-already", "house-consent")
    if not voters.awaited(state, proposal, context.present) <= {*state.agreed, person}:
        return (e.Agreed(person, pledge),)
    follows = _carried_out(state, proposal, {**state.pledges, person: pledge}, context)
    return follows if isinstance(follows, Ruling) else (e.Agreed(person, pledge), *follows)


def resume(state: TableState, person: e.Person) -> Decision:
    if not state.paused:
        return refused("not-paused", "house-pause")
    return (e.Resumed(),) if state.seats_of(person) else refused("players-only", "house-pause")


def automatic(state: TableState, context: Context) -> e.Happenings:
    """What becomes of a proposal when those who had to answer have gone; usually nothing."""
    proposal = state.proposal
    if proposal is None:
        return ()
    by = voters.ended_by(state, proposal)
    if by is not None:
        return (e.Declined(by),)
    if not voters.is_left_to_those_who_agree(state, proposal):
        return ()
    follows = _carried_out(state, proposal, state.pledges, context)
    return (e.Declined(proposal.person),) if isinstance(follows, Ruling) else follows


def _proposal(
    state: TableState, person: e.Person, command: commands.Propose, context: Context
) -> e.Proposal | Ruling:
    seated = bool(state.seats_of(person))
    if command.what == "take-seat":
        return _take_seat(state, person, command, context)
    if not seated:
        return refused("players-only", "house-consent")
    if command.what == "rematch":
        return _rematch(state)
    running = playing.playing(state)
    if isinstance(running, Ruling):
        return running
    if command.what == "carry-away":
        return e.CarryAway()
    if command.what == "take-back":
        return _take_back(running, state.seats_of(person), context)
    if command.what == "deal-again":
        outcome = running.match.deal_again(context.match_time(running))
        return outcome if isinstance(outcome, Ruling) else e.DealAgain()
    if command.what == "pause":
        return refused("paused", "house-pause") if running.paused else e.Pause()
    return _stand_in(state, command, context)


def _rematch(state: TableState) -> e.Proposal | Ruling:
    if state.rematch:
        return refused("rematch-made", "house-tables")
    finished = state.running is not None and state.running.match.over
    if not finished or state.carried_by is not None:
        return refused("not-over", "house-tables")
    return e.Rematch()


def _take_back(
    running: RunningMatch, own: tuple[Seat, ...], context: Context
) -> e.Proposal | Ruling:
    """Back to before the last own action."""
    log = running.match.log
    acted = (
        place for place, event in standing(log) if isinstance(event, Acted) and event.seat in own
    )
    to = max(acted, default=len(log))
    outcome = running.match.rewind(to, context.match_time(running))
    return outcome if isinstance(outcome, Ruling) else e.TakeBack(to)


def _absent(state: TableState, seat: Seat | None, context: Context) -> tuple[Seat, Chair] | Ruling:
    """The seat of somebody who is away: nobody loses a seat while they are there."""
    if seat is None:
        return refused("no-such-seat", "house-seats", seat="?")
    problem = seating.bad_seat(state, seat)
    if problem is not None:
        return problem
    chair = state.chairs[seat]
    if chair.person is None or state.resigned(seat):
        return refused("seat-of-nobody", "house-seats")
    if not chair.left and chair.person in context.present:
        return refused("not-left", "house-seats", name=chair.name)
    return seat, chair


def _absence_wait(state: TableState, chair: Chair, context: Context) -> int:
    """Milliseconds until a bot may play for somebody who did not say goodbye: a page that is loaded
    again is away for a moment, and in slow play people are away for as long as a move may take."""
    if chair.left or chair.person is None:
        return 0
    pace = state.made.pace
    needed = pace.seconds * 1000 if pace.speed == "slow" else ABSENCE_MS
    return needed - (context.now - context.away_since.get(chair.person, context.now))


def _stand_in(
    state: TableState, command: commands.Propose, context: Context
) -> e.Proposal | Ruling:
    absent = _absent(state, command.seat, context)
    if isinstance(absent, Ruling):
        return absent
    seat, chair = absent
    if state.level(seat) is not None:
        return refused("has-stand-in", "house-bots")
    wait = _absence_wait(state, chair, context)
    if wait > 0 and state.made.pace.speed == "slow":
        return refused("has-time", "house-seats", name=chair.name)
    if wait > 0:
        seconds = ceil(wait / 1000)
        return refused("just-left", "house-seats", name=chair.name, count=seconds)
    level = state.house_level if command.level is None else command.level
    if level == 0 == state.house_level:
        return e.StandIn(seat, 0)
    problem = seating.bad_level(state, level)
    return e.StandIn(seat, level) if problem is None else problem


def _take_seat(
    state: TableState, person: e.Person, command: commands.Propose, context: Context
) -> e.Proposal | Ruling:
    running = playing.playing(state)
    if isinstance(running, Ruling):
        return running
    absent = _absent(state, command.seat, context)
    if isinstance(absent, Ruling):
        return absent
    seat, chair = absent
    if not chair.left:
        return refused("not-left", "house-seats", name=chair.name)
    name = names.clean(command.name or "")
    problem = seating.bad_name(state, name, person, seat)
    return e.TakeSeat(seat, name) if problem is None else problem


def rematch_table(state: TableState) -> str:
    """The name of the rematch's table. It is fixed, so that making it twice is harmless."""
    return sha256(f"rematch of {state.name}".encode()).hexdigest()[:24]


def _carried_out(
    state: TableState, proposed: e.Proposed, pledges: Mapping[e.Person, str], context: Context
) -> Decision:
    """What everybody has agreed to, if it can still be done."""
    match proposed.what:
        case e.TakeBack() | e.Pause() | e.DealAgain():
            running = playing.playing(state)
            if isinstance(running, Ruling):
                return running
            follows = _in_match(running, proposed.what, context)
            if isinstance(follows, Ruling):
                return follows
        case e.StandIn(seat, level):
            follows = e.StoodIn(seat, level)
        case e.TakeSeat(seat, name):
            follows = e.Sat(seat, proposed.person, name)
        case e.Rematch():
            follows = e.Rematched(rematch_table(state), tuple(sorted(pledges.items())))
        case e.CarryAway():
            follows = e.CarriedAway(proposed.person)
    return (e.Settled(), follows)


def _in_match(
    running: RunningMatch, what: e.TakeBack | e.Pause | e.DealAgain, context: Context
) -> e.Happening[Any, Any] | Ruling:
    at = context.match_time(running)
    if isinstance(what, e.Pause):
        return e.Paused(at, running.move_clock.read(context.now, context.closed))
    if isinstance(what, e.DealAgain):
        events = running.match.deal_again(at)
    else:
        events = running.match.rewind(what.to, at)
    return events if isinstance(events, Ruling) else e.Happened(tuple(events))
