"""Checks that folding the log gives the states of the match."""

from __future__ import annotations

from escale.core.match import fold
from escale.testing.subject import Finding, Findings, Subject

MOST_EVENTS = 3000
"""Roughly how many events are folded per match: each prefix is folded from its beginning."""


def folds(subject: Subject) -> Findings:
    """Each prefix of the log folds into the state of that moment."""
    for run in subject.runs:
        most = min(30, max(6, MOST_EVENTS // (len(run.log) or 1)))
        for moment in run.spread(most):
            again = fold(run.rules, run.header, run.log[: moment.number])
            if again != moment.state:
                yield Finding(
                    "folding the log gives another state than the match had:"
                    f" {again!r} instead of {moment.state!r}",
                    run.place(moment.number),
                )
