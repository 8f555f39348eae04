"""Times that a client claims for what its player did, and how far they are believed.

A client measures its own player, because a message may be under way for long. The cue of a reaction
is always the end of a deadline: who strikes, drops a card or gives the signal sets the deadline to
the present. So every seat that waits for the cue is asked anew when it comes, bots included, and no
plan made before can pass for a reaction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from escale.core.play import ALLOWED, Choice, Number, Ruling, refused
from escale.core.secrecy import Open
from escale.games.fortboyard.rules.trial import TrialAction

if TYPE_CHECKING:
    from escale.games.fortboyard.rules.rules import Action

LAG = 1500  # milliseconds that a message may be under way
LAST_MOMENT = 10**12  # upper bound of a moment that is sent
FASTEST = 80  # milliseconds: no human reaction is faster
LONGEST = 60_000  # upper bound of a reaction that is sent
TOO_EARLY = -1


@dataclass(frozen=True, slots=True)
class BoutAction(TrialAction, Open):
    """A real-time action, which names the bout that it is meant for."""

    bout: int


class Bout(Protocol):
    """A phase that counts its bouts."""

    @property
    def bout(self) -> int: ...


def moment(when: int, at: int) -> int:
    """The moment that counts: as claimed, but not after it was heard of, nor long before."""
    return max(at - LAG, min(when, at))


def honest(claimed: int, cue: int, at: int) -> int:
    """The reaction that counts; `TOO_EARLY` if nobody could have seen the cue so soon.

    `at` is when the server heard of it: the reaction cannot have taken longer than that.
    """
    reaction = min(claimed, at - cue)
    return reaction if reaction >= FASTEST else TOO_EARLY


def bout_input(phase: Bout) -> Choice:
    """Real-time actions name the bout that they are meant for."""
    return Choice("bout", (phase.bout,))


def when_input() -> Number:
    return Number("when", 0, LAST_MOMENT)


def reaction_input() -> Number:
    """0: before any cue was shown."""
    return Number("reaction", 0, LONGEST)


def in_time(phase: Bout, action: Action) -> Ruling:
    """An action that was meant for an earlier bout must not count in this one."""
    bout = getattr(action, "bout", phase.bout)
    return ALLOWED if bout == phase.bout else refused("too-late", "late-touch")
