"""Corridor: add 1, 2 or 3 in turn; whoever reaches the goal exactly wins.

The same as ../../peer/game.cjs. There is next to nothing to compute, so that the benchmark
measures the servers and not the game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from escale.core.event import Acted, Played
from escale.core.play import (
    ALLOWED,
    Awaits,
    Choice,
    Offer,
    Over,
    Players,
    Ruling,
    Score,
    refused,
)
from escale.core.secrecy import Open, Seat, Shown, View

STEPS = (1, 2, 3)
REMEMBERED = 5


@dataclass(frozen=True, slots=True)
class Options(Open):
    goal: int = 200

    def __post_init__(self) -> None:
        if not 3 <= self.goal <= 1_000_000_000:
            raise ValueError("goal: must be from 3 to 1000000000")


@dataclass(frozen=True, slots=True)
class Add(Open):
    step: int


@dataclass(frozen=True, slots=True)
class State:
    goal: Shown[int]
    counter: Shown[int]
    turn: Shown[Seat]
    last: Shown[tuple[int, ...]]


class Corridor:
    def setup(self, options: Options, seats: int) -> State:
        return State(goal=options.goal, counter=0, turn=0, last=())

    def awaits(self, state: State) -> Awaits:
        if state.counter < state.goal:
            return Players((state.turn,))
        winner = 1 - state.turn
        return Over(Score("goal", tuple(int(seat == winner) for seat in (0, 1)), (winner,)))

    def check(self, state: State, seat: Seat, action: Add) -> Ruling:
        if action.step not in STEPS:
            return refused("not-a-step", "steps")
        if state.counter + action.step > state.goal:
            return refused("too-far", "goal")
        return ALLOWED

    def step(self, state: State, event: Played[Add]) -> State:
        assert isinstance(event, Acted)
        step = event.action.step
        return replace(
            state,
            counter=state.counter + step,
            turn=1 - state.turn,
            last=(*state.last, step)[-REMEMBERED:],
        )

    def offers(self, view: View[State]) -> tuple[Offer, ...]:
        seen = view.seen
        open_steps = tuple(step for step in STEPS if seen.counter + step <= seen.goal)
        if view.seat != seen.turn or not open_steps:
            return ()
        return (Offer(Add, (Choice("step", open_steps),)),)

    def sample(self, state: State, seat: Seat, rng: Random) -> Add:
        return Add(rng.choice([step for step in STEPS if state.counter + step <= state.goal]))

    def imagine(self, view: View[State], rng: Random) -> State:
        return view.seen

    def reversible(self, state: State, event: Played[Add]) -> bool:
        return True
