"""Matches of the fort that have come as far as somebody wants: a visitor goes on from there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from escale.core.event import Acted
from escale.core.match import Match, Player, Record
from escale.core.play import Players, Ruling
from escale.games import matchfile
from escale.games.arena import seeded_match
from escale.games.fortboyard.game import GAME
from escale.games.fortboyard.rules.chest import Chest, KeysBack
from escale.games.fortboyard.rules.pieces import (
    KEPT,
    TO_OPEN,
    GiveBack,
    Judge,
    OpenChest,
    Options,
    PassDie,
    Ready,
    TakeCard,
    Throw,
    TurnHourglass,
    Vote,
)
from escale.games.fortboyard.rules.riddle import Asked
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.rules.trial import NO_CARD, AroundTable, Trying
from escale.games.fortboyard.rules.walk import FirstRoll, Turn
from escale.tables.decisions import seating
from escale.tables.decisions.context import Context
from escale.tables.log import entries as e
from escale.tables.log.table_state import TableState

Wanted = Callable[[State], bool]

NAMES = ("Ada", "Blaise", "Clara", "Dario", "Emma", "Farid")
LEVEL = 1
RIDDLES = "S" + "G" * 14 + "T"  # two keys a riddle: the shortest way to the chest
TRIALS = "S" + "P" * 20 + "T"  # wherever the die leads, there is a trial
MOST_SEEDS = 1000
SECRET = "5e" * 32  # of the house
MOST_ACTIONS = 400


def drawn(trial: str, candidate: int = 0, ready: int = 0) -> Wanted:
    """This card lies there, and so many are ready."""

    def is_drawn(state: State) -> bool:
        top = state.phases[-1]
        wanted = (candidate, trial, ready)
        return isinstance(top, Trying) and (top.candidate, top.name, len(top.ready)) == wanted

    return is_drawn


def story(
    wanted: Wanted, since: Wanted | None = None, players: int = 3, people: int = 1, **options: Any
) -> str:
    """A match file: people sit on the first seats, bots on the others, and this is the case.

    `since`: it is told up to here only, but the dice will fall so that it comes to what is wanted.
    """
    made = Options(**{"plan": RIDDLES, "hourglass": 120, "roll_pace": 10, **options})
    roles = ["person"] * people + [f"bot:{LEVEL}"] * (players - people)
    sitting = [Player(name, role) for name, role in zip(NAMES, roles, strict=False)]
    for seed in range(MOST_SEEDS):
        match = seeded_match(GAME, made, sitting, seed)
        match.extend(match.begin())
        for _ in _course(match):
            if not (since or wanted)(match.state) or not _is_played(match):
                continue
            if since is None or any(wanted(state) for state in _course(brought(match.record))):
                return matchfile.to_json(match.record)
    raise AssertionError("it never comes to this")


def brought(record: Record[Any, Any]) -> Match[Any, Any, Any]:
    """The match as it goes on at a house of these tests, whose secret is known."""
    seats, pace = len(record.header.players), e.Pace()
    made = e.Made(GAME.name, record.header.options, seats, pace, False, "everybody", "")
    plan = seating.imported_seats(record)
    what = [*seating.new_table(made, record, plan, NAMES[0], "")]
    people = [seat for seat, level in enumerate(plan) if level is None]
    what += [e.Sat(seat, seat, NAMES[seat]) for seat in people]
    table = TableState("0" * 24, GAME)
    table.apply(e.Entry(0, tuple(what)))
    table.apply(e.Entry(0, seating.begin(table, Context(0, secret=lambda: SECRET))))
    assert table.running is not None
    return table.running.match


def _is_played(match: Match[Any, Any, Any]) -> bool:
    """Otherwise the file is refused."""
    return any(isinstance(event, Acted) for event in match.log)


def _course(match: Match[Any, Any, Any]) -> Iterator[State]:
    """Every state with a decision, until the end or until something that is not played here."""
    for _ in range(MOST_ACTIONS):
        awaits = match.awaits
        if not isinstance(awaits, Players):
            return
        yield match.state
        top = match.state.phases[-1]
        # Seat 0 is the last of those who are asked the same; a riddle is the reader's.
        seat = top.reader if isinstance(top, Asked) else awaits.seats[-1]
        action = _sensible(match.state, seat)
        if action is None:
            return
        events = match.act(seat, action, match.now)
        assert not isinstance(events, Ruling), events
        match.extend(events)


def _sensible(state: State, seat: int) -> Any:
    """Everything succeeds, so that there are keys. None: trials on the screens are not played."""
    match state.phases[-1]:
        case Turn(walked=walked):
            if state.purses[seat].keys >= TO_OPEN:
                return OpenChest()
            return PassDie() if walked else Throw()
        case Trying(place=place):
            return TakeCard(0) if place == NO_CARD else Ready(doubled=False)
        case Asked(turned=turned):
            return Judge(right=True) if turned else TurnHourglass()
        case AroundTable():
            return Vote(won=True)
        case KeysBack():
            back = state.purses[seat].keys - KEPT
            return GiveBack(state.with_cells[:1] * back)
        case FirstRoll() | Chest():
            return Throw()
        case _:
            return None
