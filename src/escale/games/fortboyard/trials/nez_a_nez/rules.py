"""Nez à nez: take the matchbox over from another player's nose without dropping it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from escale.core.chance import Pick
from escale.core.event import Acted, Drawn, Played
from escale.core.phases import update
from escale.core.play import EVERYBODY, Awaits, Chance, Choice, Number, Offer, Players, Ruling
from escale.core.secrecy import Open, Seat, Shown, View
from escale.games.fortboyard.rules.phase import FortPhase, told
from escale.games.fortboyard.rules.pieces import NOBODY_SEAT, Cast
from escale.games.fortboyard.rules.trial import TrialAction, TrialPhase, trial_over
from escale.games.fortboyard.trials.nez_a_nez.corridor import (
    HEIGHT,
    LENGTH,
    ON_THE_NOSE,
    Box,
    Corridor,
)
from escale.games.fortboyard.trials.shared.card import TrialCard
from escale.games.fortboyard.trials.shared.claimed_times import (
    BoutAction,
    bout_input,
    in_time,
    moment,
    when_input,
)
from escale.games.fortboyard.trials.shared.waves import SEEDS

if TYPE_CHECKING:
    from escale.core.game import Say
    from escale.games.fortboyard.rules.rules import Action, Fort, State

NO_SEED = -1
CHOOSING_MS = 20_000


@dataclass(frozen=True, slots=True)
class NameNose(TrialAction, Open):
    """Vote for the opponent who takes the matchbox on the nose."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Slide(BoutAction):
    """The position of the matchbox at a moment."""

    x: int
    y: int
    when: int


@dataclass(frozen=True, slots=True)
class NezANez(TrialPhase):
    """The opponents choose one of themselves; then the candidate steers the box."""

    NAME: ClassVar[str] = "nez_a_nez"

    began: Shown[int]
    bout: Shown[int] = 0
    voters: Shown[tuple[Seat, ...]] = ()
    named: Shown[tuple[Seat, ...]] = ()  # by the voters, in the same order
    opponent: Shown[Seat] = NOBODY_SEAT
    seed: Shown[int] = NO_SEED
    ends: Shown[int] = 0  # when the sand is out; 0: it is not running yet
    box: Shown[Box] = ON_THE_NOSE

    @classmethod
    def begin(cls, cast: Cast, state: State) -> NezANez:
        return cls(cast, state.now)

    @property
    def choosing_ends(self) -> int:
        """Doubled time applies to this choice, too."""
        return self.began + max(self.cast.window(one, CHOOSING_MS) for one in self.cast.opponents)

    @property
    def corridor(self) -> Corridor:
        return Corridor(self.seed, self.began, easy=self.cast.candidate in self.cast.doubled)

    def awaits(self, rules: Fort, state: State) -> Awaits:
        if self.opponent == NOBODY_SEAT:
            missing = (seat for seat in self.cast.opponents if seat not in self.voters)
            return Players(tuple(sorted(missing)), self.choosing_ends)
        if self.seed == NO_SEED:
            return Chance(Pick(SEEDS), to=EVERYBODY)
        return Players((self.cast.candidate,), self.ends)

    def offers(self, rules: Fort, view: View[State]) -> tuple[Offer, ...]:
        seat = view.seat
        if self.opponent == NOBODY_SEAT:
            may = seat in self.cast.opponents and seat not in self.voters
            return (Offer(NameNose, (Choice("seat", self.cast.opponents),)),) if may else ()
        if self.seed == NO_SEED or seat != self.cast.candidate:
            return ()
        place = (Number("x", 0, LENGTH), Number("y", 0, HEIGHT))
        return (Offer(Slide, (bout_input(self), *place, when_input())),)

    def check(self, rules: Fort, state: State, seat: Seat, action: Action) -> Ruling:
        return in_time(self, action) and FortPhase.check(self, rules, state, seat, action)

    def step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        if isinstance(event, Drawn):
            return update(state, self._turned(state, event.result[0]))
        if not isinstance(event, Acted):
            if self.ends:
                state = told(state, "sand-out-trial", self.cast.candidate)
                return trial_over(rules, state, self.cast, won=False)
            return self._chosen(state)
        match event.action:
            case NameNose(seat):
                return self._heard(state, event.seat, seat)
            case Slide(_, x, y, when):
                at = max(self.box.when, moment(when, event.at))
                return self._slid(rules, state, Box(x, y, at))
            case _:
                raise AssertionError(event.action)

    def _heard(self, state: State, voter: Seat, nose: Seat) -> State:
        voted = replace(self, voters=(*self.voters, voter), named=(*self.named, nose))
        state = told(state, "names-nose", voter, nose)
        if len(voted.voters) < len(self.cast.opponents):
            return update(state, voted)
        return voted._chosen(state)

    def _chosen(self, state: State) -> State:
        """The opponent with most votes; of several, the first named; without votes, the left."""
        counted = Counter(self.named).most_common(1)  # in the order of their first naming
        nose = counted[0][0] if counted else self.cast.opponents[0]
        state = told(state, "takes-matchbox", nose)
        return update(state, replace(self, opponent=nose))

    def _turned(self, state: State, seed: int) -> NezANez:
        return replace(
            self,
            began=state.now,
            bout=self.bout + 1,
            seed=seed,
            ends=state.now + 1000 * state.options.hourglass,
            box=replace(ON_THE_NOSE, when=state.now),
        )

    def _slid(self, rules: Fort, state: State, box: Box) -> State:
        if not self.corridor.carries(self.box, box):
            state = told(state, "drops-matchbox", self.cast.candidate)
            return trial_over(rules, state, self.cast, won=False)
        if box.x == LENGTH:
            state = told(state, "has-matchbox", self.cast.candidate, self.opponent)
            return trial_over(rules, state, self.cast, won=True)
        return update(state, replace(self, box=box))

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        title = self.title(view.seen, say)
        if self.opponent == NOBODY_SEAT:
            yield say("nez-a-nez.choosing", seat=self.cast.candidate, text=title)
            return
        pair = {"seat": self.cast.candidate, "player": self.opponent}
        yield say("nez-a-nez.pair", text=title, **pair)
        if self.ends:
            yield say("board.sand", count=view.seen.seconds_until(self.ends))
            centre = self.corridor.centre(self.box.x, view.seen.now)
            room = self.corridor.room(self.box.x)
            yield say("nez-a-nez.box", x=self.box.x, y=self.box.y)
            yield say("nez-a-nez.corridor", least=centre - room, most=centre + room)


CARD = TrialCard(NezANez, (NameNose, Slide), against="one", hourglass=1)
