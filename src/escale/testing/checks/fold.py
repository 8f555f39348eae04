"""The log is the match: folding it gives the state that was lived through."""

from __future__ import annotations

from escale.core.match import fold
from escale.testing.trial import Finding, Findings, Trial


def folds(trial: Trial) -> Findings:
    """Each prefix of the log folds, again and again, into the state of that moment."""
    for run in trial.runs:
        for moment in run.some(30):
            part = run.log[: moment.number]
            once = fold(run.rules, run.header, part)
            if once != fold(run.rules, run.header, part):
                yield Finding("folding the log twice gives two states", run.place(moment.number))
            elif once != moment.state:
                yield Finding(
                    "folding the log does not give the state that was played"
                    f": {once!r} instead of {moment.state!r}",
                    run.place(moment.number),
                )
