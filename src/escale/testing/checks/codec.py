"""Checks that whatever is stored or sent is frozen and survives the codec."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from escale.core.codec import from_plain, to_plain
from escale.core.event import Event, seen_event
from escale.core.secrecy import view
from escale.games.matchfile import from_json, to_json
from escale.testing.random_play import describe_error
from escale.testing.subject import Finding, Findings, Subject

MOST_OF_A_KIND = 30  # events of one match


def frozen(subject: Subject) -> Findings:
    """Options, states and actions are frozen, slotted dataclasses of plain values."""
    seen: set[Any] = set()
    for kind in (subject.game.options, subject.game.state, subject.game.actions):
        yield from map(Finding, _faults(kind, "", seen))
    try:
        subject.game.options()
    except TypeError as problem:
        yield Finding(f"every option needs a default value: {problem}")


def _faults(kind: Any, place: str, seen: set[Any]) -> Iterator[str]:
    """Faults of a type and of the types inside it."""
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
        yield f"{place} has the type {name}: use int, str, bool, None, tuple or a dataclass"


def _faults_of_dataclass(kind: Any, seen: set[Any]) -> Iterator[str]:
    if kind in seen:
        return
    seen.add(kind)
    if not kind.__dataclass_params__.frozen:
        yield f"{kind.__name__} is mutable: write @dataclass(frozen=True, slots=True)"
    if "__slots__" not in vars(kind):
        yield f"{kind.__name__} has no slots: write @dataclass(frozen=True, slots=True)"
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        if field.name == "kind":
            yield f"{kind.__name__}.kind: this name is reserved in plain data"
        yield from _faults(hints[field.name], f"{kind.__name__}.{field.name}", seen)


def round_trip(subject: Subject) -> Findings:
    """States, views, actions, options, events and match files equal what is decoded again."""
    game = subject.game
    for run in subject.runs:
        yield from _round_trip(game.options, run.options, "options", run.place())
        for moment in run.spread(15):
            place = run.place(moment.number)
            yield from _round_trip(game.state, moment.state, "the state", place)
            for _, action in moment.samples:
                yield from _round_trip(game.actions, action, "the action", place)
        for moment in run.spread(6):
            for seat in (None, *range(run.seats)):
                seen = view(moment.state, seat).seen
                place = f"{run.place(moment.number)}, seat {seat}"
                yield from _round_trip(game.state, seen, "the view", place, hidden=True)
        for number, event in _some_of_each_kind(run.log):
            known: list[Any] = []  # most events look the same to all seats
            for seat in (None, *range(run.seats)):
                seen = seen_event(event, seat)
                if seen in known:
                    continue
                known.append(seen)
                place = f"{run.place(number)}, seat {seat}"
                kind = Event[game.actions]  # type: ignore[name-defined]
                yield from _round_trip(kind, seen, "the event", place, hidden=True)
        if not run.error and from_json(to_json(run.record), game)[1] != run.record:
            yield Finding("the match file decodes to another match", run.place())


def _some_of_each_kind(log: Iterable[Event[Any]]) -> Iterator[tuple[int, Event[Any]]]:
    """With their places. The match file, read again, has them all, as nobody sees them."""
    count: Counter[tuple[type, type]] = Counter()
    for number, event in enumerate(log):
        kind = type(event), type(getattr(event, "action", None))
        count[kind] += 1
        if count[kind] <= MOST_OF_A_KIND:
            yield number, event


def _round_trip(kind: Any, value: Any, what: str, place: str, *, hidden: bool = False) -> Findings:
    try:
        plain = json.loads(json.dumps(to_plain(value), allow_nan=False))
        back = from_plain(kind, plain, hidden=hidden)
    except Exception as problem:
        yield Finding(f"{what} cannot be encoded and decoded: {describe_error(problem)}", place)
        return
    if back != value:
        yield Finding(f"{what} changes in the codec: {value!r} became {back!r}", place)
