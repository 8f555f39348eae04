"""A bot at la bataille. The weaker it is, the more it has the habits of people."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, TypeAlias

from escale.core.bots import Later
from escale.core.secrecy import Seat, View
from escale.games.fortboyard.trials.bataille.rules import (
    BEATS,
    FIGURES,
    Bataille,
    Figure,
    ShowHand,
)
from escale.games.fortboyard.trials.shared.bot_reactions import around_bout

if TYPE_CHECKING:
    from escale.games.fortboyard.rules.rules import Action, Fort, State

HABIT = {1: 80, 2: 50, 3: 20, 4: 0}  # how often, of a hundred, a habit decides
FORESIGHT = {1: 0, 2: 0, 3: 10, 4: 25}  # how often it plays against the habits of the other
FAVOURITE: Figure = "scissors"  # two fingers: what a child likes to show first
Bout: TypeAlias = tuple[Figure, ...]  # what one showed and what the other did; empty: no such bout
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
    """Nobody can do better than to show each figure equally often, unless the other has habits."""
    mine, theirs = _remembered(phase, seat)
    dice = rng.randrange(100)
    if dice < HABIT[level]:
        return _habit(mine, rng)
    if dice < HABIT[level] + FORESIGHT[level]:
        return BEATEN_BY[_habit(theirs, rng)]
    return rng.choice(FIGURES)


def _remembered(phase: Bataille, seat: Seat) -> tuple[Bout, Bout]:
    """The last bout as this seat and the other one saw it. Only after a tie it was the same two."""
    candidates: Bout = phase.last
    tied = len(set(phase.last)) == 1
    opponents: Bout = phase.last[::-1] if tied else ()
    is_candidate = seat == phase.cast.candidate
    return (candidates, opponents) if is_candidate else (opponents, candidates)


def _habit(bout: Bout, rng: Random) -> Figure:
    """After a victory the same again, else what would have been better; at first, a favourite."""
    if not bout:
        return FAVOURITE if rng.random() < 0.5 else rng.choice(FIGURES)
    own, other = bout
    return own if BEATS[own] == other else BEATEN_BY[other]
