"""Players made of code. A bot sees what its seat sees, and answers within its budget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Protocol, TypeVar

from escale.core.secrecy import View

S = TypeVar("S")
A = TypeVar("A", covariant=True)


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


class Bot(Protocol[S, A]):
    def choose(self, view: View[S], budget: Budget, rng: Random) -> A:
        """An allowed action for the view's seat."""
        ...
