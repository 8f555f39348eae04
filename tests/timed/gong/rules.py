"""Gong: everybody strikes at once, each a note of their own, before the room falls silent.

A round has as many notes as there are seats, and ten seconds. A note that somebody has struck is
taken. Who has struck waits for the others; whoever has not by the end of the round strikes nothing.
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

ROUND = 10_000


@dataclass(frozen=True, slots=True)
class Options(Open):
    rounds: int = 2


@dataclass(frozen=True, slots=True)
class Strike(Open):
    note: int


@dataclass(frozen=True, slots=True)
class State:
    options: Shown[Options]
    round: Shown[int]
    began: Shown[int]
    struck: Shown[tuple[int, ...]]  # in this round, by seat; 0: not yet
    points: Shown[tuple[int, ...]]
    hum: int = 0  # which nobody sees


class Gong:
    def setup(self, options: Options, seats: int) -> State:
        return State(options, 0, 0, (0,) * seats, (0,) * seats)

    def awaits(self, state: State) -> Awaits:
        if state.round == state.options.rounds:
            best = max(state.points)
            winners = tuple(seat for seat, own in enumerate(state.points) if own == best)
            return Over(Score("silence", state.points, winners))
        waiting = tuple(seat for seat, note in enumerate(state.struck) if not note)
        return Players(waiting, state.began + ROUND)

    def check(self, state: State, seat: Seat, action: Strike) -> Ruling:
        if not 1 <= action.note <= len(state.struck):
            return refused("no-such-note", "notes")
        return refused("taken", "notes") if action.note in state.struck else ALLOWED

    def step(self, state: State, event: Played[Strike]) -> State:
        if isinstance(event, Acted):
            struck = list(state.struck)
            struck[event.seat] = event.action.note
            state = replace(state, struck=tuple(struck))
            if 0 in struck:
                return state
        return replace(
            state,
            round=state.round + 1,
            began=event.at,
            struck=(0,) * len(state.struck),
            points=tuple(a + b for a, b in zip(state.points, state.struck, strict=True)),
        )

    def offers(self, view: View[State]) -> tuple[Offer, ...]:
        awaits = self.awaits(view.seen)
        if not isinstance(awaits, Players) or view.seat not in awaits.seats:
            return ()
        return (Offer(Strike, (Choice("note", free(view.seen)),)),)

    def sample(self, state: State, seat: Seat, rng: Random) -> Strike:
        return Strike(rng.choice(free(state)))

    def imagine(self, view: View[State], rng: Random) -> State:
        return replace(view.seen, hum=rng.randrange(9))

    def reversible(self, state: State, event: Played[Strike]) -> bool:
        return False


def free(state: State) -> tuple[int, ...]:
    return tuple(note for note in range(1, len(state.struck) + 1) if note not in state.struck)
