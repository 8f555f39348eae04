"""The bot protocol: a bot chooses an action from its seat's view, within a time budget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Generic, Protocol, TypeVar

from escale.core.secrecy import View

S = TypeVar("S")
A = TypeVar("A", covariant=True)
C = TypeVar("C")

LONGEST_WAIT = 3_600_000  # milliseconds


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think. The clock is injected, because `core` reads none.

    A bot that searches also limits its work (nodes, rounds), so that on a machine that is fast
    enough the same seed gives the same game.
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
    """Act after `wait` milliseconds of match time, counted from the view.

    The plan is dropped if the seat acts, a deadline passes or a move is taken back before then.
    Actions of other seats leave it as it is, unless they make it impossible. The bot is then asked
    again.
    """

    action: A
    wait: int

    def __post_init__(self) -> None:
        if type(self.wait) is not int or not 0 <= self.wait <= LONGEST_WAIT:
            raise ValueError(f"wait: must be a whole number from 0 to {LONGEST_WAIT}")


class Bot(Protocol[S, A]):
    def choose(self, view: View[S], budget: Budget, rng: Random) -> A | Later[A]:
        """An allowed action for the view's seat, now or later."""
        ...


def planned(choice: C | Later[C]) -> tuple[C, int]:
    """The chosen action and its delay in milliseconds."""
    if isinstance(choice, Later):
        return choice.action, choice.wait
    return choice, 0
