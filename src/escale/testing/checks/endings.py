"""Checks that random matches end, as listed in game.toml, and verify."""

from __future__ import annotations

from dataclasses import replace

from escale.core.event import Drawn
from escale.core.match import Record
from escale.core.play import Over
from escale.core.proof import verify
from escale.testing.subject import Finding, Findings, Subject


def matches_end(subject: Subject) -> Findings:
    """Every match of sampled actions ends, and no exception is raised."""
    for run in subject.runs:
        if run.error:
            yield Finding(f"the rules raised {run.error}", run.place(len(run.log)))
        elif run.endless:
            yield Finding(
                f"the match has not ended after {subject.most_events} events", run.place()
            )


def score(subject: Subject) -> Findings:
    """A score has points for every seat, at least one winner, and an ending from the box."""
    box = subject.game.box
    if not box.endings or len(set(box.endings)) < len(box.endings):
        yield Finding("game.toml: endings must list every ending, each once")
    for run in subject.runs:
        if not run.finished:
            continue
        over = run.rules.awaits(run.moments[-1].state)
        if not isinstance(over, Over):
            yield Finding("awaits was Over, and is not any more", run.place(len(run.log)))
            continue
        result, place = over.score, run.place(len(run.log))
        if len(result.points) != run.seats:
            yield Finding(
                f"the score has points for {len(result.points)} of {run.seats} seats", place
            )
        if not result.winners or not set(result.winners) <= set(range(run.seats)):
            yield Finding(
                f"the score names the winners {result.winners} at a table of {run.seats}", place
            )
        if result.ending not in box.endings:
            yield Finding(f"the ending {result.ending!r} is not listed in game.toml", place)


def proof(subject: Subject) -> Findings:
    """A finished match verifies, and fails to once a single draw is altered."""
    for run in subject.runs:
        if not run.finished:
            continue
        checked = verify(run.rules, run.record)
        for problem in checked.problems:
            yield Finding(f"the record does not verify: {problem.reason}", run.place(problem.event))
        altered = _with_an_altered_draw(run.record)
        if altered is not None and verify(run.rules, altered):
            yield Finding("a record with an altered draw verifies", run.place())


def _with_an_altered_draw(record: Record[object, object]) -> Record[object, object] | None:
    for place, event in enumerate(record.log):
        if isinstance(event, Drawn) and event.result:
            last = event.result[-1]
            other = replace(event, result=(*event.result[:-1], last + 1))
            return replace(record, log=(*record.log[:place], other, *record.log[place + 1 :]))
    return None
