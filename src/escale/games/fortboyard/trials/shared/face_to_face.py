"""Duels in three steps: both take position, the bout is played, both look at its outcome."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, Self

from escale.core.event import Acted, Played
from escale.core.phases import update
from escale.core.play import Awaits, Choice, Offer, Players, Ruling, refused
from escale.core.secrecy import Seat, Shown, View
from escale.games.fortboyard.rules.phase import FortPhase
from escale.games.fortboyard.trials.shared.claimed_times import BoutAction
from escale.games.fortboyard.trials.shared.duel import Duel

if TYPE_CHECKING:
    from escale.games.fortboyard.rules.rules import Action, Fort, State

LOOK_MS = 6_000  # to look at the outcome; then it goes on by itself
PLACE_MS = 10_000  # after that, hands count as in position
Outcome = Literal["", "won", "lost", "equal"]


@dataclass(frozen=True, slots=True)
class TakePosition(BoutAction):
    """My hands are in position; the bout may begin."""


@dataclass(frozen=True, slots=True)
class GoOn(BoutAction):
    """I have seen the outcome."""


@dataclass(frozen=True, slots=True)
class FaceToFace(Duel):
    """The steps before and after a bout. Subclasses implement the bout itself."""

    placed: Shown[tuple[Seat, ...]] = ()  # whose hands are in position
    outcome: Shown[Outcome] = ""  # of the bout; empty until it is over
    looked: Shown[tuple[Seat, ...]] = ()  # who has seen the outcome

    @property
    def pair(self) -> tuple[Seat, Seat]:
        return (self.cast.candidate, self.opponent)

    @property
    def placing(self) -> tuple[Seat, ...]:
        """Whose hands must be in position before the bout."""
        return (self.cast.candidate,)

    @property
    def playing(self) -> bool:
        """The bout is being played: hands are in position, and there is no outcome."""
        return not self.outcome and set(self.placing) <= set(self.placed)

    def _awaited(self) -> tuple[Seat, ...]:
        """The seats that it waits for before or after the bout."""
        seats, heard = (self.pair, self.looked) if self.outcome else (self.placing, self.placed)
        return tuple(sorted(seat for seat in seats if seat not in heard))

    def awaits(self, rules: Fort, state: State) -> Awaits:
        if self.playing:
            return self.bout_awaits(state)
        return Players(self._awaited(), self.began + (LOOK_MS if self.outcome else PLACE_MS))

    def offers(self, rules: Fort, view: View[State]) -> tuple[Offer, ...]:
        if self.playing:
            return self.bout_offers(view)
        if view.seat not in self._awaited():
            return ()
        return (Offer(GoOn if self.outcome else TakePosition, (self.this_bout,)),)

    @property
    def this_bout(self) -> Choice:
        return Choice("bout", (self.bout,))

    def check(self, rules: Fort, state: State, seat: Seat, action: Action) -> Ruling:
        """Refuse actions that were meant for another bout."""
        if getattr(action, "bout", self.bout) != self.bout:
            return refused("too-late", "offers")
        return FortPhase.check(self, rules, state, seat, action)

    def step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        if self.playing:
            return self.bout_step(rules, state, event)
        heard = self
        if isinstance(event, Acted):
            if self.outcome:
                heard = replace(self, looked=(*self.looked, event.seat))
            else:
                heard = replace(self, placed=(*self.placed, event.seat))
            if heard._awaited():
                return update(state, heard)
        if not self.outcome:
            return update(state, replace(heard, placed=self.placing, began=state.now))
        if self.outcome == "equal":
            return update(state, self.again(state))
        return self.settled(rules, state, self.outcome == "won")

    def ended(self, state: State, outcome: Outcome) -> Self:
        """The bout is over; both look at its outcome."""
        return replace(self, outcome=outcome, looked=(), began=state.now)

    def bout_awaits(self, state: State) -> Awaits:
        raise NotImplementedError

    def bout_offers(self, view: View[State]) -> tuple[Offer, ...]:
        raise NotImplementedError

    def bout_step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        raise NotImplementedError
