"""A trial, from the fan of cards to its end (F12), and its form around one table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from escale.core.chance import Pick
from escale.core.event import Acted, Drawn, Played
from escale.core.phases import become, finish, update
from escale.core.play import EVERYBODY, Awaits, Chance, Choice, Offer, Players
from escale.core.secrecy import Open, Own, Seat, Shown, View
from escale.core.tuples import with_item
from escale.games.fortboyard.rules.phase import FortPhase, told
from escale.games.fortboyard.rules.pieces import (
    Cast,
    EndSand,
    Ready,
    TakeCard,
    TurnHourglass,
    Vote,
)
from escale.games.secret_vote import Votes, imagined_votes

if TYPE_CHECKING:
    from escale.core.game import Say
    from escale.games.fortboyard.rules.rules import Action, Fort, State

NO_CARD = -1


@dataclass(frozen=True, slots=True)
class Tried(Open):
    """The result of a trial for the candidate."""

    won: bool


class TrialAction:
    """Base class of the actions of online trials."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TrialPhase(FortPhase):
    """Base class of the online trials: each is one phase, in a folder of its own."""

    NAME: ClassVar[str]  # of the folder, and of the card

    cast: Shown[Cast]

    @classmethod
    def begin(cls, cast: Cast, state: State) -> Self:
        """The phase at the start of the trial."""
        raise NotImplementedError

    def title(self, seen: State, say: Say) -> str:
        return trial_title(seen, self.NAME, say)


@dataclass(frozen=True, slots=True)
class Trying(FortPhase):
    """The candidate draws a card from the fan of the right-hand neighbour; then all get ready."""

    candidate: Shown[Seat]
    place: Shown[int] = NO_CARD  # in the fan
    name: Shown[str] = ""  # of the trial on the card
    ready: Shown[tuple[Seat, ...]] = ()
    doubled: Shown[tuple[Seat, ...]] = ()

    def awaits(self, rules: Fort, state: State) -> Awaits:
        if self.place == NO_CARD:
            return Players((self.candidate,))
        if not self.name:
            return Chance(Pick(len(rules.trials)), to=EVERYBODY)
        return Players(tuple(seat for seat in range(state.seats) if seat not in self.ready))

    def offers(self, rules: Fort, view: View[State]) -> tuple[Offer, ...]:
        seat = view.seat
        if self.place == NO_CARD:
            fan = tuple(range(len(rules.trials)))
            return (Offer(TakeCard, (Choice("place", fan),)),) if seat == self.candidate else ()
        waiting = seat is not None and self.name and seat not in self.ready
        return (Offer(Ready, (Choice("doubled", (False, True)),)),) if waiting else ()

    def step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        if isinstance(event, Drawn):
            name = rules.trials[event.result[0]]
            state = told(state, "draws-trial", self.candidate, text=name)
            return update(state, replace(self, name=name))
        assert isinstance(event, Acted)
        if isinstance(event.action, TakeCard):
            return update(state, replace(self, place=event.action.place))
        assert isinstance(event.action, Ready)
        doubled = (*self.doubled, event.seat) if event.action.doubled else self.doubled
        present = replace(self, ready=(*self.ready, event.seat), doubled=doubled)
        if len(present.ready) < state.seats:
            return update(state, present)
        return become(rules, state, rules.trial(self.name, present.cast(state), state))

    def cast(self, state: State) -> Cast:
        others = range(1, state.seats)
        opponents = tuple((self.candidate + step) % state.seats for step in others)
        return Cast(self.candidate, opponents, tuple(sorted(self.doubled)))

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        if not self.name:
            yield say("board.fan", seat=self.candidate)
            return
        yield say("board.trial", seat=self.candidate, text=trial_title(view.seen, self.name, say))
        yield trial_text(view.seen, self.name, say)
        if view.seen.phases[-1] is self:
            yield say("board.getting-ready", count=view.seen.seats - len(self.ready))


def trial_title(seen: State, name: str, say: Say) -> str:
    """The title of a card; for a host's own card, its name."""
    own = seen.own_trial(name)
    return say(f"trials.{name}.title") if own is None else own.name


def trial_text(seen: State, name: str, say: Say) -> str:
    """The text of a card; for an online trial, also how it is played on screen."""
    own = seen.own_trial(name)
    if own is not None:
        return " ".join(own.text.split())
    card = say(f"trials.{name}.card")
    online = seen.options.trials == "online"
    return f"{card} {say(f'trials.{name}.screens')}" if online else card


@dataclass(frozen=True, slots=True)
class AroundTable(FortPhase):
    """The `table` form: the card is played in the room, and the opponents report the result.

    The right-hand neighbour turns the hourglass as often as the card says. If it will be turned
    again, the candidate or that neighbour can end the sand early. Every opponent votes, before or
    after the sand is out; nobody sees a vote until all are given.
    """

    cast: Shown[Cast]
    name: Shown[str]
    turns: Shown[int]  # of the hourglass, remaining
    votes: Own[Votes]
    voted: Shown[tuple[Seat, ...]] = ()
    ends: Shown[int] = 0  # when the sand is out; 0: it is not running
    stage: Shown[Literal["playing", "running"]] = "playing"

    def awaits(self, rules: Fort, state: State) -> Awaits:
        seats = {*self._waiting(), *self._may_end_sand(rules)}
        return Players(tuple(sorted(seats)), self.ends or None)

    def _may_end_sand(self, rules: Fort) -> tuple[Seat, ...]:
        if rules.version == 1 or self.stage != "running" or not self.turns:
            return ()
        return self.cast.candidate, self._turner()

    def _waiting(self) -> tuple[Seat, ...]:
        return tuple(sorted(seat for seat in self.cast.opponents if seat not in self.voted))

    def _turner(self) -> Seat:
        return self.cast.opponents[-1]

    def offers(self, rules: Fort, view: View[State]) -> tuple[Offer, ...]:
        seat = view.seat
        end = (Offer(EndSand),) if seat in self._may_end_sand(rules) else ()
        if seat not in self.cast.opponents or seat in self.voted:
            return end
        vote = Offer(Vote, (Choice("won", (True, False)),))
        turns = self.turns and self.stage == "playing" and seat == self._turner()
        return (Offer(TurnHourglass), vote) if turns else (*end, vote)

    def step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        if not isinstance(event, Acted):
            state = told(state, "sand-out-trial", self.cast.candidate)
            return update(state, replace(self, ends=0, stage="playing"))
        if isinstance(event.action, EndSand):
            state = told(state, "ends-sand", event.seat, self.cast.candidate)
            return update(state, replace(self, ends=0, stage="playing"))
        if isinstance(event.action, TurnHourglass):
            ends = state.now + 1000 * state.options.hourglass
            state = told(state, "turns-hourglass", event.seat)
            return update(state, replace(self, turns=self.turns - 1, ends=ends, stage="running"))
        assert isinstance(event.action, Vote)
        votes = with_item(self.votes, event.seat, event.action.won)
        given = replace(self, votes=votes, voted=(*self.voted, event.seat))
        return update(state, given) if given._waiting() else given._counted(rules, state)

    def _counted(self, rules: Fort, state: State) -> State:
        """The majority of the opponents decides; a tie counts for the candidate."""
        won = 2 * self.votes.count(True) >= len(self.cast.opponents)
        return trial_over(rules, state, self.cast, won)

    def imagine(self, rules: Fort, view: View[State], rng: Random) -> FortPhase:
        return replace(self, votes=imagined_votes(self.votes, self.voted, view.seat, rng))

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        yield say(
            "board.trial", seat=self.cast.candidate, text=trial_title(view.seen, self.name, say)
        )
        yield trial_text(view.seen, self.name, say)
        if self.ends:
            yield say("board.sand", count=view.seen.seconds_until(self.ends))
        yield say("board.votes-missing", count=len(self._waiting()))


def trial_over(rules: Fort, state: State, cast: Cast, won: bool) -> State:
    """End a trial: add it to the news, and return its result to the cell."""
    state = told(state, "trial-won" if won else "trial-lost", cast.candidate)
    return finish(rules, state, Tried(won))
