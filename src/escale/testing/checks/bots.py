"""Bots answer in time, with something allowed, from what their seat sees and nothing else."""

from __future__ import annotations

import json
import time
from random import Random
from typing import Any

from escale.core.bots import Budget, planned
from escale.core.codec import from_plain, to_plain
from escale.core.game import Level
from escale.core.match import may_act
from escale.core.secrecy import Seat, View, view
from escale.testing.playing import Moment, Run, in_words, spread
from escale.testing.trial import Finding, Findings, Trial

NOISE = 0.2
"""Seconds that a busy machine may add to a bot's thoughts."""


def bots(trial: Trial) -> Findings:
    """Every level, at moments from all over the matches."""
    moments = [
        (run, moment, seat)
        for run, moment, awaits in trial.decisions(8)
        for seat in awaits.seats[-1:]
    ]
    for number, level in trial.game.levels.items():
        made: dict[int, Any] = {}
        most = min(12, max(3, round(3 / level.seconds)))  # slow thinkers are asked less often
        for run, moment, seat in spread(moments, most):
            bot = made.setdefault(id(run), level.make(run.options))
            yield from _asked(trial, number, level, bot, run, moment, seat)


def _asked(
    trial: Trial,
    number: int,
    level: Level[Any, Any, Any],
    bot: Any,
    run: Run,
    moment: Moment,
    seat: Seat,
) -> Findings:
    place = f"{run.place(moment.number)}, level {number} at seat {seat}"
    began = time.process_time()
    try:
        choice = bot.choose(*_question(trial, level, moment, seat))
    except Exception as problem:
        yield Finding(
            f"the bot broke down (does it need something HIDDEN?): {in_words(problem)}", place
        )
        return
    spent = time.process_time() - began
    if spent > level.seconds + NOISE:
        yield Finding(f"the bot took {spent:.2f} s and has {level.seconds} s", place)
        return
    action, _ = planned(choice)  # which has its bounds, or could not have been made
    ruling = may_act(run.rules, moment.state, seat, action)
    if not ruling:
        yield Finding(f"the bot chose {action!r}, which is refused: {ruling.reason}", place)
    in_time = spent < 0.8 * level.seconds  # a search that time cut short may stop elsewhere
    if in_time and bot.choose(*_question(trial, level, moment, seat)) != choice:
        yield Finding("the bot chose two different actions with the same rng", place)


def _question(
    trial: Trial, level: Level[Any, Any, Any], moment: Moment, seat: Seat
) -> tuple[View[Any], Budget, Random]:
    """A view that has been written and read again: it cannot hold on to the true state."""
    plain = json.loads(json.dumps(to_plain(view(moment.state, seat).seen)))
    seen = from_plain(trial.game.state, plain, hidden=True)
    return View(seat, seen), Budget(level.seconds, time.process_time), Random(trial.seed)
