"""The open chest, the keys that go back, and the end of the match (F13 to F15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from escale.core.chance import Pick
from escale.core.event import Acted, Drawn, Played
from escale.core.phases import become, finish, push, update
from escale.core.play import NOBODY, Awaits, Chance, Offer, Over, Players, Score, Some
from escale.core.secrecy import Open, Seat, Shown, View
from escale.games.fortboyard.rules.phase import Dice, FortPhase, Rolled, told
from escale.games.fortboyard.rules.pieces import KEPT, Cell, GiveBack, Throw

if TYPE_CHECKING:
    from escale.core.game import Say
    from escale.games.fortboyard.rules.rules import Action, Fort, State


@dataclass(frozen=True, slots=True)
class Closed(Open):
    """The chest is closed and the keys are back in the cells."""


@dataclass(frozen=True, slots=True)
class Taken(Open):
    """The opener has taken the notes."""


@dataclass(frozen=True, slots=True)
class Chest(FortPhase):
    """The opener takes notes while the others roll for a tiger; then there may be a bonus."""

    opener: Shown[Seat]
    roller: Shown[Seat]
    ends: Shown[int]  # when the sand is out
    rolls_by: Shown[int]  # deadline of the roller, after which the die is thrown for them
    stage: Shown[Literal["opening", "racing", "bonus"]] = "opening"
    taken: Shown[int] = 0  # notes

    @classmethod
    def opened(cls, state: State, opener: Seat) -> Chest:
        return cls(opener, (opener + 1) % state.seats, 0, 0)

    def enter(self, rules: Fort, state: State) -> State:
        return self._take(rules, state, 1)

    def awaits(self, rules: Fort, state: State) -> Awaits:
        if self.stage == "bonus":
            return Players((self.opener,), self.rolls_by)
        return Players((self.roller,), min(self.rolls_by, self.ends))

    def offers(self, rules: Fort, view: View[State]) -> tuple[Offer, ...]:
        rolls = self.opener if self.stage == "bonus" else self.roller
        return (Offer(Throw),) if view.seat == rolls else ()

    def step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        """The die is thrown for a slow player, but not once the sand is out."""
        if self.stage == "racing" and not isinstance(event, Acted) and event.at >= self.ends:
            state = told(state, "sand-out-chest", self.opener)
            return update(state, replace(self, stage="bonus", rolls_by=self._next_roll(state)))
        return push(rules, state, Dice(1))

    def resume(self, rules: Fort, state: State, result: object) -> State:
        match result:
            case Rolled((number,)) if self.stage == "bonus":
                state = told(state, "bonus", self.opener, count=number)
                return self._take(rules, state, number)
            case Rolled((number,)):
                return self._moved(rules, state.walked(self.roller, number))
            case _:
                assert isinstance(result, Taken)
                return self._go_on(rules, state)

    def _moved(self, rules: Fort, state: State) -> State:
        if state.squares[state.pawns[self.roller]] == "tiger":
            state = told(state, "tiger-closes", self.roller, self.opener, count=self.taken)
            return become(rules, state, KeysBack(self.opener))
        following = (self.roller + 1) % state.seats
        if following == self.opener:
            following = (following + 1) % state.seats
        return replace(self, roller=following)._take(rules, state, 1)

    def _take(self, rules: Fort, state: State, count: int) -> State:
        count = min(count, state.chest)
        state = update(state, replace(self, taken=self.taken + count))
        return push(rules, state, Notes(self.opener, count))

    def _go_on(self, rules: Fort, state: State) -> State:
        """F15: the match ends with the last note, even in the middle of a bonus."""
        if not state.chest:
            return rules.end(state, f"emptied-{self.stage}")
        match self.stage:
            case "opening":
                ends = state.now + 1000 * state.options.hourglass
                racing = replace(self, stage="racing", ends=ends, rolls_by=self._next_roll(state))
                return update(state, racing)
            case "racing":
                return update(state, replace(self, rolls_by=self._next_roll(state)))
            case "bonus":
                state = told(state, "shuts-chest", self.opener, count=self.taken)
                return become(rules, state, KeysBack(self.opener))

    def _next_roll(self, state: State) -> int:
        return state.now + 1000 * state.options.roll_pace

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        yield say("board.chest-open", seat=self.opener, count=self.taken)
        if self.stage == "racing":
            left = view.seen.seconds_until(self.ends)
            yield say("board.chest-race", seat=self.roller, count=left)
        elif self.stage == "bonus":
            yield say("board.chest-bonus", seat=self.opener)


@dataclass(frozen=True, slots=True)
class Notes(FortPhase):
    """The opener takes notes one by one, which nobody else sees."""

    opener: Shown[Seat]
    left: Shown[int]

    def awaits(self, rules: Fort, state: State) -> Awaits:
        """The drawn place stays secret, since it reveals which notes are gone. The owner sees the
        value of the note in the purse."""
        return Chance(Pick(sum(count for _, count in state.pile)), to=NOBODY)

    def step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        assert isinstance(event, Drawn)
        state = state.with_note(self.opener, event.result[0])
        if self.left > 1:
            return update(state, replace(self, left=self.left - 1))
        return finish(rules, state, Taken())


@dataclass(frozen=True, slots=True)
class KeysBack(FortPhase):
    """F14: the opener keeps two keys; the others go back as red keys, to any cells.

    F10: when no red key is left to exchange a black one for, the black one goes back."""

    opener: Shown[Seat]

    def awaits(self, rules: Fort, state: State) -> Awaits:
        return Players((self.opener,))

    def offers(self, rules: Fort, view: View[State]) -> tuple[Offer, ...]:
        if view.seat != self.opener:
            return ()
        cells = view.seen.with_cells
        many = view.seen.purses[self.opener].keys - KEPT
        return (Offer(GiveBack, (Some("squares", cells, many, many, repeated=True),)),)

    def step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        assert isinstance(event, Acted)
        assert isinstance(event.action, GiveBack)
        squares = event.action.squares
        purse = state.purses[self.opener]
        red = min(purse.red, len(squares))  # red keys first, then black ones
        as_red = len(squares) if rules.version == 1 else red + state.red_left
        for number, square in enumerate(squares):
            cell = state.cells[square]
            back = Cell(red=1) if number < as_red else Cell(black=1)
            state = state.with_cell(square, Cell(cell.black + back.black, cell.red + back.red))
        purse = replace(purse, red=purse.red - red, black=purse.black - (len(squares) - red))
        state = told(state.with_purse(purse), "keys-back", self.opener, count=len(squares))
        return finish(rules, state, Closed())

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        count = view.seen.purses[self.opener].keys - KEPT
        yield say("board.keys-back", seat=self.opener, count=count)


@dataclass(frozen=True, slots=True)
class Ended(FortPhase):
    """The match is over: the chest is empty and the notes are counted."""

    ending: Shown[str]

    def awaits(self, rules: Fort, state: State) -> Awaits:
        """The largest sum wins; a tie is a shared victory."""
        sums = tuple(sum(purse.notes) for purse in state.purses)
        winners = tuple(seat for seat, one in enumerate(sums) if one == max(sums))
        return Over(Score(self.ending, sums, winners))
