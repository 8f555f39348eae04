"""F15: the match ends with the last note, even in the middle of a bonus."""

from __future__ import annotations

from dataclasses import replace

import pytest

from escale.core.play import Over, Score
from escale.games.fortboyard.rules.chest import Ended
from escale.games.fortboyard.tests.evening import Evening

SAND = 60_000  # milliseconds


def almost_empty(notes: int) -> Evening:
    """Seat 0 opens the chest, in which so many notes are left."""
    evening = Evening(players=3, roll_pace=10, hourglass=30)
    evening.turn_of(0)
    evening.has(0, black=4)
    evening.put(chest=notes)
    evening.opens_chest(0)
    return evening


def score(evening: Evening) -> Score:
    awaits = evening.rules.awaits(evening.state)
    assert isinstance(awaits, Over)
    return awaits.score


def is_over(evening: Evening) -> bool:
    return isinstance(evening.phase, Ended)


def test_the_first_note_was_the_last() -> None:
    evening = almost_empty(1)
    assert score(evening).ending == "emptied-opening"
    assert evening.purse(0).count == 1


def test_the_chest_is_emptied_while_the_sand_runs() -> None:
    evening = almost_empty(2)
    assert not is_over(evening)
    evening.rolls(1, 1)
    evening.draw(0)
    assert score(evening).ending == "emptied-racing"
    assert evening.purse(0).count == 2


def test_the_bonus_empties_the_chest_and_takes_no_more_than_there_is() -> None:
    evening = almost_empty(5)
    for seat in (1, 2):
        evening.stands(seat, 0)
        evening.rolls(seat, 1, after=10_000)
        evening.draw(0)
    while evening.phase.stage == "racing":
        assert evening.deadline == evening.phase.ends
        evening.wait()
    evening.rolls(0, 6)
    evening.draw(0)
    assert not is_over(evening)
    evening.draw(0)
    assert score(evening).ending == "emptied-bonus"
    assert evening.purse(0).count == 5
    assert evening.state.chest == 0


def test_with_a_note_left_the_game_goes_on() -> None:
    evening = almost_empty(3)
    evening.rolls(1, 1)
    evening.draw(0)
    assert not is_over(evening)


def test_the_largest_sum_wins_not_the_most_notes() -> None:
    evening = almost_empty(3)
    _gives(evening, 1, 500_000)
    _gives(evening, 2, 1_000, 1_000, 1_000, 1_000)
    evening.rolls(1, 1)
    evening.draw(0)
    evening.rolls(2, 1)
    evening.draw(0)
    assert score(evening).points == (3_000, 500_000, 4_000)
    assert score(evening).winners == (1,)


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_any_seat_may_have_the_largest_sum(winner: int) -> None:
    ended = Evening()
    ended.put(phases=almost_empty(1).state.phases)
    for seat in range(3):
        _gives(ended, seat, *((50_000,) if seat == winner else (10_000,)))
    assert score(ended).winners == (winner,)


def test_those_who_tie_share_the_victory() -> None:
    evening = almost_empty(1)
    ended = Evening()
    ended.put(phases=evening.state.phases)
    _gives(ended, 0, 5_000, 5_000)
    _gives(ended, 1, 10_000)
    assert score(ended).winners == (0, 1)


def test_at_the_end_everybody_sees_what_all_notes_are_worth() -> None:
    evening = almost_empty(1)
    for seat in (None, 1, 2):
        assert evening.view(seat).seen.purses[0].notes == (1_000,)


def test_at_the_end_nobody_is_awaited() -> None:
    evening = almost_empty(1)
    assert evening.waits_for == ()
    assert evening.news[-1] == "chest-empty"


def _gives(evening: Evening, seat: int, *notes: int) -> None:
    purse = replace(evening.purse(seat), notes=notes, count=len(notes))
    evening.state = evening.state.with_purse(purse)
