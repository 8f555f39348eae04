"""Checks non-interference: what is hidden from a seat makes no difference to what it is shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from escale.core.chance import Oracle
from escale.core.event import Acted, Drawn, Played
from escale.core.game import LANGUAGES
from escale.core.match import may_act
from escale.core.play import Chance, Players, Ruling
from escale.core.secrecy import Seat, has_hidden, view
from escale.games.texts import texts
from escale.testing.hidden_values import ValuePool, randomized
from escale.testing.random_play import NAMES, Moment, Run, fixed_key
from escale.testing.subject import Finding, Findings, Subject


def imagine(subject: Subject) -> Findings:
    """A state imagined from a view gives the same view, awaits the same, and can be played on."""
    for run, moment, seat, imagined in _imagined_states(subject):
        place = f"{run.place(moment.number)}, seat {seat}"
        if has_hidden(imagined):
            yield Finding("imagine leaves a value HIDDEN", place)
        elif view(imagined, seat) != view(moment.state, seat):
            yield Finding(
                "imagine contradicts the view that it was given:"
                f" {view(imagined, seat).seen!r} instead of {view(moment.state, seat).seen!r}",
                place,
            )
        elif run.rules.awaits(imagined) != run.rules.awaits(moment.state):
            yield Finding(
                f"the imagined state awaits {run.rules.awaits(imagined)}, the true one"
                f" {run.rules.awaits(moment.state)}: awaits must not depend on hidden values",
                place,
            )
        else:
            _play_on(run, imagined, steps=4)


def _imagined_states(subject: Subject) -> Iterator[tuple[Run, Moment, Seat, Any]]:
    for run, moment in subject.moments(6):
        for seat in range(run.seats):
            for attempt in range(2):
                rng = Random(f"{subject.seed}|{moment.number}|{seat}|{attempt}")
                yield run, moment, seat, run.rules.imagine(view(moment.state, seat), rng)


def _play_on(run: Run, state: Any, steps: int) -> None:
    """Play a few events from an imagined state; exceptions become findings."""
    oracle = Oracle(fixed_key("imagined"), "imagined")
    rng = Random(run.seed)
    for step in range(steps):
        awaits = run.rules.awaits(state)
        event: Played[Any]
        if isinstance(awaits, Chance):
            event = Drawn(oracle.answer(awaits.ask, step), awaits.to, at=1_000_000_000)
        elif isinstance(awaits, Players):
            seat = rng.choice(awaits.seats)
            event = Acted(seat, run.rules.sample(state, seat, rng), at=1_000_000_000)
        else:
            return
        state = run.rules.step(state, event)


def hidden_values(subject: Subject) -> Findings:
    """Other values wherever a seat sees nothing leave all that the seat is shown unchanged."""
    pool = ValuePool(moment.state for _, moment in subject.moments(25))
    for run, moment in subject.moments(12):
        for seat in (None, *range(run.seats)):
            rng = Random(f"{subject.seed}|{moment.number}|{seat}")
            other = randomized(moment.state, seat, pool, rng)
            if other == moment.state:
                continue
            place = f"{run.place(moment.number)}, seat {seat}"
            for what, here, there in _shown(subject, run, moment.state, other, seat):
                if here != there:
                    yield Finding(
                        f"{what} depends on what is hidden from seat {seat}: {here!r}, but"
                        f" {there!r} with other hidden values",
                        place,
                    )
                    break


def _shown(
    subject: Subject, run: Run, state: Any, other: Any, seat: Seat | None
) -> Iterator[tuple[str, Any, Any]]:
    """What a seat is shown of two states: a label and both versions."""
    ours, theirs = view(state, seat), view(other, seat)
    yield "the view (a When test?)", ours.seen, theirs.seen
    with suppress(Exception):  # randomised states need not be valid
        run.rules.awaits(state)
        here = _shown_lines(subject, run, ours)
        run.rules.awaits(other)
        yield "the offers or the description", here, _shown_lines(subject, run, theirs)


def _shown_lines(subject: Subject, run: Run, seen: Any) -> Any:
    say = texts(subject.game, LANGUAGES[1], NAMES)
    return run.rules.offers(seen), subject.game.describe(seen, say)


def referee_tells(subject: Subject) -> Findings:
    """Rulings depend on what the seat knows: otherwise it could find out secrets by asking."""
    imagined: dict[tuple[int, int, Seat], Any] = {}
    for one in subject.attempts:
        if not isinstance(one.ruling, Ruling):
            continue
        key = (id(one.run), one.moment.number, one.seat)
        if key not in imagined:
            rng = Random(f"{subject.seed}|{one.moment.number}|{one.seat}")
            imagined[key] = one.run.rules.imagine(view(one.moment.state, one.seat), rng)
        other = may_act(one.run.rules, imagined[key], one.seat, one.action)
        if other != one.ruling:
            yield Finding(
                f"check({one.action!r:.200}) depends on what is hidden from seat {one.seat}:"
                f" {one.ruling} in the true state, {other} in an imagined one",
                one.run.place(one.moment.number),
            )
