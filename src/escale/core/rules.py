"""What a game is: the protocol that every `rules.py` implements.

Rules are pure. They read no clock, roll no dice and touch no file: they say whom or what they
await, and the answer comes back as an event. States are frozen; `step` returns a new one.
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any, Protocol, TypeVar, runtime_checkable

from escale.core.event import Played
from escale.core.play import Awaits, Offer, Ruling
from escale.core.secrecy import Seat, View

O = TypeVar("O", contravariant=True)
S = TypeVar("S")
A = TypeVar("A")


class Rules(Protocol[O, S, A]):
    def setup(self, options: O, seats: int) -> S:
        """The table before the first event."""
        ...

    def awaits(self, state: S) -> Awaits:
        """What has to happen next."""
        ...

    def check(self, state: S, seat: Seat, action: A) -> Ruling:
        """May an awaited seat do this? If not: why, and which rulebook sentence says so."""
        ...

    def step(self, state: S, event: Played[A]) -> S:
        """The table after an event that was awaited and, if it is an action, allowed."""
        ...

    def offers(self, view: View[S]) -> tuple[Offer, ...]:
        """What the view's seat may do now, as controls to fill in; empty when it is not awaited."""
        ...

    def sample(self, state: S, seat: Seat, rng: Random) -> A:
        """Some allowed action of an awaited seat: sets of moves are open, not lists."""
        ...

    def imagine(self, view: View[S], rng: Random) -> S:
        """A table that fits all that the view's seat knows."""
        ...

    def reversible(self, state: S, event: Played[A]) -> bool:
        """May this event be taken back? Not if it told a seat something that it did not know."""
        ...


@runtime_checkable
class HasPhases(Protocol):
    """Rules in which the same action can mean different things in different phases."""

    def phase(self, state: Any) -> Hashable:
        """Identifies the phase that is being played."""
        ...
