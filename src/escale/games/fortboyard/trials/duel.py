"""Trials in which the candidate meets each opponent in turn, from the left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from escale.core.phases import update
from escale.core.secrecy import Seat, Shown, View
from escale.games.fortboyard.rules.phase import FortPhase, told
from escale.games.fortboyard.rules.pieces import Cast
from escale.games.fortboyard.rules.trial import trial_over, trial_title

if TYPE_CHECKING:
    from escale.core.game import Say
    from escale.games.fortboyard.rules.rules import Fort, State


@dataclass(frozen=True, slots=True)
class Duel(FortPhase):
    """As soon as enough duels are won, or can no longer be won, the trial is over."""

    NAME: ClassVar[str]  # of the card

    cast: Shown[Cast]
    began: Shown[int]  # when this bout began
    results: Shown[tuple[bool, ...]] = ()  # of the duels so far: has the candidate won?
    bout: Shown[int] = 0  # counts every new try, so that what comes late is known as such

    @property
    def opponent(self) -> Seat:
        return self.cast.opponents[len(self.results)]

    @property
    def needed(self) -> int:
        """How many duels are to be won; a card that says otherwise says it here."""
        return self.cast.needed

    def again(self, state: State) -> Self:
        """A new try against whoever is next; what was done in the last one is forgotten."""
        return type(self)(self.cast, state.now, self.results, self.bout + 1)

    def settled(self, rules: Fort, state: State, won: bool) -> State:
        """This duel is over: on to the next, or to the end."""
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
            text=trial_title(view.seen, self.NAME, say),
            count=self.needed - self.results.count(True),
        )
