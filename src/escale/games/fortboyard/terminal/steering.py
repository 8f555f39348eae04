"""What a finger steers on a page: at a keyboard, Enter in a steady rhythm, or a number."""

from __future__ import annotations

from typing import Any

from escale.games.fortboyard.rules.pieces import NOBODY_SEAT
from escale.games.fortboyard.terminal.looks import sand
from escale.games.fortboyard.terminal.questions import ENTER, Asking
from escale.games.fortboyard.trials.barbichette import Barbichette, Hold, Tickle
from escale.games.fortboyard.trials.barbichette.chin import SIZE
from escale.games.fortboyard.trials.catapulte import Catapulte
from escale.games.fortboyard.trials.catapulte.flight import (
    CUP_AT,
    FLAT,
    LENGTH,
    STEEP,
    STRONG,
    WEAK,
)
from escale.games.fortboyard.trials.catapulte.rules import Catch, Fire
from escale.games.fortboyard.trials.nez_a_nez import NezANez
from escale.games.fortboyard.trials.nez_a_nez.corridor import LENGTH as NOSE_TO_NOSE
from escale.games.fortboyard.trials.nez_a_nez.rules import NameNose, Slide
from escale.games.terminal import Clock

PUSH = 60  # how far Enter moves the matchbox
PUSH_BEAT = 600  # milliseconds: it slides to where the corridor will be so long after the last push
CHIN_BEAT = 1000  # milliseconds that a finger can follow the chin by itself
RULER = 50  # letters
GRIP = 8  # letters


def barbichette(asking: Asking, trial: Barbichette) -> Any:
    """Each Enter finds the chin again; who takes longer than a beat may grasp beside it."""
    seat, say, state = asking.seat, asking.say, asking.view.seen
    finger = trial.fingers[trial.pair.index(seat)]
    if finger.heard == trial.began:
        asking.desk.show(next(trial.describe(asking.view, say)), say("entry.chin-how"))
    hourglass = sand(trial.ends, state.options.hourglass, say)
    silent = trial.silent_at(seat)
    whole = trial.cast.window(seat, silent - max(trial.starts, state.now)) or 1

    def shown(left: int) -> str:
        grip = max(0, silent - (trial.ends - left))
        bar = min(GRIP, GRIP * grip // whole)
        return f"{hourglass.shown(left)} {'█' * bar}{'·' * (GRIP - bar)}"

    choices = {ENTER: True, "1": False} if trial.tickles_left(seat) else {ENTER: True}
    clock = Clock(trial.ends, shown, beat=500)
    prompt = say("entry.chin", seat=seat, count=trial.tickles_left(seat))
    if not asking.one_of(prompt, choices, clock):
        return Tickle(trial.bout)
    now = asking.desk.now()
    felt = min(now, max(trial.starts, finger.heard) + CHIN_BEAT)
    x, y = (max(0, min(SIZE, one)) for one in trial.drift(state, seat).at(felt))
    return Hold(trial.bout, x, y, now)


def nez_a_nez(asking: Asking, trial: NezANez) -> Any:
    say, state = asking.say, asking.view.seen
    if trial.opponent == NOBODY_SEAT:
        noses = trial.cast.opponents
        for number, nose in enumerate(noses, start=1):
            asking.desk.show(f"  {number}  {say('nez-a-nez.choose', player=nose)}")
        choices = {str(number): NameNose(nose) for number, nose in enumerate(noses, start=1)}
        return asking.one_of(say("entry.which-nose", seat=asking.seat), choices)
    if not trial.box.x:
        asking.desk.show(next(trial.describe(asking.view, say)), say("entry.matchbox-how"))
    at = trial.box.x * GRIP * 2 // NOSE_TO_NOSE
    way = f"◦{'─' * at}▬{'─' * (2 * GRIP - at)}◦"
    asking.enter(f"{way} {say('entry.matchbox')}", sand(trial.ends, state.options.hourglass, say))
    now = asking.desk.now()
    x = min(NOSE_TO_NOSE, trial.box.x + PUSH)
    aimed = trial.box.when + PUSH_BEAT if trial.box.x else now
    return Slide(trial.bout, x, trial.corridor.centre(x, aimed), now)


def catapulte(asking: Asking, duel: Catapulte) -> Any:
    return _aim(asking, duel) if duel.shot is None else _catch(asking, duel)


def _aim(asking: Asking, duel: Catapulte) -> Any:
    """Enter alone throws as the moment has it."""
    say = asking.say
    while True:
        prompt = say("entry.aim", flat=FLAT, steep=STEEP, weak=WEAK, strong=STRONG)
        typed = asking.numbers(prompt)
        now = asking.desk.now()
        if not typed:
            typed = (FLAT + now % (STEEP - FLAT + 1), WEAK + now // 7 % (STRONG - WEAK + 1))
        if len(typed) == 2 and FLAT <= typed[0] <= STEEP and WEAK <= typed[1] <= STRONG:
            return Fire(duel.bout, *typed)
        asking.desk.show(say("entry.not-aimed"))


def _catch(asking: Asking, duel: Catapulte) -> Any:
    """The mark on the ruler shows where the die will come down; its number has to be typed. The cup
    runs from then on: who is slow does not get far."""
    assert duel.shot is not None
    marks = [" "] * (RULER + 1)
    marks[CUP_AT * RULER // LENGTH] = "∪"
    marks[min(RULER, duel.shot.lands * RULER // LENGTH)] = "▼"
    scale = "".join(f"{number:<5}" for number in range(0, 101, 10))
    asking.desk.show("".join(marks), "┴────" * (RULER // 5) + "┴", scale.rstrip())
    while True:
        typed = asking.numbers(asking.say("entry.catch"))
        if len(typed) == 1 and typed[0] <= LENGTH // 10:
            lands = duel.leaves + duel.shot.lasts
            cup = duel.shot.moved(10 * typed[0], lands - max(duel.leaves, asking.desk.now()))
            asking.desk.wait(lands)
            return Catch(duel.bout, cup)
        asking.desk.show(asking.say("entry.not-caught"))
