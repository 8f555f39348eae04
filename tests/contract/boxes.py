"""Hush in broken boxes: all the toys of the tests, by name, each with the checks that report it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

from escale.core.bots import LONGEST_WAIT, Budget, Later
from escale.core.game import Game, Level, Say
from escale.core.secrecy import View
from tests.contract import leaky_toys, toys
from tests.contract.hush.game import GAME, Highest, describe
from tests.contract.hush.rules import Hush, Lay, Pass, State
from tests.contract.impure import ByTheClock

Box = tuple[Game[Any, Any, Any], set[str]]
BOXES: dict[str, Box] = {"ByTheClock": (replace(GAME, rules=lambda _: ByTheClock()), {"imports"})}


def with_rules(rules: type[Hush], changes: dict[str, Any]) -> Game[Any, Any, Any]:
    return replace(GAME, rules=lambda _: rules(), **changes)


for name, (rules, checks, changes) in toys.TOYS.items():
    BOXES[name] = (with_rules(rules, changes), checks)


def gossip(view: View[State], say: Say) -> tuple[str, ...]:
    heard = leaky_toys.Gossip.heard
    return (*describe(view, say), f"psst: {heard.worth if heard else 0}")


BOXES["Gossip"] = (
    with_rules(leaky_toys.Gossip, {"describe": gossip}),
    {"interference", "playthroughs"},
)


def bot(name: str, choose: Callable[[View[State], Budget, Any], Any]) -> None:
    class Broken(Highest):
        def choose(self, view: Any, budget: Any, rng: Any) -> Any:
            return choose(view, budget, rng)

    BOXES[name] = (replace(GAME, levels={1: Level(0.05, lambda _: Broken())}), {"bots"})


def dawdle(view: View[State], budget: Budget, rng: Any) -> Any:
    while not budget.spent(8):
        pass
    return Pass()


turn = count()
bot("SlowBot", dawdle)
bot("PeekingBot", lambda view, *_: Lay(max(max(hand) for hand in view.seen.hands)))
bot("CheatingBot", lambda *_: Lay(99))
bot("CheatingLaterBot", lambda *_: Later(Lay(99), 1000))
bot("BotOfTomorrow", lambda *_: Later(Pass(), LONGEST_WAIT + 1))
bot("HesitantBot", lambda *_: Later(Pass(), next(turn)))
bot("MoodyBot", lambda view, *_: Pass() if next(turn) % 2 else Lay(view.seen.hands[view.seat][0]))


def board(name: str, broken: Callable[..., Any]) -> None:
    BOXES[name] = (replace(GAME, describe=broken), {"board", "playthroughs"})


board("BoardShowsTheGap", lambda view, say: (*describe(view, say), f"{view.seen.worth}"))
board("BoardSaysTheUnknown", lambda view, say: (*describe(view, say), say("board.weather")))
board("BoardIsEmpty", lambda view, say: ())


def considering(name: str, broken: Callable[..., Any], rules: type[Hush] = Hush) -> None:
    BOXES[name] = (with_rules(rules, {"consider": broken}), {"consider"})


asked = count()
considering("ConsidersOnlyWhatItKnows", lambda view, question: question["card"] > 3)
considering("ConsidersInSets", lambda view, question: {1, 2})
considering("ConsidersByMood", lambda view, question: next(asked))
