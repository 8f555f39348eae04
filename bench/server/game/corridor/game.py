"""What the shelf finds: the box of Corridor."""

from __future__ import annotations

from importlib.resources import files

from corridor.rules import Add, Corridor, Options, State
from escale.core.game import Game, Say
from escale.core.secrecy import View
from escale.games.registry import read_box

FOLDER = files("corridor")


def describe(view: View[State], say: Say) -> tuple[str, ...]:
    return (say("board.counter", counter=view.seen.counter, goal=view.seen.goal),)


GAME: Game[Options, State, Add] = Game(
    box=read_box(FOLDER),
    folder=FOLDER,
    options=Options,
    state=State,
    actions=Add,
    rules=lambda _: Corridor(),
    describe=describe,
)
