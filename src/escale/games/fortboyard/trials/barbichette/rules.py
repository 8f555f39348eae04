"""La barbichette: hold each other's chin until one laughs or the sand is out.

On screen a finger follows the chin; a finger that leaves it counts as a laugh. A bout begins when
both have held for a count of three; until then the sand stands still, and nobody can lose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, ClassVar

from escale.core.chance import Pick
from escale.core.event import Acted, Drawn, Played
from escale.core.phases import update
from escale.core.play import EVERYBODY, Awaits, Chance, Number, Offer, Players, Ruling
from escale.core.secrecy import Open, Seat, Shown, View
from escale.games.fortboyard.rules.phase import FortPhase, told
from escale.games.fortboyard.rules.pieces import Cast
from escale.games.fortboyard.rules.trial import TrialPhase, trial_over
from escale.games.fortboyard.trials.barbichette.chin import MIDDLE, SIZE, Drift
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
NEVER = 2**53
READY_MS = 3000  # the countdown; in version 1, to take the chin
SILENCE_MS = 2500  # without a message: the finger counts as gone
TICKLES = 3  # of each player in a bout
WARNING_MS = 1000  # from a tickle to the jump, so that every client knows of it
APART_MS = 1500  # between two jumps of the same chin


@dataclass(frozen=True, slots=True)
class Hold(BoutAction):
    """The position of the finger on the chin at a moment."""

    x: int
    y: int
    when: int


@dataclass(frozen=True, slots=True)
class LetGo(BoutAction):
    """The finger has left the chin."""


@dataclass(frozen=True, slots=True)
class Tickle(BoutAction):
    """Make the chin jump that the other player holds."""


@dataclass(frozen=True, slots=True)
class Finger(Open):
    """The last reported position of a finger, and when it was reported."""

    x: int
    y: int
    heard: int


@dataclass(frozen=True, slots=True)
class Barbichette(TrialPhase):
    """One opponent after the other, from the left, within one hourglass."""

    NAME: ClassVar[str] = "barbichette"

    began: Shown[int]  # when this bout began
    ends: Shown[int]  # when the sand is out
    results: Shown[tuple[bool, ...]] = ()  # of the opponents so far, who all laughed
    bout: Shown[int] = 0
    seed: Shown[int] = NO_SEED
    fingers: Shown[tuple[Finger, ...]] = ()  # the candidate's and the opponent's
    candidates_jumps: Shown[tuple[int, ...]] = ()  # of the chin that the candidate holds
    opponents_jumps: Shown[tuple[int, ...]] = ()
    sand: Shown[int] = 0  # milliseconds left when this bout began; 0 in version 1
    holding: Shown[tuple[Seat, ...]] = ()  # before the countdown
    counted: Shown[int] = 0  # when the countdown is over; 0: not both hold

    @classmethod
    def begin(cls, cast: Cast, state: State) -> Barbichette:
        return cls(cast, state.now, state.now + 1000 * state.options.hourglass)

    def enter(self, rules: Fort, state: State) -> State:
        if rules.version == 1:
            return state
        return update(state, replace(self, ends=0, sand=self.ends - self.began))

    @property
    def waits(self) -> bool:
        """Whether the bout waits until both hold."""
        return self.sand > 0 and not self.counted

    @property
    def opponent(self) -> Seat:
        return self.cast.opponents[len(self.results)]

    @property
    def pair(self) -> tuple[Seat, Seat]:
        return self.cast.candidate, self.opponent

    @property
    def starts(self) -> int:
        """From when on the fingers must be on the chins."""
        if self.waits:
            return NEVER
        return self.counted or self.began + self._count()

    def _count(self) -> int:
        return max(self.cast.window(seat, READY_MS) for seat in self.pair)

    def drift(self, state: State, seat: Seat) -> Drift:
        """The movement of the chin that this seat holds."""
        hand = self.pair.index(seat)
        return Drift(
            seed=(self.seed + 2 * self.bout + hand) % SEEDS,
            since=self.starts,
            lasts=1000 * state.options.hourglass,
            easy=seat in self.cast.doubled,
            jumps=(self.candidates_jumps, self.opponents_jumps)[hand],
        )

    def tickles_left(self, seat: Seat) -> int:
        candidate = seat == self.cast.candidate
        return TICKLES - len(self.opponents_jumps if candidate else self.candidates_jumps)

    def silent_at(self, seat: Seat) -> int:
        """When this seat counts as having let go, without another message."""
        finger = self.fingers[self.pair.index(seat)]
        return max(finger.heard, self.starts) + self.cast.window(seat, SILENCE_MS)

    def awaits(self, rules: Fort, state: State) -> Awaits:
        if self.seed == NO_SEED:
            return Chance(Pick(SEEDS), to=EVERYBODY)
        pair = tuple(sorted(self.pair))
        if self.waits:
            return Players(pair)
        counting = self.sand and state.now < self.starts
        return Players(pair, self.starts if counting else self._over())

    def _over(self) -> int:
        """When this bout ends without another message."""
        return min(self.ends, *(self.silent_at(seat) for seat in self.pair))

    def offers(self, rules: Fort, view: View[State]) -> tuple[Offer, ...]:
        seat = view.seat
        if self.seed == NO_SEED or seat is None or seat not in self.pair:
            return ()
        bout = bout_input(self)
        place = (Number("x", 0, SIZE), Number("y", 0, SIZE))
        hold = (Offer(Hold, (bout, *place, when_input())), Offer(LetGo, (bout,)))
        if self.sand and view.seen.now < self.starts:
            return hold
        return (*hold, Offer(Tickle, (bout,))) if self.tickles_left(seat) else hold

    def check(self, rules: Fort, state: State, seat: Seat, action: Action) -> Ruling:
        return in_time(self, action) and FortPhase.check(self, rules, state, seat, action)

    def step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        if isinstance(event, Drawn):
            return update(state, replace(self, seed=event.result[0])._met(state))
        if self.sand and state.now < self.starts and isinstance(event, Acted):
            return update(state, self._gathered(state, event.seat, event.action))
        if not isinstance(event, Acted) and state.now < self._over():
            return state  # the countdown is over
        if state.now >= self.ends and min(map(self.silent_at, self.pair)) >= self.ends:
            state = told(state, "barbichette-sand-out", self.cast.candidate)
            return trial_over(rules, state, self.cast, won=True)
        if not isinstance(event, Acted):
            return self._laughs(rules, state, min(self.pair, key=self.silent_at))
        match event.action:
            case Hold(_, x, y, when):
                return self._felt(rules, state, event.seat, x, y, moment(when, event.at))
            case Tickle():
                return update(told(state, "tickles", event.seat), self._tickled(state, event.seat))
            case _:
                early = state.now < self.starts
                return state if early else self._laughs(rules, state, event.seat)

    def _met(self, state: State) -> Barbichette:
        """The start of a bout: nobody holds a chin yet."""
        nowhere = Finger(MIDDLE, MIDDLE, state.now)
        return replace(self, began=state.now, fingers=(nowhere, nowhere))

    def _gathered(self, state: State, seat: Seat, action: Action) -> Barbichette:
        """Before the start: both hold, so the countdown begins; one lets go, so it stops."""
        felt, holding = self, {*self.holding} - {seat}
        if isinstance(action, Hold):
            x, y = action.x, action.y
            if self.drift(state, seat).holds(x, y, state.now):
                felt, holding = self._with_finger(seat, Finger(x, y, state.now)), holding | {seat}
        if len(holding) < len(self.pair):
            return replace(felt, holding=tuple(sorted(holding)), counted=0, ends=0)
        if self.counted:
            return felt
        counted = state.now + self._count()
        return replace(
            felt, holding=tuple(sorted(holding)), counted=counted, ends=counted + self.sand
        )

    def _felt(self, rules: Fort, state: State, seat: Seat, x: int, y: int, when: int) -> State:
        """A finger outside the circle is a laugh, except before the start of the bout."""
        if when >= self.starts and not self.drift(state, seat).holds(x, y, when):
            return self._laughs(rules, state, seat)
        return update(state, self._with_finger(seat, Finger(x, y, state.now)))

    def _with_finger(self, seat: Seat, finger: Finger) -> Barbichette:
        mine = seat == self.cast.candidate
        fingers = (finger, self.fingers[1]) if mine else (self.fingers[0], finger)
        return replace(self, fingers=fingers)

    def _tickled(self, state: State, seat: Seat) -> Barbichette:
        by_candidate = seat == self.cast.candidate
        jumps = self.opponents_jumps if by_candidate else self.candidates_jumps
        start = max(state.now, self.starts) + WARNING_MS
        after = (*jumps, max(start, jumps[-1] + APART_MS) if jumps else start)
        if by_candidate:
            return replace(self, opponents_jumps=after)
        return replace(self, candidates_jumps=after)

    def _laughs(self, rules: Fort, state: State, seat: Seat) -> State:
        """A candidate who laughs fails; after an opponent who laughs comes the next one."""
        state = told(state, "laughs", seat)
        if seat == self.cast.candidate:
            return trial_over(rules, state, self.cast, won=False)
        results = (*self.results, True)
        if len(results) == len(self.cast.opponents):
            return trial_over(rules, state, self.cast, won=True)
        left = max(1, self.ends - state.now) if self.sand else 0
        ends = 0 if self.sand else self.ends
        following = Barbichette(
            self.cast, state.now, ends, results, self.bout + 1, self.seed, sand=left
        )
        return update(state, following._met(state))

    def sample(self, rules: Fort, state: State, seat: Seat, rng: Random) -> Action:
        """Mostly holds until the bout begins: random fingers would hardly ever be together."""
        if self.sand and state.now < self.starts and rng.random() < 0.95:
            return Hold(self.bout, MIDDLE, MIDDLE, state.now)
        return FortPhase.sample(self, rules, state, seat, rng)

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        seen = view.seen
        yield say(
            "barbichette.pair",
            seat=self.cast.candidate,
            player=self.opponent,
            text=self.title(seen, say),
        )
        if self.waits:
            yield say("barbichette.waits")
            return
        yield say("board.sand", count=seen.seconds_until(self.ends))
        if view.seat is not None and view.seat in self.pair and self.seed != NO_SEED:
            yield say("barbichette.tickles", count=self.tickles_left(view.seat))
            x, y = self.drift(seen, view.seat).at(seen.now)
            yield say("barbichette.chin", x=x, y=y)


CARD = TrialCard(Barbichette, (Hold, LetGo, Tickle), against="left", hourglass=1)
