"""La bataille, by its card: one hand behind the back, one, two, three, and both show it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, get_args

from escale.core.event import Acted, Played
from escale.core.phases import update
from escale.core.play import Awaits, Choice, Offer, Players
from escale.core.secrecy import Own, Seat, Shown, View, When
from escale.games.fortboyard.rules.phase import FortPhase, told
from escale.games.fortboyard.rules.pieces import Cast
from escale.games.fortboyard.trials.card import Card
from escale.games.fortboyard.trials.duel import Duel
from escale.games.fortboyard.trials.face_to_face import FaceToFace, Outcome

if TYPE_CHECKING:
    from escale.core.game import Say
    from escale.games.fortboyard.rules.rules import Action, Fort, State

Figure = Literal["well", "leaf", "scissors"]
FIGURES: tuple[Figure, ...] = get_args(Figure)
BEATS: dict[Figure, Figure] = {"well": "scissors", "leaf": "well", "scissors": "leaf"}


@dataclass(frozen=True, slots=True)
class ShowHand:
    """A figure, chosen behind the back: the other sees it when both have one."""

    figure: Own[Figure]


@dataclass(frozen=True, slots=True)
class Bataille(FaceToFace):
    """Equal figures: again. Nobody is in a hurry: hands need no time to be put in place."""

    NAME: ClassVar[str] = "bataille"

    chosen: Shown[tuple[Seat, ...]] = ()
    candidates: Annotated[Figure | None, When(lambda duel, seat: seat == duel.cast.candidate)] = (
        None
    )
    opponents: Annotated[Figure | None, When(lambda duel, seat: seat == duel.opponent)] = None
    last: Shown[tuple[Figure, ...]] = ()  # the candidate's and the opponent's, as shown last

    @property
    def placing(self) -> tuple[Seat, ...]:
        return ()

    def bout_awaits(self, state: State) -> Awaits:
        return Players(tuple(sorted(seat for seat in self.pair if seat not in self.chosen)))

    def bout_offers(self, view: View[State]) -> tuple[Offer, ...]:
        if view.seat not in self.pair or view.seat in self.chosen:
            return ()
        return (Offer(ShowHand, (Choice("figure", FIGURES),)),)

    def bout_step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        assert isinstance(event, Acted)
        assert isinstance(event.action, ShowHand)
        figure, chosen = event.action.figure, (*self.chosen, event.seat)
        if event.seat == self.cast.candidate:
            hidden = replace(self, chosen=chosen, candidates=figure)
        else:
            hidden = replace(self, chosen=chosen, opponents=figure)
        if hidden.candidates is None or hidden.opponents is None:
            return update(state, hidden)
        return hidden._shown(state, hidden.candidates, hidden.opponents)

    def _shown(self, state: State, own: Figure, other: Figure) -> State:
        """One, two, three: both hands at once."""
        state = told(state, f"shows-{own}", self.cast.candidate)
        state = told(state, f"shows-{other}", self.opponent)
        outcome: Outcome = "equal" if own == other else "won" if BEATS[own] == other else "lost"
        if outcome == "equal":
            state = told(state, "equal")
        open_hands = replace(self, candidates=None, opponents=None, last=(own, other))
        return update(state, open_hands.ended(state, outcome))

    def again(self, state: State) -> Bataille:
        return Bataille(self.cast, state.now, self.results, self.bout + 1, last=self.last)

    def imagine(self, rules: Fort, view: View[State], rng: Random) -> FortPhase:
        candidate, opponent = self.pair
        hidden = {
            seat: rng.choice(FIGURES) if seat in self.chosen and not self.outcome else None
            for seat in self.pair
        }
        return replace(
            self,
            candidates=self.candidates if view.seat == candidate else hidden[candidate],
            opponents=self.opponents if view.seat == opponent else hidden[opponent],
        )

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        yield from Duel.describe(self, view, say)
        if self.last:
            own, other = (say(f"values.figure-{figure}") for figure in self.last)
            yield say("bataille.last", text=own, other=other)
        if not self.outcome:
            for seat in self.chosen:
                yield say("bataille.has-chosen", seat=seat)


def _begin(cast: Cast, state: State) -> Bataille:
    return Bataille(cast, state.now)


CARD = Card("bataille", hourglass=0, against="each", begin=_begin)
