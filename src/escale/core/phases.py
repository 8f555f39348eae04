"""Rules inside rules: a stack of phases, the top one in charge.

A state that uses frames is a frozen dataclass with a field `frames`. Each frame is a small frozen
dataclass that reads like one section of the rulebook. `step` returns the next state, in which it
may `push` a phase that has to be played first, or `finish` itself with a result, which the frame
below receives in `resume`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Generic, Protocol, TypeVar

from escale.core.event import Played
from escale.core.play import ALLOWED, Awaits, Offer, Ruling
from escale.core.secrecy import Seat, View

R = TypeVar("R")
S = TypeVar("S", bound="Framed")
A = TypeVar("A")


class Framed(Protocol):
    """A state, as far as frames are concerned."""

    @property
    def frames(self) -> tuple[Any, ...]: ...


class Frame(Generic[R, S, A]):
    """One phase. `rules` is the game's rules object, with its words and editions."""

    __slots__ = ()

    def enter(self, rules: R, state: S) -> S:
        """On top for the first time. A phase with nothing to wait for does its work here."""
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
        """The phase above has ended with this result."""
        raise NotImplementedError


class FrameRules(Generic[S, A]):
    """Rules made of frames: whatever is asked, the top one answers.

    The state keeps the match time of its last event in a field `now`, for phases with deadlines.
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


def top(state: Framed) -> Any:
    return state.frames[-1]


def push(rules: Any, state: S, frame: Frame[Any, S, Any]) -> S:
    """Play this phase first."""
    return frame.enter(rules, _with_frames(state, (*state.frames, frame)))


def become(rules: Any, state: S, frame: Frame[Any, S, Any]) -> S:
    """The top phase is over and this one comes in its place."""
    return frame.enter(rules, _with_frames(state, (*state.frames[:-1], frame)))


def update(state: S, frame: Frame[Any, S, Any]) -> S:
    """The top phase goes on, changed."""
    return _with_frames(state, (*state.frames[:-1], frame))


def finish(rules: Any, state: S, result: Any = None) -> S:
    """The top phase is over; the one below goes on with its result."""
    below = _with_frames(state, state.frames[:-1])
    resumed: S = top(below).resume(rules, below, result)
    return resumed


def _with_frames(state: S, frames: tuple[Any, ...]) -> S:
    whole: Any = state
    changed: S = replace(whole, frames=frames)
    return changed
