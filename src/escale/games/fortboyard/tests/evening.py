"""A whole match, at times and with draws that a test chooses.

    evening = Evening(players=4)
    evening.turn_of(2)
    evening.lands(2, "plain")
    evening.plays_trial(won=True)
    assert evening.state.purses[2].keys == 1

Trials are played around the table, unless a test wants the screens: there a vote decides. Answers
are judged without a dictionary: test_judging.py has the real judge.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from escale.core.secrecy import Seat
from escale.games.fortboyard.editions import edition
from escale.games.fortboyard.riddles import riddles
from escale.games.fortboyard.rules.pieces import (
    Cell,
    OpenChest,
    Options,
    Purse,
    Ready,
    Riddle,
    Say,
    TakeCard,
    Throw,
    TurnHourglass,
    Vote,
)
from escale.games.fortboyard.rules.rules import Fort, State
from escale.games.fortboyard.rules.walk import Turn
from escale.games.fortboyard.tests.table import Table

NO_DOUBLE, ODD_DOUBLE, EVEN_DOUBLE = (1, 2), (3, 3), (4, 4)


class Evening(Table):
    """Like `Table`, but from the first roll to the last note."""

    def __init__(self, players: int = 3, version: int = 2, **options: Any) -> None:
        made = Options(**{"trials": "table", **options})
        self.rules = Fort(edition(), riddles(made.language), _is_one_of, made, version)
        self.state: State = self.rules.setup(made, players)
        self._draws = 0

    @property
    def turn(self) -> Seat:
        """Whose turn it is."""
        turn = self.state.phases[0]
        assert isinstance(turn, Turn)
        return turn.seat

    def sees(self, seat: Seat | None) -> Any:
        """The phase on top, as this seat sees it."""
        return self.view(seat).seen.phases[-1]

    def put(self, **changes: Any) -> None:
        """The table as a test wants it."""
        self.state = replace(self.state, **changes)

    def turn_of(self, seat: Seat) -> None:
        self.put(phases=(Turn(seat),))

    def stands(self, seat: Seat, square: int) -> None:
        pawns = list(self.state.pawns)
        pawns[seat] = square
        self.put(pawns=tuple(pawns))

    def has(self, seat: Seat, black: int = 0, red: int = 0) -> None:
        """These keys, and no others."""
        self.state = self.state.with_purse(replace(self.purse(seat), black=black, red=red))

    def cell(self, square: int, black: int = 0, red: int = 0) -> None:
        self.state = self.state.with_cell(square, Cell(black, red))

    def purse(self, seat: Seat) -> Purse:
        return self.state.purses[seat]

    def square(self, sort: str) -> int:
        """The first square of a sort."""
        return self.state.squares.index(sort)

    def rolls(self, seat: Seat, *numbers: int, after: int = 0) -> None:
        self.act(seat, Throw(), after)
        self.draw(*numbers)

    def lands(self, seat: Seat, sort: str) -> int:
        """The pawn stands right before the first square of this sort, and a one is rolled."""
        square = self.square(sort)
        self.stands(seat, (square - 1) % len(self.state.squares))
        self.rolls(seat, 1)
        return square

    def draws_trial(self, name: str = "bataille", doubled: tuple[Seat, ...] = ()) -> None:
        """A card of the fan, and everybody is ready."""
        self.act(self.phase.candidate, TakeCard(0))
        self.draw(self.rules.trials.index(name))
        for seat in range(self.state.seats):
            self.act(seat, Ready(seat in doubled))

    def votes(self, *won: bool) -> None:
        """What the opponents say, in the order of the seats."""
        for seat, one in zip(self.waits_for, won, strict=True):
            self.act(seat, Vote(one))

    def plays_trial(self, won: bool) -> None:
        self.draws_trial()
        self.votes(*(won for _ in self.waits_for))

    def hears_riddle(self, number: int = 0) -> Riddle:
        """The riddle with this number, of those that are left; the sand runs."""
        self.draw(number)
        card: Riddle = self.phase.card
        self.act(self.phase.reader, TurnHourglass())
        return card

    def answers_riddle(self, right: bool) -> None:
        """A right answer at once; or an even double before any."""
        card = self.hears_riddle()
        if right:
            self.act(self.phase.candidate, Say(card.answers[0]))
        else:
            self.rolls(self.phase.roller, *EVEN_DOUBLE)

    def opens_chest(self, seat: Seat, note: int = 0) -> None:
        """And takes the first note, the one at this place of the pile."""
        self.act(seat, OpenChest())
        self.draw(note)


def _is_one_of(said: str, card: Riddle) -> bool:
    return said in card.answers
