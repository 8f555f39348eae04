"""La main chaude in the terminal."""

from __future__ import annotations

from typing import Any

from escale.games.fortboyard.terminal.questions import ENTER, Asking
from escale.games.fortboyard.trials.main_chaude.rules import Feint, MainChaude, PullAway, Strike
from escale.games.fortboyard.trials.shared.terminal import DuelTerminal, reaction


class MainChaudeTerminal(DuelTerminal[MainChaude]):
    def ask_bout(self, asking: Asking, trial: MainChaude) -> Any:
        if asking.seat == trial.cast.candidate:
            return PullAway(trial.bout, reaction(asking, trial.cue, "pull-away"))
        choices: dict[str, Any] = {ENTER: Strike(trial.bout)}
        prompt = asking.say("entry.strike", seat=asking.seat)
        if trial.feints:
            choices["1"] = Feint(trial.bout)
            prompt = f"{prompt} {asking.say('entry.feint', count=trial.feints)}"
        return asking.one_of(prompt, choices)


TERMINAL = MainChaudeTerminal()
