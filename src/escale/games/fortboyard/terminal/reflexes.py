"""Reactions by Enter: from the moment when the cue stands on the screen."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from escale.games.fortboyard.terminal.looks import YOURS
from escale.games.fortboyard.terminal.questions import ENTER, Asking
from escale.games.fortboyard.trials.main_chaude import Feint, MainChaude, PullAway, Strike
from escale.games.fortboyard.trials.patte_du_tigre import GiveSignal, PatteDuTigre, TouchDie
from escale.games.fortboyard.trials.pince import LetFall, Pince, Pinch

CUE = "█" * 24


def _reaction(asking: Asking, cue: int, name: str) -> int:
    """Milliseconds until Enter; 0: there was no cue yet."""
    if cue:
        asking.desk.show(Text(CUE, style=YOURS))
    key = f"entry.{name}-now" if cue else f"entry.{name}-wait"
    shown = asking.desk.now()
    asking.enter(asking.say(key))
    return asking.desk.now() - shown if cue else 0


def main_chaude(asking: Asking, duel: MainChaude) -> Any:
    if asking.seat == duel.cast.candidate:
        return PullAway(duel.bout, _reaction(asking, duel.cue, "pull-away"))
    choices: dict[str, Any] = {ENTER: Strike(duel.bout)}
    prompt = asking.say("entry.strike", seat=asking.seat)
    if duel.feints:
        choices["1"] = Feint(duel.bout)
        prompt = f"{prompt} {asking.say('entry.feint', count=duel.feints)}"
    return asking.one_of(prompt, choices)


def pince(asking: Asking, duel: Pince) -> Any:
    if asking.seat == duel.cast.candidate:
        return Pinch(duel.bout, _reaction(asking, duel.cue, "pinch"))
    asking.enter(asking.say("entry.let-fall", seat=asking.seat))
    return LetFall(duel.bout)


def patte_du_tigre(asking: Asking, duel: PatteDuTigre) -> Any:
    if asking.seat in duel.pair:
        return TouchDie(duel.bout, _reaction(asking, duel.cue, "touch"))
    asking.enter(asking.say("entry.signal", seat=asking.seat))
    return GiveSignal(duel.bout)
