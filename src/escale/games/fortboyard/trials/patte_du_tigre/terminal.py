"""La patte du tigre in the terminal."""

from __future__ import annotations

from typing import Any

from escale.games.fortboyard.terminal.questions import Asking
from escale.games.fortboyard.trials.patte_du_tigre.rules import GiveSignal, PatteDuTigre, TouchDie
from escale.games.fortboyard.trials.shared.terminal import DuelTerminal, reaction


class PatteDuTigreTerminal(DuelTerminal[PatteDuTigre]):
    def ask_bout(self, asking: Asking, trial: PatteDuTigre) -> Any:
        if asking.seat in trial.pair:
            return TouchDie(trial.bout, reaction(asking, trial.cue, "touch"))
        asking.enter(asking.say("entry.signal", seat=asking.seat))
        return GiveSignal(trial.bout)


TERMINAL = PatteDuTigreTerminal()
