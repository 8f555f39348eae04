"""What follows when a person asks something of a table, and when nobody does.

Pure: nothing here changes anything.
"""

from __future__ import annotations

from math import ceil
from typing import Any

from escale.core.play import refused
from escale.tables.decisions import commands, consent, names, playing, seating
from escale.tables.decisions.context import Decision, Now
from escale.tables.log import entries as e
from escale.tables.log.table_state import Room

MOST_PEOPLE = 200


def decide(room: Room, mark: str, ask: commands.Ask, now: Now) -> Decision:
    """`mark` is that of the cookie; who is new and says a name is made known first."""
    person = room.person(mark)
    if person is not None:
        return _decide(room, person, ask, now)
    name = names.clean(getattr(ask, "name", None) or "")
    if not name:
        return refused("players-only", "house-tables")
    if not names.is_name(name):
        return refused("bad-name", "house-seats", most=names.LONGEST)
    if len(room.people) >= MOST_PEOPLE:
        return refused("too-many-people", "house-tables")
    new = len(room.people)
    decision = _decide(room, new, ask, now)
    came: e.Happening[Any, Any] = e.Came(new, name, mark)
    return (came, *decision) if isinstance(decision, tuple) else decision


def unasked(room: Room, now: Now) -> tuple[e.Happening[Any, Any], ...]:
    """What the house does by itself at this hour; usually nothing."""
    return consent.unasked(room, now) or playing.clockwork(room, now)


def _decide(room: Room, person: e.Person, ask: commands.Ask, now: Now) -> Decision:
    match ask:
        case commands.Act():
            return playing.act(room, person, ask, now)
        case commands.Sit():
            return seating.sit(room, person, ask)
        case commands.StandUp():
            return seating.stand_up(room, person, ask.seat)
        case commands.SeatBot():
            return seating.seat_bot(room, person, ask)
        case commands.Start():
            return seating.start(room, person, now)
        case commands.Salt():
            return playing.salt(room, person, ask, now)
        case commands.OpenMoment():
            return playing.open_moment(room, person, ask.seat, now)
        case commands.Resign():
            return playing.resign(room, person, ask.seat, now)
        case commands.Propose():
            return consent.propose(room, person, ask, now)
        case commands.Answer():
            return consent.answer(room, person, ask.agree, now)
        case commands.Resume():
            return consent.resume(room, person)
        case commands.Say():
            return _say(room, person, ask, now)
        case commands.Mute():
            return _mute(room, person, ask)


def _say(room: Room, person: e.Person, ask: commands.Say, now: Now) -> Decision:
    text = names.clean(ask.text)
    if not text:
        return refused("nothing-said", "house-chat")
    chat = room.made.chat
    if chat == "nobody" or (chat == "players" and not room.seats_of(person)):
        return refused("chat-closed", "house-chat")
    wait = room.talk_wait(person, now.wall)
    if wait:
        return refused("too-much-said", "house-chat-pace", count=ceil(wait / 1000))
    return (e.Said(person, text),)


def _mute(room: Room, person: e.Person, ask: commands.Mute) -> Decision:
    if ask.person >= len(room.people) or ask.person == person:
        return refused("no-such-person", "house-chat")
    return (e.Muted(person, ask.person, ask.muted),)
