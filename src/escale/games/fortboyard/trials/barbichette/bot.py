"""Players of la barbichette made of code: they follow the chin about as well as people do.

When a bot laughs follows from public data, so that it stays the same however often it is asked.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from escale.core.bots import Later
from escale.core.secrecy import Seat, View
from escale.games.fortboyard.trials.barbichette.chin import SIZE, Drift
from escale.games.fortboyard.trials.barbichette.rules import (
    Barbichette,
    Hold,
    LetGo,
    Tickle,
)

if TYPE_CHECKING:
    from escale.games.fortboyard.rules.rules import Action, Fort, State

EVERY_MS = 900  # a hand is looked after this often: sooner than a tickle makes the chin jump
SHAKES = {1: 0.60, 2: 0.48, 3: 0.36, 4: 0.24}  # how far from the middle, in parts of the circle
GRAVE_MS = {1: 78_000, 2: 90_000, 3: 115_000, 4: 145_000}  # without a laugh, on average
REST_MS = 3000  # between two tickles
MISCHIEF = 20  # how often, of a hundred, it tickles before it looks after its hand again
TICKLISH_MS = {1: 2500, 2: 2000, 3: 1500, 4: 1000}  # by which a tickle brings the laugh nearer


def choose(level: int, _rules: Fort, view: View[State], rng: Random) -> Action | Later[Action]:
    state, seat = view.seen, view.seat
    phase = state.phases[-1]
    assert isinstance(phase, Barbichette)
    assert seat is not None
    drift = phase.drift(state, seat)
    laugh = _laughs_at(level, phase, seat, drift)
    tickle = _tickles_at(phase, seat, state.now, rng)
    hold = _next_hold(phase, seat, state.now)
    first = min(laugh, tickle, hold)
    if first == laugh:
        return Later(LetGo(phase.bout), max(0, laugh - state.now))
    if first == tickle:
        return Later(Tickle(phase.bout), max(0, tickle - state.now))
    x, y = _finger(level, drift, hold, rng)
    return Later(Hold(phase.bout, x, y, hold), hold - state.now)


def _next_hold(phase: Barbichette, seat: Seat, now: int) -> int:
    """The chin is taken in time; from then on it is held."""
    rng = Random(f"hold|{phase.began}|{phase.bout}|{seat}")
    taken = phase.began + rng.randint(900, 2200)
    heard = phase.fingers[phase.pair.index(seat)].heard
    return max(now, heard + EVERY_MS if heard > phase.began else taken)


def _laughs_at(level: int, phase: Barbichette, seat: Seat, drift: Drift) -> int:
    rng = Random(f"laugh|{phase.seed}|{phase.began}|{phase.bout}|{seat}|{level}")
    grave = round(rng.expovariate(1 / GRAVE_MS[level]))
    at = phase.starts + 1500 + grave
    for jump in drift.jumps:
        tickled = jump + rng.randint(200, 900)
        if rng.random() < 0.01 * (5 - level):
            at = min(at, tickled)
        else:
            at = max(min(at, tickled), at - TICKLISH_MS[level])
    return at


def _tickles_at(phase: Barbichette, seat: Seat, now: int, rng: Random) -> int:
    """One after the other, and never from public numbers: nobody can foresee when."""
    mine = phase.opponents_jumps if seat == phase.cast.candidate else phase.candidates_jumps
    rested = max((phase.starts, *mine)) + REST_MS
    if not phase.tickles_left(seat) or now < rested or rng.randrange(100) >= MISCHIEF:
        return phase.ends + 1
    return now + rng.randrange(EVERY_MS)


def _finger(level: int, drift: Drift, when: int, rng: Random) -> tuple[int, int]:
    """Near the middle of the chin, and always in the circle: who laughs lets go."""
    x, y = drift.at(when)
    far = drift.radius * SHAKES[level] / 2
    shaken = (x + rng.gauss(0, far), y + rng.gauss(0, far))
    right, down = (max(0, min(SIZE, round(place))) for place in shaken)
    if not drift.holds(right, down, when):
        return x, y
    return right, down
