"""The box of Hush, with its text board and its bots."""

from __future__ import annotations

from importlib.resources import files
from random import Random
from typing import Any

from escale.core.bots import Budget
from escale.core.codec import from_plain
from escale.core.game import Game, Level, Say
from escale.core.secrecy import View
from escale.games.registry import read_box
from tests.contract.hush.rules import Action, Hush, Lay, Options, Pass, State


def describe(view: View[State], say: Say) -> tuple[str, ...]:
    seen = view.seen
    lines = [say("board.seat", seat=seat, count=tricks) for seat, tricks in enumerate(seen.tricks)]
    if view.seat is not None:
        cards = ", ".join(map(str, seen.hands[view.seat]))
        lines.append(say("board.hand", cards=cards or "-"))
    if seen.ending:
        lines.append(say("board.worth", worth=seen.worth))
    return tuple(lines)


def consider(view: View[State], question: Any) -> Any:
    """Would this card be the highest of one's own?"""
    card = from_plain(
        int, question["card"] if isinstance(question, dict) and "card" in question else question
    )
    assert view.seat is not None
    return {"highest": all(card >= own for own in view.seen.hands[view.seat])}


class Highest:
    def choose(self, view: View[State], budget: Budget, rng: Random) -> Action:
        assert view.seat is not None
        hand = view.seen.hands[view.seat]
        return Lay(hand[-1]) if rng.random() < 0.9 else Pass()


GAME: Game[Options, State, Action] = Game(
    box=read_box(files("tests.contract.hush")),
    folder=files("tests.contract.hush"),
    options=Options,
    state=State,
    actions=Action,
    rules=lambda options: Hush(),
    describe=describe,
    consider=consider,
    levels={1: Level(0.05, lambda options: Highest())},
)
