"""Human-like timing of bots in duels: milliseconds, by level."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from escale.core.bots import Later
from escale.core.secrecy import Seat
from escale.games.fortboyard.trials.shared.face_to_face import FaceToFace, GoOn, TakePosition

if TYPE_CHECKING:
    from escale.games.fortboyard.rules.rules import Action

LOOKS = (2200, 4200)  # at the outcome of a bout
PLACES = (500, 1500)  # to take position

USUAL = {1: 320, 2: 280, 3: 250, 4: 220}  # median reaction of an attentive bot
SPREAD = {1: 0.19, 2: 0.17, 3: 0.15, 4: 0.13}  # sigma of the log-normal distribution
LAPSES = {1: 6, 2: 4, 3: 2, 4: 1}  # percent of reactions with a lapse of attention
LAPSE = (300, 900)
FALSE_STARTS = {1: 6, 2: 4, 3: 3, 4: 2}  # percent of bouts in which it moves before the cue
CUNNING = {1: 0, 2: 35, 3: 65, 4: 95}  # percent of cues at a surprising moment
AT_ONCE = (150, 600)
AFTER_LONG = (8000, 13_000)
ANY_TIME = (1500, 5500)
NEVER = 3_000_000  # later than any deadline


def around_bout(phase: FaceToFace, seat: Seat, rng: Random) -> Later[Action] | None:
    """What a bot does before and after a bout; None while the bout is being played."""
    if phase.playing:
        return None
    assert seat in phase.pair
    if phase.outcome:
        return Later(GoOn(phase.bout), rng.randint(*LOOKS))
    return Later(TakePosition(phase.bout), rng.randint(*PLACES))


def reaction(level: int, waited: int, rng: Random, slower: int = 0) -> int:
    """The reaction of a bot to a cue, in milliseconds.

    As with people, the distribution has a long tail; reactions are slower to a very early cue, and
    again after a very long wait.
    """
    time = USUAL[level] * rng.lognormvariate(0, SPREAD[level]) + slower + _surprise(waited)
    if rng.randrange(100) < LAPSES[level]:
        time += rng.randint(*LAPSE)
    return max(120, int(time))


def _surprise(waited: int) -> int:
    if waited < 700:
        return 100
    if waited < 1500:
        return 25
    return 0 if waited < 7000 else 80


def false_start(level: int, rng: Random) -> int:
    """When it moves without a cue; usually never."""
    return rng.randint(400, 6000) if rng.randrange(100) < FALSE_STARTS[level] else NEVER


def surprise_moment(level: int, rng: Random) -> int:
    """How long the opponent waits before giving the cue."""
    if rng.randrange(100) < CUNNING[level]:
        return rng.randint(*rng.choice((AT_ONCE, AT_ONCE, AFTER_LONG)))
    return rng.randint(*ANY_TIME)
