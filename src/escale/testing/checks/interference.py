"""Non-interference: what a seat may not know makes no difference to what it is shown."""

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
from escale.testing.playing import NAMES, Moment, Run, key_of
from escale.testing.scramble import Donors, scrambled
from escale.testing.trial import Finding, Findings, Trial


def imagine(trial: Trial) -> Findings:
    """A world imagined from a view gives the same view, awaits the same, and can be played on."""
    for run, moment, seat, imagined in _imagined_worlds(trial):
        place = f"{run.place(moment.number)}, seat {seat}"
        if has_hidden(imagined):
            yield Finding("imagine leaves something HIDDEN", place)
        elif view(imagined, seat) != view(moment.state, seat):
            yield Finding(
                "imagine contradicts what the seat sees:"
                f" {view(imagined, seat).seen!r} instead of {view(moment.state, seat).seen!r}",
                place,
            )
        elif run.rules.awaits(imagined) != run.rules.awaits(moment.state):
            yield Finding(
                f"in the imagined world {run.rules.awaits(imagined)} is awaited, in truth"
                f" {run.rules.awaits(moment.state)}: whom the rules await must be no secret",
                place,
            )
        else:
            _play_on(run, imagined, steps=4)


def _imagined_worlds(trial: Trial) -> Iterator[tuple[Run, Moment, Seat, Any]]:
    for run, moment in trial.moments(12):
        for seat in range(run.seats):
            for world in range(2):
                rng = Random(f"{trial.seed}|{moment.number}|{seat}|{world}")
                yield run, moment, seat, run.rules.imagine(view(moment.state, seat), rng)


def _play_on(run: Run, state: Any, steps: int) -> None:
    """A few events in an imagined world. It is a real state: nothing may go wrong."""
    oracle = Oracle(key_of("imagined"), "imagined")
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


def scramble(trial: Trial) -> Findings:
    """With other values wherever a seat sees nothing, all that reaches the seat stays the same."""
    donors = Donors(moment.state for _, moment in trial.moments(25))
    for run, moment in trial.moments(12):
        for seat in (None, *range(run.seats)):
            rng = Random(f"{trial.seed}|{moment.number}|{seat}")
            other = scrambled(moment.state, seat, donors, rng)
            if other == moment.state:
                continue
            place = f"{run.place(moment.number)}, seat {seat}"
            for what, here, there in _shown(trial, run, moment.state, other, seat):
                if here != there:
                    yield Finding(
                        f"{what} tells what is hidden from seat {seat}: it would be {there!r} if"
                        f" hidden things were different, and it is {here!r}",
                        place,
                    )
                    break


def _shown(
    trial: Trial, run: Run, state: Any, other: Any, seat: Seat | None
) -> Iterator[tuple[str, Any, Any]]:
    """All that reaches a seat from two states."""
    ours, theirs = view(state, seat), view(other, seat)
    yield "the view (a When test?)", ours.seen, theirs.seen
    with suppress(Exception):  # a scrambled world need not make sense: only its echo matters
        run.rules.awaits(state)
        here = _told(trial, run, ours)
        run.rules.awaits(other)
        yield "the offers or the description", here, _told(trial, run, theirs)


def _told(trial: Trial, run: Run, seen: Any) -> Any:
    say = texts(trial.game, LANGUAGES[1], NAMES)
    return run.rules.offers(seen), trial.game.describe(seen, say)


def referee_tells(trial: Trial) -> Findings:
    """The referee answers a seat by what the seat knows: else it could ask its way to a secret."""
    imagined: dict[tuple[int, int, Seat], Any] = {}
    for one in trial.tries:
        if not isinstance(one.ruling, Ruling):
            continue
        key = (id(one.run), one.moment.number, one.seat)
        if key not in imagined:
            rng = Random(f"{trial.seed}|{one.moment.number}|{one.seat}")
            imagined[key] = one.run.rules.imagine(view(one.moment.state, one.seat), rng)
        other = may_act(one.run.rules, imagined[key], one.seat, one.action)
        if other != one.ruling:
            yield Finding(
                f"the answer to {one.action!r:.200} depends on what seat {one.seat} may not know:"
                f" {one.ruling} in truth, {other} in an imagined world",
                one.run.place(one.moment.number),
            )
