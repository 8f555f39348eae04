"""Random matches end, in a way that the box lists, and can be proved afterwards."""

from __future__ import annotations

from dataclasses import replace

from escale.core.event import Drawn
from escale.core.match import Record
from escale.core.play import Over
from escale.core.proof import verify
from escale.testing.trial import Finding, Findings, Trial


def matches_end(trial: Trial) -> Findings:
    """No match of sampled actions goes on for ever or breaks down."""
    for run in trial.runs:
        if run.trouble:
            yield Finding(f"the match broke down: {run.trouble}", run.place(len(run.log)))
        elif run.endless:
            yield Finding(f"no end after {trial.most_events} events", run.place())


def score(trial: Trial) -> Findings:
    """A score has points for every seat, at least one winner, and an ending from the box."""
    box = trial.game.box
    if not box.endings or len(set(box.endings)) < len(box.endings):
        yield Finding("game.toml: endings must list each way of ending once")
    for run in trial.runs:
        if not run.finished:
            continue
        over = run.rules.awaits(run.moments[-1].state)
        if not isinstance(over, Over):
            yield Finding("the match was over, and then it was not", run.place(len(run.log)))
            continue
        result, place = over.score, run.place(len(run.log))
        if len(result.points) != run.seats:
            yield Finding(f"points for {len(result.points)} of {run.seats} seats", place)
        if not result.winners or not set(result.winners) <= set(range(run.seats)):
            yield Finding(f"the winners are {result.winners}, at {run.seats} seats", place)
        if result.ending not in box.endings:
            yield Finding(f"the ending {result.ending!r} is not in game.toml", place)


def proof(trial: Trial) -> Findings:
    """A finished match verifies, and does not when a single draw is altered."""
    for run in trial.runs:
        if not run.finished:
            continue
        checked = verify(run.rules, run.record)
        for problem in checked.problems:
            yield Finding(f"the record does not verify: {problem.reason}", run.place(problem.event))
        altered = _with_an_altered_draw(run.record)
        if altered is not None and verify(run.rules, altered):
            yield Finding("a record with an altered draw verifies all the same", run.place())


def _with_an_altered_draw(record: Record[object, object]) -> Record[object, object] | None:
    for place, event in enumerate(record.log):
        if isinstance(event, Drawn) and event.result:
            last = event.result[-1]
            other = replace(event, result=(*event.result[:-1], last + 1))
            return replace(record, log=(*record.log[:place], other, *record.log[place + 1 :]))
    return None
