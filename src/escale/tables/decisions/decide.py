"""What follows from a command, and from the passing of time. Pure: nothing is changed here."""

from __future__ import annotations

from math import ceil
from typing import Any

from escale.core.play import refused
from escale.tables.decisions import commands, consent, names, playing, seating
from escale.tables.decisions.context import Context, Decision
from escale.tables.log import entries as e
from escale.tables.log.table_state import TableState

MOST_PEOPLE = 200


def decide(
    state: TableState, guest_hash: str, command: commands.Command, context: Context
) -> Decision:
    """Somebody new who gives a name is added to the people of the table first."""
    if state.closed:
        return refused("table-closed", "house-tables")
    person = state.person(guest_hash)
    if person is not None:
        return _decide(state, person, command, context)
    name = names.clean(getattr(command, "name", None) or "")
    if not name:
        return refused("players-only", "house-tables")
    if not names.is_name(name):
        return refused("bad-name", "house-seats", most=names.LONGEST)
    if len(state.people) >= MOST_PEOPLE:
        return refused("too-many-people", "house-tables")
    new = len(state.people)
    decision = _decide(state, new, command, context)
    came: e.Happening[Any, Any] = e.Came(new, name, guest_hash)
    return (came, *decision) if isinstance(decision, tuple) else decision


def automatic(state: TableState, context: Context) -> e.Happenings:
    """What follows now without any command; usually nothing."""
    return consent.automatic(state, context) or playing.after_time(state, context)


def _decide(
    state: TableState, person: e.Person, command: commands.Command, context: Context
) -> Decision:
    match command:
        case commands.Act():
            return playing.act(state, person, command, context)
        case commands.Sit():
            return seating.sit(state, person, command)
        case commands.StandUp():
            return seating.stand_up(state, person, command.seat)
        case commands.SeatBot():
            return seating.seat_bot(state, person, command)
        case commands.Start():
            return seating.start(state, person, context)
        case commands.Salt():
            return playing.salt(state, person, command, context)
        case commands.OpenMoment():
            return playing.open_moment(state, person, command.seat, context)
        case commands.Resign():
            return playing.resign(state, person, command.seat, context)
        case commands.Propose():
            return consent.propose(state, person, command, context)
        case commands.Answer():
            return consent.answer(state, person, command, context)
        case commands.Resume():
            return consent.resume(state, person)
        case commands.Say():
            return _say(state, person, command, context)
        case commands.Mute():
            return _mute(state, person, command)


def _say(state: TableState, person: e.Person, command: commands.Say, context: Context) -> Decision:
    text = names.clean(command.text)
    if not text:
        return refused("nothing-said", "house-chat")
    chat = state.made.chat
    if chat == "nobody" or (chat == "players" and not state.seats_of(person)):
        return refused("chat-closed", "house-chat")
    wait = state.chat_wait(person, context.now)
    if wait:
        return refused("too-much-said", "house-chat-pace", count=ceil(wait / 1000))
    return (e.Said(person, text),)


def _mute(state: TableState, person: e.Person, command: commands.Mute) -> Decision:
    if command.person >= len(state.people) or command.person == person:
        return refused("no-such-person", "house-chat")
    return (e.Muted(person, command.person, command.muted),)
