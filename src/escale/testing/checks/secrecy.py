"""Checks that events reveal no more than states do, and that a spectator sees least."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

from escale.core.chance import Oracle
from escale.core.event import Acted, Drawn, Played, seen_event
from escale.core.play import Chance
from escale.core.secrecy import HIDDEN, has_hidden, view
from escale.testing.random_play import Moment, Run, fixed_key
from escale.testing.subject import Finding, Findings, Subject


def seen_events(subject: Subject) -> Findings:
    """Events that lead to the same view of a seat look the same to that seat."""
    for run in subject.runs:
        for event in run.log:
            if isinstance(event, Acted) and has_hidden(seen_event(event, event.seat)):
                yield Finding(
                    f"{type(event.action).__name__} hides its fields from the player who acts:"
                    " mark them Own or Shown, or derive the class from Open",
                    run.place(),
                )
                break
    for run, moment, one, other in _alternatives(subject):
        try:
            here, there = (run.rules.step(moment.state, event) for event in (one, other))
        except Exception:
            continue
        if here == there:
            continue
        for seat in (None, *range(run.seats)):
            if view(here, seat) != view(there, seat):
                continue  # the seat may know which of the two events happened
            if seen_event(one, seat) != seen_event(other, seat):
                yield Finding(
                    f"the event {one!r} shows seat {seat} what the state hides from it",
                    run.place(moment.number),
                )


def _alternatives(subject: Subject) -> Iterator[tuple[Run, Moment, Played[Any], Played[Any]]]:
    """Pairs of events that could both happen at the same moment."""
    at = 1_000_000_000
    oracle = Oracle(fixed_key("alternatives", subject.seed), "alternatives")
    for run, moment in subject.moments(20):
        awaits = run.rules.awaits(moment.state)
        if isinstance(awaits, Chance):
            first, *others = (
                Drawn(oracle.answer(awaits.ask, number), awaits.to, at) for number in range(4)
            )
            yield from ((run, moment, first, other) for other in others if other != first)
    for run, moment, _ in subject.decisions(10):
        for seat, action in moment.samples:
            for number in range(4):
                other = run.rules.sample(moment.state, seat, Random(number))
                if other != action:
                    yield run, moment, Acted(seat, action, at), Acted(seat, other, at)


def spectator(subject: Subject) -> Findings:
    """Whatever a spectator sees, every seat sees."""
    for run, moment in subject.moments(20):
        nobody = view(moment.state, None).seen
        for seat in range(run.seats):
            hidden = _only_for_spectators(nobody, view(moment.state, seat).seen, "state")
            if hidden:
                yield Finding(
                    f"a spectator sees {hidden}, but seat {seat} does not", run.place(moment.number)
                )


def _only_for_spectators(theirs: Any, ours: Any, path: str) -> str:
    """The first place at which a spectator sees something and the seat does not."""
    if theirs is HIDDEN or theirs == ours:
        return ""
    if ours is HIDDEN:
        return path
    if isinstance(theirs, tuple) and isinstance(ours, tuple) and len(theirs) == len(ours):
        pairs: Any = (
            (one, other, f"{path}[{place}]")
            for place, (one, other) in enumerate(zip(theirs, ours, strict=True))
        )
    elif is_dataclass(theirs) and type(theirs) is type(ours):
        pairs = (
            (getattr(theirs, field.name), getattr(ours, field.name), f"{path}.{field.name}")
            for field in fields(theirs)
        )
    else:
        return path
    return next(filter(None, (_only_for_spectators(*pair) for pair in pairs)), "")
