"""Everything that travels or is stored is frozen, has a plain form, and comes back equal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from escale.core.codec import from_plain, to_plain
from escale.core.event import Event, seen_event
from escale.core.secrecy import view
from escale.games.matchfile import from_json, to_json
from escale.testing.playing import in_words
from escale.testing.trial import Finding, Findings, Trial


def frozen(trial: Trial) -> Findings:
    """Options, states and actions are frozen, slotted dataclasses of plain values."""
    seen: set[Any] = set()
    for kind in (trial.game.options, trial.game.state, trial.game.actions):
        yield from map(Finding, _faults(kind, "", seen))
    try:
        trial.game.options()
    except TypeError as problem:
        yield Finding(f"every option needs a default value: {problem}")


def _faults(kind: Any, place: str, seen: set[Any]) -> Iterator[str]:
    """What is wrong with a type and with the types inside it."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in (int, str, bool, NoneType) or origin is Literal or isinstance(kind, TypeVar):
        return
    if origin is Annotated:
        yield from _faults(arguments[0], place, seen)
    elif origin in (tuple, frozenset, Union, UnionType):
        for one in arguments:
            if one is not Ellipsis:
                yield from _faults(one, place, seen)
    elif is_dataclass(origin or kind):
        yield from _faults_of_dataclass(origin or kind, seen)
    else:
        name = getattr(kind, "__name__", str(kind))
        yield f"{place} is of type {name}: use int, str, bool, None, tuple or a dataclass"


def _faults_of_dataclass(kind: Any, seen: set[Any]) -> Iterator[str]:
    if kind in seen:
        return
    seen.add(kind)
    if not kind.__dataclass_params__.frozen:
        yield f"{kind.__name__} can be changed: write @dataclass(frozen=True, slots=True)"
    if "__slots__" not in vars(kind):
        yield f"{kind.__name__} has no slots: write @dataclass(frozen=True, slots=True)"
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        if field.name == "kind":
            yield f"{kind.__name__}.kind: this name is reserved in plain data"
        yield from _faults(hints[field.name], f"{kind.__name__}.{field.name}", seen)


def round_trip(trial: Trial) -> Findings:
    """States, views, actions, options, events and whole match files come back equal."""
    game = trial.game
    for run in trial.runs:
        yield from _comes_back(game.options, run.options, "options", run.place())
        for moment in run.moments:
            place = run.place(moment.number)
            yield from _comes_back(game.state, moment.state, "the state", place)
            for _, action in moment.tried:
                yield from _comes_back(game.actions, action, "the action", place)
        for moment in run.some(10):
            for seat in (None, *range(run.seats)):
                seen = view(moment.state, seat).seen
                place = f"{run.place(moment.number)}, seat {seat}"
                yield from _comes_back(game.state, seen, "the view", place, hidden=True)
        for number, event in enumerate(run.log):
            known: list[Any] = []  # most events look alike to all
            for seat in (None, *range(run.seats)):
                seen = seen_event(event, seat)
                if seen in known:
                    continue
                known.append(seen)
                place = f"{run.place(number)}, seat {seat}"
                kind = Event[game.actions]  # type: ignore[name-defined]
                yield from _comes_back(kind, seen, "the event", place, hidden=True)
        if not run.trouble and from_json(to_json(run.record), game)[1] != run.record:
            yield Finding("the match file does not give the same match back", run.place())


def _comes_back(kind: Any, value: Any, what: str, place: str, *, hidden: bool = False) -> Findings:
    try:
        plain = json.loads(json.dumps(to_plain(value), allow_nan=False))
        back = from_plain(kind, plain, hidden=hidden)
    except Exception as problem:
        yield Finding(f"{what} cannot be written and read again: {in_words(problem)}", place)
        return
    if back != value:
        yield Finding(f"{what} comes back changed: {value!r} became {back!r}", place)
