"""La main chaude: pull the hands away before the opponent slaps them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal

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

WINDOW = 280  # milliseconds from the strike to the slap; bot.py has the success rates
FEINTS = 3  # in a duel
PUT_BACK = 1000  # milliseconds until hands that were pulled away are back
MOST_AWAY = 8  # times that hands may be pulled away without a strike, in a duel
PATIENCE = 20_000  # milliseconds in which the opponent must strike


@dataclass(frozen=True, slots=True)
class Strike(BoutAction):
    """Slap the hands above."""


@dataclass(frozen=True, slots=True)
class Feint(BoutAction):
    """Pretend to strike."""


@dataclass(frozen=True, slots=True)
class PullAway(BoutAction):
    """Pull the hands away `reaction` ms after the strike was seen; 0: none was seen."""

    reaction: int


@dataclass(frozen=True, slots=True)
class MainChaude(FaceToFace):
    """Hands that were pulled away without a strike come back, and the duel goes on.

    The opponent can only strike hands that are down, and has limited time for it, so neither side
    can win by waiting.
    """

    NAME: ClassVar[str] = "main_chaude"

    patience: Shown[int] = PATIENCE  # milliseconds left when this bout began
    feints: Shown[int] = FEINTS  # left
    away: Shown[int] = 0  # how often hands were pulled away without a strike
    back: Shown[int] = 0  # when hands that were pulled away are back
    coming: Shown[Literal["", "feint", "strike"]] = (
        ""  # becomes visible at the deadline, which is now
    )
    feinted: Shown[int] = 0  # when the last feint was seen
    cue: Shown[int] = 0  # when the strike was seen
    reaction: Shown[int] = 0  # of the candidate in ms, once the bout is decided

    @property
    def needed(self) -> int:
        """By the card: "at least once"."""
        return 1

    @property
    def down(self) -> int:
        """From when on the hands are down and may be struck."""
        return max(self.began, self.back)

    @property
    def window(self) -> int:
        return self.cast.window(self.cast.candidate, WINDOW)

    def bout_awaits(self, state: State) -> Awaits:
        candidate = self.cast.candidate
        if self.cue:
            return Players((candidate,), self.cue + self.window + LAG)
        if self.coming:
            return Players((candidate,), state.now)
        if state.now < self.down:
            return Players((candidate,), self.down)
        return Players(tuple(sorted(self.pair)), self.down + self.patience)

    def bout_offers(self, view: View[State]) -> tuple[Offer, ...]:
        if view.seat == self.cast.candidate:
            return (Offer(PullAway, (self.this_bout, reaction_input())),)
        free = not self.cue and not self.coming and view.seen.now >= self.down
        if view.seat != self.opponent or not free:
            return ()
        feint = (Offer(Feint, (self.this_bout,)),) if self.feints else ()
        return (Offer(Strike, (self.this_bout,)), *feint)

    def bout_step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        if not isinstance(event, Acted):
            return self._elapsed(state)
        match event.action:
            case Strike():
                return update(state, replace(self, coming="strike"))
            case Feint():
                return update(state, replace(self, coming="feint"))
            case PullAway(_, claimed) if self.cue:
                return self._pulled(state, honest(claimed, self.cue, event.at))
            case _:
                return self._let_go(state)

    def _elapsed(self, state: State) -> State:
        if self.cue:
            return self._slapped(state, 0)
        match self.coming:
            case "strike":
                state = told(state, "strikes", self.opponent, self.cast.candidate)
                return update(state, replace(self, cue=state.now, coming=""))
            case "feint":
                state = told(state, "feints", self.opponent)
                left = self.feints - 1
                return update(state, replace(self, feinted=state.now, feints=left, coming=""))
        if state.now >= self.down + self.patience:
            state = told(state, "dares-not", self.opponent)
            return update(state, self.ended(state, "won"))
        return state  # the hands are down now, which changes what `awaits` returns

    def _pulled(self, state: State, reaction: int) -> State:
        """A reaction too fast to be one counts as a guess, and loses."""
        if reaction == TOO_EARLY or reaction > self.window:
            return self._slapped(state, reaction)
        state = told(state, "avoids", self.cast.candidate, self.opponent, count=reaction)
        return update(state, replace(self, reaction=reaction).ended(state, "won"))

    def _slapped(self, state: State, reaction: int) -> State:
        what = "guesses" if reaction == TOO_EARLY else "slapped"
        state = told(state, what, self.cast.candidate, self.opponent)
        return update(state, replace(self, reaction=reaction).ended(state, "lost"))

    def _let_go(self, state: State) -> State:
        if self.away + 1 >= MOST_AWAY:
            return self._slapped(state, TOO_EARLY)
        state = told(state, "hands-away", self.cast.candidate)
        spent = max(0, state.now - self.down)
        again = replace(
            self.again(state),
            patience=max(1, self.patience - spent),
            feints=self.feints,
            away=self.away + 1,
            back=state.now + PUT_BACK,
        )
        return update(state, again)

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        yield from Duel.describe(self, view, say)
        if self.outcome:
            return
        if not self.playing or view.seen.now < self.down:
            yield say("main_chaude.hands-up", seat=self.cast.candidate)
        elif self.cue:
            yield say("main_chaude.struck", seat=self.opponent)
        else:
            yield say("main_chaude.hands-down", seat=self.cast.candidate, player=self.opponent)
            yield say("main_chaude.feints-left", count=self.feints)


CARD = TrialCard(MainChaude, (Feint, PullAway, Strike), against="each")
