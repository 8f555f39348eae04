"""The way of the matchbox from nose to nose: a corridor that wavers, but not at the noses.

`web/corridor.ts` is the same on the page; a test holds the two against each other.
"""

from __future__ import annotations

from dataclasses import dataclass

from escale.core.secrecy import Open
from escale.games.fortboyard.trials.shared.waves import mixed, wave

LENGTH, HEIGHT = 1000, 600  # of the field
MIDDLE = HEIGHT // 2
WIDE, NARROW = 120, 40  # of the two swings
STILL = 200  # so far from a nose the corridor comes to rest
ROOM, LESS = 84, 20  # to each side at the first nose, and how much less it is at the other
SPEED = 400  # of the box in a second; faster, and it falls
ROUNDING = 8
TOLERANCE = 12  # between two places that were told: the way between them was not quite straight


@dataclass(frozen=True, slots=True)
class Box(Open):
    """Where the matchbox is, and since when."""

    x: int
    y: int
    when: int


ON_THE_NOSE = Box(0, MIDDLE, 0)


@dataclass(frozen=True, slots=True)
class Corridor(Open):
    """All that decides where the edges are; everybody knows it."""

    seed: int
    since: int
    easy: bool  # twice the time: slower, and more room

    def centre(self, x: int, when: int) -> int:
        phase = max(0, when - self.since)
        if self.easy:
            phase //= 2
        slow = wave(phase + 5 * x, 7000 + mixed(self.seed, 0, 2000))
        quick = wave(phase + 4 * x + mixed(self.seed, 2, 2000), 3200 + mixed(self.seed, 1, 800))
        loose = min(x, LENGTH - x, STILL)
        return MIDDLE + (WIDE * slow + NARROW * quick) * loose // (1000 * STILL)

    def room(self, x: int) -> int:
        """To each side of the centre."""
        room = ROOM - LESS * x // LENGTH
        return room * 3 // 2 if self.easy else room

    def fits(self, x: int, y: int, when: int, tolerance: int = 0) -> bool:
        return abs(y - self.centre(x, when)) <= self.room(x) + tolerance

    def carries(self, box: Box, to: Box) -> bool:
        """Has the box come there without being too fast or touching an edge on the way?"""
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
