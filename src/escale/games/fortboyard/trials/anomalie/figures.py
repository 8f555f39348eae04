"""The companions as drawn figures: what they wear, and how it can change.

Two variants of a part differ in their shape, never in their colour alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

from escale.core.secrecy import Open, Seat
from escale.core.tuples import with_item
from escale.games.fortboyard.rules.pieces import NOBODY_SEAT

Part = Literal["hat", "hair", "glasses", "earrings", "neck", "shirt", "badge", "watch"]
PARTS: tuple[Part, ...] = get_args(Part)

Thing = Literal[
    "hat-none",
    "hat-cap",
    "hat-beret",
    "hat-boater",
    "hair-short",
    "hair-long",
    "hair-curly",
    "hair-plaits",
    "glasses-none",
    "glasses-round",
    "glasses-square",
    "glasses-star",
    "earrings-none",
    "earrings-rings",
    "earrings-drops",
    "earrings-stars",
    "neck-none",
    "neck-scarf",
    "neck-bow",
    "neck-pearls",
    "shirt-plain",
    "shirt-stripes",
    "shirt-dots",
    "shirt-buttons",
    "badge-none",
    "badge-star",
    "badge-heart",
    "badge-anchor",
    "watch-none",
    "watch-round",
    "watch-square",
    "watch-digits",
]
THINGS: tuple[Thing, ...] = get_args(Thing)
VARIANTS = len(THINGS) // len(PARTS)  # of each part
LOOKS = 2  # numbers for what never changes: skin and colours
A_FIGURE = len(PARTS) + LOOKS  # numbers drawn for a figure


@dataclass(frozen=True, slots=True)
class Figure(Open):
    """A companion: a variant of each part, in the order of PARTS."""

    worn: tuple[int, ...]
    skin: int
    tint: int

    def thing(self, part: Part) -> Thing:
        return thing(PARTS.index(part), self.worn[PARTS.index(part)])

    @property
    def things(self) -> tuple[Thing, ...]:
        return tuple(map(self.thing, PARTS))

    def wearing(self, other: Thing) -> Figure:
        """The same companion, with another variant of one part."""
        part, variant = divmod(THINGS.index(other), VARIANTS)
        return replace(self, worn=with_item(self.worn, part, variant))


def thing(part: int, variant: int) -> Thing:
    return THINGS[part * VARIANTS + variant]


def part_of(one: Thing) -> Part:
    return PARTS[THINGS.index(one) // VARIANTS]


def dressed(numbers: tuple[int, ...]) -> tuple[Figure, ...]:
    """Companions from random numbers of 1 to VARIANTS, one for each part and look."""
    chosen = [number - 1 for number in numbers]
    figures = (chosen[place : place + A_FIGURE] for place in range(0, len(chosen), A_FIGURE))
    return tuple(Figure(tuple(one[:-LOOKS]), *one[-LOOKS:]) for one in figures)


@dataclass(frozen=True, slots=True)
class Change(Open):
    """A single change: a companion wears another variant, or two swap the same part."""

    seat: Seat
    part: Part
    thing: Thing | None = None  # None: a swap
    partner: Seat = NOBODY_SEAT

    def touches(self, seat: Seat, part: Part) -> bool:
        """Whether this is the right answer; for a swap, either companion is."""
        return part == self.part and seat in (self.seat, self.partner)


def swap(seat: Seat, partner: Seat, part: Part) -> Change:
    """A swap; the order of the two does not matter."""
    return Change(min(seat, partner), part, None, max(seat, partner))


Companions = dict[Seat, Figure]


def changed(companions: Companions, change: Change) -> Companions:
    """The companions after the change; equal to those before if it has no effect."""
    after = dict(companions)
    if change.thing is not None:
        after[change.seat] = companions[change.seat].wearing(change.thing)
        return after
    one, other = companions[change.seat], companions[change.partner]
    after[change.seat] = one.wearing(other.thing(change.part))
    after[change.partner] = other.wearing(one.thing(change.part))
    return after


def count_of_changes(companions: int) -> int:
    """The number of changes that can be drawn; swaps are not among them."""
    return companions * len(PARTS) * (VARIANTS - 1)


def change_by_number(companions: Companions, number: int) -> Change:
    """The change with this number. Their count must not depend on what is worn, a secret."""
    place, step = divmod(number, VARIANTS - 1)
    companion, part = divmod(place, len(PARTS))
    seat = list(companions)[companion]
    variant = (companions[seat].worn[part] + 1 + step) % VARIANTS
    return Change(seat, PARTS[part], thing(part, variant))
