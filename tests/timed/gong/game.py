"""The box of Gong. Its bots differ in when they strike the highest note that is free."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from random import Random

from gong.rules import Gong, Options, State, Strike, free

from escale.core.bots import Budget, Later
from escale.core.game import Game, Level, Say
from escale.core.secrecy import View
from escale.games.registry import read_box

FOLDER = files("gong")


def describe(view: View[State], say: Say) -> tuple[str, ...]:
    seen = view.seen
    lines = [say("hall.round", round=seen.round + 1)]
    lines += [say("hall.struck", seat=seat, note=note) for seat, note in enumerate(seen.struck)]
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class After:
    """It waits so many milliseconds; None: it does not even say when."""

    wait: int | None

    def choose(self, view: View[State], budget: Budget, rng: Random) -> Strike | Later[Strike]:
        action = Strike(free(view.seen)[-1])
        return action if self.wait is None else Later(action, self.wait)


def after(wait: int | None) -> Level[Options, State, Strike]:
    return Level(0.05, lambda _: After(wait))


GAME: Game[Options, State, Strike] = Game(
    box=read_box(FOLDER),
    folder=FOLDER,
    options=Options,
    state=State,
    actions=Strike,
    rules=lambda _: Gong(),
    describe=describe,
    levels={1: after(None), 2: after(1000), 3: after(3000), 4: after(10_000), 5: after(300)},
    parts=(FOLDER / "hall",),
)
