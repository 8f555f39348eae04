"""The result of a long run, in figures and words."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import quantiles

from tests.server.fuzz import Tally
from tests.soak.memory import Curve

REFUSED = "refused: "


@dataclass
class Found:
    """The result of a run. `wrong` must be empty."""

    killed: Counter[str] = field(default_factory=Counter)
    matches: Counter[str] = field(default_factory=Counter)  # over, and proved
    unfinished: int = 0
    entries: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    tally: Tally = field(default_factory=Tally)
    waits: list[float] = field(default_factory=list)
    curves: list[Curve] = field(default_factory=list)
    complaints: Counter[str] = field(default_factory=Counter)  # in the logs, after kills
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        refused = self.tally.refused.total()
        lines = [
            f"{self.matches.total()} matches over and proved ({_told(self.matches)});"
            f" {self.unfinished} others, and {self.entries} entries in all",
            f"{self.counts['messages']} messages of people: {self.counts['acknowledged']} done,"
            f" {self.reasons.total()} refused, {self.counts['said again']} said again,"
            f" {self.counts['not answered']} not answered;"
            f" {self.counts['match files proved']} match files taken home and proved",
            f"{self.counts['came back']} times somebody was cut off and came back,"
            f" {self.counts['streams of events']} streams, {self.counts['looks']} looks;"
            f" {self.killed.total()} kills ({_told(self.killed)}) broke"
            f" {self.counts['broken lines']} lines",
            f"{self.tally.sent} messages of nonsense: {self.tally.done} done, {refused} refused,"
            f" {self.tally.hung_up} hung up; requests {dict(sorted(self.tally.requests.items()))}",
            f"refused: {_told(self.reasons, 10)}",
            _in_words(self.waits),
            f"in the logs, after kills: {_told(self.complaints, 10) or 'nothing'}",
            *map(str, self.curves),
            *self.wrong[:20],
        ]
        return "\n".join(f"  {line}" for line in lines)

    @property
    def reasons(self) -> Counter[str]:
        """Why people were refused something."""
        told = self.counts.items()
        return Counter({what[len(REFUSED) :]: n for what, n in told if what.startswith(REFUSED)})


def _told(counts: Counter[str], most: int | None = None) -> str:
    return ", ".join(f"{what} {count}" for what, count in counts.most_common(most))


def _in_words(waits: list[float]) -> str:
    if len(waits) < 2:
        return "no answers"
    cuts = quantiles(waits, n=100)
    return (
        f"{len(waits)} answers in quiet times: half of them in {cuts[49] * 1000:.0f} ms,"
        f" 99 of 100 in {cuts[98] * 1000:.0f} ms, the slowest in {max(waits):.1f} s"
    )


def complaints(said: str) -> Counter[str]:
    """The warnings and errors in a log, except those of starting and stopping."""
    found: Counter[str] = Counter()
    for line in said.splitlines():
        if line.startswith("Traceback"):
            found[line] += 1
        with suppress(ValueError):  # a welcome, or what was being written when it was killed
            told = json.loads(line)
            if told["level"] != "info":
                found[f"{told['event']} {told.get('error', '')} {told.get('where', '')}"] += 1
    return found
