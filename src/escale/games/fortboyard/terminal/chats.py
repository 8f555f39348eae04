"""Les interdits: questions and replies, as they are typed."""

from __future__ import annotations

from typing import Any

from escale.games.fortboyard.terminal.looks import sand
from escale.games.fortboyard.terminal.questions import Asking
from escale.games.fortboyard.trials.interdits import AskQuestion, Interdits, Object, Reply

OBJECT = "!"


def interdits(asking: Asking, trial: Interdits) -> Any:
    say, desk, state = asking.say, asking.desk, asking.view.seen
    clock = sand(trial.ends, state.options.hourglass, say)
    if asking.seat == trial.cast.candidate:
        question = trial.queue[0]
        desk.show(say("interdits.asked", seat=question.asker, text=question.text))
        line = desk.read(say("entry.reply"), free=True, clock=clock)
        return Reply(line) if line else None
    mine = [one.why for one in trial.objections if one.seat == asking.seat]
    grounds = [why for why in trial.grounds(state) if why not in mine]
    waits = any(one.asker == asking.seat for one in trial.queue)
    while True:
        key = "object" if waits else "ask-or-object" if grounds else "ask"
        line = desk.read(say(f"entry.{key}", seat=asking.seat), free=True, clock=clock)
        if line == OBJECT and grounds:
            return Object(grounds[0], trial.bout)
        if line and line != OBJECT and not waits:
            return AskQuestion(line)
        if not line:
            return None
        desk.show(say("entry.not-known"))
