"""The bot of nez à nez: its hand trembles and sometimes drops the box.

Whether and where is derived from public data, so that it is the same at every decision.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from escale.core.bots import Later
from escale.core.secrecy import Seat, View
from escale.games.fortboyard.rules.pieces import NOBODY_SEAT
from escale.games.fortboyard.trials.nez_a_nez.corridor import HEIGHT, LENGTH, Box
from escale.games.fortboyard.trials.nez_a_nez.rules import NameNose, NezANez, Slide

if TYPE_CHECKING:
    from escale.games.fortboyard.rules.rules import Action, Fort, State

STEP_MS = 700
STEP = {1: 45, 2: 60, 3: 75, 4: 90}
STEADY = {1: 0.40, 2: 0.50, 3: 0.60, 4: 0.70}  # probability that the box arrives
TREMBLES = {1: 0.5, 2: 0.4, 3: 0.3, 4: 0.2}  # as a share of the room on each side


def choose(level: int, _rules: Fort, view: View[State], rng: Random) -> Action | Later[Action]:
    phase, seat = view.seen.phases[-1], view.seat
    assert isinstance(phase, NezANez)
    assert seat is not None
    if phase.opponent == NOBODY_SEAT:
        return _name(phase, seat, view.seen.now)
    return _steer(level, phase, view.seen.now, rng)


def _name(phase: NezANez, seat: Seat, now: int) -> Later[Action]:
    """Often the opponent who was named last, to reach an agreement."""
    own = Random(f"nose|{phase.began}|{seat}")
    wait = phase.began + own.randint(1500, 6000)
    agrees = phase.named and own.random() < 0.5
    nose = phase.named[-1] if agrees else own.choice(phase.cast.opponents)
    return Later(NameNose(nose), max(0, wait - now))


def _steer(level: int, phase: NezANez, now: int, rng: Random) -> Later[Action]:
    corridor, box = phase.corridor, phase.box
    fate = Random(f"box|{phase.seed}|{phase.began}|{level}")
    falls = fate.random() >= STEADY[level]
    falls_at = fate.randint(200, 950)
    wait = STEP_MS if box.x else max(0, phase.began + fate.randint(1200, 3000) - now)
    when = now + wait
    ahead = round(STEP[level] * rng.uniform(0.7, 1.2))
    for step in (ahead, ahead // 2, ahead // 4, 0):
        x = min(LENGTH, box.x + step)
        centre, room = corridor.centre(x, when), corridor.room(x)
        if falls and x >= falls_at:
            y = centre + room + 10
        else:
            y = centre + round(room * TREMBLES[level] * rng.uniform(-1, 1))
        y = max(0, min(HEIGHT, y))
        if corridor.carries(box, Box(x, y, when)) or (falls and x >= falls_at):
            break
    return Later(Slide(phase.bout, x, y, when), wait)
