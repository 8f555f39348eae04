"""L'anomalie and à qui est-ce: what is looked at, chosen and named by numbers."""

from __future__ import annotations

import re
from typing import Any

from rich.console import Group
from rich.control import Control

from escale.games.fortboyard.terminal.figures import ROWS, companions, numbered_proposals
from escale.games.fortboyard.terminal.looks import sand
from escale.games.fortboyard.terminal.questions import Asking
from escale.games.fortboyard.terminal.sheets import by_hand
from escale.games.fortboyard.trials.a_qui_est_ce import AQuiEstCe, NameAuthors, SendDrawing
from escale.games.fortboyard.trials.a_qui_est_ce.hands import HANDS
from escale.games.fortboyard.trials.anomalie import Anomalie, Propose, SeenEnough, Spot
from escale.games.fortboyard.trials.anomalie.agreeing import as_action
from escale.games.fortboyard.trials.anomalie.figures import PARTS, THINGS, VARIANTS
from escale.games.fortboyard.trials.face_to_face import GoOn

WIDTH = 78  # of what is shown to one of several people
THING = re.compile(r"([1-5]) ?([a-h])")
CHANGE = re.compile(r"([1-5]) ?([a-h]) ?(?:([1-4])|\+ ?([1-5]))")


def anomalie(asking: Asking, trial: Anomalie) -> Any:
    say = asking.say
    if trial.stage == "shown":
        asking.enter(say("entry.go-on", seat=asking.seat))
        return GoOn(0)
    if trial.stage == "agreeing":
        return _propose(asking, trial)
    seconds = trial.cast.window(asking.seat, asking.view.seen.options.hourglass)
    clock = sand(trial.ends, seconds, say)
    if trial.stage == "looking":
        asking.enter(say("entry.seen-enough"), clock)
        return SeenEnough()
    if not asking.alone and not trial.answers:  # what the others agreed on stands on the screen
        shown = companions(trial, asking.view, say, asking.names, WIDTH)
        asking.desk.show(Control.clear(), Control.home(), Group(*shown))
    while True:
        line = asking.desk.read(say("entry.spot"), clock=clock).lower()
        found = THING.fullmatch(line)
        if not line:
            return None
        if found and int(found[1]) <= len(trial.cast.opponents):
            return Spot(trial.cast.opponents[int(found[1]) - 1], PARTS[ROWS.index(found[2])])
        asking.desk.show(say("entry.spot-how"))


def _propose(asking: Asking, trial: Anomalie) -> Any:
    """One line, since the others may propose something while it is typed."""
    say, seats = asking.say, trial.cast.opponents
    if not asking.alone:  # nothing of this was on the screen of all
        if not trial.spoken:
            shown = companions(trial, asking.view, say, asking.names, WIDTH)
            asking.desk.show(say("entry.looks-away", seat=trial.cast.candidate), Group(*shown))
        asking.desk.show(*numbered_proposals(trial, asking.view, say))
    clock = sand(trial.ends, (trial.ends - trial.eyes_closed) // 1000, say)
    while True:
        line = asking.desk.read(say("entry.propose", seat=asking.seat), clock=clock).lower()
        if not line:
            return None
        action = _proposal(trial, line)
        if action is not None:
            return action
        asking.desk.show(say("entry.propose-how", count=len(seats)))


def _proposal(trial: Anomalie, line: str) -> Propose | None:
    """`1a3`: a thing for the first; `1a+2`: the first and the second swap; `=2`: I join."""
    seats = trial.cast.opponents
    joined = re.fullmatch(r"= ?([1-9])", line)
    if joined and int(joined[1]) <= len(trial.proposals):
        return as_action(trial.proposals[int(joined[1]) - 1].change, trial.companions)
    found = CHANGE.fullmatch(line)
    if not found or int(found[1]) > len(seats):
        return None
    seat, row = seats[int(found[1]) - 1], ROWS.index(found[2])
    if found[3]:
        return Propose(seat, THINGS[row * VARIANTS + int(found[3]) - 1])
    if int(found[4]) > len(seats):
        return None
    partner = seats[int(found[4]) - 1]
    return Propose(seat, trial.companions[partner].thing(PARTS[row]), partner)


def a_qui_est_ce(asking: Asking, trial: AQuiEstCe) -> Any:
    say, seats = asking.say, trial.cast.opponents
    if trial.stage == "shown":
        asking.enter(say("entry.go-on", seat=asking.seat))
        return GoOn(0)
    if trial.stage == "drawing":
        hands = {str(number + 1): number for number in range(len(HANDS))}
        number = asking.one_of(say("entry.draw", count=len(HANDS)), hands)
        return SendDrawing(by_hand(trial, asking.seat, number))
    while True:
        typed = asking.numbers(say("entry.whose", count=len(seats)))
        if not typed:
            return None
        if sorted(typed) == list(range(1, len(seats) + 1)):
            return NameAuthors(tuple(seats[number - 1] for number in typed))
        asking.desk.show(say("entry.whose-how", count=len(seats)))
