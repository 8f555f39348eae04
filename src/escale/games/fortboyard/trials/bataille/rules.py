"""La bataille, by its card: one hand behind the back, one, two, three, and both show it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, get_args

from escale.core.event import Acted, Played
from escale.core.frames import update
from escale.core.play import Awaits, Choice, Offer, Players
from escale.core.secrecy import Own, Seat, Shown, View, When
from escale.games.fortboyard.phase import Phase, told
from escale.games.fortboyard.pieces import Cast
from escale.games.fortboyard.trials.card import Card
from escale.games.fortboyard.trials.duel import Duel

if TYPE_CHECKING:
    from escale.core.game import Say
    from escale.games.fortboyard.rules import Action, Fort, State

Figure = Literal["well", "leaf", "scissors"]
FIGURES: tuple[Figure, ...] = get_args(Figure)
BEATS: dict[Figure, Figure] = {"well": "scissors", "leaf": "well", "scissors": "leaf"}


@dataclass(frozen=True, slots=True)
class ShowHand:
    """A figure, chosen behind the back: the other sees it when both have one."""

    figure: Own[Figure]


@dataclass(frozen=True, slots=True)
class Bataille(Duel):
    """Equal figures: again."""

    NAME: ClassVar[str] = "bataille"

    chosen: Shown[tuple[Seat, ...]] = ()
    candidates: Annotated[Figure | None, When(lambda duel, seat: seat == duel.cast.candidate)] = (
        None
    )
    opponents: Annotated[Figure | None, When(lambda duel, seat: seat == duel.opponent)] = None
    last: Shown[tuple[Figure, ...]] = ()  # the candidate's and the opponent's, of the bout before

    def awaits(self, rules: Fort, state: State) -> Awaits:
        pair = (self.cast.candidate, self.opponent)
        return Players(tuple(sorted(seat for seat in pair if seat not in self.chosen)))

    def offers(self, rules: Fort, view: View[State]) -> tuple[Offer, ...]:
        pair = (self.cast.candidate, self.opponent)
        if view.seat not in pair or view.seat in self.chosen:
            return ()
        return (Offer(ShowHand, (Choice("figure", FIGURES),)),)

    def step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        assert isinstance(event, Acted)
        assert isinstance(event.action, ShowHand)
        figure, chosen = event.action.figure, (*self.chosen, event.seat)
        if event.seat == self.cast.candidate:
            shown = replace(self, chosen=chosen, candidates=figure)
        else:
            shown = replace(self, chosen=chosen, opponents=figure)
        if shown.candidates is None or shown.opponents is None:
            return update(state, shown)
        return shown._compare(rules, state, shown.candidates, shown.opponents)

    def _compare(self, rules: Fort, state: State, own: Figure, other: Figure) -> State:
        shown = replace(self, last=(own, other))
        state = told(state, f"shows-{own}", self.cast.candidate)
        state = told(state, f"shows-{other}", self.opponent)
        if own == other:
            return update(told(state, "equal"), shown.again(state))
        return shown.settled(rules, state, BEATS[own] == other)

    def again(self, state: State) -> Bataille:
        return Bataille(self.cast, state.now, self.results, self.bout + 1, last=self.last)

    def imagine(self, rules: Fort, view: View[State], rng: Random) -> Phase:
        candidate, opponent = self.cast.candidate, self.opponent
        guess = {
            seat: rng.choice(FIGURES) if seat in self.chosen else None
            for seat in (candidate, opponent)
        }
        return replace(
            self,
            candidates=self.candidates if view.seat == candidate else guess[candidate],
            opponents=self.opponents if view.seat == opponent else guess[opponent],
        )

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        yield from Duel.describe(self, view, say)
        if self.last:
            own, other = (say(f"values.figure-{figure}") for figure in self.last)
            yield say("bataille.last", text=own, other=other)
        for seat in self.chosen:
            yield say("bataille.has-chosen", seat=seat)


def _begin(cast: Cast, state: State) -> Bataille:
    return Bataille(cast, state.now)


CARD = Card("bataille", hourglass=0, against="each", begin=_begin)
