"""Decisions about the match: moves of people and of bots, and what follows when time has passed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from escale.core.codec import Malformed, from_plain
from escale.core.event import Event
from escale.core.game import BEST_HINT
from escale.core.play import Chance, Ruling, refused
from escale.core.secrecy import Seat, view
from escale.tables.decisions import commands, seating
from escale.tables.decisions.context import Context, Decision
from escale.tables.log import entries as e
from escale.tables.log.table_state import RunningMatch, TableState

_decode = msgspec.json.Decoder().decode


def playing(state: TableState) -> RunningMatch | Ruling:
    if state.running is None:
        return refused("not-begun", "house-tables")
    return state.playing or refused("match-over", "house-over")


def _playing_at(state: TableState, person: e.Person, seat: Seat) -> RunningMatch | Ruling:
    """The match, if it is played and this seat is the person's own."""
    running = playing(state)
    if isinstance(running, Ruling):
        return running
    problem = seating.not_own(state, person, seat)
    return running if problem is None else problem


def salt(state: TableState, person: e.Person, command: commands.Salt, context: Context) -> Decision:
    running = _playing_at(state, person, command.seat)
    if isinstance(running, Ruling):
        return running
    at = context.match_time(running)
    return _happened(running.match.salt(command.seat, command.salt, at))


def act(state: TableState, person: e.Person, command: commands.Act, context: Context) -> Decision:
    running = _playing_at(state, person, command.seat)
    if isinstance(running, Ruling):
        return running
    problem = _cannot_act(state, running, command.seat, command.after)
    if problem is not None:
        return problem
    try:
        action = from_plain(state.game.actions, _decode(command.action))
    except (Malformed, msgspec.DecodeError, RecursionError, UnicodeError) as malformed:
        return refused("bad-action", "house-tables", problem=str(malformed)[:200])
    happened = played(running, command.seat, action, context)
    chair = state.chairs[command.seat]
    if isinstance(happened, Ruling) or not (chair.left or chair.level is not None):
        return happened
    return (*seating.return_to(state, person, [command.seat]), *happened)


def _cannot_act(
    state: TableState, running: RunningMatch, seat: Seat, after: int | None
) -> Ruling | None:
    if not running.salted:
        return refused("salts-awaited", "house-chance")
    if running.paused:
        return refused("paused", "house-pause")
    if state.resigned(seat):
        return refused("resigned-already", "house-resign")
    if state.held(seat):
        return refused("open-it-first", "house-slow")
    # A client that saw more entries than there are saw them before a backup was restored.
    if after is not None and not running.awaited_since.get(seat, 0) <= after <= state.number:
        return refused("stale", "house-turn")
    return None


def played(running: RunningMatch, seat: Seat, action: Any, context: Context) -> Decision:
    """What follows from an action, of a person or of a bot."""
    return _happened(running.match.act(seat, action, context.match_time(running)))


def played_by_lot(running: RunningMatch, seat: Seat, context: Context) -> Decision:
    """Some allowed move, for a seat that nobody else can play."""
    match = running.match
    dice = Random(f"{match.secret}|{seat}|{len(match.log)}")
    return played(running, seat, match.rules.sample(match.state, seat, dice), context)


def open_moment(state: TableState, person: e.Person, seat: Seat, context: Context) -> Decision:
    running = _playing_at(state, person, seat)
    if isinstance(running, Ruling):
        return running
    # A client shows all seats of its person at once, so all of them are opened.
    opened = running.opened
    held = [one for one in state.seats_of(person) if state.held(one) and one not in opened]
    if not held:
        return refused("nothing-to-open", "house-slow")
    if running.paused:
        return refused("paused", "house-pause")
    at = context.match_time(running)
    return tuple(e.Opened(one, at) for one in held)


def ask_for_hint(state: TableState, person: e.Person, seat: Seat) -> Decision:
    running = _playing_at(state, person, seat)
    if isinstance(running, Ruling):
        return running
    problem = _cannot_act(state, running, seat, None)
    if problem is not None:
        return problem
    if not state.gives_hints:
        return refused("no-hints", "house-hints")
    hints, seen = state.game.hints, view(running.match.state, seat)
    if seat not in running.awaited or hints is None or not hints.fit(seen):
        return refused("no-hint-now", "house-hints")
    rung = running.rung(seat)
    if rung == BEST_HINT:
        return refused("no-more-hints", "house-hints")
    return (e.Hinted(seat, rung + 1),)


def resign(state: TableState, person: e.Person, seat: Seat, context: Context) -> Decision:
    running = _playing_at(state, person, seat)
    if isinstance(running, Ruling):
        return running
    return _happened(running.match.resign(seat, context.match_time(running)))


def after_time(state: TableState, context: Context) -> e.Happenings:
    """What follows from the time that has passed; usually nothing."""
    running = state.playing
    if running is None or running.paused:
        return ()
    at = context.match_time(running)
    if not running.salted:
        due = running.clock_due(context.closed)
        late = due is not None and due <= context.now
        return (e.Happened(running.match.unsalt(at)),) if late else ()
    if isinstance(running.awaits, Chance):
        return (e.Happened(running.match.begin(at)),)
    elapsed = running.match.elapse(at)
    if elapsed:
        return (e.Happened(elapsed),)
    limit = running.pace.seconds * 1000
    if not limit or running.move_clock.read(context.now, context.closed) < limit:
        return ()
    return tuple(_stood_in(state, seat, context) for seat in state.awaited_people)


def _stood_in(state: TableState, seat: Seat, context: Context) -> e.StoodIn:
    """Who is connected loses this one move; who is away is played for until they are back."""
    once = state.chairs[seat].person in context.present
    return e.StoodIn(seat, state.house_level, once=once)


def _happened(outcome: Sequence[Event[Any]] | Ruling) -> Decision:
    return outcome if isinstance(outcome, Ruling) else (e.Happened(tuple(outcome)),)
