"""La bataille: both choose a figure in secret, then show it at the same time."""

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
from escale.games.fortboyard.rules.trial import TrialAction
from escale.games.fortboyard.trials.shared.card import TrialCard
from escale.games.fortboyard.trials.shared.duel import Duel
from escale.games.fortboyard.trials.shared.face_to_face import FaceToFace, Outcome

if TYPE_CHECKING:
    from escale.core.game import Say
    from escale.games.fortboyard.rules.rules import Action, Fort, State

Figure = Literal["well", "leaf", "scissors"]
FIGURES: tuple[Figure, ...] = get_args(Figure)
BEATS: dict[Figure, Figure] = {"well": "scissors", "leaf": "well", "scissors": "leaf"}


@dataclass(frozen=True, slots=True)
class ShowHand(TrialAction):
    """Choose a figure; it stays secret until both have chosen."""

    figure: Own[Figure]


@dataclass(frozen=True, slots=True)
class Bataille(FaceToFace):
    """Equal figures are played again. Speed does not count, so nobody takes position first."""

    NAME: ClassVar[str] = "bataille"

    chosen: Shown[tuple[Seat, ...]] = ()
    candidates: Annotated[Figure | None, When(lambda duel, seat: seat == duel.cast.candidate)] = (
        None
    )
    opponents: Annotated[Figure | None, When(lambda duel, seat: seat == duel.opponent)] = None
    last: Shown[
        tuple[Figure, ...]
    ] = ()  # figures of the last bout: the candidate's, the opponent's

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
        """Both have chosen: show the figures and decide the bout."""
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


CARD = TrialCard(Bataille, (ShowHand,), against="each")
