"""Duels in the terminal: taking position, going on, and reactions by Enter."""

from __future__ import annotations

from typing import Any, TypeVar

from rich.text import Text

from escale.core.secrecy import Seat
from escale.games.fortboyard.terminal.looks import YOURS
from escale.games.fortboyard.terminal.questions import Asking
from escale.games.fortboyard.terminal.trials import TrialTerminal
from escale.games.fortboyard.trials.shared.face_to_face import FaceToFace, GoOn, TakePosition

D = TypeVar("D", bound=FaceToFace)
CUE = "█" * 24


class DuelTerminal(TrialTerminal[D]):
    """The steps around a bout. Subclasses implement the bout itself."""

    def ask(self, asking: Asking, trial: D) -> Any:
        if trial.playing:
            return self.ask_bout(asking, trial)
        if trial.outcome:
            asking.enter(asking.say("entry.go-on", seat=asking.seat))
            return GoOn(trial.bout)
        asking.desk.show(*trial.describe(asking.view, asking.say))
        asking.enter(asking.say("entry.take-position", seat=asking.seat))
        return TakePosition(trial.bout)

    def ask_bout(self, asking: Asking, trial: D) -> Any:
        raise NotImplementedError

    def first(self, trial: D) -> tuple[Seat, ...]:
        return (trial.opponent,) if trial.playing else (trial.cast.candidate,)


def reaction(asking: Asking, cue: int, name: str) -> int:
    """Milliseconds from the cue on the screen until Enter; 0: there was no cue yet."""
    if cue:
        asking.desk.show(Text(CUE, style=YOURS))
    key = f"entry.{name}-now" if cue else f"entry.{name}-wait"
    shown = asking.desk.now()
    asking.enter(asking.say(key))
    return asking.desk.now() - shown if cue else 0
