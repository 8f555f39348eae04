"""How a riddle is solved, by the rulebook: reader, hourglass, dice and answers (F11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from escale.core.secrecy import HIDDEN
from escale.games.fortboyard.rules.pieces import Judge, Repeat, Riddle, Say, Throw, TurnHourglass
from escale.games.fortboyard.rules.riddle import MOST_REPEATS, MOST_SHOWN, MOST_TRIES, READING_MS
from escale.games.fortboyard.rules.walk import Turn
from escale.games.fortboyard.tests.evening import EVEN_DOUBLE, NO_DOUBLE, ODD_DOUBLE, Evening

PACE, SAND = 4_000, 60_000  # milliseconds


def asked(players: int = 3, candidate: int = 0, **options: Any) -> Evening:
    """The guardian's riddle: the card is drawn, and the reader has it."""
    evening = Evening(players, **options)
    evening.turn_of(candidate)
    evening.lands(candidate, "guardian")
    evening.draw(0)
    return evening


def running(players: int = 3, candidate: int = 0, **options: Any) -> Evening:
    """And the hourglass has been turned."""
    evening = asked(players, candidate, **options)
    evening.act(evening.phase.reader, TurnHourglass())
    return evening


def is_over(evening: Evening) -> bool:
    return isinstance(evening.phase, Turn)


def nobody_answers(evening: Evening) -> None:
    """And nobody rolls: the others are rolled for, and no double comes."""
    while not is_over(evening):
        evening.wait()
        if not evening.waits_for:
            evening.draw(*NO_DOUBLE)


# The reader


@pytest.mark.parametrize(("candidate", "reader"), [(0, 3), (1, 0), (3, 2)])
def test_the_player_on_the_candidates_right_reads(candidate: int, reader: int) -> None:
    evening = asked(players=4, candidate=candidate)
    assert evening.phase.reader == reader
    assert evening.waits_for == (reader,)


def test_the_reader_sees_card_and_answer_and_the_others_hear_the_text() -> None:
    evening = asked(players=4)
    card = evening.rules.riddles[0]
    assert evening.sees(3).card == card
    for seat in (0, 1, 2, None):
        phase = evening.sees(seat)
        assert phase.card is HIDDEN
        assert phase.number is HIDDEN
        assert phase.text == card.text


def test_the_text_is_there_as_long_as_the_sand_runs() -> None:
    """The candidate may have the riddle repeated."""
    evening = running()
    evening.act(0, Say("le vent"))
    assert evening.sees(0).text == evening.rules.riddles[0].text


def test_the_candidate_has_it_read_again_and_everybody_hears_it() -> None:
    evening = running(players=4)
    evening.act(0, Repeat(), after=700)
    assert evening.news[-1] == "reads-again"
    heard = evening.state.news[-1]
    assert (heard.seat, heard.player) == (3, 0)
    assert all(evening.sees(seat).repeats == 1 for seat in (None, 0, 1, 2, 3))


def test_to_have_it_read_again_changes_nothing_else() -> None:
    """Neither whom the game waits for, nor the sand, nor whose dice are the next."""
    evening = running(players=4)
    evening.rolls(1, *NO_DOUBLE, after=1000)
    before = evening.rules.awaits(replace(evening.state, now=evening.now + 500))
    phase = evening.phase
    evening.act(0, Repeat(), after=500)
    assert evening.rules.awaits(evening.state) == before
    assert replace(evening.phase, repeats=0) == phase


def test_only_the_candidate_asks_for_it_while_answers_are_heard() -> None:
    assert asked().refusal(0, Repeat()) == "not-your-turn"
    evening = running(players=4)
    for seat in (1, 3):
        assert evening.refusal(seat, Repeat()) == "not-now"
    evening.act(0, Repeat())


def test_as_often_as_wanted_but_three_times_in_version_1() -> None:
    for version, refusal in ((2, ""), (1, "not-now")):
        evening = running(version=version)
        for _ in range(MOST_REPEATS):
            evening.act(0, Repeat())
        assert evening.refusal(0, Repeat()) == refusal
        evening.act(0, Say("le vent"))


def test_throws_are_counted_whoever_throws() -> None:
    evening = running(players=4)
    evening.rolls(1, *NO_DOUBLE)
    evening.wait()
    evening.rolls(2, *ODD_DOUBLE)
    assert evening.phase.throws == 2
    while evening.phase.throws == 2:  # and those who wait are rolled for
        evening.wait()
        if not evening.waits_for:
            evening.draw(*NO_DOUBLE)
    assert evening.phase.throws == 3
    assert evening.sees(None).throws == 3


def test_before_the_hourglass_is_turned_nobody_rolls_or_answers() -> None:
    evening = asked()
    assert evening.refusal(0, Say("le bouton"))
    assert evening.refusal(1, Throw())
    assert evening.refusal(1, TurnHourglass())


def test_a_reader_who_forgets_the_hourglass_is_helped() -> None:
    evening = asked()
    assert evening.deadline == evening.now + READING_MS
    evening.wait()
    assert evening.phase.turned


# The sand


def test_when_the_sand_is_out_there_is_no_key() -> None:
    evening = running()
    began = evening.now
    nobody_answers(evening)
    assert evening.now == began + SAND
    assert evening.purse(0).keys == 0
    assert evening.news[-2:] == ["sand-out-riddle", "no-key"]


def test_F18_the_table_chooses_its_hourglass() -> None:
    evening = running(hourglass=30, roll_pace=10)
    began = evening.now
    nobody_answers(evening)
    assert evening.now == began + 30_000


# The dice


def test_as_soon_as_it_is_turned_the_first_on_the_left_may_roll() -> None:
    evening = running(players=5)
    assert evening.phase.roller == 1
    assert evening.waits_for == (0, 1, 4)


def test_all_others_but_the_reader_roll_in_turn() -> None:
    evening = running(players=5)
    for roller in (1, 2, 3, 1):
        assert evening.phase.roller == roller
        evening.rolls(roller, *NO_DOUBLE)
        evening.wait()


def test_neither_reader_nor_candidate_rolls() -> None:
    evening = running(players=4)
    assert evening.refusal(0, Throw())
    assert evening.refusal(3, Throw())


def test_who_is_not_next_does_not_roll() -> None:
    evening = running(players=4)
    assert evening.refusal(2, Throw())


@pytest.mark.parametrize("double", [2, 4, 6])
def test_the_first_even_double_ends_the_riddle_without_a_key(double: int) -> None:
    evening = running()
    evening.rolls(1, double, double)
    assert is_over(evening)
    assert evening.purse(0).keys == 0
    assert evening.news[-3:] == ["even-double", "no-answer", "no-key"]


@pytest.mark.parametrize("dice", [(1, 1), (3, 3), (5, 5), (2, 4), (6, 2)])
def test_odd_doubles_and_other_rolls_do_not(dice: tuple[int, int]) -> None:
    evening = running()
    evening.rolls(1, *dice)
    assert not is_over(evening)
    evening.act(0, Say("le bouton"))
    assert evening.purse(0).keys == 2


def test_nobody_rolls_more_than_once_in_the_pace() -> None:
    evening = running()
    evening.rolls(1, *NO_DOUBLE)
    assert evening.refusal(1, Throw())
    assert evening.deadline == evening.now + PACE
    evening.wait()
    assert not evening.refusal(1, Throw())


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("late", [0, 1500, None])
def test_there_is_one_throw_in_the_pace_however_many_roll(players: int, late: int | None) -> None:
    """`late`: when each throws after getting the dice; None: they are rolled for."""
    evening = running(players=players)
    began = evening.now
    thrown = []
    while not is_over(evening):
        if late is not None and evening.phase.roller in evening.waits_for:
            evening.act(evening.phase.roller, Throw(), after=late)
        else:
            evening.wait()
        if not evening.waits_for:
            thrown.append(evening.now - began)
            evening.draw(*NO_DOUBLE)
    first = PACE if late is None else late
    assert thrown == [*range(first, SAND, PACE)]


def test_who_gets_the_dice_waits_until_it_is_time() -> None:
    evening = running(players=4)
    evening.rolls(1, *NO_DOUBLE, after=1_000)
    assert evening.refusal(2, Throw()) == "not-your-turn"
    assert evening.deadline == evening.now + PACE - 1_000
    evening.wait()
    assert not evening.refusal(2, Throw())


def test_a_clock_that_was_asleep_does_not_make_up_for_throws() -> None:
    evening = running(players=4)
    evening.wait(late=3 * PACE)
    evening.draw(*NO_DOUBLE)
    assert evening.phase.may_roll == evening.now


def test_in_version_1_the_pace_was_counted_for_each_roller() -> None:
    evening = running(players=5, version=1)
    for seat in (1, 2, 3):
        evening.rolls(seat, *NO_DOUBLE)
    assert evening.refusal(1, Throw())
    evening = running(players=4, version=1)
    evening.rolls(1, *NO_DOUBLE)
    evening.rolls(2, *NO_DOUBLE, after=1_000)
    assert evening.deadline == evening.now + PACE - 1_000


def test_whoever_waits_as_long_as_the_pace_is_rolled_for() -> None:
    evening = running()
    assert evening.deadline == evening.now + PACE
    evening.wait()
    assert evening.waits_for == ()
    evening.draw(*EVEN_DOUBLE)
    assert is_over(evening)
    assert evening.news[-3] == "even-double"


def test_the_table_chooses_the_pace() -> None:
    evening = running(roll_pace=2)
    evening.rolls(1, *ODD_DOUBLE)
    assert evening.deadline == evening.now + 2_000


# The answers


def test_a_right_answer_wins() -> None:
    evening = running()
    evening.act(0, Say("le bouton"))
    assert is_over(evening)
    assert evening.purse(0).keys == 2
    assert "right-answer" in evening.news


def test_as_many_answers_as_one_likes() -> None:
    evening = running()
    for answer in ("le vent", "la mer", "un coffre", "le tigre"):
        evening.act(0, Say(answer))
        assert not is_over(evening)
    assert evening.phase.answers == ("le vent", "la mer", "un coffre", "le tigre")
    evening.act(0, Say("le bouton"))
    assert evening.purse(0).keys == 2


def test_there_is_no_last_answer_and_the_state_keeps_the_latest() -> None:
    evening = running()
    for number in range(MOST_SHOWN + 50):
        evening.act(0, Say(f"{number} chats"))
    assert len(evening.phase.answers) == MOST_SHOWN
    assert evening.phase.answers[-1] == f"{MOST_SHOWN + 49} chats"
    evening.act(0, Say("le bouton"))
    assert evening.purse(0).keys == 2


def test_in_version_1_there_was_a_last_answer() -> None:
    evening = running(version=1)
    for number in range(MOST_TRIES):
        evening.act(0, Say(f"{number} chats"))
    assert evening.refusal(0, Say("le bouton"))


def test_an_empty_answer_is_none() -> None:
    evening = running()
    assert evening.refusal(0, Say("  ")) == "empty-answer"


def test_a_long_answer_is_none() -> None:
    evening = running()
    assert evening.refusal(0, Say("x" * 61)) == "does-not-fit"


def test_only_the_candidate_answers() -> None:
    evening = running(players=4)
    assert evening.refusal(1, Say("le bouton"))
    assert evening.refusal(3, Say("le bouton"))


def test_the_reader_may_accept_an_answer_that_the_card_does_not_have() -> None:
    evening = running()
    evening.act(0, Say("une pastille"))
    evening.act(2, Judge(right=True))
    assert evening.purse(0).keys == 2
    assert "accepted" in evening.news


def test_the_reader_does_not_end_a_riddle_with_a_wrong_answer() -> None:
    evening = running()
    evening.act(0, Say("le vent"))
    assert evening.refusal(2, Judge(right=False)) == "does-not-fit"


def test_afterwards_everybody_learns_the_answer() -> None:
    evening = running()
    evening.rolls(1, *EVEN_DOUBLE)
    told = {one.what: one.text for one in evening.state.news}
    assert told["no-answer"] == "le bouton"


# One answer only


ONLY_ONE = Riddle("une", "own", 2, "Une seule réponse pour moi.", ("le silence",), True)


def once() -> Evening:
    """A riddle of the host's that takes one answer only."""
    evening = Evening(riddles=(ONLY_ONE,))
    evening.turn_of(0)
    evening.lands(0, "guardian")
    evening.draw(len(evening.rules.riddles) - 1)
    evening.act(2, TurnHourglass())
    return evening


def test_the_candidate_is_told_that_the_card_takes_one_answer_only() -> None:
    assert once().sees(0).once is True
    assert running().sees(0).once is False


def test_unless_the_card_says_otherwise_one_answer_only() -> None:
    evening = once()
    evening.act(0, Say("le vent"))
    assert evening.refusal(0, Say("le silence"))


def test_a_single_answer_that_is_right_wins_at_once() -> None:
    evening = once()
    evening.act(0, Say("le silence"))
    assert evening.purse(0).keys == 2


@pytest.mark.parametrize(("right", "keys"), [(True, 2), (False, 0)])
def test_the_reader_judges_a_single_answer_that_the_card_does_not_have(
    right: bool, keys: int
) -> None:
    evening = once()
    evening.act(0, Say("le calme"))
    evening.act(2, Judge(right))
    assert is_over(evening)
    assert evening.purse(0).keys == keys


# The pile


def test_a_riddle_that_has_been_read_is_put_aside() -> None:
    evening = running()
    evening.act(0, Say("le bouton"))
    assert evening.state.read == (0,)
    assert 0 not in evening.rules.unread(evening.state)


def test_when_all_have_been_read_they_are_shuffled_again() -> None:
    evening = Evening()
    last = len(evening.rules.riddles) - 1
    evening.turn_of(0)
    evening.put(read=tuple(range(last)))
    evening.lands(0, "guardian")
    evening.answers_riddle(right=True)
    assert evening.state.read == ()
    assert len(evening.rules.unread(evening.state)) == last + 1


def test_F16_riddles_of_the_host_are_in_the_pile() -> None:
    evening = Evening(riddles=(ONLY_ONE, replace(ONLY_ONE, name="deux")))
    assert len(evening.rules.riddles) == 180 + 2
    assert ONLY_ONE in evening.rules.riddles


@pytest.mark.parametrize("language", ["fr", "en", "de"])
def test_F17_riddles_of_the_tables_language(language: str) -> None:
    assert len(Evening(language=language).rules.riddles) == 180
