"""Hush: everybody lays a card face down at once, the highest takes the trick."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Literal, TypeAlias, TypeVar

from escale.core.chance import Draw, Roll
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
    refused,
)
from escale.core.secrecy import HIDDEN, Counted, Open, Own, Seat, Shown, View, When

CARDS = tuple(range(1, 13))
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Options(Open):
    hand: Literal[1, 3] = 3
    quick: bool = False


@dataclass(frozen=True, slots=True)
class Lay:
    card: Own[int]


@dataclass(frozen=True, slots=True)
class Pass(Open):
    """Throw the lowest card away, for everybody to see, and stay out of this trick."""


Action: TypeAlias = Lay | Pass


def told_at_the_end(state: State, seat: Seat | None) -> bool:
    return bool(state.ending)


@dataclass(frozen=True, slots=True)
class State:
    options: Shown[Options]
    bag: Counted[tuple[int, ...]]
    hands: Own[tuple[tuple[int, ...], ...]]
    laid: Own[tuple[int | None, ...]]
    worth: Annotated[int, When(told_at_the_end)]  # points a trick; 0 before it is rolled
    rolled: Shown[bool]
    held: Shown[tuple[int, ...]]  # how many cards each seat holds
    ready: Shown[tuple[Seat, ...]]
    passed: Shown[tuple[Seat, ...]]
    gone: Shown[tuple[int, ...]]
    tricks: Shown[tuple[int, ...]]
    ending: Shown[str]
    began: Shown[int]


class Hush:
    def setup(self, options: Options, seats: int) -> State:
        return State(
            options=options,
            bag=CARDS,
            hands=((),) * seats,
            laid=(None,) * seats,
            worth=0,
            rolled=False,
            held=(0,) * seats,
            ready=(),
            passed=(),
            gone=(),
            tricks=(0,) * seats,
            ending="",
            began=0,
        )

    def awaits(self, state: State) -> Awaits:
        if state.ending:
            return Over(self.score(state))
        if not state.rolled:
            return Chance(Roll(1), to=NOBODY)
        if 0 in state.held and not state.gone and not state.ready:
            return self.deal(state, state.held.index(0))
        return Players(waiting(state), state.began + 10_000)

    def deal(self, state: State, seat: Seat) -> Chance:
        return Chance(Draw(state.options.hand, len(state.bag)), to=(seat,))

    def score(self, state: State) -> Score:
        points = tuple(tricks * state.worth for tricks in state.tricks)
        best = max(points)
        winners = tuple(seat for seat, own in enumerate(points) if own == best)
        return Score(state.ending, points, winners)

    def check(self, state: State, seat: Seat, action: Action) -> Ruling:
        if isinstance(action, Lay) and action.card not in state.hands[seat]:
            return refused("not-in-hand", "hand", seat=seat, count=len(state.hands[seat]))
        return ALLOWED

    def step(self, state: State, event: Played[Action]) -> State:
        if isinstance(event, Drawn):
            return self.drawn(state, event.result)
        if isinstance(event, Acted):
            return self.close(self.act(state, event.seat, event.action), event.at)
        for seat in waiting(state):
            state = self.act(state, seat, Pass())
        return self.close(state, event.at)

    def drawn(self, state: State, result: tuple[int, ...]) -> State:
        if not state.rolled:
            return replace(state, rolled=True, worth=result[0])
        seat = state.held.index(0)
        hand = tuple(sorted(state.bag[place] for place in result))
        return replace(
            state,
            bag=tuple(card for card in state.bag if card not in hand),
            hands=changed(state.hands, seat, hand),
            held=changed(state.held, seat, len(hand)),
        )

    def act(self, state: State, seat: Seat, action: Action) -> State:
        passes = isinstance(action, Pass)
        card = action.card if isinstance(action, Lay) else state.hands[seat][0]
        return replace(
            state,
            hands=changed(state.hands, seat, tuple(c for c in state.hands[seat] if c != card)),
            held=changed(state.held, seat, state.held[seat] - 1),
            laid=state.laid if passes else changed(state.laid, seat, card),
            gone=(*state.gone, card) if passes else state.gone,
            ready=(*state.ready, seat),
            passed=(*state.passed, seat) if passes else state.passed,
        )

    def close(self, state: State, at: int) -> State:
        """When all are ready, the cards are turned over."""
        if waiting(state):
            return state
        cards = [card for card in state.laid if card is not None]
        tricks = state.tricks
        if cards:
            taker = state.laid.index(max(cards))
            tricks = changed(tricks, taker, tricks[taker] + 1)
        ending = "" if any(state.held) else "cards-out"
        if max(tricks) == 2:
            ending = "sweep"
        return replace(
            state,
            tricks=tricks,
            gone=(*state.gone, *cards),
            laid=(None,) * len(state.laid),
            ready=(),
            passed=(),
            began=at,
            ending=ending,
        )

    def offers(self, view: View[State]) -> tuple[Offer, ...]:
        awaits = self.awaits(view.seen) if view.seat is not None and not view.seen.ending else None
        if not isinstance(awaits, Players) or view.seat not in awaits.seats:
            return ()
        return (Offer(Lay, (Choice("card", view.seen.hands[view.seat]),)), Offer(Pass))

    def sample(self, state: State, seat: Seat, rng: Random) -> Action:
        if rng.random() < 0.2:
            return Pass()
        return Lay(rng.choice(state.hands[seat]))

    def imagine(self, view: View[State], rng: Random) -> State:
        seen = view.seen
        seat = view.seat
        assert seat is not None
        own = {*seen.gone, *seen.hands[seat], seen.laid[seat]}
        unknown = [card for card in CARDS if card not in own]
        rng.shuffle(unknown)
        hands, laid = [], []
        for other in range(len(seen.held)):
            if other == seat:
                hands.append(seen.hands[seat])
                laid.append(seen.laid[seat])
                continue
            hands.append(tuple(sorted(unknown.pop() for _ in range(seen.held[other]))))
            hidden = other in seen.ready and other not in seen.passed
            laid.append(unknown.pop() if hidden else None)
        known = seen.worth is not HIDDEN
        return replace(
            seen,
            hands=tuple(hands),
            laid=tuple(laid),
            bag=tuple(unknown[: len(seen.bag)]),
            worth=seen.worth if known else rng.randint(1, 6) * seen.rolled,
        )

    def reversible(self, state: State, event: Played[Action]) -> bool:
        """A card laid face down, as long as somebody else has not laid theirs."""
        laid = isinstance(event, Acted) and isinstance(event.action, Lay)
        return laid and len(waiting(state)) > 1


def waiting(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(len(state.held)) if seat not in state.ready)


def changed(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])
