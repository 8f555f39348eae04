"""Nez à nez in the terminal: each Enter pushes the matchbox on."""

from __future__ import annotations

from typing import Any

from escale.games.fortboyard.rules.pieces import NOBODY_SEAT
from escale.games.fortboyard.terminal.looks import sand
from escale.games.fortboyard.terminal.questions import Asking
from escale.games.fortboyard.terminal.trials import TrialTerminal
from escale.games.fortboyard.trials.nez_a_nez.corridor import LENGTH
from escale.games.fortboyard.trials.nez_a_nez.rules import NameNose, NezANez, Slide

PUSH = 60  # how far Enter moves the matchbox
BEAT = 600  # milliseconds: a push aims at where the corridor will be so long after the last one
WAY = 16  # characters


class NezANezTerminal(TrialTerminal[NezANez]):
    def ask(self, asking: Asking, trial: NezANez) -> Any:
        say, state = asking.say, asking.view.seen
        if trial.opponent == NOBODY_SEAT:
            noses = trial.cast.opponents
            for number, nose in enumerate(noses, start=1):
                asking.desk.show(f"  {number}  {say('nez-a-nez.choose', player=nose)}")
            choices = {str(number): NameNose(nose) for number, nose in enumerate(noses, start=1)}
            return asking.one_of(say("entry.which-nose", seat=asking.seat), choices)
        box = trial.box
        if not box.x:
            asking.desk.show(next(trial.describe(asking.view, say)), say("entry.matchbox-how"))
        at = box.x * WAY // LENGTH
        way = f"◦{'─' * at}▬{'─' * (WAY - at)}◦"
        clock = sand(trial.ends, state.options.hourglass, say)
        asking.enter(f"{way} {say('entry.matchbox')}", clock)
        now = asking.desk.now()
        x = min(LENGTH, box.x + PUSH)
        aimed = box.when + BEAT if box.x else now
        return Slide(trial.bout, x, trial.corridor.centre(x, aimed), now)


TERMINAL = NezANezTerminal()
