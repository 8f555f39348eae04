"""What happens at a table: whom the rules await, what may be done, and what the referee says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

from escale.core.chance import Ask
from escale.core.secrecy import Open, Seat

Audience: TypeAlias = tuple[Seat, ...] | None
"""Who may see an outcome of chance: these seats only, or (None) everybody."""

EVERYBODY: Audience = None
NOBODY: Audience = ()


@dataclass(frozen=True, slots=True)
class Players:
    """The rules wait for any of these seats to act, until the deadline if there is one."""

    seats: tuple[Seat, ...]
    deadline: int | None = None  # match time, in milliseconds


@dataclass(frozen=True, slots=True)
class Chance:
    """The rules wait for dice or cards. Who sees the outcome has no default: say it."""

    ask: Ask
    to: Audience


@dataclass(frozen=True, slots=True)
class Score(Open):
    """How a game ended: `ending` is one of the ways that the game's box lists, or "resigned"."""

    ending: str
    points: tuple[int, ...]
    winners: tuple[Seat, ...]

    def share(self, seat: Seat) -> float:
        """A shared victory counts as a part of one."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


@dataclass(frozen=True, slots=True)
class Over:
    score: Score


Awaits: TypeAlias = Players | Chance | Over


@dataclass(frozen=True, slots=True)
class Ruling(Open):
    """Allowed, or the reason why not.

    `reason` names a text that every language has, `anchor` the rulebook sentence behind it, and
    `details` fills the gaps of the text.
    """

    reason: str = ""
    anchor: str = ""
    details: tuple[tuple[str, str | int], ...] = ()

    def __bool__(self) -> bool:
        return not self.reason


ALLOWED = Ruling()


def refused(reason: str, anchor: str, **details: str | int) -> Ruling:
    return Ruling(reason, anchor, tuple(details.items()))


@dataclass(frozen=True, slots=True)
class Text:
    """An input of free text, such as a word."""

    name: str
    longest: int

    def admits(self, value: object) -> bool:
        return isinstance(value, str) and len(value) <= self.longest


@dataclass(frozen=True, slots=True)
class Choice:
    """An input of exactly one of several values."""

    name: str
    among: tuple[str | int | bool, ...]

    def admits(self, value: object) -> bool:
        return any(value == one and type(value) is type(one) for one in self.among)


@dataclass(frozen=True, slots=True)
class Some:
    """An input of several values, in any order: different ones, unless they may be repeated."""

    name: str
    among: tuple[str | int, ...]
    least: int
    most: int
    repeated: bool = False  # the same value may come more than once

    def admits(self, value: object) -> bool:
        if not isinstance(value, Sequence | frozenset) or isinstance(value, str):
            return False
        fits = self.repeated or len(set(value)) == len(value)
        return fits and self.least <= len(value) <= self.most and set(value) <= set(self.among)


@dataclass(frozen=True, slots=True)
class Number:
    """An input of a whole number within bounds: too many values to list."""

    name: str
    least: int
    most: int

    def admits(self, value: object) -> bool:
        return type(value) is int and self.least <= value <= self.most


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind of action that is open to a seat now, and the inputs that it takes.

    Boards, terminal and screen reader all build their controls from offers; none knows the rules.
    An offer may admit more than the rules allow: `check` has the last word.
    """

    action: type[Any]
    inputs: tuple[Text | Choice | Some | Number, ...] = ()

    def admits(self, action: Any) -> bool:
        if type(action) is not self.action:
            return False
        inputs = {one.name: one for one in self.inputs}
        values = {field.name: getattr(action, field.name) for field in fields(self.action)}
        return values.keys() == inputs.keys() and all(
            inputs[name].admits(value) for name, value in values.items()
        )
