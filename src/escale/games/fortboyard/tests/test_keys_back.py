"""F14: after the chest, keys go back to the cells."""

from __future__ import annotations

import pytest

from escale.games.fortboyard.rules.chest import KeysBack
from escale.games.fortboyard.rules.pieces import Cell, GiveBack
from escale.games.fortboyard.rules.walk import Turn
from escale.games.fortboyard.tests.evening import Evening

PLAIN, GUARDIAN = 1, 15  # squares with a cell


def shut(black: int = 0, red: int = 0, players: int = 3, version: int = 2) -> Evening:
    """The opener, seat 0, has these keys, and the chest has just been shut by a tiger."""
    evening = Evening(players, version)
    evening.turn_of(0)
    evening.has(0, black, red)
    evening.opens_chest(0)
    evening.stands(1, evening.square("tiger") - 1)
    evening.rolls(1, 1)
    assert evening.phase == KeysBack(0)
    return evening


@pytest.mark.parametrize(("keys", "back"), [(4, 2), (5, 3), (6, 4), (8, 6)])
def test_two_of_four_three_of_five_and_all_but_two_of_more(keys: int, back: int) -> None:
    evening = shut(black=keys)
    for wrong in (back - 1, back + 1):
        assert evening.refusal(0, GiveBack((PLAIN,) * wrong)) == "does-not-fit"
    evening.act(0, GiveBack((PLAIN,) * back))
    assert evening.purse(0).keys == 2


def test_then_the_die_goes_left() -> None:
    evening = shut(black=4)
    evening.act(0, GiveBack((PLAIN, GUARDIAN)))
    assert evening.phase == Turn(1)


def test_also_when_the_chest_was_opened_after_winning_a_key() -> None:
    evening = Evening()
    evening.turn_of(0)
    evening.has(0, black=3)
    evening.lands(0, "plain")
    evening.plays_trial(won=True)
    evening.opens_chest(0)
    evening.stands(1, evening.square("tiger") - 1)
    evening.rolls(1, 1)
    evening.act(0, GiveBack((PLAIN, GUARDIAN)))
    assert evening.phase == Turn(1)


def test_any_cells_one_or_several_keys_in_each() -> None:
    evening = shut(black=5)
    evening.cell(PLAIN)
    evening.act(0, GiveBack((PLAIN, PLAIN, GUARDIAN)))
    assert evening.state.cells[PLAIN] == Cell(red=2)
    assert evening.state.cells[GUARDIAN] == Cell(black=2, red=1)


@pytest.mark.parametrize("sort", ["start", "tiger"])
def test_start_and_tigers_have_no_cell(sort: str) -> None:
    evening = shut(black=4)
    square = evening.square(sort)
    assert evening.refusal(0, GiveBack((PLAIN, square))) == "does-not-fit"


@pytest.mark.parametrize("square", [-1, 30, 1000])
def test_squares_that_do_not_exist_are_refused(square: int) -> None:
    assert shut(black=4).refusal(0, GiveBack((PLAIN, square))) == "does-not-fit"


@pytest.mark.parametrize(
    ("black", "red", "kept"),
    [
        (1, 3, (1, 1)),
        (0, 4, (0, 2)),
        (3, 1, (2, 0)),  # one black key is exchanged
        (4, 0, (2, 0)),  # two are
        (2, 3, (2, 0)),
    ],
)
def test_red_keys_go_back_and_black_ones_are_exchanged_when_they_are_missing(
    black: int, red: int, kept: tuple[int, int]
) -> None:
    evening = shut(black, red)
    before = sum(cell.red for cell in evening.state.cells)
    back = black + red - 2
    evening.act(0, GiveBack((PLAIN,) * back))
    assert (evening.purse(0).black, evening.purse(0).red) == kept
    assert sum(cell.red for cell in evening.state.cells) == before + back


@pytest.mark.parametrize(
    ("version", "elsewhere", "plain", "guardian"),
    [
        (2, 29, Cell(black=1, red=2), Cell(black=3)),  # one to put back, one to exchange, no more
        (2, 26, Cell(black=1, red=2), Cell(black=2, red=1)),
        (1, 29, Cell(black=1, red=2), Cell(black=2, red=1)),
    ],
)
def test_F10_without_red_keys_to_exchange_black_ones_go_back(
    version: int, elsewhere: int, plain: Cell, guardian: Cell
) -> None:
    evening = shut(black=4, red=1, version=version)
    evening.has(2, red=elsewhere - 1)  # beside the board: what is left of thirty
    evening.act(0, GiveBack((PLAIN, PLAIN, GUARDIAN)))
    assert evening.state.cells[PLAIN] == plain
    assert evening.state.cells[GUARDIAN] == guardian
    assert (evening.purse(0).black, evening.purse(0).red) == (2, 0)


def test_a_key_that_was_put_back_can_be_won_again() -> None:
    """A red key leaves its cell empty, unless another key is put there."""
    evening = shut(black=4)
    evening.cell(PLAIN)
    evening.act(0, GiveBack((PLAIN, GUARDIAN)))
    evening.lands(1, "plain")
    evening.plays_trial(won=True)
    assert evening.purse(1).red == 1
    assert evening.state.cells[PLAIN] == Cell()


def test_nobody_else_puts_keys_back() -> None:
    evening = shut(black=4)
    assert evening.waits_for == (0,)
    assert evening.refusal(1, GiveBack((PLAIN, PLAIN)))


def test_the_opener_may_open_the_chest_again_with_four_keys_in_a_later_turn() -> None:
    evening = shut(black=4)
    evening.act(0, GiveBack((PLAIN, GUARDIAN)))
    evening.turn_of(0)
    evening.has(0, black=2, red=2)
    evening.opens_chest(0)
    assert evening.purse(0).count == 2
