"""The first rolls, a turn, and a visit to a cell (F4 to F10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from escale.core.event import Acted, Played
from escale.core.phases import become, finish, push, update
from escale.core.play import Awaits, Choice, Offer, Players
from escale.core.secrecy import Open, Seat, Shown, View
from escale.core.tuples import with_item
from escale.games.fortboyard.rules.chest import Chest, Closed
from escale.games.fortboyard.rules.phase import Dice, FortPhase, Rolled, told
from escale.games.fortboyard.rules.pieces import (
    NOBODY_SEAT,
    TO_OPEN,
    Cell,
    Choose,
    OpenChest,
    PassDie,
    Throw,
)
from escale.games.fortboyard.rules.riddle import Answered, Riddling
from escale.games.fortboyard.rules.trial import Tried, Trying

if TYPE_CHECKING:
    from escale.core.game import Say
    from escale.games.fortboyard.rules.rules import Action, Fort, State


@dataclass(frozen=True, slots=True)
class FirstRoll(FortPhase):
    """Everybody rolls one die; the highest begins, and ties roll again."""

    among: Shown[tuple[Seat, ...]]
    rolls: Shown[tuple[int, ...]]  # by seat; 0: not rolled yet
    roller: Shown[Seat] = NOBODY_SEAT

    def awaits(self, rules: Fort, state: State) -> Awaits:
        return Players(tuple(seat for seat in self.among if not self.rolls[seat]))

    def offers(self, rules: Fort, view: View[State]) -> tuple[Offer, ...]:
        seat = view.seat
        awaited = seat is not None and seat in self.among and not self.rolls[seat]
        return (Offer(Throw),) if awaited else ()

    def step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        assert isinstance(event, Acted)
        return push(rules, update(state, replace(self, roller=event.seat)), Dice(1))

    def resume(self, rules: Fort, state: State, result: object) -> State:
        assert isinstance(result, Rolled)
        (number,) = result.numbers
        state = told(state, "first-roll", self.roller, count=number)
        rolls = with_item(self.rolls, self.roller, number)
        thrown = replace(self, rolls=rolls, roller=NOBODY_SEAT)
        if not all(rolls[seat] for seat in self.among):
            return update(state, thrown)
        state = replace(state, first_rolls=state.first_rolls or rolls)
        highest = tuple(seat for seat in self.among if rolls[seat] == max(rolls))
        if len(highest) == 1:
            return become(rules, told(state, "begins", highest[0]), Turn(highest[0]))
        again = tuple(0 for _ in rolls)
        return update(told(state, "tie"), FirstRoll(highest, again))

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        for seat in self.among:
            if self.rolls[seat]:
                yield say("board.first-roll", seat=seat, count=self.rolls[seat])


@dataclass(frozen=True, slots=True)
class Turn(FortPhase):
    """A player's turn: open the chest, or roll and visit the square. Then the left neighbour's."""

    seat: Shown[Seat]
    walked: Shown[bool] = False  # after winning keys: the chest may be opened now

    def awaits(self, rules: Fort, state: State) -> Awaits:
        return Players((self.seat,))

    def offers(self, rules: Fort, view: View[State]) -> tuple[Offer, ...]:
        if view.seat != self.seat:
            return ()
        chest = (Offer(OpenChest),) if view.seen.purses[self.seat].keys >= TO_OPEN else ()
        return (*chest, Offer(PassDie if self.walked else Throw))

    def step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        assert isinstance(event, Acted)
        match event.action:
            case OpenChest():
                state = told(state, "opens-chest", self.seat, count=state.purses[self.seat].keys)
                return push(rules, state, Chest.opened(state, self.seat))
            case PassDie():
                return self._end(rules, state)
            case _:
                return push(rules, state, Dice(1))

    def resume(self, rules: Fort, state: State, result: object) -> State:
        match result:
            case Rolled((number,)):
                return self._arrive(rules, state.walked(self.seat, number), number)
            case Visited(keys) if keys and state.purses[self.seat].keys >= TO_OPEN:
                return update(state, replace(self, walked=True))
            case _:  # no keys were won, or the chest is closed again
                assert isinstance(result, Visited | Closed)
                return self._end(rules, state)

    def _arrive(self, rules: Fort, state: State, number: int) -> State:
        """F9: nothing can be won at the start, at a tiger and at an empty cell."""
        square = state.pawns[self.seat]
        sort = state.squares[square]
        if state.cells[square].keys:
            state = told(state, f"arrives-{sort}", self.seat, count=number)
            return push(rules, state, AtCell(self.seat, square))
        what = "arrives-empty" if sort not in ("start", "tiger") else f"arrives-{sort}"
        return self._end(rules, told(state, what, self.seat, count=number))

    def _end(self, rules: Fort, state: State) -> State:
        return become(rules, state, Turn((self.seat + 1) % state.seats))

    def sample(self, rules: Fort, state: State, seat: Seat, rng: Random) -> Action:
        """Mostly opens the chest if allowed, because only that ends a match."""
        action = FortPhase.sample(self, rules, state, seat, rng)
        opens = state.purses[seat].keys >= TO_OPEN and rng.random() < 0.8
        return OpenChest() if opens else action

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        yield (
            say("board.your-turn") if view.seat == self.seat else say("board.turn", seat=self.seat)
        )


@dataclass(frozen=True, slots=True)
class Visited(Open):
    """The number of keys won in a cell."""

    keys: int


@dataclass(frozen=True, slots=True)
class AtCell(FortPhase):
    """F5 to F8: a trial, a riddle, one of them or both, for the keys in the cell."""

    seat: Shown[Seat]
    square: Shown[int]
    failed: Shown[bool] = False  # the trial; then a riddle may give a second chance

    def _sort(self, state: State) -> str:
        return state.squares[self.square]

    def enter(self, rules: Fort, state: State) -> State:
        match self._sort(state):
            case "or":
                return state
            case "guardian":
                return push(rules, state, Riddling.open(state, self.seat))
            case _:
                return push(rules, state, Trying(self.seat))

    def awaits(self, rules: Fort, state: State) -> Awaits:
        return Players((self.seat,))

    def offers(self, rules: Fort, view: View[State]) -> tuple[Offer, ...]:
        if view.seat != self.seat:
            return ()
        paths = ("riddle", "nothing") if self.failed else ("trial", "riddle")
        return (Offer(Choose, (Choice("path", paths),)),)

    def step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        assert isinstance(event, Acted)
        assert isinstance(event.action, Choose)
        match event.action.path:
            case "trial":
                return push(rules, state, Trying(self.seat))
            case "riddle":
                return push(rules, state, Riddling.open(state, self.seat))
            case "nothing":
                return finish(rules, told(state, "gives-up", self.seat), Visited(0))

    def resume(self, rules: Fort, state: State, result: object) -> State:
        sort = self._sort(state)
        match result:
            case Tried(won=False) if sort == "plain" or (sort == "or" and rules.version > 1):
                return update(state, replace(self, failed=True))
            case Tried(won=True) if sort == "and":
                return push(rules, state, Riddling.open(state, self.seat))
            case Tried(won=True) | Answered(right=True):
                return self._win(rules, state)
            case _:
                return finish(rules, told(state, "no-key", self.seat), Visited(0))

    def _win(self, rules: Fort, state: State) -> State:
        """F10: a black key is replaced by a red one, if one is left; a red key is not replaced."""
        cell, purse = state.cells[self.square], state.purses[self.seat]
        most = 2 if self._sort(state) in ("and", "guardian") else 1
        black = min(most, cell.black)
        red = min(most - black, cell.red)
        replaced = black if rules.version == 1 else min(black, state.red_left)
        state = state.with_cell(self.square, Cell(cell.black - black, cell.red - red + replaced))
        purse = replace(purse, black=purse.black + black, red=purse.red + red)
        state = told(state.with_purse(purse), "wins-keys", self.seat, count=black + red)
        return finish(rules, state, Visited(black + red))

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        if view.seen.phases[-1] is self:
            key = "second-chance" if self.failed else "trial-or-riddle"
            yield say(f"board.{key}", seat=self.seat)
