"""The bot of la bataille: weaker levels have more of the habits of people."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, TypeAlias

from escale.core.bots import Later
from escale.core.secrecy import Seat, View
from escale.games.fortboyard.trials.bataille.rules import BEATS, FIGURES, Bataille, Figure, ShowHand
from escale.games.fortboyard.trials.shared.bot_reactions import around_bout

if TYPE_CHECKING:
    from escale.games.fortboyard.rules.rules import Action, Fort, State

HABIT = {1: 80, 2: 50, 3: 20, 4: 0}  # percent of decisions by habit
FORESIGHT = {1: 0, 2: 0, 3: 10, 4: 25}  # percent of decisions against the habit of the other
FAVOURITE: Figure = "scissors"  # what children tend to show first
Shown: TypeAlias = tuple[Figure, ...]  # one's own figure and the other's; empty: none yet
BEATEN_BY: dict[Figure, Figure] = {loser: winner for winner, loser in BEATS.items()}
THINKS = (900, 3500)  # milliseconds


def choose(level: int, rules: Fort, view: View[State], rng: Random) -> Action | Later[Action]:
    phase = view.seen.phases[-1]
    assert isinstance(phase, Bataille)
    assert view.seat is not None
    between = around_bout(phase, view.seat, rng)
    if between is not None:
        return between
    return Later(ShowHand(_figure(level, phase, view.seat, rng)), rng.randint(*THINKS))


def _figure(level: int, phase: Bataille, seat: Seat, rng: Random) -> Figure:
    """Random play is optimal, unless the other player has habits."""
    mine, theirs = _remembered(phase, seat)
    dice = rng.randrange(100)
    if dice < HABIT[level]:
        return _habit(mine, rng)
    if dice < HABIT[level] + FORESIGHT[level]:
        return BEATEN_BY[_habit(theirs, rng)]
    return rng.choice(FIGURES)


def _remembered(phase: Bataille, seat: Seat) -> tuple[Shown, Shown]:
    """The last bout as seen by this seat and the other; the same opponent only after a tie."""
    candidates: Shown = phase.last
    tied = len(set(phase.last)) == 1
    opponents: Shown = phase.last[::-1] if tied else ()
    is_candidate = seat == phase.cast.candidate
    return (candidates, opponents) if is_candidate else (opponents, candidates)


def _habit(last: Shown, rng: Random) -> Figure:
    """Repeat a winner; after a loss or tie, what would have won; at first, a favourite."""
    if not last:
        return FAVOURITE if rng.random() < 0.5 else rng.choice(FIGURES)
    own, other = last
    return own if BEATS[own] == other else BEATEN_BY[other]
