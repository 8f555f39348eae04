"""Checks that folding the log gives the states of the match."""

from __future__ import annotations

from escale.core.match import fold
from escale.testing.subject import Finding, Findings, Subject


def folds(subject: Subject) -> Findings:
    """Each prefix of the log folds into the state of that moment."""
    for run in subject.runs:
        for moment in run.spread(30):
            again = fold(run.rules, run.header, run.log[: moment.number])
            if again != moment.state:
                yield Finding(
                    "folding the log gives another state than the match had:"
                    f" {again!r} instead of {moment.state!r}",
                    run.place(moment.number),
                )
