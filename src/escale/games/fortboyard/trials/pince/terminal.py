"""La pince in the terminal."""

from __future__ import annotations

from typing import Any

from escale.games.fortboyard.terminal.questions import Asking
from escale.games.fortboyard.trials.pince.rules import LetFall, Pince, Pinch
from escale.games.fortboyard.trials.shared.terminal import DuelTerminal, reaction


class PinceTerminal(DuelTerminal[Pince]):
    def ask_bout(self, asking: Asking, trial: Pince) -> Any:
        if asking.seat == trial.cast.candidate:
            return Pinch(trial.bout, reaction(asking, trial.cue, "pinch"))
        asking.enter(asking.say("entry.let-fall", seat=asking.seat))
        return LetFall(trial.bout)


TERMINAL = PinceTerminal()
