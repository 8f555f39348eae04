"""A stack of nested phases: the phase on top decides, those below wait for its result.

The state is a frozen dataclass with a field `phases`. Each phase is a small frozen dataclass that
implements one section of the rulebook. Its `step` returns the next state: unchanged in kind, with
another phase pushed on top that has to be played first, or without itself, in which case the phase
below gets its result in `resume`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Generic, Protocol, TypeVar

from escale.core.event import Played
from escale.core.play import ALLOWED, Awaits, Offer, Ruling
from escale.core.secrecy import Seat, View

R = TypeVar("R")
S = TypeVar("S", bound="PhaseState")
A = TypeVar("A")


class PhaseState(Protocol):
    """What this module needs of a state."""

    @property
    def phases(self) -> tuple[Any, ...]: ...


class Phase(Generic[R, S, A]):
    """One phase. `rules` is the game's rules object, which has its words and editions."""

    __slots__ = ()

    def enter(self, rules: R, state: S) -> S:
        """Called once, when the phase is put on the stack."""
        return state

    def awaits(self, rules: R, state: S) -> Awaits:
        raise NotImplementedError

    def check(self, rules: R, state: S, seat: Seat, action: A) -> Ruling:
        return ALLOWED

    def step(self, rules: R, state: S, event: Played[A]) -> S:
        raise NotImplementedError

    def offers(self, rules: R, view: View[S]) -> tuple[Offer, ...]:
        return ()

    def resume(self, rules: R, state: S, result: Any) -> S:
        """The phase above has finished with this result."""
        raise NotImplementedError


class PhaseRules(Generic[S, A]):
    """Rules that delegate every question to the phase on top.

    The state has a field `now`, the match time of its last event, for phases with deadlines.
    """

    def awaits(self, state: S) -> Awaits:
        awaits: Awaits = top(state).awaits(self, state)
        return awaits

    def check(self, state: S, seat: Seat, action: A) -> Ruling:
        ruling: Ruling = top(state).check(self, state, seat, action)
        return ruling

    def step(self, state: S, event: Played[A]) -> S:
        now: Any = state
        if now.now != event.at:
            now = replace(now, now=event.at)
        stepped: S = top(now).step(self, now, event)
        return stepped

    def offers(self, view: View[S]) -> tuple[Offer, ...]:
        offers: tuple[Offer, ...] = top(view.seen).offers(self, view)
        return offers

    def phase(self, state: S) -> type[Any]:
        return type(top(state))


def top(state: PhaseState) -> Any:
    return state.phases[-1]


def push(rules: Any, state: S, phase: Phase[Any, S, Any]) -> S:
    """Put a phase on top; the current one waits for its result."""
    return phase.enter(rules, _with_phases(state, (*state.phases, phase)))


def become(rules: Any, state: S, phase: Phase[Any, S, Any]) -> S:
    """Replace the phase on top by another one, which is entered."""
    return phase.enter(rules, _with_phases(state, (*state.phases[:-1], phase)))


def update(state: S, phase: Phase[Any, S, Any]) -> S:
    """Replace the phase on top by a changed copy of itself, without entering it again."""
    return _with_phases(state, (*state.phases[:-1], phase))


def finish(rules: Any, state: S, result: Any = None) -> S:
    """Remove the phase on top; the one below resumes with its result."""
    below = _with_phases(state, state.phases[:-1])
    resumed: S = top(below).resume(rules, below, result)
    return resumed


def _with_phases(state: S, phases: tuple[Any, ...]) -> S:
    whole: Any = state
    changed: S = replace(whole, phases=phases)
    return changed
