"""In each round everybody tells a number that the others never learn. After the last one it ends.

All seats but the first hold a card that nobody else sees, and there is a number that nobody sees.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, TypeAlias

from escale.core.chance import Pick
from escale.core.event import Acted, Drawn, Played
from escale.core.play import (
    ALLOWED,
    NOBODY,
    Awaits,
    Chance,
    Choice,
    Offer,
    Over,
    Players,
    Ruling,
    Score,
    Text,
    refused,
)
from escale.core.secrecy import Open, Own, Seat, Shown, View, When

LEAST = 100_000_000
"""Cards and the dark number have nine digits: nothing else that the server says does."""
SIZE = 900_000_000


@dataclass(frozen=True, slots=True)
class Options(Open):
    rounds: int = 3
    seconds: int = 0  # to tell a number; 0: for ever
    ballast: str = ""  # in every view: makes updates as long as one likes

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= 1_000_000 or not 0 <= self.seconds <= 86_400:
            raise ValueError("rounds or seconds: too many")


@dataclass(frozen=True, slots=True)
class Tell:
    number: Own[int]


@dataclass(frozen=True, slots=True)
class Shout(Open):
    """As good as telling, but everybody hears it."""

    text: str


Action: TypeAlias = Tell | Shout


def at_the_end(state: State, seat: Seat | None) -> bool:
    return state.round >= state.options.rounds


@dataclass(frozen=True, slots=True)
class State:
    options: Shown[Options]
    cards: Own[tuple[int, ...]]
    dark: Annotated[int, When(at_the_end)]
    told: Own[tuple[int | None, ...]]
    dealt: Shown[int]  # how many draws are done
    ready: Shown[tuple[Seat, ...]]
    round: Shown[int]
    began: Shown[int]


class Whisper:
    def setup(self, options: Options, seats: int) -> State:
        nothing = (None,) * seats
        return State(options, (0,) * seats, 0, nothing, 0, (), 0, 0)

    def awaits(self, state: State) -> Awaits:
        seats = len(state.cards)
        if state.dealt < seats:
            return Chance(Pick(SIZE), to=(state.dealt,) if state.dealt else NOBODY)
        if state.round >= state.options.rounds:
            return Over(Score("told", (0,) * seats, tuple(range(seats))))
        limit = state.options.seconds * 1000
        return Players(waiting(state), state.began + limit if limit else None)

    def check(self, state: State, seat: Seat, action: Action) -> Ruling:
        if isinstance(action, Tell) and action.number == state.dark:
            return refused("dark", "dark")
        if isinstance(action, Shout) and len(action.text) > 100:
            return refused("too-loud", "loud", count=len(action.text))
        return ALLOWED

    def step(self, state: State, event: Played[Action]) -> State:
        if isinstance(event, Drawn):
            return drawn(state, event.result[0] + LEAST)
        if isinstance(event, Acted):
            number = event.action.number if isinstance(event.action, Tell) else 0
            return close(told(state, event.seat, number), event.at)
        for seat in waiting(state):
            state = told(state, seat, 0)
        return close(state, event.at)

    def offers(self, view: View[State]) -> tuple[Offer, ...]:
        awaits = self.awaits(view.seen)
        if not isinstance(awaits, Players) or view.seat not in awaits.seats:
            return ()
        return Offer(Tell, (Choice("number", (1, 2, 3)),)), Offer(Shout, (Text("text", 100),))

    def sample(self, state: State, seat: Seat, rng: Random) -> Action:
        return Tell(rng.randrange(1000))

    def imagine(self, view: View[State], rng: Random) -> State:
        raise NotImplementedError

    def reversible(self, state: State, event: Played[Action]) -> bool:
        return isinstance(event, Acted) and len(waiting(state)) > 1


def waiting(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(len(state.cards)) if seat not in state.ready)


def drawn(state: State, number: int) -> State:
    if not state.dealt:
        return replace(state, dealt=1, dark=number)
    cards = (*state.cards[: state.dealt], number, *state.cards[state.dealt + 1 :])
    return replace(state, dealt=state.dealt + 1, cards=cards)


def told(state: State, seat: Seat, number: int) -> State:
    words = (*state.told[:seat], number, *state.told[seat + 1 :])
    return replace(state, told=words, ready=(*state.ready, seat))


def close(state: State, at: int) -> State:
    if waiting(state):
        return state
    nothing = (None,) * len(state.cards)
    return replace(state, told=nothing, ready=(), round=state.round + 1, began=at)
