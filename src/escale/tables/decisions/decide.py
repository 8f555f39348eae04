"""What follows from a command, and from the passing of time. Pure: nothing is changed here."""

from __future__ import annotations

from math import ceil
from typing import Any

from escale.core.play import refused
from escale.tables.decisions import commands, consent, names, playing, seating
from escale.tables.decisions.context import Context, Decision
from escale.tables.log import entries as e
from escale.tables.log.table_state import TableState

MOST_EVER = 10_000  # people at one table: their numbers have a limit


def decide(
    state: TableState, guest_hash: str, command: commands.Command, context: Context
) -> Decision:
    """Somebody new who sits down, speaks or proposes something is added to the people of the table
    first. Nobody else is remembered."""
    if state.closed:
        return refused("table-closed", "house-tables")
    if guest_hash in state.asked_to_leave:
        return refused("asked-to-leave", "house-leave")
    person = state.person(guest_hash)
    if person is not None:
        return _decide(state, person, command, context)
    name = names.clean(commands.name_in(command))
    if not name:
        return refused("players-only", "house-tables")
    new = len(state.people)
    if new >= MOST_EVER:
        return refused("too-many-people", "house-tables")
    decision = _decide(state, new, command, context)
    if not isinstance(decision, tuple):
        return decision
    came: e.Happening[Any, Any] = e.Came(new, name, guest_hash)
    problem = seating.bad_name(state, name, new)
    return (came, *decision) if problem is None else problem


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
        case commands.AskForHint():
            return playing.ask_for_hint(state, person, command.seat)
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
        case commands.AskToLeave():
            return seating.ask_to_leave(state, person, command.person)


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
