"""A game small enough to check core with: bid in secret, then one die is rolled.

Seats bid 0 to 6 at the same time, within ten seconds (silence bids 0). The die is rolled. The
highest bid that is not above the die wins; nobody: all share.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from escale.core.chance import Roll
from escale.core.event import Acted, Drawn, Played
from escale.core.play import (
    ALLOWED,
    EVERYBODY,
    Awaits,
    Chance,
    Choice,
    Offer,
    Over,
    Players,
    Ruling,
    Score,
    refused,
)
from escale.core.secrecy import HIDDEN, Own, Seat, Shown, View


@dataclass(frozen=True, slots=True)
class Bid:
    number: Own[int]


@dataclass(frozen=True, slots=True)
class State:
    bids: Own[tuple[int | None, ...]]
    done: Shown[tuple[bool, ...]]
    die: Shown[int]
    note: str = "nobody sees this"


class Highest:
    def setup(self, options: None, seats: int) -> State:
        return State((None,) * seats, (False,) * seats, 0)

    def awaits(self, state: State) -> Awaits:
        waiting = tuple(seat for seat, done in enumerate(state.done) if not done)
        if waiting:
            return Players(waiting, deadline=10_000)
        if not state.die:
            return Chance(Roll(1, 6), to=EVERYBODY)
        fair = {seat: bid or 0 for seat, bid in enumerate(state.bids) if (bid or 0) <= state.die}
        best = max(fair.values(), default=0)
        winners = tuple(seat for seat in fair if fair[seat] == best)
        return Over(Score("rolled", tuple(bid or 0 for bid in state.bids), winners))

    def check(self, state: State, seat: Seat, action: Bid) -> Ruling:
        return ALLOWED if 0 <= action.number <= 6 else refused("too-much", "bid", most=6)

    def step(self, state: State, event: Played[Bid]) -> State:
        if isinstance(event, Drawn):
            return replace(state, die=event.result[0])
        if isinstance(event, Acted):
            bids = list(state.bids)
            bids[event.seat] = event.action.number
            done = list(state.done)
            done[event.seat] = True
            return replace(state, bids=tuple(bids), done=tuple(done))
        return replace(
            state, bids=tuple(bid or 0 for bid in state.bids), done=(True,) * len(state.done)
        )

    def offers(self, view: View[State]) -> tuple[Offer, ...]:
        if view.seat is None or view.seen.done[view.seat]:
            return ()
        return (Offer(Bid, (Choice("number", tuple(range(7))),)),)

    def sample(self, state: State, seat: Seat, rng: Random) -> Bid:
        return Bid(rng.randrange(7))

    def imagine(self, view: View[State], rng: Random) -> State:
        bids = tuple(
            (rng.randrange(7) if view.seen.done[seat] else None) if bid is HIDDEN else bid
            for seat, bid in enumerate(view.seen.bids)
        )
        return replace(view.seen, bids=bids, note="nobody sees this")

    def reversible(self, state: State, event: Played[Bid]) -> bool:
        return isinstance(event, Acted)
