"""A trial around the table: the hourglass, and the votes of the opponents."""

from __future__ import annotations

from typing import Any

from rich.control import Control

from escale.games.fortboyard.rules.pieces import EndSand, TurnHourglass, Vote
from escale.games.fortboyard.rules.trial import AroundTable
from escale.games.fortboyard.terminal.looks import sand
from escale.games.fortboyard.terminal.questions import ENTER, Asking
from escale.games.terminal import Clock


def around_table(asking: Asking, table: AroundTable) -> Any:
    say, clock = asking.say, None
    if table.ends:
        clock = sand(table.ends, asking.view.seen.options.hourglass, say)
    if table.voted and asking.seat != table.cast.candidate:
        return _vote(asking, table, clock)
    if _sand_ran(asking):
        asking.desk.show(Control.bell())  # nobody watches the screen during the trial
    if asking.seat == table.cast.candidate:
        asking.enter(say("entry.looked-enough", seat=asking.seat), clock)
        return EndSand()
    if table.ends and table.turns:  # it will be turned again
        ends = asking.seat == table.cast.opponents[-1]
        prompt = say("entry.may-end-first" if ends else "entry.runs-first")
        if asking.one_of(prompt, {ENTER: ends, "1": False} if ends else {"1": False}, clock):
            return EndSand()
    elif table.ends:
        asking.enter(say("entry.over-early"), clock)
    elif table.turns and asking.seat == table.cast.opponents[-1]:
        prompt = say("entry.turn-hourglass", seat=asking.seat)
        if asking.one_of(prompt, {ENTER: True, "1": False}):
            return TurnHourglass()
    elif not table.turns and not _sand_ran(asking):
        asking.enter(say("entry.played"))
    return _vote(asking, table, clock)


def _sand_ran(asking: Asking) -> bool:
    news = asking.view.seen.news
    return bool(news) and news[-1].what == "sand-out-trial"


def _vote(asking: Asking, table: AroundTable, clock: Clock | None) -> Vote:
    prompt = asking.say("entry.vote", seat=asking.seat, player=table.cast.candidate)
    words = {"1": asking.say("entry.yes"), "2": asking.say("entry.no")}
    return asking.one_of(prompt, {"1": Vote(won=True), "2": Vote(won=False)}, clock, words)
