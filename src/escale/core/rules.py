"""The protocol that the rules of every game implement.

Rules are pure: no clock, no randomness, no I/O. They say whom or what they await, and the answer
comes back as an event. States are frozen; `step` returns a new one.
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
        """The state before the first event."""
        ...

    def awaits(self, state: S) -> Awaits:
        """What has to happen next."""
        ...

    def check(self, state: S, seat: Seat, action: A) -> Ruling:
        """May an awaited seat do this? If not: why, and which rulebook sentence says so."""
        ...

    def step(self, state: S, event: Played[A]) -> S:
        """The state after an event that was awaited and, if it is an action, allowed."""
        ...

    def offers(self, view: View[S]) -> tuple[Offer, ...]:
        """What the view's seat may do now, as controls to fill in; empty when it is not awaited."""
        ...

    def sample(self, state: S, seat: Seat, rng: Random) -> A:
        """A random allowed action of an awaited seat (most games have too many to list them)."""
        ...

    def imagine(self, view: View[S], rng: Random) -> S:
        """A random complete state that is consistent with the view."""
        ...

    def reversible(self, state: S, event: Played[A]) -> bool:
        """May this event be taken back? Not if it revealed something to a seat."""
        ...


@runtime_checkable
class DealsAgain(Protocol):
    """Rules that know unlucky deals: if all players agree, chance answers again."""

    def may_deal_again(self, state: Any) -> bool:
        """Only while nobody has decided anything: the match asks for no more than draws."""
        ...


@runtime_checkable
class HasPhases(Protocol):
    """Rules in which the same action can mean different things in different phases."""

    def phase(self, state: Any) -> Hashable:
        """Identifies the phase that is being played."""
        ...
