"""The bot of la patte du tigre, as player and as giver of the signal.

Against bots of the same level a candidate wins 75, 50, 68 and 50 percent of trials with 3, 4, 5 and
6 players.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from escale.core.bots import Later
from escale.core.secrecy import View
from escale.games.fortboyard.trials.patte_du_tigre.rules import GiveSignal, PatteDuTigre, TouchDie
from escale.games.fortboyard.trials.shared.bot_reactions import around_bout, false_start, reaction

if TYPE_CHECKING:
    from escale.games.fortboyard.rules.rules import Action, Fort, State

SIGNAL = (1600, 7000)  # milliseconds, the same for all levels: the giver is neutral


def choose(level: int, rules: Fort, view: View[State], rng: Random) -> Action | Later[Action]:
    phase = view.seen.phases[-1]
    assert isinstance(phase, PatteDuTigre)
    assert view.seat is not None
    between = around_bout(phase, view.seat, rng)
    if between is not None:
        return between
    if view.seat not in phase.pair:
        return Later(GiveSignal(phase.bout), rng.randint(*SIGNAL))
    if not phase.cue:
        return Later(TouchDie(phase.bout, 0), false_start(level, rng))
    takes = reaction(level, phase.cue - phase.began, rng)
    return Later(TouchDie(phase.bout, takes), max(0, phase.cue + takes - view.seen.now))
