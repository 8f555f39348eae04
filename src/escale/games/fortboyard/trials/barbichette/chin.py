"""The movement of a chin: it drifts faster and faster, and jumps after a tickle.

`web/chin.ts` is the same on the page; `tests/page/test_movements.py` compares the two.
"""

from __future__ import annotations

from dataclasses import dataclass

from escale.core.secrecy import Open
from escale.games.fortboyard.trials.shared.waves import mixed, wave

SIZE = 1000  # width and height of the field
MIDDLE = SIZE // 2
RADIUS = 165  # of the circle in which the finger must stay
EASY_RADIUS = 230
WIDE, NARROW = 180, 70  # amplitudes of the two swings
RISE, FALL = 400, 600  # milliseconds of a jump
JUMP = 190
EASY_JUMP = 100
ASIDE = ((10, 0), (7, 7), (0, 10), (-7, 7), (-10, 0), (-7, -7), (0, -10), (7, -7))
"""The directions of a jump, in tenths."""


@dataclass(frozen=True, slots=True)
class Drift(Open):
    """The public parameters of one chin's movement."""

    seed: int  # of this bout and this hand
    since: int  # when it begins to move
    lasts: int  # milliseconds of the hourglass, at the end of which the drift is twice as fast
    easy: bool  # doubled time: slower, with a wider circle
    jumps: tuple[int, ...] = ()  # when each jump begins

    @property
    def radius(self) -> int:
        return EASY_RADIUS if self.easy else RADIUS

    def at(self, when: int) -> tuple[int, int]:
        elapsed = max(0, when - self.since)
        phase = elapsed + elapsed * elapsed // (2 * self.lasts)
        if self.easy:
            phase //= 2
        x, y = MIDDLE + self._swing(phase, 0), MIDDLE + self._swing(phase, 2)
        for number, start in enumerate(self.jumps):
            far = self._jump(when - start)
            right, down = ASIDE[mixed(self.seed, 10 + number, len(ASIDE))]
            x, y = x + right * far // 10, y + down * far // 10
        return x, y

    def _swing(self, phase: int, place: int) -> int:
        slow = wave(phase, 6000 + mixed(self.seed, place, 2000))
        quick = wave(phase, 2800 + mixed(self.seed, place + 1, 1000))
        return (WIDE * slow + NARROW * quick) // 1000

    def _jump(self, elapsed: int) -> int:
        high = EASY_JUMP if self.easy else JUMP
        if elapsed <= 0 or elapsed >= RISE + FALL:
            return 0
        return high * elapsed // RISE if elapsed < RISE else high * (RISE + FALL - elapsed) // FALL

    def holds(self, x: int, y: int, when: int) -> bool:
        """Whether a finger at this place is in the circle."""
        right, down = self.at(when)
        return (x - right) ** 2 + (y - down) ** 2 <= self.radius**2
