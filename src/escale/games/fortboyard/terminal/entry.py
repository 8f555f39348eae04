"""How an action is typed: mostly Enter, or one of a few signs. Trials have their own ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from escale.core.game import Say
from escale.core.secrecy import View
from escale.games.fortboyard.rules.chest import Chest, KeysBack
from escale.games.fortboyard.rules.pieces import (
    KEPT,
    TO_OPEN,
    Choose,
    GiveBack,
    OpenChest,
    PassDie,
    Ready,
    TakeCard,
    Throw,
)
from escale.games.fortboyard.rules.riddle import Asked
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.rules.trial import NO_CARD, AroundTable, TrialPhase, Trying
from escale.games.fortboyard.rules.walk import AtCell, FirstRoll, Turn
from escale.games.fortboyard.terminal.looks import sand
from escale.games.fortboyard.terminal.questions import ENTER, Asking
from escale.games.fortboyard.terminal.race import riddle
from escale.games.fortboyard.terminal.trials import terminal_of
from escale.games.fortboyard.terminal.voting import around_table
from escale.games.fortboyard.trials import CARDS
from escale.games.terminal import Deed, RoomDesk


def ask(view: View[State], say: Say, names: Sequence[str], desk: RoomDesk) -> Any:
    """The action of the view's seat, or deeds of several people; None: show the table again."""
    assert view.seat is not None
    asking = Asking(view, view.seat, say, names, desk)
    match view.seen.phases[-1]:
        case FirstRoll():
            asking.enter(say("entry.roll-first", seat=view.seat))
            return Throw()
        case Turn() as turn:
            return _turn(asking, turn)
        case AtCell() as cell:
            return _path(asking, cell)
        case Trying(place=place):
            return _take_card(asking) if place == NO_CARD else _ready(asking)
        case AroundTable() as table:
            return around_table(asking, table)
        case Asked() as asked:
            return riddle(asking, asked)
        case Chest() as chest:
            return _chest(asking, chest)
        case KeysBack():
            return _give_back(asking)
        case TrialPhase() as trial:
            return terminal_of(trial).ask(asking, trial)
        case _:
            return desk.offered()


def _turn(asking: Asking, turn: Turn) -> Any:
    say = asking.say
    key = "pass-die" if turn.walked else "roll"
    choices: dict[str, Any] = {ENTER: PassDie() if turn.walked else Throw()}
    prompt = say(f"entry.{key}", seat=asking.seat)
    if asking.view.seen.purses[asking.seat].keys >= TO_OPEN:
        choices["1"] = OpenChest()
        prompt = f"{prompt} {say('entry.open-chest')}"
    return asking.one_of(asking.with_notes(prompt), choices)


def _path(asking: Asking, cell: AtCell) -> Any:
    if cell.failed:
        prompt = asking.say("entry.second-chance", seat=asking.seat)
        choices = {"1": Choose("riddle"), "2": Choose("nothing")}
        return asking.one_of(prompt, choices, words={"1": asking.say("entry.riddle")})
    prompt = asking.say("entry.trial-or-riddle", seat=asking.seat)
    words = {"1": asking.say("entry.trial"), "2": asking.say("entry.riddle")}
    return asking.one_of(prompt, {"1": Choose("trial"), "2": Choose("riddle")}, words=words)


def _take_card(asking: Asking) -> Any:
    """The cards are face down, so Enter takes the first."""
    state = asking.view.seen
    count = len(CARDS) + len(state.options.own_trials)
    neighbour = (asking.seat - 1) % state.seats
    fan = " ".join(f"▒{number}" for number in range(1, count + 1))
    asking.desk.show(asking.say("entry.fan", player=neighbour, text=fan))
    choices = {str(number): TakeCard(number - 1) for number in range(1, count + 1)}
    prompt = asking.say("entry.take-card", seat=asking.seat, count=count)
    return asking.one_of(prompt, choices | {ENTER: TakeCard(0)})


def _ready(asking: Asking) -> Any:
    """People in one room get ready together. Doubled time exists only for online trials."""
    say, state = asking.say, asking.view.seen
    online = state.options.trials == "online"
    if asking.alone:
        if not online:
            asking.enter(say("entry.ready-alone"))
            return Ready(doubled=False)
        choices = {ENTER: Ready(doubled=False), "2": Ready(doubled=True)}
        return asking.one_of(say("entry.ready-doubled"), choices)
    top = state.phases[-1]
    assert isinstance(top, Trying)
    waiting = [seat for seat in asking.desk.people if seat not in top.ready]
    doubled: tuple[int, ...] = ()
    if online:
        doubled = asking.numbers(say("entry.ready-who-doubled"))
    else:
        asking.enter(say("entry.ready-all"))
    return tuple(Deed(seat, Ready(doubled=seat + 1 in doubled)) for seat in waiting)


def _chest(asking: Asking, chest: Chest) -> Any:
    seconds = asking.view.seen.options.hourglass
    if chest.stage == "bonus":
        asking.enter(asking.say("entry.roll-bonus", seat=asking.seat))
    else:
        clock = sand(chest.ends, seconds, asking.say)
        asking.enter(_hunt(asking, chest), clock)
    return Throw()


def _hunt(asking: Asking, chest: Chest) -> str:
    """Tell the roller which numbers lead to a tiger: every other roll costs a note."""
    say, seat, state = asking.say, asking.seat, asking.view.seen
    pawn, squares = state.pawns[seat], state.squares
    ahead = [step for step in range(1, 7) if squares[(pawn + step) % len(squares)] == "tiger"]
    if not ahead:
        return say("entry.roll-no-tiger", seat=seat, player=chest.opener)
    text = ", ".join(map(str, ahead))
    return say("entry.roll-tiger", seat=seat, text=text, player=chest.opener)


def _give_back(asking: Asking) -> Any:
    say, state = asking.say, asking.view.seen
    many = state.purses[asking.seat].keys - KEPT
    while True:
        prompt = say("entry.give-back", seat=asking.seat, count=many)
        squares = asking.numbers(asking.with_notes(prompt))
        if not squares:
            return None
        if len(squares) == many and set(squares) <= set(state.with_cells):
            return GiveBack(squares)
        asking.desk.show(say("entry.not-these-squares", count=many))
