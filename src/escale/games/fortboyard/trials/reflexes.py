"""How quick bots are: human times, in whole milliseconds, by level."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from escale.core.bots import Later
from escale.core.secrecy import Seat
from escale.games.fortboyard.trials.face_to_face import FaceToFace, GoOn, TakePosition

if TYPE_CHECKING:
    from escale.games.fortboyard.rules import Action

LOOKS = (2200, 4200)  # how long a bot looks at the end of a bout
PLACES = (500, 1500)  # how long its hands take


def around_bout(phase: FaceToFace, seat: Seat, rng: Random) -> Later[Action] | None:
    """What a bot does before and after a bout; None: the bout itself is being played."""
    if phase.playing:
        return None
    assert seat in phase.pair
    if phase.outcome:
        return Later(GoOn(phase.bout), rng.randint(*LOOKS))
    return Later(TakePosition(phase.bout), rng.randint(*PLACES))
