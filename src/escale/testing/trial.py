"""A game on trial: the matches that the checks look at, played once for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property
from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from escale.core.game import Game
from escale.core.play import Players
from escale.core.secrecy import Seat
from escale.testing.hostile import hostile_actions
from escale.testing.playing import Moment, Run, play, told


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check has to say. `place` is enough to see it again."""

    message: str
    place: str = ""


Findings: TypeAlias = Iterator[Finding]


@dataclass(frozen=True, slots=True)
class Try:
    """An action of the right type, sensible or not, and what came of it."""

    run: Run
    moment: Moment
    seat: Seat
    action: Any
    ruling: Any  # what check gave: a Ruling, one hopes, or the exception that it raised
    touched: bool  # one of the checks at this moment changed the state


class Trial:
    """`seed` chooses other matches; `most_events` is what a match may need to end."""

    def __init__(self, game: Game[Any, Any, Any], seed: int = 0, most_events: int = 3000) -> None:
        self.game = game
        self.seed = seed
        self.most_events = most_events
        self.at = ""  # where a check is looking, in case the game breaks down there

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """Two matches for every number of seats, and one with every other value of an option."""
        seats = self.game.box.seats
        default = self.game.options()
        plan = [(default, number) for number in seats for _ in range(2)]
        for place, options in enumerate(other_options(self.game.options)):
            plan.append((options, seats[place % len(seats)]))
        return tuple(
            play(self.game, options, number, 1000 * self.seed + place, self.most_events)
            for place, (options, number) in enumerate(plan)
        )

    def moments(self, most: int) -> Iterator[tuple[Run, Moment]]:
        """Moments from all matches, at most so many of each."""
        for run in self.runs:
            for moment in run.some(most):
                self.at = run.place(moment.number)
                yield run, moment

    def decisions(self, most: int) -> Iterator[tuple[Run, Moment, Players]]:
        """Moments at which players are awaited, at most so many of each match."""
        for run in self.runs:
            for moment, awaits in run.decisions(most):
                self.at = run.place(moment.number)
                yield run, moment, awaits

    @cached_property
    def tries(self) -> tuple[Try, ...]:
        """Hostile actions put to the referee here and there."""
        return tuple(
            one
            for run, moment, awaits in self.decisions(4)
            for seat in awaits.seats[:2]
            for one in self._tries(run, moment, seat)
        )

    def _tries(self, run: Run, moment: Moment, seat: Seat) -> Iterator[Try]:
        before = told(moment.state)
        actions = list(hostile_actions(self.game.actions, dict(moment.tried).get(seat)))
        rulings = [_ruling(run, moment, seat, action) for action in actions]
        touched = told(moment.state) != before
        for action, ruling in zip(actions, rulings, strict=True):
            yield Try(run, moment, seat, action, ruling, touched)


def _ruling(run: Run, moment: Moment, seat: Seat, action: Any) -> Any:
    try:
        return run.rules.check(moment.state, seat, action)
    except Exception as problem:
        return problem


def other_options(kind: type[Any]) -> Iterator[Any]:
    """The default options with one of them changed, for each that has a list of values."""
    default = kind()
    for name, values in listed_values(kind).items():
        for value in values:
            if value != getattr(default, name):
                yield replace(default, **{name: value})


def listed_values(kind: type[Any]) -> dict[str, tuple[Any, ...]]:
    """The fields of a dataclass, each with its values where the type lists them."""
    hints = get_type_hints(kind, include_extras=True)
    return {one.name: _values(hints[one.name]) for one in fields(kind)}


def _values(hint: Any) -> tuple[Any, ...]:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _values(arguments[0])
    if origin in (Union, UnionType):
        return tuple(value for one in arguments for value in _values(one))
    if origin is Literal:
        return arguments
    if hint is bool:
        return (True, False)
    return (None,) if hint is type(None) else ()
