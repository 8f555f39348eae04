"""The referee: whom the rules await, and what they answer to sensible and senseless actions."""

from __future__ import annotations

from typing import Any

from escale.core.chance import Draw, Pick, Roll
from escale.core.event import Acted
from escale.core.match import may_act
from escale.core.play import Chance, Players, Ruling
from escale.testing.playing import in_words
from escale.testing.trial import Finding, Findings, Trial


def awaits(trial: Trial) -> Findings:
    """Only seats at the table are awaited, each once, and only what chance can answer is asked."""
    for run in trial.runs:
        table = range(run.seats)
        for moment in run.moments:
            place = run.place(moment.number)
            awaited = run.rules.awaits(moment.state)
            if isinstance(awaited, Players):
                seats = awaited.seats
                if not seats or len(set(seats)) < len(seats) or not set(seats) <= set(table):
                    yield Finding(
                        f"the seats awaited are {seats}, at a table of {run.seats}", place
                    )
            elif isinstance(awaited, Chance):
                if not _answerable(awaited.ask):
                    yield Finding(f"chance cannot answer {awaited.ask!r}", place)
                if awaited.to is not None and not set(awaited.to) <= set(table):
                    yield Finding(f"the outcome is for {awaited.to}, at {run.seats} seats", place)


def _answerable(ask: Any) -> bool:
    match ask:
        case Roll(dice, sides):
            return dice >= 1 and sides >= 1
        case Draw(count, size):
            return 1 <= count <= size
        case Pick(size):
            return bool(size >= 1)
    return False


def sampled_actions(trial: Trial) -> Findings:
    """What `sample` gives is allowed; a seat that is not awaited is refused."""
    for run in trial.runs:
        if run.refused:
            number, seat, action, ruling = run.refused
            yield Finding(
                f"sample gave {action!r} to seat {seat}, which is refused: {ruling.reason}",
                run.place(number),
            )
        for moment, awaited in run.decisions(40):
            place = run.place(moment.number)
            for seat, action in moment.tried:
                ruling = may_act(run.rules, moment.state, seat, action)
                if not ruling and run.refused is None:
                    yield Finding(
                        f"sample gave {action!r} to seat {seat}, which is refused: {ruling.reason}",
                        place,
                    )
                for other in {-1, *range(run.seats + 1)} - set(awaited.seats):
                    if may_act(run.rules, moment.state, other, action):
                        yield Finding(f"seat {other} may act though it is not awaited", place)


def hostile_actions(trial: Trial) -> Findings:
    """Any value of the right type gets a ruling, changes nothing, and if allowed can be played."""
    for one in trial.tries:
        place = one.run.place(one.moment.number)
        if isinstance(one.ruling, Exception):
            yield Finding(f"check({_short(one.action)}) raised {in_words(one.ruling)}", place)
            continue
        if not isinstance(one.ruling, Ruling):
            yield Finding(f"check({_short(one.action)}) gave {one.ruling!r}, not a Ruling", place)
            continue
        if one.touched:
            yield Finding("check changes the state that it is asked about", place)
            return
        if one.ruling:
            event = Acted(one.seat, one.action, at=1_000_000_000)
            try:
                one.run.rules.awaits(one.run.rules.step(one.moment.state, event))
            except Exception as problem:
                yield Finding(
                    f"check allowed {_short(one.action)}, and step raised {in_words(problem)}",
                    place,
                )


def _short(action: Any) -> str:
    text = repr(action)
    return text if len(text) <= 200 else text[:200] + "..."
