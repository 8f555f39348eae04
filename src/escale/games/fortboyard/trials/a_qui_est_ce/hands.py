"""The drawing styles ("hands") of bots: each keeps one for a match, so that people can learn it.

The first rolls of the match deal the hands, so knowledge of an earlier match does not help. They
differ in what people notice: size, place, slant, and whether lines are round, steady or doubled.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from escale.core.secrecy import Seat
from escale.games.fortboyard.trials.a_qui_est_ce.drawings import (
    GRID,
    LONGEST,
    Stroke,
    read_drawing,
    write_drawing,
)
from escale.games.fortboyard.trials.a_qui_est_ce.models import MODELS

Place = tuple[float, float]
Line = list[Place]


@dataclass(frozen=True, slots=True)
class Hand:
    width: float = 0.8  # of the sheet
    height: float = 0.8
    lean: float = 0.0  # to the right, as a share of the height
    shake: float = 0.1  # how far a line strays
    round: bool = True  # curves, or straight from corner to corner
    twice: bool = False  # every line is drawn twice
    at: Place = (0.5, 0.5)  # where on the sheet


HANDS = (
    Hand(width=0.92, height=0.92),
    Hand(width=0.45, height=0.45, at=(0.3, 0.3)),
    Hand(shake=1.1),
    Hand(round=False, lean=0.3, width=0.7),
    Hand(width=0.62, height=0.74, lean=-0.32, twice=True, shake=0.2),
    Hand(width=0.96, height=0.5, at=(0.5, 0.68), shake=0.2),
)
"""As many as seats: no two players draw alike."""


def hand_of(seat: Seat, first_rolls: tuple[int, ...]) -> Hand:
    """The hand of this seat in a match with these first rolls."""
    dealt = Random(f"hands|{first_rolls}").sample(HANDS, len(HANDS))
    return dealt[seat]


def drawn_by(hand: Hand, prompt: str, rng: Random) -> str:
    """A drawing of this prompt by this hand; a new one each time."""
    model = [line for one in MODELS[prompt] for line in read_drawing(one)]
    lines = [_led(hand, line, rng) for line in model]
    if hand.twice:
        lines += [_led(hand, line, rng, astray=1.8) for line in model]
    text = write_drawing([_point(place) for place in line] for line in lines)
    while len(text) > LONGEST:
        lines = [[*line[:-1:2], line[-1]] for line in lines]
        text = write_drawing([_point(place) for place in line] for line in lines)
    return text


def _led(hand: Hand, corners: Stroke, rng: Random, astray: float = 0.6) -> Line:
    """A line of the model as this hand draws it."""
    moved = [(x + rng.gauss(0, astray), y + rng.gauss(0, astray)) for x, y in corners]
    line = _curved(moved) if hand.round else _straight(moved)
    led = []
    astray_x = astray_y = 0.0
    for x, y in line:
        across = (x / GRID - 0.5 + hand.lean * (0.5 - y / GRID)) * hand.width + hand.at[0]
        down = (y / GRID - 0.5) * hand.height + hand.at[1]
        astray_x, astray_y = (  # a deviation fades out gradually
            0.6 * one + rng.gauss(0, hand.shake) for one in (astray_x, astray_y)
        )
        led.append((across * GRID + astray_x, down * GRID + astray_y))
    return led


def _curved(corners: Line, steps: int = 4) -> Line:
    """A Catmull-Rom spline through all corners."""
    ends = [corners[0], *corners, corners[-1]]
    line: Line = []
    for before, one, two, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for step in range(steps):
            part = step / steps
            line.append(
                (
                    _between(before[0], one[0], two[0], after[0], part),
                    _between(before[1], one[1], two[1], after[1], part),
                )
            )
    return [*line, corners[-1]]


def _between(before: float, one: float, two: float, after: float, part: float) -> float:
    return one + 0.5 * part * (
        two
        - before
        + part
        * (2 * before - 5 * one + 4 * two - after + part * (3 * (one - two) + after - before))
    )


def _straight(corners: Line) -> Line:
    """Straight lines that skip every other corner."""
    return [corners[0], *corners[2:-1:2], corners[-1]] if len(corners) > 3 else corners


def _point(place: Place) -> tuple[int, int]:
    x, y = (min(GRID - 1, max(0, round(one))) for one in place)
    return x, y
