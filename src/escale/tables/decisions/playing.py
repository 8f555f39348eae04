"""The match at a table: what people do, and what the house does when time has passed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from escale.core.codec import Malformed, from_plain
from escale.core.event import Event
from escale.core.match import salts
from escale.core.play import Chance, Ruling, refused
from escale.core.secrecy import Seat
from escale.tables.decisions import commands, seating
from escale.tables.decisions.context import Decision, Now, first
from escale.tables.log import entries as e
from escale.tables.log.table_state import SALT_MS, Room

_decode = msgspec.json.Decoder().decode


def not_playing(room: Room) -> Ruling | None:
    if room.status == "gathering":
        return refused("not-begun", "house-tables")
    return refused("match-over", "house-over") if room.status == "over" else None


def salt(room: Room, person: e.Person, ask: commands.Salt, now: Now) -> Decision:
    problem = first(not_playing(room), seating.not_own(room, person, ask.seat))
    if problem is not None:
        return problem
    assert room.match is not None
    return _happened(room.match.salt(ask.seat, ask.salt, room.match_time(now.wall, now.closed)))


def act(room: Room, person: e.Person, ask: commands.Act, now: Now) -> Decision:
    problem = first(
        not_playing(room),
        seating.not_own(room, person, ask.seat),
        _cannot_act(room, ask.seat, ask.after),
    )
    if problem is not None:
        return problem
    try:
        action = from_plain(room.game.actions, _decode(ask.action))
    except (Malformed, msgspec.DecodeError, RecursionError, UnicodeError) as problem_found:
        return refused("bad-action", "house-tables", problem=str(problem_found)[:200])
    happened = played(room, ask.seat, action, now)
    chair = room.chairs[ask.seat]
    if isinstance(happened, Ruling) or not (chair.left or chair.level is not None):
        return happened
    return (seating.returning(room, ask.seat), *happened)


def _cannot_act(room: Room, seat: Seat, after: int | None) -> Ruling | None:
    if room.paused:
        return refused("paused", "house-pause")
    if room.resigned(seat):
        return refused("resigned-already", "house-resign")
    if room.held(seat):
        return refused("open-it-first", "house-slow")
    # More than there is was seen before a backup was put back.
    if after is not None and not room.awaited_since.get(seat, 0) <= after <= room.number:
        return refused("stale", "house-turn")
    return None


def played(room: Room, seat: Seat, action: Any, now: Now) -> Decision:
    """What follows from an action, of a person or of a bot."""
    assert room.match is not None
    return _happened(room.match.act(seat, action, room.match_time(now.wall, now.closed)))


def by_lot(room: Room, seat: Seat, now: Now) -> Decision:
    """Some allowed move, for a seat that nobody else can play."""
    assert room.match is not None
    dice = Random(f"{room.match.secret}|{seat}|{len(room.match.log)}")
    return played(room, seat, room.match.rules.sample(room.match.state, seat, dice), now)


def open_moment(room: Room, person: e.Person, seat: Seat, now: Now) -> Decision:
    problem = first(not_playing(room), seating.not_own(room, person, seat))
    if problem is not None:
        return problem
    # One device shows all its seats: what one of them may see, whoever holds it can see.
    held = [one for one in room.seats_of(person) if room.held(one)]
    if not held:
        return refused("nothing-to-open", "house-slow")
    if room.paused:
        return refused("paused", "house-pause")
    at = room.match_time(now.wall, now.closed)
    return tuple(e.Opened(one, at) for one in held)


def resign(room: Room, person: e.Person, seat: Seat, now: Now) -> Decision:
    problem = first(not_playing(room), seating.not_own(room, person, seat))
    if problem is not None:
        return problem
    assert room.match is not None
    return _happened(room.match.resign(seat, room.match_time(now.wall, now.closed)))


def clockwork(room: Room, now: Now) -> tuple[e.Happening[Any, Any], ...]:
    """What the clocks bring at this hour; usually nothing."""
    if not room.playing or room.paused:
        return ()
    assert room.match is not None
    at = room.match_time(now.wall, now.closed)
    if isinstance(room.awaits, Chance):
        return _first_draws(room, at, now)
    elapsed = room.match.elapse(at)
    if elapsed:
        return (e.Happened(elapsed),)
    limit = room.made.pace.seconds * 1000
    if not limit or room.move_clock.read(now.wall, now.closed) < limit:
        return ()
    return tuple(_stood_in(room, seat, now) for seat in room.awaited if room.level(seat) is None)


def _stood_in(room: Room, seat: Seat, now: Now) -> e.StoodIn:
    """Who is there and only slow loses this one move; who is away is played for until back."""
    return e.StoodIn(seat, room.house_level, once=room.chairs[seat].person in now.present)


def _first_draws(room: Room, at: int, now: Now) -> tuple[e.Happening[Any, Any], ...]:
    assert room.match is not None
    if room.salted:
        return (e.Happened(room.match.begin(at)),)
    if now.wall < room.begun_at + SALT_MS:
        return ()
    header = room.match.header
    told = salts(header, room.match.log)
    missing = tuple(seat for seat in header.seats if header.players[seat].pledge and not told[seat])
    decision = seating.again(room, missing, now)
    assert not isinstance(decision, Ruling)
    return decision


def _happened(outcome: Sequence[Event[Any]] | Ruling) -> Decision:
    return outcome if isinstance(outcome, Ruling) else (e.Happened(tuple(outcome)),)
