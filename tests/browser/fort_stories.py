"""Matches of the fort that have come as far as somebody wants: a visitor goes on from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from escale.core.match import Match, Player
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

Wanted = Callable[[State], bool]

NAMES = ("Ada", "Blaise", "Clara", "Dario", "Emma", "Farid")
LEVEL = 1
RIDDLES = "S" + "G" * 14 + "T"  # two keys a riddle: the shortest way to the chest
TRIALS = "S" + "P" * 20 + "T"  # wherever the die leads, there is a trial
MOST_SEEDS = 1000
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
        if told := _told(match, wanted, since or wanted):
            return told
    raise AssertionError("it never comes to this")


def _told(match: Match[Any, Any, Any], wanted: Wanted, since: Wanted) -> str:
    """Empty: it does not come to this."""
    told = ""
    for _ in range(MOST_ACTIONS):
        awaits = match.awaits
        if not isinstance(awaits, Players):
            return ""
        if since(match.state):
            told = matchfile.to_json(match.record)
        if wanted(match.state):
            return told
        top = match.state.phases[-1]
        # Seat 0 is the last of those who are asked the same; a riddle is the reader's.
        seat = top.reader if isinstance(top, Asked) else awaits.seats[-1]
        action = _sensible(match.state, seat)
        if action is None:
            return ""
        events = match.act(seat, action, match.now)
        assert not isinstance(events, Ruling), events
        match.extend(events)
    return ""


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
