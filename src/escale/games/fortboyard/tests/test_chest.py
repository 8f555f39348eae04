"""The chest: the first note, the race for a tiger, and the bonus (F13)."""

from __future__ import annotations

from typing import Any

import pytest

from escale.games.fortboyard.rules.chest import Chest, KeysBack
from escale.games.fortboyard.rules.pieces import OpenChest, Throw
from escale.games.fortboyard.tests.evening import Evening

PACE, SAND = 4_000, 60_000  # milliseconds


def opened(players: int = 3, opener: int = 0, **options: Any) -> Evening:
    """Everybody stands on the start, and the opener has taken the first note."""
    evening = Evening(players, **options)
    evening.turn_of(opener)
    evening.has(opener, black=4)
    evening.opens_chest(opener)
    return evening


def rolls_no_tiger(evening: Evening, seat: int, after: int = 0) -> None:
    """The pawn walks to a square that is no tiger, and the opener takes a note."""
    evening.stands(seat, 0)
    evening.rolls(seat, 1, after=after)
    evening.draw(0)


def rolls_tiger(evening: Evening, seat: int) -> None:
    evening.stands(seat, evening.square("tiger") - 2)
    evening.rolls(seat, 2)


def test_the_opener_takes_the_first_note() -> None:
    evening = Evening()
    evening.turn_of(0)
    evening.has(0, black=4)
    evening.act(0, OpenChest())
    evening.draw(111)
    assert evening.purse(0).notes == (500_000,)
    assert evening.purse(0).count == 1
    assert evening.state.chest == 29


def test_the_hourglass_runs_from_then_on() -> None:
    evening = opened()
    assert evening.phase.stage == "racing"
    assert evening.phase.ends == evening.now + SAND


def test_F18_the_table_chooses_its_hourglass() -> None:
    evening = opened(hourglass=120)
    assert evening.phase.ends == evening.now + 120_000


def test_the_others_roll_in_turn_from_the_openers_left() -> None:
    evening = opened(players=4, opener=1)
    for roller in (2, 3, 0, 2):
        assert evening.waits_for == (roller,)
        rolls_no_tiger(evening, roller)


def test_the_opener_does_not_roll_then_nor_anybody_out_of_turn() -> None:
    evening = opened(players=4)
    assert evening.refusal(0, Throw())
    assert evening.refusal(2, Throw())


def test_they_roll_one_die_and_move() -> None:
    evening = opened()
    evening.rolls(1, 6)
    assert evening.state.pawns == (0, 6, 0)


def test_a_roll_that_reaches_no_tiger_gives_the_opener_a_note() -> None:
    evening = opened()
    rolls_no_tiger(evening, 1)
    rolls_no_tiger(evening, 2)
    assert evening.purse(0).count == 3
    assert evening.phase.taken == 3
    assert evening.state.chest == 27


def test_nobody_undergoes_trials_then_and_nobody_wins_keys() -> None:
    evening = opened()
    evening.stands(1, evening.square("plain") - 1)
    evening.rolls(1, 1)
    evening.draw(0)
    assert isinstance(evening.phase, Chest)
    assert evening.waits_for == (2,)
    assert evening.purse(1).keys == 0


def test_on_a_tiger_the_chest_is_shut_at_once_without_a_further_note() -> None:
    evening = opened()
    rolls_no_tiger(evening, 1)
    rolls_tiger(evening, 2)
    assert evening.phase == KeysBack(0)
    assert evening.purse(0).count == 2
    assert evening.news[-1] == "tiger-closes"


def test_only_the_square_where_a_pawn_stops_counts() -> None:
    evening = opened()
    evening.stands(1, evening.square("tiger") - 1)
    evening.rolls(1, 2)
    evening.draw(0)
    assert isinstance(evening.phase, Chest)


def test_the_pawn_of_the_opener_may_stand_on_a_tiger() -> None:
    evening = Evening()
    evening.turn_of(0)
    evening.has(0, black=4)
    evening.stands(0, evening.square("tiger"))
    evening.opens_chest(0)
    rolls_no_tiger(evening, 1)
    assert isinstance(evening.phase, Chest)


def test_a_player_who_does_not_roll_within_the_pace_is_rolled_for() -> None:
    evening = opened()
    assert evening.deadline == evening.now + PACE
    evening.wait()
    evening.draw(3)
    assert evening.state.pawns == (0, 3, 0)
    evening.draw(0)
    assert evening.waits_for == (2,)
    assert evening.deadline == evening.now + PACE


def test_the_table_chooses_the_pace() -> None:
    evening = opened(roll_pace=10)
    assert evening.deadline == evening.now + 10_000


def race(evening: Evening) -> None:
    """Until the sand is out, nobody meets a tiger."""
    while evening.phase.stage == "racing":
        if evening.deadline == evening.phase.ends:
            evening.wait()
        else:
            rolls_no_tiger(evening, evening.waits_for[0], after=PACE)


def test_when_the_sand_is_out_nobody_is_rolled_for() -> None:
    evening = opened(roll_pace=7)
    race(evening)
    assert evening.phase.stage == "bonus"
    assert evening.waits_for == (0,)
    assert evening.news[-1] == "sand-out-chest"


@pytest.mark.parametrize("number", [1, 4, 6])
def test_without_a_tiger_the_opener_rolls_for_a_bonus(number: int) -> None:
    evening = opened(roll_pace=7)
    race(evening)
    before = evening.purse(0).count
    evening.rolls(0, number)
    for _ in range(number):
        evening.draw(0)
    assert evening.purse(0).count == before + number
    assert evening.phase == KeysBack(0)
    assert evening.news[-2:] == ["bonus", "shuts-chest"]


def test_the_bonus_does_not_move_the_openers_pawn() -> None:
    evening = opened(roll_pace=7)
    race(evening)
    evening.rolls(0, 4)
    assert evening.state.pawns[0] == 0


def test_an_opener_who_waits_is_rolled_for() -> None:
    evening = opened(roll_pace=7)
    race(evening)
    assert evening.deadline == evening.now + 7_000
    evening.wait()
    evening.draw(1)
    evening.draw(0)
    assert evening.phase == KeysBack(0)


def test_F3_a_note_is_taken_from_the_pile_for_good() -> None:
    evening = Evening()
    evening.turn_of(0)
    evening.has(0, black=4)
    evening.opens_chest(0, note=0)
    assert evening.purse(0).notes == (1_000,)
    assert dict(evening.state.pile)[1_000] == 34
