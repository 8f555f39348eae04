"""How a die flies: whole numbers only.

`web/flight.ts` is the same on the page; a test holds the two against each other.
"""

from __future__ import annotations

from dataclasses import dataclass

from escale.core.secrecy import Open

FLAT, STEEP = 45, 70  # degrees
WEAK, STRONG = 70, 100
SHORTEST, LONGEST = 1200, 2000  # milliseconds in the air
LENGTH = 1000  # of the field; the catapult stands at 0
CUP_AT = 630  # where the egg cup stands before every shot
HALF, EASY_HALF = 45, 75  # of the cup's mouth
SPEED = 245  # of the cup in a second
ROUNDING = 10


def sine(degrees: int) -> int:
    """In thousandths, within two of them; from 0 to 180 degrees."""
    both = degrees * (180 - degrees)
    return 4000 * both // (40_500 - both)


@dataclass(frozen=True, slots=True)
class Shot(Open):
    """All that decides where a die lands, and when."""

    angle: int
    force: int
    easy: bool = False  # twice the time: a slow die, and a wider cup

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
        """Where the cup is so long after the shot, if it was to go to this place."""
        farthest = SPEED * max(0, min(elapsed, self.lasts)) // 1000 + ROUNDING
        return max(CUP_AT - farthest, min(CUP_AT + farthest, x))

    def caught(self, cup: int) -> bool:
        return abs(cup - self.lands) <= self.half
