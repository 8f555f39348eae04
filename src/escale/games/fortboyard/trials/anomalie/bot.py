"""The bot of l'anomalie. As candidate it compares with its notes, not with the true state."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from escale.core.bots import Later
from escale.core.secrecy import Seat, View
from escale.games.fortboyard.trials.anomalie.actions import Remember, SeenEnough, Spot
from escale.games.fortboyard.trials.anomalie.agreeing import as_action, most_backed
from escale.games.fortboyard.trials.anomalie.figures import (
    PARTS,
    VARIANTS,
    Change,
    Part,
    swap,
    thing,
)
from escale.games.fortboyard.trials.anomalie.memory import looks_different, mark
from escale.games.fortboyard.trials.anomalie.rules import PACE_MS, Anomalie
from escale.games.fortboyard.trials.shared.face_to_face import GoOn

if TYPE_CHECKING:
    from escale.games.fortboyard.rules.rules import Action, Fort, State

STRIKING: dict[Part, int] = {
    "hat": 6,
    "hair": 5,
    "glasses": 5,
    "shirt": 5,
    "neck": 4,
    "earrings": 2,
    "badge": 2,
    "watch": 1,
}
"""How conspicuous a part is."""

KEEPS_IN_MIND = {1: (6, 30), 2: (11, 45), 3: (17, 60), 4: (24, 80)}  # most things, and percent
LOOKS_MS = {1: 9_000, 2: 15_000, 3: 20_000, 4: 25_000}
SUBTLE = {1: 0, 2: 1, 3: 2, 4: 3}  # exponent of the preference for inconspicuous parts


def choose(level: int, _rules: Fort, view: View[State], rng: Random) -> Action | Later[Action]:
    phase = view.seen.phases[-1]
    assert isinstance(phase, Anomalie)
    assert view.seat is not None
    now = view.seen.now
    if phase.stage == "agreeing":
        return _propose(level, phase, view.seat, now, rng)
    if phase.stage == "looking":
        return _look(level, phase, now, rng)
    if phase.stage == "shown":
        return Later(GoOn(0), 4_000)
    return _search(level, phase, now, rng)


def _look(level: int, phase: Anomalie, now: int, rng: Random) -> Later[Action]:
    """Look for a while and note what it remembers; then close the eyes."""
    if phase.notes:
        return Later(SeenEnough(), rng.randint(400, 1200))
    seen = [
        (STRIKING[part], mark(place, figure.thing(part)))
        for place, figure in enumerate(phase.figures)
        for part in PARTS
    ]
    kept: list[int] = []
    most, share = KEEPS_IN_MIND[level]
    room = min(most, len(seen) * share // 100)
    while len(kept) < room:
        (chosen,) = rng.choices(seen, weights=[weight for weight, _ in seen])
        seen.remove(chosen)
        kept.append(chosen[1])
    wait = LOOKS_MS[level] + rng.randint(0, 5_000)
    return Later(Remember(tuple(sorted(kept))), max(0, min(wait, phase.ends - now - 3_000)))


def _propose(
    level: int, phase: Anomalie, seat: Seat, now: int, rng: Random
) -> Action | Later[Action]:
    """Wait for others to propose first, back the most popular proposal, and stay with it."""
    mine = next((one for one in phase.proposals if seat in one.backers), None)
    best = most_backed(phase.proposals)
    backed = len(mine.backers) if mine else 0
    if best is not None and best != mine and len(best.backers) >= backed:
        return Later(as_action(best.change, phase.companions), rng.randint(900, 2_500))
    if mine is not None:
        # It is asked again before then.
        return Later(as_action(mine.change, phase.companions), 2 * PACE_MS)
    # Only the moment is derived from public data: nobody can predict the change.
    planned = Random(f"{phase.ends}|{seat}").randint(12_000, 24_000)
    left = phase.eyes_closed + planned - now
    return Later(as_action(_idea(level, phase, rng), phase.companions), max(0, left))


def _idea(level: int, phase: Anomalie, rng: Random) -> Change:
    """Better levels prefer inconspicuous parts; sometimes it is a swap."""
    weights = [1 / STRIKING[part] ** SUBTLE[level] for part in PARTS]
    (part,) = rng.choices(PARTS, weights)
    place = PARTS.index(part)
    companions = phase.companions
    seat, other = rng.sample(phase.cast.opponents, 2)
    if companions[seat].worn[place] != companions[other].worn[place] and rng.random() < 0.35:
        return swap(seat, other, part)
    step = rng.randrange(1, VARIANTS)
    return Change(seat, part, thing(place, (companions[seat].worn[place] + step) % VARIANTS))


def _search(level: int, phase: Anomalie, now: int, rng: Random) -> Later[Action]:
    """Name what differs from its notes, else something that is not in its notes."""
    named = [(one.seat, one.part) for one in phase.answers]
    different, unknown = looks_different(phase.notes, phase.companions)
    everything = [(seat, part) for seat in phase.cast.opponents for part in PARTS]
    for some in (different, unknown, everything):
        left = [one for one in some if one not in named]
        if left:
            break
    seat, part = rng.choice(left)
    wait = rng.randint(3_000, 7_000) + (0 if some is different else 2_000 * (5 - level))
    return Later(Spot(seat, part), max(0, min(wait, phase.ends - now - 2_000)))
