"""The log is the match: folding it gives the state that was lived through."""

from __future__ import annotations

from escale.core.match import fold
from escale.testing.trial import Finding, Findings, Trial


def folds(trial: Trial) -> Findings:
    """Each prefix of the log folds into the state of that moment. What is played first is in all of
    them: it is folded again and again, and must always come to the same."""
    for run in trial.runs:
        for moment in run.some(30):
            again = fold(run.rules, run.header, run.log[: moment.number])
            if again != moment.state:
                yield Finding(
                    "folding the log does not give the state that was played"
                    f": {again!r} instead of {moment.state!r}",
                    run.place(moment.number),
                )
