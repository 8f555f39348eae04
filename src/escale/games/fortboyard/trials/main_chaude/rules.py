"""La main chaude, by its card: palms above palms, and away before the slap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal

from escale.core.event import Acted, Played
from escale.core.phases import update
from escale.core.play import Awaits, Offer, Players
from escale.core.secrecy import Open, Shown, View
from escale.games.fortboyard.rules.phase import told
from escale.games.fortboyard.rules.pieces import Cast
from escale.games.fortboyard.trials.card import Card
from escale.games.fortboyard.trials.duel import Duel
from escale.games.fortboyard.trials.face_to_face import FaceToFace
from escale.games.fortboyard.trials.reactions import GRACE, TOO_EARLY, honest, reaction_input

if TYPE_CHECKING:
    from escale.core.game import Say
    from escale.games.fortboyard.rules.rules import Action, Fort, State

WINDOW = 280  # milliseconds from the strike to the slap: see bot.py for how often that is enough
FEINTS = 3  # in a duel
PUT_BACK = 1000  # milliseconds that hands need to come back
MOST_AWAY = 8  # times for nothing, in a duel: who never leaves the hands there does not play
PATIENCE = 20_000  # milliseconds over the opponent's hands: who has not struck by then never will


@dataclass(frozen=True, slots=True)
class Strike(Open):
    """Slap the hands above, now."""

    bout: int


@dataclass(frozen=True, slots=True)
class Feint(Open):
    """Twitch, as if to strike."""

    bout: int


@dataclass(frozen=True, slots=True)
class PullAway(Open):
    """Take the hands away, so long after the strike was seen; 0: none was seen."""

    bout: int
    reaction: int


@dataclass(frozen=True, slots=True)
class MainChaude(FaceToFace):
    """Hands that were pulled away from nothing come back, and the duel goes on where it was.

    An opponent strikes hands that are there, and has only so much time over them: neither can win
    by waiting.
    """

    NAME: ClassVar[str] = "main_chaude"

    patience: Shown[int] = PATIENCE  # what was left of it when this bout began
    feints: Shown[int] = FEINTS  # left
    away: Shown[int] = 0  # how often hands were pulled away for nothing
    back: Shown[int] = 0  # hands that were pulled away cannot be back sooner
    coming: Shown[Literal["", "feint", "strike"]] = ""  # seen in this very moment
    feinted: Shown[int] = 0  # when the last feint was seen
    cue: Shown[int] = 0  # when the strike was seen
    reaction: Shown[int] = 0  # how long the candidate took, once it is decided

    @property
    def needed(self) -> int:
        """The card: "at least once"."""
        return 1

    @property
    def down(self) -> int:
        """From when on the hands are there to be struck."""
        return max(self.began, self.back)

    @property
    def window(self) -> int:
        return self.cast.window(self.cast.candidate, WINDOW)

    def bout_awaits(self, state: State) -> Awaits:
        candidate = self.cast.candidate
        if self.cue:
            return Players((candidate,), self.cue + self.window + GRACE)
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
        return state  # the hands are there: `awaits` says so

    def _pulled(self, state: State, reaction: int) -> State:
        """Hands that went before anybody could see the strike were not pulled away from it."""
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


def _begin(cast: Cast, state: State) -> MainChaude:
    return MainChaude(cast, state.now)


CARD = Card("main_chaude", hourglass=0, against="each", begin=_begin)
