"""The bot of la main chaude, as candidate and as opponent.

Percent of trials that a candidate wins against bots of the same level (400 trials each); one escape
is enough, whatever the number of opponents:

    players  3   4   5   6
    level 1  42  55  63  72
    level 2  46  60  71  80
    level 3  40  53  66  74
    level 4  31  42  52  60
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from escale.core.bots import Later
from escale.core.secrecy import View
from escale.games.fortboyard.trials.main_chaude.rules import Feint, MainChaude, PullAway, Strike
from escale.games.fortboyard.trials.shared.bot_reactions import (
    NEVER,
    around_bout,
    false_start,
    reaction,
    surprise_moment,
)

if TYPE_CHECKING:
    from escale.games.fortboyard.rules.rules import Action, Fort, State

FEINTS_FIRST = {1: 20, 2: 40, 3: 55, 4: 65}  # percent of strikes with a feint before
FALLS_FOR_IT = {1: 50, 2: 35, 3: 25, 4: 15}  # percent of feints that it takes for a strike
AFTER_FEINT = (180, 600)  # a strike soon after a feint is hard to recognise
CONFUSED = 60  # milliseconds that a reaction takes longer then


def choose(level: int, rules: Fort, view: View[State], rng: Random) -> Action | Later[Action]:
    phase = view.seen.phases[-1]
    assert isinstance(phase, MainChaude)
    assert view.seat is not None
    between = around_bout(phase, view.seat, rng)
    if between is not None:
        return between
    if view.seat == phase.cast.candidate:
        return _above(level, phase, view.seen.now, rng)
    return _below(level, phase, view.seen.now, rng)


def _above(level: int, phase: MainChaude, now: int, rng: Random) -> Later[Action]:
    if phase.cue:
        slower = CONFUSED if phase.cue - phase.feinted <= AFTER_FEINT[1] else 0
        takes = reaction(level, phase.cue - phase.down, rng, slower)
        return Later(PullAway(phase.bout, takes), max(0, phase.cue + takes - now))
    if phase.feinted == now and rng.randrange(100) < FALLS_FOR_IT[level]:
        return Later(PullAway(phase.bout, 0), reaction(level, 1500, rng))
    return Later(PullAway(phase.bout, 0), NEVER if phase.feinted else false_start(level, rng))


def _below(level: int, phase: MainChaude, now: int, rng: Random) -> Later[Action]:
    """Sometimes a feint first, with the strike often soon after it."""
    if phase.feinted == now:
        wait = rng.randint(*AFTER_FEINT) if rng.random() < 0.5 else surprise_moment(level, rng)
        return Later(Strike(phase.bout), wait)
    wait = surprise_moment(level, rng)
    if phase.feints and rng.randrange(100) < FEINTS_FIRST[level]:
        return Later(Feint(phase.bout), wait)
    return Later(Strike(phase.bout), wait)
