"""La bataille in the terminal: each player chooses a figure in private."""

from __future__ import annotations

from typing import Any

from escale.games.fortboyard.terminal.questions import Asking
from escale.games.fortboyard.trials.bataille.rules import FIGURES, Bataille, ShowHand
from escale.games.fortboyard.trials.shared.terminal import DuelTerminal


class BatailleTerminal(DuelTerminal[Bataille]):
    def ask_bout(self, asking: Asking, trial: Bataille) -> Any:
        asking.desk.show(*trial.describe(asking.view, asking.say))
        hands = {str(number): ShowHand(figure) for number, figure in enumerate(FIGURES, start=1)}
        words = {sign: asking.say(f"values.figure-{hand.figure}") for sign, hand in hands.items()}
        return asking.one_of(asking.say("entry.show-hand", seat=asking.seat), hands, words=words)

    def private(self, trial: Bataille) -> bool:
        return not trial.outcome


TERMINAL = BatailleTerminal()
