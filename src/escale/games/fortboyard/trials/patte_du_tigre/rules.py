"""La patte du tigre: at a third player's signal, be the first to put a hand on the die."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, ClassVar

from escale.core.event import Acted, Played
from escale.core.phases import update
from escale.core.play import Awaits, Offer, Players
from escale.core.secrecy import Own, Seat, Shown, View
from escale.core.tuples import with_item
from escale.games.fortboyard.rules.phase import FortPhase, told
from escale.games.fortboyard.rules.trial import TrialAction
from escale.games.fortboyard.trials.shared.card import TrialCard
from escale.games.fortboyard.trials.shared.claimed_times import (
    FASTEST,
    LAG,
    TOO_EARLY,
    BoutAction,
    honest,
    reaction_input,
)
from escale.games.fortboyard.trials.shared.duel import Duel
from escale.games.fortboyard.trials.shared.face_to_face import FaceToFace, Outcome

if TYPE_CHECKING:
    from escale.core.game import Say
    from escale.games.fortboyard.rules.rules import Action, Fort, State

SOONEST = 1500  # milliseconds: both must see the die before a signal counts
LATEST = 15_000  # milliseconds until the signal comes by itself
TIME = 3000  # milliseconds to touch the die


@dataclass(frozen=True, slots=True)
class GiveSignal(BoutAction):
    """Give the signal."""


@dataclass(frozen=True, slots=True)
class TouchDie(TrialAction):
    """Touch the die `reaction` ms after the signal was seen; 0: it was not seen.

    The other player must not know which time to beat.
    """

    bout: Shown[int]
    reaction: Own[int]


@dataclass(frozen=True, slots=True)
class PatteDuTigre(FaceToFace):
    """Both put a hand flat on the table; the next opponent gives the signal."""

    NAME: ClassVar[str] = "patte_du_tigre"

    signal: Shown[int] = 0  # when it was given; 0: not yet
    cue: Shown[int] = 0  # when the players saw it
    touched: Shown[tuple[Seat, ...]] = ()
    first: Shown[int] = 0  # when the server heard of the first touch
    claims: Own[tuple[int, ...]] = ()  # reactions, by seat; 0: no touch
    times: Shown[tuple[int, ...]] = ()  # the candidate's and the opponent's, once decided

    @property
    def placing(self) -> tuple[Seat, ...]:
        return self.pair

    @property
    def giver(self) -> Seat:
        """There is always a third player, since at least three play."""
        order = self.cast.opponents
        return order[(order.index(self.opponent) + 1) % len(order)]

    def bout_awaits(self, state: State) -> Awaits:
        if self.cue:
            touching = tuple(sorted(seat for seat in self.pair if seat not in self.touched))
            until = self.first or self.cue + max(self.cast.window(seat, TIME) for seat in touching)
            return Players(touching, until + LAG)
        if self.signal:
            return Players(tuple(sorted(self.pair)), self.signal)
        return Players(tuple(sorted((*self.pair, self.giver))), self.began + LATEST)

    def bout_offers(self, view: View[State]) -> tuple[Offer, ...]:
        if view.seat in self.pair and view.seat not in self.touched:
            return (Offer(TouchDie, (self.this_bout, reaction_input())),)
        gives = view.seat == self.giver and not self.signal and not self.cue
        return (Offer(GiveSignal, (self.this_bout,)),) if gives else ()

    def bout_step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        if not isinstance(event, Acted):
            return self._elapsed(state)
        if isinstance(event.action, GiveSignal):
            if state.now < self.began + SOONEST:
                return state  # ignored: delaying it would make its moment predictable
            return update(state, replace(self, signal=state.now))
        assert isinstance(event.action, TouchDie)
        reaction = TOO_EARLY
        if self.cue:
            reaction = honest(event.action.reaction, self.cue, event.at)
        return self._touch(state, event.seat, reaction)

    def _elapsed(self, state: State) -> State:
        if self.cue:
            return self._decided(state)
        state = told(state, "signal", self.giver)
        return update(state, replace(self, cue=state.now))

    def _touch(self, state: State, seat: Seat, reaction: int) -> State:
        claims = self.claims or (0,) * state.seats
        touched = replace(
            self,
            touched=(*self.touched, seat),
            first=self.first or state.now,
            claims=with_item(claims, seat, reaction),
        )
        if reaction == TOO_EARLY or len(touched.touched) == 2:
            return touched._decided(state)
        return update(state, touched)

    def _decided(self, state: State) -> State:
        """Touching too early loses; otherwise the faster one wins, or the only one to touch."""
        own, other = (self.claims[seat] if self.claims else 0 for seat in self.pair)
        early = [seat for seat, time in zip(self.pair, (own, other), strict=True) if time < 0]
        outcome: Outcome
        if early:
            state = told(state, "touches-early", early[0])
            outcome = "won" if early == [self.opponent] else "lost"
        elif own and other:
            quicker = self._counted(self.opponent, other) - self._counted(self.pair[0], own)
            outcome = "equal" if not quicker else "won" if quicker > 0 else "lost"
            state = told(state, "equal") if outcome == "equal" else state
        else:
            outcome = "won" if own else "lost"
        shown = replace(self, claims=(), times=(own, other))
        return update(state, shown.ended(state, outcome))

    def _counted(self, seat: Seat, reaction: int) -> int:
        """The reaction in half milliseconds, halved for a seat with doubled time."""
        return 2 * reaction // self.cast.window(seat, 1)

    def imagine(self, rules: Fort, view: View[State], rng: Random) -> FortPhase:
        claims = tuple(
            claim if seat == view.seat else self._guess(seat, rng)
            for seat, claim in enumerate(self.claims)
        )
        return replace(self, claims=claims)

    def _guess(self, seat: Seat, rng: Random) -> int:
        return rng.randint(FASTEST, TIME) if seat in self.touched else 0

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        yield from Duel.describe(self, view, say)
        if self.outcome:
            return
        if not self.playing:
            yield say("patte_du_tigre.placing")
        elif self.cue:
            yield say("patte_du_tigre.touch")
        else:
            yield say("patte_du_tigre.waiting", seat=self.giver)


CARD = TrialCard(PatteDuTigre, (GiveSignal, TouchDie), against="each")
