"""The bot of la pince, as candidate and as opponent.

Percent of trials that a candidate wins against bots of the same level (400 trials each):

    players  3   4   5   6
    level 1  64  39  56  32
    level 2  76  48  68  50
    level 3  80  50  69  46
    level 4  83  56  74  53
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from escale.core.bots import Later
from escale.core.secrecy import View
from escale.games.fortboyard.trials.pince.rules import LetFall, Pince, Pinch
from escale.games.fortboyard.trials.shared.bot_reactions import (
    around_bout,
    false_start,
    reaction,
    surprise_moment,
)

if TYPE_CHECKING:
    from escale.games.fortboyard.rules.rules import Action, Fort, State


def choose(level: int, rules: Fort, view: View[State], rng: Random) -> Action | Later[Action]:
    phase = view.seen.phases[-1]
    assert isinstance(phase, Pince)
    assert view.seat is not None
    between = around_bout(phase, view.seat, rng)
    if between is not None:
        return between
    if view.seat != phase.cast.candidate:
        return Later(LetFall(phase.bout), surprise_moment(level, rng))
    if not phase.cue:
        return Later(Pinch(phase.bout, 0), false_start(level, rng))
    takes = reaction(level, phase.cue - phase.began, rng)
    return Later(Pinch(phase.bout, takes), max(0, phase.cue + takes - view.seen.now))
