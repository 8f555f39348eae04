"""What rules answer: whom they await, what is offered to a seat, and what is refused and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

from escale.core.chance import ChanceRequest
from escale.core.secrecy import Open, Seat

Audience: TypeAlias = tuple[Seat, ...] | None
"""Who may see an outcome of chance: these seats only, or (None) everybody."""

EVERYBODY: Audience = None
NOBODY: Audience = ()


@dataclass(frozen=True, slots=True)
class Players:
    """The rules await an action of any of these seats, until the deadline if there is one."""

    seats: tuple[Seat, ...]
    deadline: int | None = None  # match time, in milliseconds
    # Everybody takes part in this timed moment, whoever may act now. In slow play it is then opened
    # by all before anybody sees it, and lasts until no deadline or a moment of another kind comes.
    together: bool = False


@dataclass(frozen=True, slots=True)
class Chance:
    """The rules await an outcome of chance. `to` has no default: rules must say who sees it."""

    ask: ChanceRequest
    to: Audience


@dataclass(frozen=True, slots=True)
class Score(Open):
    """How a game ended: `ending` is one of the ways that the game's box lists, or "resigned"."""

    ending: str
    points: tuple[int, ...]
    winners: tuple[Seat, ...]

    def share(self, seat: Seat) -> float:
        """The seat's share of the victory: 1/n for each of n winners."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


@dataclass(frozen=True, slots=True)
class Over:
    score: Score


Awaits: TypeAlias = Players | Chance | Over


@dataclass(frozen=True, slots=True)
class Ruling(Open):
    """Whether an action is allowed (truthy) or why it is refused.

    `reason` is the key of a text in every language, `anchor` names the rulebook sentence behind
    it, and `details` fills the placeholders of the text.
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
    """An input of several values in any order, distinct unless `repeated`."""

    name: str
    among: tuple[str | int, ...]
    least: int
    most: int
    repeated: bool = False

    def admits(self, value: object) -> bool:
        if not isinstance(value, Sequence | frozenset) or isinstance(value, str):
            return False
        fits = self.repeated or len(set(value)) == len(value)
        return fits and self.least <= len(value) <= self.most and set(value) <= set(self.among)


@dataclass(frozen=True, slots=True)
class Number:
    """An input of a whole number within bounds, where there are too many to list."""

    name: str
    least: int
    most: int

    def admits(self, value: object) -> bool:
        return type(value) is int and self.least <= value <= self.most


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind of action that a seat may take now, and its inputs.

    Boards, terminal and screen reader build their controls from offers, without knowing the rules.
    An offer may admit more than the rules allow: `check` decides.
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
