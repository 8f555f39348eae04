"""Checks `awaits`, and the rulings on sampled and on fuzzed actions."""

from __future__ import annotations

from typing import Any

from escale.core.chance import Draw, Pick, Roll
from escale.core.event import Acted
from escale.core.match import may_act
from escale.core.play import Chance, Players, Ruling
from escale.testing.random_play import describe_error
from escale.testing.subject import Finding, Findings, Subject


def awaits(subject: Subject) -> Findings:
    """`awaits` names existing seats, each once, or a draw that chance can answer."""
    for run in subject.runs:
        table = range(run.seats)
        for moment in run.moments:
            place = run.place(moment.number)
            awaited = run.rules.awaits(moment.state)
            if isinstance(awaited, Players):
                seats = awaited.seats
                if not seats or len(set(seats)) < len(seats) or not set(seats) <= set(table):
                    yield Finding(
                        f"awaits names the seats {seats} at a table of {run.seats}", place
                    )
            elif isinstance(awaited, Chance):
                if not _answerable(awaited.ask):
                    yield Finding(f"awaits asks for the impossible draw {awaited.ask!r}", place)
                if awaited.to is not None and not set(awaited.to) <= set(table):
                    yield Finding(
                        f"a draw is shown to {awaited.to} at a table of {run.seats}", place
                    )


def _answerable(ask: Any) -> bool:
    match ask:
        case Roll(dice, sides):
            return dice >= 1 and sides >= 1
        case Draw(count, size):
            return 1 <= count <= size
        case Pick(size):
            return bool(size >= 1)
    return False


def sampled_actions(subject: Subject) -> Findings:
    """Actions from `sample` are allowed; a seat that is not awaited is refused."""
    for run in subject.runs:
        if run.refused:
            number, seat, action, ruling = run.refused
            yield Finding(
                f"sample({seat}) returned {action!r}, which check refuses: {ruling.reason}",
                run.place(number),
            )
        for moment, awaited in run.decisions(40):
            place = run.place(moment.number)
            for seat, action in moment.samples:
                ruling = may_act(run.rules, moment.state, seat, action)
                if not ruling and run.refused is None:
                    yield Finding(
                        f"sample({seat}) returned {action!r}, which check refuses: {ruling.reason}",
                        place,
                    )
                for other in {-1, *range(run.seats + 1)} - set(awaited.seats):
                    if may_act(run.rules, moment.state, other, action):
                        yield Finding(f"seat {other} may act although it is not awaited", place)


def fuzzed_actions(subject: Subject) -> Findings:
    """Any well-typed action gets a ruling, changes no state and, if allowed, can be played."""
    for one in subject.attempts:
        place = one.run.place(one.moment.number)
        if isinstance(one.ruling, Exception):
            yield Finding(f"check({_short(one.action)}) raised {describe_error(one.ruling)}", place)
            continue
        if not isinstance(one.ruling, Ruling):
            yield Finding(
                f"check({_short(one.action)}) returned {one.ruling!r}, not a Ruling", place
            )
            continue
        if one.state_changed:
            yield Finding("check modifies the state", place)
            return
        if one.ruling:
            event = Acted(one.seat, one.action, at=1_000_000_000)
            try:
                one.run.rules.awaits(one.run.rules.step(one.moment.state, event))
            except Exception as problem:
                yield Finding(
                    f"check allows {_short(one.action)}, but step raised {describe_error(problem)}",
                    place,
                )


def _short(action: Any) -> str:
    text = repr(action)
    return text if len(text) <= 200 else text[:200] + "..."
