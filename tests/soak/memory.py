"""How much memory processes hold over time, and whether that is flat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from statistics import median

POINTS = 60  # that a curve is judged by: medians of as many stretches
AN_HOUR = 3600.0
SLACK = 6 * 1024  # KiB; allocators give and take so much, whatever a house does
SHARE = 0.04  # of what it holds may come in the time that is judged


@dataclass
class Curve:
    """What one part of a house holds, in KiB, at some seconds."""

    name: str
    seconds: list[float] = field(default_factory=list)
    held: list[int] = field(default_factory=list)

    def add(self, at: float, held: int) -> None:
        self.seconds.append(at)
        self.held.append(held)

    @property
    def span(self) -> float:
        return self.seconds[-1] - self.seconds[0] if self.seconds else 0.0

    def points(self, most: int = POINTS) -> list[tuple[float, float]]:
        """Medians of stretches of the same length: a single peak says nothing."""
        size = max(1, -(-len(self.held) // most))
        return [
            (median(self.seconds[place : place + size]), median(self.held[place : place + size]))
            for place in range(0, len(self.held), size)
        ]

    @property
    def growth(self) -> float:
        """KiB over its whole length, by the median of the slopes between any two points."""
        pairs = combinations(self.points(), 2)
        slopes = [(held - less) / (at - before) for (before, less), (at, held) in pairs]
        return median(slopes) * self.span if slopes else 0.0

    @property
    def allowed(self) -> float:
        return SLACK + SHARE * median(self.held or [0])

    @property
    def flat(self) -> bool:
        return self.growth <= self.allowed

    def __str__(self) -> str:
        curve = " ".join(f"{held / 1024:.0f}" for _, held in self.points(12))
        an_hour = self.growth / self.span * AN_HOUR / 1024 if self.span else 0.0
        return (
            f"{self.name}: {curve} MiB; {self.growth / 1024:+.1f} MiB in {self.span:.0f} s"
            f" ({an_hour:+.0f} MiB an hour), {self.allowed / 1024:.1f} allowed"
        )


def grown(curves: Iterable[Curve]) -> list[str]:
    """Those that are not flat."""
    return [f"memory is not flat: {curve}" for curve in curves if not curve.flat]


def held_by(pids: Sequence[int]) -> int:
    """KiB that these processes have taken for themselves, in RAM: what they read from files is
    shared with whatever else runs here. One that has just ended holds nothing."""
    return sum(map(_held, pids))


def _held(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Anonymous:")), 0)


def children(pid: int) -> list[int]:
    """The processes that it has started, such as those in which its bots think."""
    found: list[int] = []
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (thread / "children").read_text().split())
    return found
