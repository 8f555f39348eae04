"""Toys that tell a seat what it may not know. Like toys.py, for rules only."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Annotated, Any

from escale.core.play import EVERYBODY, Offer, Ruling
from escale.core.secrecy import Open, When
from tests.contract.hush.rules import Hush, Lay, Pass, State
from tests.contract.toys import breaks


def leaks(state: State, seat: int | None) -> bool:
    return bool(state.ending) or state.worth > 3


@dataclass(frozen=True, slots=True)
class Leaky(State):
    worth: Annotated[int, When(leaks)]


def only_watching(state: State, seat: int | None) -> bool:
    return bool(state.ending) or seat is None


@dataclass(frozen=True, slots=True)
class ForWatchers(State):
    worth: Annotated[int, When(only_watching)]


class OtherState(Hush):
    kind: type[State] = State

    def setup(self, options: Any, seats: Any) -> Any:
        plain = super().setup(options, seats)
        return self.kind(**{field.name: getattr(plain, field.name) for field in fields(plain)})


@breaks("interference", "imagine", state=Leaky)
class WhenLeaks(OtherState):
    kind = Leaky


@breaks("spectator", state=ForWatchers)
class SpectatorsKnowBest(OtherState):
    kind = ForWatchers


class Gossip(Hush):
    """Remembers the last table that it was asked about, for a board to tell."""

    heard: State | None = None

    def awaits(self, state: Any) -> Any:
        Gossip.heard = state
        return super().awaits(state)


@breaks("referee-tells", "sample", "bots", "recorded")
class RefereeComparesHands(Hush):
    """A card that another player can beat is refused: ask for each of yours, and know."""

    def check(self, state: Any, seat: int, action: Any) -> Any:
        ruling = super().check(state, seat, action)
        others = [card for hand in state.hands for card in hand]
        if ruling and isinstance(action, Lay) and len(state.ready) and action.card < max(others):
            held = len(state.hands[seat])
            return Ruling("not-in-hand", "hand", (("seat", seat), ("count", held)))
        return ruling


@breaks("events", "recorded")
class DealsFaceUp(Hush):
    def deal(self, state: Any, seat: int) -> Any:
        return replace(super().deal(state, seat), to=EVERYBODY)


@dataclass(frozen=True, slots=True)
class OpenLay(Open):
    card: int


OpenLay.__name__ = "Lay"


@dataclass(frozen=True, slots=True)
class NobodysLay:
    card: int


NobodysLay.__name__ = "Lay"


class OtherLay(Hush):
    lay: Any = Lay

    def sample(self, state: Any, seat: int, rng: Any) -> Any:
        action = super().sample(state, seat, rng)
        return self.lay(action.card) if isinstance(action, Lay) else action

    def check(self, state: Any, seat: int, action: Any) -> Any:
        return super().check(state, seat, self.usual(action))

    def act(self, state: Any, seat: int, action: Any) -> Any:
        return super().act(state, seat, self.usual(action))

    def usual(self, action: Any) -> Any:
        return Lay(action.card) if isinstance(action, self.lay) else action

    def offers(self, view: Any) -> Any:
        return tuple(
            replace(offer, action=self.lay) if offer.action is Lay else offer
            for offer in super().offers(view)
        )

    def reversible(self, state: Any, event: Any) -> Any:
        return False


@breaks("events", actions=OpenLay | Pass, levels={})
class LaysFaceUp(OtherLay):
    lay = OpenLay


@breaks("events", actions=NobodysLay | Pass, levels={})
class HidesFromTheActor(OtherLay):
    lay = NobodysLay


@breaks("offers")
class ForgetsToOfferPass(Hush):
    def offers(self, view: Any) -> Any:
        return super().offers(view)[:1]


@breaks("offers")
class OffersToEverybody(Hush):
    def offers(self, view: Any) -> Any:
        return super().offers(view) or (Offer(Pass),)
