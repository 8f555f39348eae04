"""What a device says of the moment of an action, and how far it is believed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from escale.core.play import ALLOWED, Choice, Number, Ruling, refused

if TYPE_CHECKING:
    from escale.games.fortboyard.rules.rules import Action

LAG = 1500  # milliseconds that a message may be under way
LAST_MOMENT = 10**12  # of any match: a bound for what is sent


class Bout(Protocol):
    """A phase that counts its tries."""

    @property
    def bout(self) -> int: ...


def moment(when: int, at: int) -> int:
    """When it was done: as the device says, but never later than it was heard, nor long before."""
    return max(at - LAG, min(when, at))


def bout_input(phase: Bout) -> Choice:
    """Real-time actions name the bout that they are meant for."""
    return Choice("bout", (phase.bout,))


def when_input() -> Number:
    return Number("when", 0, LAST_MOMENT)


def in_time(phase: Bout, action: Action) -> Ruling:
    """What was meant for a bout that is over must never hit the next one."""
    bout = getattr(action, "bout", phase.bout)
    return ALLOWED if bout == phase.bout else refused("too-late", "late-touch")
