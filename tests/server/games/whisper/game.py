"""The box of Whisper."""

from __future__ import annotations

from importlib.resources import files
from random import Random
from typing import Any

from whisper.rules import Action, Options, State, Tell, Whisper

from escale.core.bots import Budget
from escale.core.codec import from_plain, to_plain
from escale.core.game import Game, Hints, Level, Say
from escale.core.secrecy import Seat, View
from escale.games.registry import read_box

FOLDER = files("whisper")


def describe(view: View[State], say: Say) -> tuple[str, ...]:
    seen, seat = view.seen, view.seat
    lines = [say("board.round", round=seen.round)]
    if seat is not None:
        lines.append(say("board.own", card=seen.cards[seat], told=seen.told[seat] or 0))
    return tuple(lines)


def consider(view: View[State], question: Any) -> Any:
    """One's own card, and what is asked added to it."""
    assert view.seat is not None
    return {"sum": view.seen.cards[view.seat] + from_plain(int, question)}


def review(options: Options, state: State, seat: Seat, action: Action) -> tuple[Any, Any]:
    """The louder, the better."""
    return to_plain(action), {"round": state.round, "seat": seat, "of": options.rounds}


class Murmur:
    def choose(self, view: View[State], budget: Budget, rng: Random) -> Action:
        return Tell(rng.randrange(1000))


class Ponder:
    """Takes all of its time, and of a core."""

    def choose(self, view: View[State], budget: Budget, rng: Random) -> Action:
        while not budget.spent():
            pass
        return Tell(rng.randrange(1000))


GAME: Game[Options, State, Action] = Game(
    box=read_box(FOLDER),
    folder=FOLDER,
    options=Options,
    state=State,
    actions=Action,
    rules=lambda _: Whisper(),
    describe=describe,
    consider=consider,
    review=review,
    hints=Hints(
        fit=lambda view: view.seen.round < 5,
        nudge=lambda *_: ("hints.nudge", {}),
        move=lambda view, action: ("hints.move", {"number": action.number}),
    ),
    levels={1: Level(0.05, lambda _: Murmur()), 2: Level(0.6, lambda _: Ponder())},
)
