"""Players made of code. A bot sees what its seat sees, and answers within its budget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Generic, Protocol, TypeVar

from escale.core.secrecy import View

S = TypeVar("S")
A = TypeVar("A", covariant=True)
C = TypeVar("C")

LONGEST_WAIT = 3_600_000  # milliseconds: a plan for tomorrow is none


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think. The clock is handed in: nothing in `core` reads one.

    A bot that searches also stops by itself after a fixed amount of work, so that on a quiet
    machine the same seed gives the same game.
    """

    seconds: float
    clock: Callable[[], float]
    began: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "began", self.clock())

    def spent(self, share: float = 1.0) -> bool:
        """Is this share of the time used up?"""
        return self.clock() - self.began >= self.seconds * share


@dataclass(frozen=True, slots=True)
class Later(Generic[A]):
    """Do this so many milliseconds of match time after the moment that was seen.

    Nothing comes of it if the seat is asked anew before then: because it acted, because a deadline
    passed or a move was taken back. What other seats do leaves the plan as it is; if they make it
    impossible, the seat is asked anew as well.
    """

    action: A
    wait: int

    def __post_init__(self) -> None:
        if type(self.wait) is not int or not 0 <= self.wait <= LONGEST_WAIT:
            raise ValueError(f"wait: must be a whole number from 0 to {LONGEST_WAIT}")


class Bot(Protocol[S, A]):
    def choose(self, view: View[S], budget: Budget, rng: Random) -> A | Later[A]:
        """An allowed action for the view's seat: at once, or later if nothing comes between."""
        ...


def planned(choice: C | Later[C]) -> tuple[C, int]:
    """What a bot wants to do, and how long it waits until then."""
    if isinstance(choice, Later):
        return choice.action, choice.wait
    return choice, 0
