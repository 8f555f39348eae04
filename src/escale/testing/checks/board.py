"""The text board: said in three languages, for every view, with a control for every move."""

from __future__ import annotations

from escale.core.game import LANGUAGES
from escale.core.play import Players
from escale.core.secrecy import view
from escale.games.texts import texts
from escale.testing.playing import in_words
from escale.testing.trial import Finding, Findings, Trial


def board(trial: Trial) -> Findings:
    """`describe` gives lines of text for every seat and for spectators, and shows no gap."""
    for language in LANGUAGES:
        for run, moment in trial.moments(20):
            say = texts(trial.game, language, [player.name for player in run.header.players])
            for seat in (None, *range(run.seats)):
                place = f"{run.place(moment.number)}, seat {seat}, in {language}"
                try:
                    lines = trial.game.describe(view(moment.state, seat), say)
                except KeyError as missing:
                    yield Finding(f"no text, or no detail, called {missing}", place)
                    continue
                except Exception as problem:
                    yield Finding(f"describe broke down: {in_words(problem)}", place)
                    continue
                if not lines or not all(isinstance(line, str) for line in lines):
                    yield Finding(f"describe must give lines of text, not {lines!r}", place)
                elif any("HIDDEN" in line or "\n" in line for line in lines):
                    yield Finding(f"a line shows HIDDEN, or is two lines: {lines!r}", place)


def offers(trial: Trial) -> Findings:
    """Whatever may be done is offered, and only to those who are awaited."""
    for run, moment in trial.moments(40):
        place = run.place(moment.number)
        awaits = run.rules.awaits(moment.state)
        awaited = awaits.seats if isinstance(awaits, Players) else ()
        tried = dict(moment.tried)
        for seat in (None, *range(run.seats)):
            trial.at = f"{place}, seat {seat}"
            open_now = run.rules.offers(view(moment.state, seat))
            if seat not in awaited and open_now:
                yield Finding(f"seat {seat} is not awaited and is offered {open_now!r}", place)
            if seat is None or seat not in awaited:
                continue
            if not open_now:
                yield Finding(f"seat {seat} is awaited and is offered nothing", place)
            elif seat in tried and not any(offer.admits(tried[seat]) for offer in open_now):
                if not run.rules.check(moment.state, seat, tried[seat]):
                    continue  # nor should it be
                yield Finding(
                    f"no offer admits {tried[seat]!r}, which is allowed: a player with the text"
                    " board could not do it",
                    place,
                )
