"""Checks the text board: lines for every view in every language, an offer for every action."""

from __future__ import annotations

from escale.core.game import LANGUAGES
from escale.core.play import Players
from escale.core.secrecy import view
from escale.games.texts import texts
from escale.testing.random_play import describe_error
from escale.testing.subject import Finding, Findings, Subject


def board(subject: Subject) -> Findings:
    """`describe` returns lines of text for every seat and for spectators."""
    for language in LANGUAGES:
        for run, moment in subject.moments(10):
            say = texts(subject.game, language, [player.name for player in run.header.players])
            for seat in (None, *range(run.seats)):
                place = f"{run.place(moment.number)}, seat {seat}, in {language}"
                try:
                    lines = subject.game.describe(view(moment.state, seat), say)
                except KeyError as missing:
                    yield Finding(f"describe uses an unknown text or placeholder: {missing}", place)
                    continue
                except Exception as problem:
                    yield Finding(f"describe raised {describe_error(problem)}", place)
                    continue
                if not lines or not all(isinstance(line, str) for line in lines):
                    yield Finding(f"describe must return lines of text, not {lines!r}", place)
                elif any("HIDDEN" in line or "\n" in line for line in lines):
                    yield Finding(
                        f"a line of describe contains HIDDEN or a line break: {lines!r}", place
                    )


def offers(subject: Subject) -> Findings:
    """Every allowed action is offered, and only to awaited seats."""
    for run, moment in subject.moments(40):
        place = run.place(moment.number)
        awaits = run.rules.awaits(moment.state)
        awaited = awaits.seats if isinstance(awaits, Players) else ()
        samples = dict(moment.samples)
        for seat in (None, *range(run.seats)):
            subject.place = f"{place}, seat {seat}"
            offered = run.rules.offers(view(moment.state, seat))
            if seat not in awaited and offered:
                yield Finding(f"seat {seat} is not awaited, but is offered {offered!r}", place)
            if seat is None or seat not in awaited:
                continue
            if not offered:
                yield Finding(f"seat {seat} is awaited, but is offered nothing", place)
            elif seat in samples and not any(offer.admits(samples[seat]) for offer in offered):
                if not run.rules.check(moment.state, seat, samples[seat]):
                    continue  # rightly not offered
                yield Finding(
                    f"no offer admits {samples[seat]!r}, which is allowed: a player who uses the"
                    " text board could not do it",
                    place,
                )
