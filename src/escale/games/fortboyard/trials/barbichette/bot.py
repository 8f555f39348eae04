"""The bot of la barbichette: it follows the chin about as well as people do.

The moment of its laugh is derived from public data, so that it is the same at every decision.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from escale.core.bots import LONGEST_WAIT, Later
from escale.core.secrecy import Seat, View
from escale.games.fortboyard.trials.barbichette.chin import SIZE, Drift
from escale.games.fortboyard.trials.barbichette.rules import (
    NEVER,
    Barbichette,
    Hold,
    LetGo,
    Tickle,
)

if TYPE_CHECKING:
    from escale.games.fortboyard.rules.rules import Action, Fort, State

EVERY_MS = 900  # interval of its reports, shorter than the delay of a jump
SHAKES = {1: 0.60, 2: 0.48, 3: 0.36, 4: 0.24}  # distance from the centre, as a share of the radius
GRAVE_MS = {1: 78_000, 2: 90_000, 3: 115_000, 4: 145_000}  # mean time without a laugh
REST_MS = 3000  # between two tickles
MISCHIEF = 20  # percent of intervals with a tickle
TICKLISH_MS = {1: 2500, 2: 2000, 3: 1500, 4: 1000}  # by which a tickle advances the laugh


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
    """The next report of the finger; the first is in time for the start.

    A bot that holds reports nothing until the other one holds, too.
    """
    rng = Random(f"hold|{phase.began}|{phase.bout}|{seat}")
    taken = phase.began + rng.randint(900, 2200)
    heard = phase.fingers[phase.pair.index(seat)].heard
    if phase.waits and seat in phase.holding:
        return now + LONGEST_WAIT
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
    """Not derived from public data, so that nobody can predict it."""
    mine = phase.opponents_jumps if seat == phase.cast.candidate else phase.candidates_jumps
    rested = max((phase.starts, *mine)) + REST_MS
    if not phase.tickles_left(seat) or now < rested or rng.randrange(100) >= MISCHIEF:
        return NEVER
    return now + rng.randrange(EVERY_MS)


def _finger(level: int, drift: Drift, when: int, rng: Random) -> tuple[int, int]:
    """Near the centre and always in the circle: it lets go only when it laughs."""
    x, y = drift.at(when)
    far = drift.radius * SHAKES[level] / 2
    shaken = (x + rng.gauss(0, far), y + rng.gauss(0, far))
    right, down = (max(0, min(SIZE, round(place))) for place in shaken)
    if not drift.holds(right, down, when):
        return x, y
    return right, down
