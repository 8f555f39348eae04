"""The walk: setting up, who begins, the squares and the keys below them (F1 to F10)."""

from __future__ import annotations

import pytest

from escale.games.fortboyard.game import GAME
from escale.games.fortboyard.rules.chest import Chest
from escale.games.fortboyard.rules.pieces import (
    KEYS,
    Cell,
    Choose,
    OpenChest,
    Options,
    PassDie,
    Throw,
    read_plan,
)
from escale.games.fortboyard.rules.riddle import Riddling
from escale.games.fortboyard.rules.trial import Trying
from escale.games.fortboyard.rules.walk import AtCell, Turn
from escale.games.fortboyard.tests.evening import Evening

PLAN = "SPOPTPPAPOPTOAPGPAOTPOPAPPTPOP"


def at_cell(evening: Evening) -> AtCell:
    phase = evening.phase
    assert isinstance(phase, AtCell)
    return phase


# Setting up


def test_F1_three_to_six_players() -> None:
    assert tuple(GAME.box.seats) == (3, 4, 5, 6)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_F3_each_player_puts_ten_notes_into_the_chest(players: int) -> None:
    state = Evening(players).state
    assert state.chest == 10 * players
    assert sum(count for _, count in state.pile) == 112
    assert all(purse.count == 0 for purse in state.purses)


def test_a_black_key_in_every_cell_or_two_where_the_board_says_so() -> None:
    state = Evening().state
    for square, cell in zip(state.squares, state.cells, strict=True):
        assert cell == Cell(black=KEYS.get(square, 0))
    assert sum(cell.black for cell in state.cells) == 30


def test_all_pawns_stand_on_the_start() -> None:
    state = Evening(players=6).state
    assert state.pawns == (0,) * 6
    assert state.squares[0] == "start"


def test_F2_a_table_may_have_a_plan_of_its_own() -> None:
    state = Evening(plan="SPOAGTPPPPPP").state
    assert state.squares[:6] == ("start", "plain", "or", "and", "guardian", "tiger")
    assert state.cells[3:6] == (Cell(2), Cell(2), Cell())


@pytest.mark.parametrize(
    "plan",
    [
        "SPOAGTPPPPP",  # too short
        "S" + "T" * 20 + "P" * 40,  # too long
        "PSOAGTPPPPPP",  # does not begin with the start
        "SPOAGTPPPPSP",  # two starts
        "SPOAGPPPPPPP",  # nothing can shut the chest
        "STTTTTTTTPPP",  # not enough keys for anybody
        "ST" + "G" * 16,  # more keys than the box has
        "SPOAGTPPPPPX",
    ],
)
def test_F2_a_plan_that_cannot_be_walked_is_refused(plan: str) -> None:
    with pytest.raises(ValueError, match="plan"):
        Options(plan=plan)


def test_F2_the_plan_of_the_box_can_be_walked() -> None:
    assert Evening().state.squares == read_plan(PLAN)


# Who begins


def test_F4_everybody_rolls_one_die_and_the_highest_begins() -> None:
    evening = Evening()
    assert list(evening.waits_for) == [0, 1, 2]
    evening.rolls(1, 6)
    assert list(evening.waits_for) == [0, 2]
    evening.rolls(0, 3)
    evening.rolls(2, 5)
    assert evening.phase == Turn(1)
    assert evening.news[-2:] == ["first-roll", "begins"]


def test_F4_nobody_rolls_twice_for_the_start() -> None:
    evening = Evening()
    evening.rolls(1, 6)
    assert evening.refusal(1, Throw())


def test_F4_those_who_tie_roll_again_and_only_they() -> None:
    evening = Evening(players=4)
    for seat, number in enumerate((5, 2, 5, 4)):
        evening.rolls(seat, number)
    assert list(evening.waits_for) == [0, 2]
    evening.rolls(0, 1)
    evening.rolls(2, 1)
    assert list(evening.waits_for) == [0, 2]
    evening.rolls(2, 2)
    evening.rolls(0, 1)
    assert evening.phase == Turn(2)


# The die


def test_the_pawn_walks_as_many_squares_as_the_die_says() -> None:
    evening = Evening()
    evening.turn_of(1)
    evening.stands(1, 5)
    evening.rolls(1, 6)
    assert evening.state.pawns == (0, 11, 0)


def test_after_the_last_square_comes_the_start_again() -> None:
    evening = Evening()
    evening.turn_of(1)
    evening.stands(1, 28)
    evening.rolls(1, 4)
    assert evening.state.pawns[1] == 2


def test_only_the_player_whose_turn_it_is_rolls() -> None:
    evening = Evening()
    evening.turn_of(1)
    assert evening.refusal(0, Throw())
    assert not evening.refusal(1, Throw())


# F9: nothing to win


def test_F9_on_the_start_the_turn_passes_on() -> None:
    evening = Evening()
    evening.turn_of(2)
    evening.lands(2, "start")
    assert evening.phase == Turn(0)
    assert evening.news[-1] == "arrives-start"


def test_F9_on_a_tiger_the_turn_passes_on_while_the_chest_is_shut() -> None:
    evening = Evening()
    evening.turn_of(0)
    evening.lands(0, "tiger")
    assert evening.phase == Turn(1)
    assert evening.news[-1] == "arrives-tiger"


@pytest.mark.parametrize("sort", ["plain", "or", "and", "guardian"])
def test_F9_above_an_empty_cell_the_turn_passes_on(sort: str) -> None:
    evening = Evening()
    evening.turn_of(0)
    evening.cell(evening.square(sort))
    evening.lands(0, sort)
    assert evening.phase == Turn(1)
    assert evening.news[-1] == "arrives-empty"


# F5: a plain square


def test_F5_a_key_below_means_a_trial_and_nothing_else() -> None:
    evening = Evening()
    evening.turn_of(0)
    evening.lands(0, "plain")
    assert evening.phase == Trying(0)
    assert evening.refusal(0, Choose("riddle"))


def test_F5_a_trial_won_gives_the_key_and_the_die_goes_left() -> None:
    evening = Evening()
    evening.turn_of(0)
    evening.lands(0, "plain")
    evening.plays_trial(won=True)
    assert (evening.purse(0).black, evening.purse(0).red) == (1, 0)
    assert evening.phase == Turn(1)


def test_the_die_goes_round_the_table() -> None:
    evening = Evening(players=4)
    evening.turn_of(3)
    evening.lands(3, "plain")
    evening.plays_trial(won=True)
    assert evening.phase == Turn(0)


def test_F5_after_a_failed_trial_a_riddle_may_be_tried_or_not() -> None:
    evening = Evening()
    evening.turn_of(0)
    evening.lands(0, "plain")
    evening.plays_trial(won=False)
    assert at_cell(evening).failed
    assert list(evening.waits_for) == [0]
    assert evening.refusal(0, Choose("trial")) == "does-not-fit"
    evening.act(0, Choose("nothing"))
    assert evening.purse(0).keys == 0
    assert evening.phase == Turn(1)


def test_F5_the_riddle_makes_up_for_the_trial() -> None:
    evening = Evening()
    evening.turn_of(0)
    square = evening.lands(0, "plain")
    evening.plays_trial(won=False)
    evening.act(0, Choose("riddle"))
    evening.answers_riddle(right=True)
    assert evening.purse(0).black == 1
    assert evening.state.cells[square] == Cell(red=1)
    assert evening.phase == Turn(1)


def test_F5_a_failed_riddle_leaves_the_key_and_the_die_goes_on() -> None:
    evening = Evening()
    evening.turn_of(0)
    square = evening.lands(0, "plain")
    evening.plays_trial(won=False)
    evening.act(0, Choose("riddle"))
    evening.answers_riddle(right=False)
    assert evening.purse(0).keys == 0
    assert evening.state.cells[square] == Cell(black=1)
    assert evening.phase == Turn(1)


# F6: trial or riddle


def test_F6_the_candidate_chooses_between_trial_and_riddle() -> None:
    evening = Evening()
    evening.turn_of(0)
    evening.lands(0, "or")
    assert list(evening.waits_for) == [0]
    assert evening.refusal(0, Choose("nothing")) == "does-not-fit"
    assert not evening.refusal(0, Choose("trial"))
    evening.act(0, Choose("riddle"))
    assert isinstance(evening.phase, Riddling)


@pytest.mark.parametrize("path", ["trial", "riddle"])
def test_F6_either_wins_the_key(path: str) -> None:
    evening = Evening()
    evening.turn_of(0)
    evening.lands(0, "or")
    if path == "trial":
        evening.act(0, Choose("trial"))
        evening.plays_trial(won=True)
    else:
        evening.act(0, Choose("riddle"))
        evening.answers_riddle(right=True)
    assert evening.purse(0).keys == 1
    assert evening.phase == Turn(1)


def test_F6_a_chosen_trial_that_fails_may_be_made_good_by_a_riddle() -> None:
    evening = Evening()
    evening.turn_of(0)
    square = evening.lands(0, "or")
    evening.act(0, Choose("trial"))
    evening.plays_trial(won=False)
    assert at_cell(evening).failed
    assert evening.refusal(0, Choose("trial")) == "does-not-fit"
    assert not evening.refusal(0, Choose("nothing"))
    evening.act(0, Choose("riddle"))
    evening.answers_riddle(right=True)
    assert evening.purse(0).black == 1
    assert evening.state.cells[square] == Cell(red=1)


def test_F6_in_version_1_there_is_no_second_chance_after_a_chosen_trial() -> None:
    evening = Evening(version=1)
    evening.turn_of(0)
    evening.lands(0, "or")
    evening.act(0, Choose("trial"))
    evening.plays_trial(won=False)
    assert evening.phase == Turn(1)
    assert evening.news[-1] == "no-key"


def test_F6_after_a_failed_riddle_there_is_no_second_chance() -> None:
    evening = Evening()
    evening.turn_of(0)
    evening.lands(0, "or")
    evening.act(0, Choose("riddle"))
    evening.answers_riddle(right=False)
    assert evening.phase == Turn(1)


# F7: trial and riddle


def test_F7_the_trial_first_then_the_riddle_for_two_keys() -> None:
    evening = Evening()
    evening.turn_of(0)
    square = evening.lands(0, "and")
    assert evening.phase == Trying(0)
    evening.plays_trial(won=True)
    assert evening.purse(0).keys == 0
    assert isinstance(evening.phase, Riddling)
    evening.answers_riddle(right=True)
    assert evening.purse(0).black == 2
    assert evening.state.cells[square] == Cell(red=2)


def test_F7_a_failed_trial_loses_both_keys_without_a_riddle() -> None:
    evening = Evening()
    evening.turn_of(0)
    square = evening.lands(0, "and")
    evening.plays_trial(won=False)
    assert evening.phase == Turn(1)
    assert evening.state.cells[square] == Cell(black=2)


def test_F7_a_failed_riddle_loses_both_keys_after_a_won_trial() -> None:
    evening = Evening()
    evening.turn_of(0)
    square = evening.lands(0, "and")
    evening.plays_trial(won=True)
    evening.answers_riddle(right=False)
    assert evening.purse(0).keys == 0
    assert evening.state.cells[square] == Cell(black=2)
    assert evening.phase == Turn(1)


# F8: the guardian


def test_F8_the_guardian_asks_a_riddle_for_two_keys() -> None:
    evening = Evening()
    evening.turn_of(0)
    square = evening.lands(0, "guardian")
    assert isinstance(evening.phase, Riddling)
    evening.answers_riddle(right=True)
    assert evening.purse(0).black == 2
    assert evening.state.cells[square] == Cell(red=2)


def test_F8_a_wrong_answer_to_the_guardian_wins_nothing() -> None:
    evening = Evening()
    evening.turn_of(0)
    evening.lands(0, "guardian")
    evening.answers_riddle(right=False)
    assert evening.purse(0).keys == 0
    assert evening.phase == Turn(1)


# F10: black, red, empty


def test_F10_a_black_key_is_replaced_by_a_red_one_and_that_leaves_the_cell_empty() -> None:
    evening = Evening()
    for seat, cell in enumerate((Cell(red=1), Cell())):
        evening.turn_of(seat)
        square = evening.lands(seat, "plain")
        evening.plays_trial(won=True)
        assert evening.state.cells[square] == cell
    assert (evening.purse(0).black, evening.purse(0).red) == (1, 0)
    assert (evening.purse(1).black, evening.purse(1).red) == (0, 1)
    evening.lands(2, "plain")
    assert evening.news[-1] == "arrives-empty"


def test_F10_of_several_keys_put_back_on_a_plain_square_one_is_won() -> None:
    evening = Evening()
    evening.turn_of(0)
    square = evening.square("plain")
    evening.cell(square, red=3)
    evening.lands(0, "plain")
    evening.plays_trial(won=True)
    assert evening.purse(0).red == 1
    assert evening.state.cells[square] == Cell(red=2)


def test_F10_where_one_key_is_left_in_a_cell_for_two_one_is_won() -> None:
    evening = Evening()
    evening.turn_of(0)
    square = evening.square("guardian")
    evening.cell(square, red=1)
    evening.lands(0, "guardian")
    evening.answers_riddle(right=True)
    assert evening.purse(0).red == 1
    assert evening.state.cells[square] == Cell()


def test_F10_the_black_key_is_won_before_a_red_one_that_was_put_there() -> None:
    evening = Evening()
    evening.turn_of(0)
    square = evening.square("plain")
    evening.cell(square, black=1, red=1)
    evening.lands(0, "plain")
    evening.plays_trial(won=True)
    assert (evening.purse(0).black, evening.purse(0).red) == (1, 0)
    assert evening.state.cells[square] == Cell(red=2)


def red_keys_left(evening: Evening, left: int) -> None:
    """All other red keys of the box are in the hands of seat 2."""
    here = sum(cell.red for cell in evening.state.cells) + evening.purse(0).red
    evening.has(2, red=30 - here - left)
    assert evening.state.red_left == left


@pytest.mark.parametrize(("left", "red"), [(2, 2), (1, 1), (0, 0)])
def test_F10_without_a_red_key_beside_the_board_the_cell_stays_empty(left: int, red: int) -> None:
    evening = Evening()
    evening.turn_of(0)
    red_keys_left(evening, left)
    square = evening.lands(0, "guardian")
    evening.answers_riddle(right=True)
    assert (evening.purse(0).black, evening.purse(0).red) == (2, 0)
    assert evening.state.cells[square] == Cell(red=red)
    assert evening.state.red_left == 0


def test_F10_in_version_1_red_keys_never_run_out() -> None:
    evening = Evening(version=1)
    evening.turn_of(0)
    red_keys_left(evening, 0)
    square = evening.lands(0, "guardian")
    evening.answers_riddle(right=True)
    assert evening.state.cells[square] == Cell(red=2)


# F13: when the chest may be opened


@pytest.mark.parametrize(("keys", "may"), [(3, False), (4, True), (5, True)])
def test_F13_with_four_keys_or_more_the_chest_may_be_opened_before_rolling(
    keys: int, may: bool
) -> None:
    evening = Evening()
    evening.turn_of(0)
    evening.has(0, black=keys - 1, red=1)
    assert (evening.refusal(0, OpenChest()) == "") is may
    assert not evening.refusal(0, Throw())


def test_F13_right_after_winning_the_fourth_key_the_chest_may_be_opened() -> None:
    evening = Evening()
    evening.turn_of(0)
    evening.has(0, black=3)
    evening.lands(0, "plain")
    evening.plays_trial(won=True)
    assert evening.phase == Turn(0, walked=True)
    assert evening.refusal(0, Throw())
    evening.opens_chest(0)
    assert isinstance(evening.phase, Chest)


def test_F13_or_left_shut_and_then_the_die_goes_left() -> None:
    evening = Evening()
    evening.turn_of(0)
    evening.has(0, black=3)
    evening.lands(0, "plain")
    evening.plays_trial(won=True)
    evening.act(0, PassDie())
    assert evening.phase == Turn(1)
    assert evening.purse(0).keys == 4


def test_F13_after_a_visit_that_wins_no_key_the_chest_stays_shut() -> None:
    evening = Evening()
    evening.turn_of(0)
    evening.has(0, black=4)
    evening.lands(0, "plain")
    evening.plays_trial(won=False)
    evening.act(0, Choose("nothing"))
    assert evening.phase == Turn(1)


def test_F13_nobody_opens_the_chest_in_the_turn_of_another() -> None:
    evening = Evening()
    evening.turn_of(1)
    evening.has(0, black=6)
    assert evening.refusal(0, OpenChest())
