"""The game under test, with random matches that are played once and shared by all checks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property
from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from escale.core.game import Game
from escale.core.play import Players
from escale.core.secrecy import Seat
from escale.testing.fuzzing import fuzz_actions
from escale.testing.random_play import Moment, Run, dump_state, play


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found. `place` is enough to reproduce it."""

    message: str
    place: str = ""


Findings: TypeAlias = Iterator[Finding]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A well-typed action, sensible or not, and the ruling on it."""

    run: Run
    moment: Moment
    seat: Seat
    action: Any
    ruling: Any  # what `check` returned (it should be a Ruling), or the exception that it raised
    state_changed: bool  # by a call of `check` at this moment


class Subject:
    """A game under test. `seed` selects the matches; a match must end within `most_events`."""

    def __init__(self, game: Game[Any, Any, Any], seed: int = 0, most_events: int = 3000) -> None:
        self.game = game
        self.seed = seed
        self.most_events = most_events
        self.place = ""  # where the current check is, for exceptions that the game raises

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """Two matches for each number of seats, and one for each non-default value of an option."""
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
        """Moments from all matches, at most `most` of each."""
        for run in self.runs:
            for moment in run.spread(most):
                self.place = run.place(moment.number)
                yield run, moment

    def decisions(self, most: int) -> Iterator[tuple[Run, Moment, Players]]:
        """Moments at which players are awaited, at most `most` of each match."""
        for run in self.runs:
            for moment, awaits in run.decisions(most):
                self.place = run.place(moment.number)
                yield run, moment, awaits

    @cached_property
    def attempts(self) -> tuple[Attempt, ...]:
        """Fuzzed actions and their rulings, at a few moments of each match."""
        return tuple(
            one
            for run, moment, awaits in self.decisions(4)
            for seat in awaits.seats[:2]
            for one in self._attempts(run, moment, seat)
        )

    def _attempts(self, run: Run, moment: Moment, seat: Seat) -> Iterator[Attempt]:
        before = dump_state(moment.state)
        actions = list(fuzz_actions(self.game.actions, dict(moment.samples).get(seat)))
        rulings = [_ruling(run, moment, seat, action) for action in actions]
        state_changed = dump_state(moment.state) != before
        for action, ruling in zip(actions, rulings, strict=True):
            yield Attempt(run, moment, seat, action, ruling, state_changed)


def _ruling(run: Run, moment: Moment, seat: Seat, action: Any) -> Any:
    try:
        return run.rules.check(moment.state, seat, action)
    except Exception as problem:
        return problem


def other_options(kind: type[Any]) -> Iterator[Any]:
    """The default options with one option changed, for each value that a type lists."""
    default = kind()
    for name, values in listed_values(kind).items():
        for value in values:
            if value != getattr(default, name):
                yield replace(default, **{name: value})


def listed_values(kind: type[Any]) -> dict[str, tuple[Any, ...]]:
    """The fields of a dataclass, with the values that their types list."""
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
