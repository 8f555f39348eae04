"""What is in the box, as the rulings say it: the plan (F2), the notes (F3), the hourglass (F18)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from escale.games.fortboyard.editions import rules
from escale.games.fortboyard.rules.pieces import Options
from escale.games.fortboyard.rules.rules import State

NOTES = {1_000: 35, 5_000: 29, 10_000: 20, 50_000: 15, 100_000: 8, 500_000: 5}


def at_start() -> State:
    options = Options()
    return rules(options).setup(options, 4)


def test_F2_a_closed_walk_of_30_squares_and_how_many_there_are_of_each_sort() -> None:
    squares = at_start().squares
    assert len(squares) == 30
    assert Counter(squares) == {
        "start": 1,
        "tiger": 4,
        "guardian": 1,
        "and": 4,
        "or": 6,
        "plain": 14,
    }


def test_F2_the_tigers_are_spread_evenly() -> None:
    squares = at_start().squares
    tigers = [number for number, square in enumerate(squares) if square == "tiger"]
    once_round = [*tigers, tigers[0] + len(squares)]
    assert {there - here for here, there in pairwise(once_round)} == {7, 8}


def test_F2_guardian_and_both_hold_two_keys_and_the_others_one() -> None:
    state = at_start()
    held = {square: cell.black for square, cell in zip(state.squares, state.cells, strict=True)}
    assert held == {"start": 0, "tiger": 0, "guardian": 2, "and": 2, "or": 1, "plain": 1}
    assert sum(cell.black for cell in state.cells) == 30
    assert not any(cell.red for cell in state.cells)


def test_F3_112_notes_of_six_values() -> None:
    pile = dict(at_start().pile)
    assert pile == NOTES
    assert sum(pile.values()) == 112


def test_F18_the_hourglass_is_a_minute_unless_the_table_wants_30_to_120_seconds() -> None:
    assert Options().hourglass == 60
    assert [Options(hourglass=seconds).hourglass for seconds in (30, 120)] == [30, 120]
    for seconds in (29, 121):
        with pytest.raises(ValueError, match="hourglass: must be from 30 to 120 seconds"):
            Options(hourglass=seconds)


def test_F11_the_pace_of_the_dice_is_1_to_10_seconds() -> None:
    assert [Options(roll_pace=seconds).roll_pace for seconds in (1, 10)] == [1, 10]
    for seconds in (0, 11):
        with pytest.raises(ValueError, match="roll_pace: must be from 1 to 10 seconds"):
            Options(roll_pace=seconds)
