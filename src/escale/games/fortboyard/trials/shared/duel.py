"""Trials in which the candidate meets each opponent in turn, from the left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from escale.core.phases import update
from escale.core.secrecy import Seat, Shown, View
from escale.games.fortboyard.rules.phase import told
from escale.games.fortboyard.rules.pieces import Cast
from escale.games.fortboyard.rules.trial import TrialPhase, trial_over

if TYPE_CHECKING:
    from escale.core.game import Say
    from escale.games.fortboyard.rules.rules import Fort, State


@dataclass(frozen=True, slots=True)
class Duel(TrialPhase):
    """The trial ends as soon as enough duels are won, or can no longer be won."""

    began: Shown[int]  # when this bout began
    results: Shown[tuple[bool, ...]] = ()  # of the duels so far: whether the candidate won
    bout: Shown[int] = 0  # counts the bouts, so that late actions are recognised

    @classmethod
    def begin(cls, cast: Cast, state: State) -> Self:
        return cls(cast, state.now)

    @property
    def opponent(self) -> Seat:
        return self.cast.opponents[len(self.results)]

    @property
    def needed(self) -> int:
        """How many duels the candidate must win; cards with another number override this."""
        return self.cast.needed

    def again(self, state: State) -> Self:
        """A new bout against the next opponent, or the same one after a tie."""
        return type(self)(self.cast, state.now, self.results, self.bout + 1)

    def settled(self, rules: Fort, state: State, won: bool) -> State:
        """End this duel; go on with the next one, or end the trial."""
        what = "duel-won" if won else "duel-lost"
        state = told(state, what, self.cast.candidate, self.opponent)
        after = replace(self, results=(*self.results, won))
        wins = after.results.count(True)
        left = len(self.cast.opponents) - len(after.results)
        if wins >= self.needed or wins + left < self.needed:
            return trial_over(rules, state, self.cast, wins >= self.needed)
        return update(state, after.again(state))

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        yield say(
            "board.duel",
            seat=self.cast.candidate,
            player=self.opponent,
            text=self.title(view.seen, say),
            count=self.needed - self.results.count(True),
        )
