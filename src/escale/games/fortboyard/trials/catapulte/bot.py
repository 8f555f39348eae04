"""The bot of la catapulte: it aims and reacts about as well as people do."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from escale.core.bots import Later
from escale.core.secrecy import Seat, View
from escale.games.fortboyard.trials.catapulte.flight import (
    CUP_AT,
    FLAT,
    LENGTH,
    STEEP,
    STRONG,
    WEAK,
    Shot,
)
from escale.games.fortboyard.trials.catapulte.rules import Catapulte, Catch, Fire
from escale.games.fortboyard.trials.shared.bot_reactions import around_bout

if TYPE_CHECKING:
    from escale.games.fortboyard.rules.rules import Action, Fort, State

CUNNING = {1: 0.1, 2: 0.25, 3: 0.5, 4: 0.8}  # probability of a shot far from the cup
STARTS = {1: 560, 2: 530, 3: 500, 4: 470}  # mean milliseconds until it moves the cup
ERRS = {1: 215, 2: 190, 3: 165, 4: 140}  # standard deviation of its estimate


def choose(level: int, _rules: Fort, view: View[State], rng: Random) -> Action | Later[Action]:
    phase, seat = view.seen.phases[-1], view.seat
    assert isinstance(phase, Catapulte)
    assert seat is not None
    between = around_bout(phase, seat, rng)
    if between is not None:
        return between
    now = view.seen.now
    if phase.shot is None:
        return _aim(level, phase, seat, now, rng)
    lands_at = phase.leaves + phase.shot.lasts
    cup = _run(level, phase.shot, rng)
    return Later(Catch(phase.bout, cup), max(0, lands_at - now))


def _aim(level: int, phase: Catapulte, seat: Seat, now: int, rng: Random) -> Later[Action]:
    """Only the moment is derived from public data: nobody can predict the shot."""
    at = phase.began + Random(f"aim|{phase.began}|{phase.bout}|{seat}").randint(2500, 6500)
    if rng.random() < CUNNING[level]:
        far = rng.random() < 0.5
        angle = rng.randint(FLAT, FLAT + 2) if far else rng.randint(STEEP - 2, STEEP)
        force = rng.randint(STRONG - 2, STRONG) if far else rng.randint(WEAK, WEAK + 2)
    else:
        angle, force = rng.randint(FLAT, STEEP), rng.randint(WEAK, STRONG)
    return Later(Fire(phase.bout, angle, force), max(0, at - now))


def _run(level: int, shot: Shot, rng: Random) -> int:
    """Towards the estimated landing place, as far as the time allows."""
    starts = max(250, round(rng.gauss(STARTS[level], 120)))
    aim = round(shot.lands + rng.gauss(0, ERRS[level]))
    cup = shot.moved(aim, shot.lasts - starts) if shot.lasts > starts else CUP_AT
    return max(0, min(LENGTH, cup))
