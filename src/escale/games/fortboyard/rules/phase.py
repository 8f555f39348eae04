"""The base class of all phases of the fort, dice, and the list of what happened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from escale.core.chance import Roll
from escale.core.event import Drawn, Played
from escale.core.phases import Phase, finish
from escale.core.play import (
    ALLOWED,
    EVERYBODY,
    Awaits,
    Chance,
    Choice,
    Number,
    Offer,
    Ruling,
    Some,
    Text,
    refused,
)
from escale.core.secrecy import Open, Seat, Shown, View
from escale.games.fortboyard.rules.pieces import NOBODY_SEAT, News

if TYPE_CHECKING:
    from escale.core.game import Say
    from escale.games.fortboyard.rules.rules import Action, Fort, State

    Base = Phase[Fort, State, Action]
else:
    Base = Phase[Any, Any, Any]

MOST_NEWS = 20  # kept in the state; the log has all of them
SAMPLED_TEXTS = ("un bouton", "le vent", "peut-être")


class FortPhase(Base):
    """Allows exactly what it offers, unless a phase overrides `check`."""

    __slots__ = ()

    def check(self, rules: Fort, state: State, seat: Seat, action: Action) -> Ruling:
        offers = self.offers(rules, View(seat, state))
        if any(offer.admits(action) for offer in offers):
            return ALLOWED
        if any(type(action) is offer.action for offer in offers):
            return refused("does-not-fit", "offers")
        return refused("not-now", "offers")

    def sample(self, rules: Fort, state: State, seat: Seat, rng: Random) -> Action:
        """A random action of those that are offered."""
        action: Action = filled(rng.choice(self.offers(rules, View(seat, state))), rng)
        return action

    def imagine(self, rules: Fort, view: View[State], rng: Random) -> FortPhase:
        """The phase with guesses in place of what the view's seat cannot see."""
        return self

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        """The lines of this phase on the text board."""
        yield from ()


def filled(offer: Offer, rng: Random) -> Any:
    """An action of this offer with random inputs."""
    return offer.action(**{one.name: _some_value(one, rng) for one in offer.inputs})


def _some_value(given: Text | Choice | Some | Number, rng: Random) -> Any:
    match given:
        case Text(_, longest):
            return rng.choice(SAMPLED_TEXTS)[:longest]
        case Choice(_, among):
            return rng.choice(among)
        case Number(_, least, most):
            return rng.randint(least, most)
        case Some(_, among, least, most, repeated):
            count = rng.randint(least, most)
            return tuple(rng.choices(among, k=count) if repeated else rng.sample(among, count))


@dataclass(frozen=True, slots=True)
class Rolled(Open):
    """The result of a throw, for the phase that asked for it."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dice(FortPhase):
    """Dice are thrown."""

    number: Shown[int]

    def awaits(self, rules: Fort, state: State) -> Awaits:
        return Chance(Roll(self.number), to=EVERYBODY)

    def step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        assert isinstance(event, Drawn)
        return finish(rules, replace(state, dice=event.result), Rolled(event.result))


def told(
    state: State,
    what: str,
    seat: Seat = NOBODY_SEAT,
    player: Seat = NOBODY_SEAT,
    count: int = 0,
    text: str = "",
) -> State:
    """The state with one more entry in its news."""
    number = state.news[-1].number + 1 if state.news else 1
    news = News(number, what, seat, player, count, text)
    return replace(state, news=(*state.news, news)[-MOST_NEWS:])
