"""What a candidate remembers, as one number for each thing on each companion."""

from __future__ import annotations

from escale.core.secrecy import Seat
from escale.games.fortboyard.trials.anomalie.figures import PARTS, THINGS, Companions, Part, Thing


def mark(companion: int, one: Thing) -> int:
    """The number for "this companion wears this"; companions count from the left."""
    return companion * len(THINGS) + THINGS.index(one)


def marks_of(companions: int) -> range:
    """All possible numbers with this many companions."""
    return range(companions * len(THINGS))


def most_marks(companions: int) -> int:
    """The most marks that can be true at once."""
    return companions * len(PARTS)


def kept(marks: tuple[int, ...], opponents: tuple[Seat, ...]) -> dict[tuple[Seat, Part], Thing]:
    """The remembered things, by companion and part."""
    variants = len(THINGS) // len(PARTS)
    found: dict[tuple[Seat, Part], Thing] = {}
    for one in marks:
        companion, number = divmod(one, len(THINGS))
        found[opponents[companion], PARTS[number // variants]] = THINGS[number]
    return found


def looks_different(
    marks: tuple[int, ...], companions: Companions
) -> tuple[list[tuple[Seat, Part]], list[tuple[Seat, Part]]]:
    """The parts that differ from memory, and those that are not in memory."""
    known = kept(marks, tuple(companions))
    different, unknown = [], []
    for seat, figure in companions.items():
        for part in PARTS:
            if (seat, part) not in known:
                unknown.append((seat, part))
            elif known[seat, part] != figure.thing(part):
                different.append((seat, part))
    return different, unknown
