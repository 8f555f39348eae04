"""A secret vote: one yes or no a seat, hidden from the others until all are given."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import TypeAlias

from escale.core.secrecy import Seat

Votes: TypeAlias = tuple[bool | None, ...]  # by seat; None: not given


def missing_votes(seats: int, announcer: Seat, voted: Collection[Seat]) -> tuple[Seat, ...]:
    """The seats that have yet to vote on what `announcer` said."""
    return tuple(seat for seat in range(seats) if seat != announcer and seat not in voted)


def imagined_votes(votes: Votes, voted: Collection[Seat], own: Seat | None, rng: Random) -> Votes:
    """Guesses in place of the votes that the seat `own` cannot see."""
    return tuple(
        vote if seat == own else (rng.random() < 0.5 if seat in voted else None)
        for seat, vote in enumerate(votes)
    )
