"""The corridor of the matchbox from nose to nose, which sways in the middle.

`web/corridor.ts` is the same on the page; `tests/page/test_movements.py` compares the two.
"""

from __future__ import annotations

from dataclasses import dataclass

from escale.core.secrecy import Open
from escale.games.fortboyard.trials.shared.waves import mixed, wave

LENGTH, HEIGHT = 1000, 600  # of the field
MIDDLE = HEIGHT // 2
WIDE, NARROW = 120, 40  # amplitudes of the two swings
STILL = 200  # distance from a nose within which the swaying fades out
ROOM, LESS = 84, 20  # half width at the first nose, and how much narrower it is at the other
SPEED = 400  # of the box per second; a faster one falls
ROUNDING = 8
TOLERANCE = 12  # between two reported places, since the way was not quite straight


@dataclass(frozen=True, slots=True)
class Box(Open):
    """The position of the matchbox, and when it was there."""

    x: int
    y: int
    when: int


ON_THE_NOSE = Box(0, MIDDLE, 0)


@dataclass(frozen=True, slots=True)
class Corridor(Open):
    """The public parameters of the corridor's movement."""

    seed: int
    since: int
    easy: bool  # doubled time: slower, with more room

    def centre(self, x: int, when: int) -> int:
        phase = max(0, when - self.since)
        if self.easy:
            phase //= 2
        slow = wave(phase + 5 * x, 7000 + mixed(self.seed, 0, 2000))
        quick = wave(phase + 4 * x + mixed(self.seed, 2, 2000), 3200 + mixed(self.seed, 1, 800))
        loose = min(x, LENGTH - x, STILL)
        return MIDDLE + (WIDE * slow + NARROW * quick) * loose // (1000 * STILL)

    def room(self, x: int) -> int:
        """The room on each side of the centre."""
        room = ROOM - LESS * x // LENGTH
        return room * 3 // 2 if self.easy else room

    def fits(self, x: int, y: int, when: int, tolerance: int = 0) -> bool:
        return abs(y - self.centre(x, when)) <= self.room(x) + tolerance

    def carries(self, box: Box, to: Box) -> bool:
        """Whether the box gets there without being too fast or touching an edge."""
        right, down, elapsed = to.x - box.x, to.y - box.y, max(0, to.when - box.when)
        farthest = SPEED * elapsed // 1000 + ROUNDING
        if right * right + down * down > farthest * farthest:
            return False
        parts = max(1, min(60, max(abs(right) // 20, elapsed // 100)))
        return self.fits(to.x, to.y, to.when) and all(
            self.fits(
                box.x + right * part // parts,
                box.y + down * part // parts,
                box.when + elapsed * part // parts,
                TOLERANCE,
            )
            for part in range(1, parts)
        )
