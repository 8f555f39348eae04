"""La barbichette in the terminal: Enter in a steady rhythm holds the chin."""

from __future__ import annotations

from typing import Any

from escale.core.secrecy import Seat
from escale.games.fortboyard.terminal.looks import sand
from escale.games.fortboyard.terminal.questions import ENTER, Asking
from escale.games.fortboyard.terminal.trials import TrialTerminal
from escale.games.fortboyard.trials.barbichette.chin import MIDDLE, SIZE
from escale.games.fortboyard.trials.barbichette.rules import Barbichette, Hold, Tickle
from escale.games.terminal import Clock

BEAT = 1000  # milliseconds that a finger follows the chin by itself
GRIP = 8  # characters


class BarbichetteTerminal(TrialTerminal[Barbichette]):
    def ask(self, asking: Asking, trial: Barbichette) -> Any:
        """Each Enter finds the chin again; after more than a beat the finger may miss it."""
        seat, say, state = asking.seat, asking.say, asking.view.seen
        if trial.waits:
            if not trial.holding:
                asking.desk.show(next(trial.describe(asking.view, say)), say("entry.chin-how"))
            asking.enter(say("entry.chin-take", seat=seat))
            return Hold(trial.bout, MIDDLE, MIDDLE, asking.desk.now())
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

        tickles = trial.tickles_left(seat) and (not trial.sand or state.now >= trial.starts)
        choices = {ENTER: True, "1": False} if tickles else {ENTER: True}
        clock = Clock(trial.ends, shown, beat=500)
        prompt = say("entry.chin", seat=seat, count=trial.tickles_left(seat))
        if not asking.one_of(prompt, choices, clock):
            return Tickle(trial.bout)
        now = asking.desk.now()
        felt = min(now, max(trial.starts, finger.heard) + BEAT)
        x, y = (max(0, min(SIZE, one)) for one in trial.drift(state, seat).at(felt))
        return Hold(trial.bout, x, y, now)

    def first(self, trial: Barbichette) -> tuple[Seat, ...]:
        """Who does not hold yet; then whose finger slips off first."""
        return tuple(sorted(trial.pair, key=lambda seat: _first_key(trial, seat)))


def _first_key(trial: Barbichette, seat: Seat) -> tuple[bool, int, int]:
    heard = trial.fingers[trial.pair.index(seat)].heard
    return trial.waits and seat in trial.holding, trial.silent_at(seat), heard


TERMINAL = BarbichetteTerminal()
