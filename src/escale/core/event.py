"""The events of a match: nothing else changes it. Each carries its match time in milliseconds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Generic, TypeAlias, TypeVar

from escale.core.header import Player
from escale.core.play import Audience
from escale.core.secrecy import HIDDEN, Seat, seen_action

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Acted(Generic[A]):
    """A seat did something that the rules allowed."""

    seat: Seat
    action: A
    at: int = 0


@dataclass(frozen=True, slots=True)
class Drawn:
    """The outcome of chance that the rules awaited, visible to these seats (None: everybody)."""

    result: tuple[int, ...]
    to: Audience
    at: int = 0


@dataclass(frozen=True, slots=True)
class Elapsed:
    """The deadline that the rules set has passed."""

    at: int = 0


@dataclass(frozen=True, slots=True)
class Salted:
    """A seat revealed the salt that it had pledged; only before the first draw."""

    seat: Seat
    salt: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Unsalted:
    """A pledged salt did not come in time: the match goes on without it."""

    seat: Seat
    at: int = 0


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat gave up for good: it cannot win any more, and a bot plays on for it."""

    seat: Seat
    at: int = 0


@dataclass(frozen=True, slots=True)
class Rewound:
    """Taken back: the events from index `to` of the log on no longer count."""

    to: int
    at: int = 0


@dataclass(frozen=True, slots=True)
class Revealed:
    """The match is over and the host reveals the secret behind every draw."""

    secret: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class HandedOver:
    """The match goes on elsewhere. The host reveals the secret, which decides nothing more."""

    secret: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Recommitted:
    """The match was brought by somebody and goes on, with a new secret and new pledges.

    `bound` is the JSON text of all this and of the header; draws from here on depend on it.
    """

    commitment: str
    players: tuple[Player, ...]
    by: str
    bound: str
    at: int = 0


Played: TypeAlias = Acted[A] | Drawn | Elapsed
"""The events that rules handle; the others concern the match around them."""
PLAYED = (Acted, Drawn, Elapsed)
DECIDED = (Acted, Elapsed)  # these do not concern chance

Event: TypeAlias = (
    Played[A] | Salted | Unsalted | Resigned | Rewound | Revealed | HandedOver | Recommitted
)


def seen_event(event: Event[A], seat: Seat | None) -> Event[A]:
    """The event as a seat (None: a spectator) may see it."""
    if isinstance(event, Acted):
        seen = seen_action(event.action, event.seat, seat)
        return event if seen is event.action else replace(event, action=seen)
    if isinstance(event, Drawn) and event.to is not None and seat not in event.to:
        unseen: Any = (HIDDEN,) * len(event.result)
        return replace(event, result=unseen)
    return event
