"""The bot of à qui est-ce ?: it draws in a style that people can learn, and guesses authors."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from escale.core.bots import Later
from escale.core.secrecy import Seat, View
from escale.games.fortboyard.trials.a_qui_est_ce.drawings import NO_DRAWING, ink
from escale.games.fortboyard.trials.a_qui_est_ce.hands import drawn_by, hand_of
from escale.games.fortboyard.trials.a_qui_est_ce.rules import AQuiEstCe, NameAuthors, SendDrawing
from escale.games.fortboyard.trials.shared.face_to_face import GoOn

if TYPE_CHECKING:
    from escale.games.fortboyard.rules.rules import Action, Fort, State

ATTENTIVE = {1: 0, 2: 35, 3: 60, 4: 85}  # percent, by level
MS_A_STEP = 22  # of the pen, to a neighbouring point


def choose(level: int, _rules: Fort, view: View[State], rng: Random) -> Later[Action]:
    phase = view.seen.phases[-1]
    assert isinstance(phase, AQuiEstCe)
    assert view.seat is not None
    if phase.stage == "drawing":
        return _draw(phase, view.seat, view.seen, rng)
    if phase.stage == "naming":
        return Later(NameAuthors(_guess(level, phase, rng)), rng.randint(8_000, 16_000))
    return Later(GoOn(0), 6_000)


def _draw(phase: AQuiEstCe, seat: Seat, state: State, rng: Random) -> Later[Action]:
    """The time depends on the amount of ink, as with people."""
    assert phase.prompt is not None
    drawing = drawn_by(hand_of(seat, state.first_rolls), phase.prompt, rng)
    wait = 6_000 + MS_A_STEP * ink(drawing) + rng.randint(0, 6_000)
    return Later(SendDrawing(drawing), max(0, min(wait, phase.ends - state.now - 3_000)))


def _guess(level: int, phase: AQuiEstCe, rng: Random) -> tuple[Seat, ...]:
    """Empty sheets belong to those who sent nothing; little ink suggests a fast author.

    A bot does not use the hands of bots, which it could compute: that would be cheating. It uses
    only what every player has seen, the sheets and the order in which they were sent. Better levels
    do so more often; otherwise it guesses.
    """
    places = [place for place, one in enumerate(phase.hung) if one != NO_DRAWING]
    quick = list(phase.sent)
    if rng.randrange(100) < ATTENTIVE[level]:
        places.sort(key=lambda place: ink(phase.hung[place]))
    else:
        rng.shuffle(places)
    authors = dict(zip(places, quick, strict=True))
    late = list(phase.missing)
    rng.shuffle(late)
    return tuple(
        authors[place] if place in authors else late.pop() for place in range(len(phase.hung))
    )
