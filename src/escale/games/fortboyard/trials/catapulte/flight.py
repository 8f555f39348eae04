"""The flight of a die, in whole numbers.

`web/flight.ts` is the same on the page; `tests/page/test_movements.py` compares the two.
"""

from __future__ import annotations

from dataclasses import dataclass

from escale.core.secrecy import Open

FLAT, STEEP = 45, 70  # degrees
WEAK, STRONG = 70, 100
SHORTEST, LONGEST = 1200, 2000  # milliseconds in the air
LENGTH = 1000  # of the field; the catapult stands at 0
CUP_AT = 630  # where the egg cup stands before every shot
HALF, EASY_HALF = 45, 75  # half the width of the cup
SPEED = 245  # of the cup per second
ROUNDING = 10


def sine(degrees: int) -> int:
    """1000 times the sine, to within 2; for 0 to 180 degrees."""
    both = degrees * (180 - degrees)
    return 4000 * both // (40_500 - both)


@dataclass(frozen=True, slots=True)
class Shot(Open):
    """A shot, which determines where and when the die lands."""

    angle: int
    force: int
    easy: bool = False  # doubled time: a slower die, with a wider cup

    @property
    def lasts(self) -> int:
        usual = self._usual
        return 2 * usual if self.easy else usual

    @property
    def _usual(self) -> int:
        return max(SHORTEST, min(LONGEST, 213 * self.force * sine(self.angle) // 10_000))

    @property
    def lands(self) -> int:
        return self.force * sine(90 - self.angle) * self._usual // 110_800

    @property
    def half(self) -> int:
        return EASY_HALF if self.easy else HALF

    def moved(self, x: int, elapsed: int) -> int:
        """How near the cup can get to this place in this time after the shot."""
        farthest = SPEED * max(0, min(elapsed, self.lasts)) // 1000 + ROUNDING
        return max(CUP_AT - farthest, min(CUP_AT + farthest, x))

    def caught(self, cup: int) -> bool:
        return abs(cup - self.lands) <= self.half
