"""La catapulte in the terminal: angle and force, or the place of the cup, as numbers."""

from __future__ import annotations

from typing import Any

from escale.games.fortboyard.terminal.questions import Asking
from escale.games.fortboyard.trials.catapulte.flight import (
    CUP_AT,
    FLAT,
    LENGTH,
    STEEP,
    STRONG,
    WEAK,
    Shot,
)
from escale.games.fortboyard.trials.catapulte.rules import Catapulte, Catch, Fire
from escale.games.fortboyard.trials.shared.terminal import DuelTerminal

RULER = 50  # characters


class CatapulteTerminal(DuelTerminal[Catapulte]):
    def ask_bout(self, asking: Asking, trial: Catapulte) -> Any:
        return _aim(asking, trial) if trial.shot is None else _catch(asking, trial, trial.shot)


def _aim(asking: Asking, trial: Catapulte) -> Any:
    """Enter alone shoots at random, by the clock."""
    say = asking.say
    while True:
        prompt = say("entry.aim", flat=FLAT, steep=STEEP, weak=WEAK, strong=STRONG)
        typed = asking.numbers(prompt)
        now = asking.desk.now()
        if not typed:
            typed = (FLAT + now % (STEEP - FLAT + 1), WEAK + now // 7 % (STRONG - WEAK + 1))
        if len(typed) == 2 and FLAT <= typed[0] <= STEEP and WEAK <= typed[1] <= STRONG:
            return Fire(trial.bout, *typed)
        asking.desk.show(say("entry.not-aimed"))


def _catch(asking: Asking, trial: Catapulte, shot: Shot) -> Any:
    """A mark on the ruler shows where the die will land, and its number must be typed. The cup
    moves from then on, so a slow typist does not get far."""
    marks = [" "] * (RULER + 1)
    marks[CUP_AT * RULER // LENGTH] = "∪"
    marks[min(RULER, shot.lands * RULER // LENGTH)] = "▼"
    scale = "".join(f"{number:<5}" for number in range(0, 101, 10))
    asking.desk.show("".join(marks), "┴────" * (RULER // 5) + "┴", scale.rstrip())
    while True:
        typed = asking.numbers(asking.say("entry.catch"))
        if len(typed) == 1 and typed[0] <= LENGTH // 10:
            lands = trial.leaves + shot.lasts
            cup = shot.moved(10 * typed[0], lands - max(trial.leaves, asking.desk.now()))
            asking.desk.wait(lands)
            return Catch(trial.bout, cup)
        asking.desk.show(asking.say("entry.not-caught"))


TERMINAL = CatapulteTerminal()
