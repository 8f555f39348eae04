"""Les interdits in the terminal: questions and replies are typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from escale.core.game import Say
from escale.core.secrecy import Seat, View
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.terminal.looks import sand
from escale.games.fortboyard.terminal.questions import Asking
from escale.games.fortboyard.terminal.trials import TrialTerminal
from escale.games.fortboyard.trials.interdits.rules import AskQuestion, Interdits, Object, Reply

OBJECT = "!"


class InterditsTerminal(TrialTerminal[Interdits]):
    def ask(self, asking: Asking, trial: Interdits) -> Any:
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

    def first(self, trial: Interdits) -> tuple[Seat, ...]:
        return (trial.cast.candidate,) if trial.queue else ()

    def news(
        self, before: Interdits, after: Interdits, _view: View[State], say: Say
    ) -> Iterator[str]:
        if after.bout > before.bout:
            reply = after.said[-1]
            yield say("interdits.replied", seat=after.cast.candidate, text=reply.reply)
        for question in after.queue:
            if question not in before.queue:
                yield say("interdits.asked", seat=question.asker, text=question.text)
        for objection in after.objections[len(before.objections) :]:
            why = say(f"values.why-{objection.why}")
            yield say("happened.objects", seat=objection.seat, text=why)


TERMINAL = InterditsTerminal()
