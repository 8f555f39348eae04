"""The probabilities that bots use are those of the dice."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from escale.games.fortboyard.bots.odds import (
    arrivals,
    bonus,
    notes_later,
    notes_now,
    spared,
    tiger_odds,
    worth_of_cell,
)
from escale.games.fortboyard.editions import rules
from escale.games.fortboyard.rules.pieces import Options
from escale.games.fortboyard.rules.rules import State


def table(*pawns: int, chest: int = 30) -> State:
    options = Options()
    state = rules(options).setup(options, len(pawns))
    return replace(state, pawns=pawns, chest=chest)


def test_a_tiger_within_a_throw_is_met_one_time_in_six() -> None:
    squares = table(0, 0, 0).squares
    tiger = squares.index("tiger")
    assert tiger_odds(squares, tiger - 6) == pytest.approx(1 / 6)
    assert tiger_odds(squares, tiger - 1) == pytest.approx(1 / 6)
    assert tiger_odds(squares, tiger) == 0
    assert spared(squares)[tiger - 1][1] == pytest.approx(5 / 6)


@pytest.mark.parametrize("chest", [30, 4, 1])
def test_what_an_open_chest_is_worth_as_played_out_with_every_throw(chest: int) -> None:
    state = table(0, 5, 9, chest=chest)
    rolls = 4
    total = 0.0
    for thrown in product(range(1, 7), repeat=rolls):
        pawns = [5, 9]
        taken: float = min(1, chest)
        for turn, number in enumerate(thrown):
            if taken == chest:
                break
            pawns[turn % 2] = (pawns[turn % 2] + number) % 30
            if state.squares[pawns[turn % 2]] == "tiger":
                break
            taken += 1
        else:
            taken += bonus(chest - round(taken))
        total += taken
    assert notes_now(state, 0, rolls) == pytest.approx(total / 6**rolls)


def test_an_ordinary_day_is_the_mean_of_all_days() -> None:
    squares = table(0, 0, 0).squares
    days = [notes_now(table(0, one, two), 0, 8) for one in range(30) for two in range(30)]
    assert notes_later(table(0, 0, 0), 8) == pytest.approx(sum(days) / len(days))
    assert len(squares) == 30


def test_where_a_pawn_arrives() -> None:
    first, second, third = arrivals()
    assert first == dict.fromkeys(range(1, 7), pytest.approx(1 / 6))
    assert second[7] == pytest.approx(6 / 36)
    assert third[3] == pytest.approx(1 / 216)


def test_a_key_is_best_put_where_one_comes_first() -> None:
    state = table(10, 16, 16)
    assert worth_of_cell(state, 0, 13) > 0 > worth_of_cell(state, 0, 22)
    assert worth_of_cell(table(10, 9, 9), 0, 13) < worth_of_cell(state, 0, 13)
