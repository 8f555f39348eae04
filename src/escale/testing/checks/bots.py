"""Checks that bots answer in time, with an allowed action, from their view alone."""

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
from escale.testing.random_play import Moment, Run, describe_error, evenly_spaced
from escale.testing.subject import Finding, Findings, Subject

NOISE = 0.2
"""Seconds that a busy machine may add to a bot's time."""


def bots(subject: Subject) -> Findings:
    """Every level, at moments spread over the matches."""
    moments = [
        (run, moment, seat)
        for run, moment, awaits in subject.decisions(8)
        for seat in awaits.seats[-1:]
    ]
    for number, level in subject.game.levels.items():
        made: dict[int, Any] = {}
        most = min(12, max(3, round(3 / level.seconds)))  # slow bots are asked less often
        for run, moment, seat in evenly_spaced(moments, most):
            bot = made.setdefault(id(run), level.make(run.options))
            yield from _asked(subject, number, level, bot, run, moment, seat)


def _asked(
    subject: Subject,
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
        choice = bot.choose(*_question(subject, level, moment, seat))
    except Exception as problem:
        yield Finding(
            f"the bot raised (does it read something HIDDEN?) {describe_error(problem)}", place
        )
        return
    spent = time.process_time() - began
    if spent > level.seconds + NOISE:
        yield Finding(
            f"the bot took {spent:.2f} s of the {level.seconds} s that its level has", place
        )
        return
    action, _ = planned(choice)
    ruling = may_act(run.rules, moment.state, seat, action)
    if not ruling:
        yield Finding(f"the bot chose {action!r}, which is refused: {ruling.reason}", place)
    in_time = spent < 0.8 * level.seconds  # a search that ran out of time may stop elsewhere
    if in_time and bot.choose(*_question(subject, level, moment, seat)) != choice:
        yield Finding("the bot chose different actions with the same random generator", place)


def _question(
    subject: Subject, level: Level[Any, Any, Any], moment: Moment, seat: Seat
) -> tuple[View[Any], Budget, Random]:
    """A view that went through the codec, so that it cannot reference the true state."""
    plain = json.loads(json.dumps(to_plain(view(moment.state, seat).seen)))
    seen = from_plain(subject.game.state, plain, hidden=True)
    return View(seat, seen), Budget(level.seconds, time.process_time), Random(subject.seed)
