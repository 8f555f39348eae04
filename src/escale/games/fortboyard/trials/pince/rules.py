"""La pince: catch a falling card between thumb and forefinger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from escale.core.event import Acted, Played
from escale.core.phases import update
from escale.core.play import Awaits, Offer, Players
from escale.core.secrecy import Shown, View
from escale.games.fortboyard.rules.phase import told
from escale.games.fortboyard.trials.shared.card import TrialCard
from escale.games.fortboyard.trials.shared.claimed_times import (
    LAG,
    TOO_EARLY,
    BoutAction,
    honest,
    reaction_input,
)
from escale.games.fortboyard.trials.shared.duel import Duel
from escale.games.fortboyard.trials.shared.face_to_face import FaceToFace

if TYPE_CHECKING:
    from escale.core.game import Say
    from escale.games.fortboyard.rules.rules import Action, Fort, State

WINDOW = 315  # milliseconds until the card has fallen through; bot.py has the success rates
PATIENCE = 20_000  # milliseconds in which the opponent must drop the card


@dataclass(frozen=True, slots=True)
class LetFall(BoutAction):
    """Drop the card now."""


@dataclass(frozen=True, slots=True)
class Pinch(BoutAction):
    """Close the fingers `reaction` ms after the card was seen falling; 0: it was not seen."""

    reaction: int


@dataclass(frozen=True, slots=True)
class Pince(FaceToFace):
    """The opponent holds the card above the candidate's fingers and drops it at any moment."""

    NAME: ClassVar[str] = "pince"

    let_go: Shown[bool] = False  # the fall begins at the deadline, which is now
    cue: Shown[int] = 0  # when the card began to fall
    reaction: Shown[int] = 0  # of the candidate in ms, once the bout is decided

    @property
    def window(self) -> int:
        return self.cast.window(self.cast.candidate, WINDOW)

    def bout_awaits(self, state: State) -> Awaits:
        candidate = self.cast.candidate
        if self.cue:
            return Players((candidate,), self.cue + self.window + LAG)
        if self.let_go:
            return Players((candidate,), state.now)
        return Players(tuple(sorted(self.pair)), self.began + PATIENCE)

    def bout_offers(self, view: View[State]) -> tuple[Offer, ...]:
        if view.seat == self.cast.candidate:
            return (Offer(Pinch, (self.this_bout, reaction_input())),)
        holds = view.seat == self.opponent and not self.cue and not self.let_go
        return (Offer(LetFall, (self.this_bout,)),) if holds else ()

    def bout_step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        if not isinstance(event, Acted):
            return self._elapsed(state)
        if isinstance(event.action, LetFall):
            return update(state, replace(self, let_go=True))
        assert isinstance(event.action, Pinch)
        reaction = TOO_EARLY
        if self.cue:
            reaction = honest(event.action.reaction, self.cue, event.at)
        return self._closed(state, reaction)

    def _elapsed(self, state: State) -> State:
        if self.cue:
            return self._missed(state, 0)
        if self.let_go:
            state = told(state, "falls", self.opponent)
            return update(state, replace(self, cue=state.now, let_go=False))
        state = told(state, "holds-on", self.opponent)
        return update(state, self.ended(state, "won"))

    def _closed(self, state: State, reaction: int) -> State:
        """Fingers that closed too early catch nothing."""
        if reaction == TOO_EARLY or reaction > self.window:
            return self._missed(state, reaction)
        state = told(state, "catches", self.cast.candidate, count=reaction)
        return update(state, replace(self, reaction=reaction).ended(state, "won"))

    def _missed(self, state: State, reaction: int) -> State:
        what = "closes-early" if reaction == TOO_EARLY else "misses"
        state = told(state, what, self.cast.candidate)
        return update(state, replace(self, reaction=reaction).ended(state, "lost"))

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        yield from Duel.describe(self, view, say)
        if self.outcome:
            return
        if not self.playing:
            yield say("pince.opens", seat=self.cast.candidate)
        elif self.cue:
            yield say("pince.falling")
        else:
            yield say("pince.held", seat=self.opponent)


CARD = TrialCard(Pince, (LetFall, Pinch), against="each")
