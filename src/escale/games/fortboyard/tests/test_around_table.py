"""Trials in one room: the hourglass is turned, and the opponents say how it ended."""

from __future__ import annotations

import pytest

from escale.core.secrecy import HIDDEN
from escale.games.fortboyard import trials
from escale.games.fortboyard.game import GAME
from escale.games.fortboyard.rules.pieces import EndSand, Trial, TurnHourglass, Vote
from escale.games.fortboyard.tests.evening import Evening
from escale.games.texts import texts

SAND = 60_000  # milliseconds
CANDLE = Trial("La bougie", "Souffle une bougie à trois pas.")
WITH_SAND = next(name for name in trials.NAMES if trials.CARDS[name].hourglass == 1)


def in_the_room(players: int = 3, name: str = "bataille", candidate: int = 0) -> Evening:
    evening = Evening(players, own_trials=(CANDLE,))
    evening.turn_of(candidate)
    evening.lands(candidate, "plain")
    evening.draws_trial(name)
    return evening


# L'anomalie: the first sand is for looking


def looking(players: int = 4, version: int = 2) -> Evening:
    """Two sands: the first one runs. Seat 0 looks, and seat 3 has turned the hourglass."""
    evening = Evening(players, version)
    evening.turn_of(0)
    evening.lands(0, "plain")
    evening.draws_trial("anomalie")
    evening.act(3, TurnHourglass())
    return evening


@pytest.mark.parametrize("seat", [0, 3])
def test_the_candidate_or_the_neighbour_ends_the_first_sand_early(seat: int) -> None:
    evening = looking()
    assert list(evening.waits_for) == [0, 1, 2, 3]
    evening.act(seat, EndSand(), after=5000)
    assert evening.phase.ends == 0
    assert evening.news[-1] == "ends-sand"
    assert list(evening.waits_for) == [1, 2, 3]
    evening.act(3, TurnHourglass(), after=20_000)
    assert evening.deadline == evening.now + SAND
    assert evening.refusal(0, EndSand()), "the second sand is the trial"
    assert evening.refusal(3, EndSand())


def test_nobody_else_ends_the_sand_and_nobody_in_version_1() -> None:
    evening = looking()
    assert evening.refusal(1, EndSand())
    assert evening.refusal(0, Vote(True))
    evening.act(1, Vote(True))
    assert not evening.refusal(0, EndSand())
    evening = looking(version=1)
    assert evening.waits_for == (1, 2, 3)
    assert evening.refusal(0, EndSand())
    assert evening.refusal(3, EndSand())


def test_the_neighbour_who_has_voted_can_still_end_it() -> None:
    evening = looking()
    evening.act(3, Vote(True))
    evening.act(3, EndSand())
    assert evening.deadline is None


# The vote


def test_the_opponents_vote_and_the_candidate_does_not() -> None:
    evening = in_the_room(players=4, candidate=2)
    assert evening.waits_for == (0, 1, 3)
    assert evening.refusal(2, Vote(True))


@pytest.mark.parametrize(
    ("votes", "won"),
    [
        ((True, True), True),
        ((False, False), False),
        ((True, False), True),  # a tie is for the candidate
        ((True, False, False), False),
        ((True, True, False), True),
        ((False, True, False, True), True),
        ((False, False, True, False), False),
        ((True, True, False, False, False), False),
        ((True, True, True, False, False), True),
    ],
)
def test_the_majority_of_the_opponents_decides(votes: tuple[bool, ...], won: bool) -> None:
    evening = in_the_room(players=1 + len(votes))
    evening.votes(*votes)
    assert evening.won is won


def test_the_trial_is_not_over_before_all_have_voted() -> None:
    evening = in_the_room(players=4)
    evening.act(1, Vote(True))
    evening.act(2, Vote(True))
    assert evening.won is None
    assert evening.waits_for == (3,)


def test_nobody_votes_twice() -> None:
    evening = in_the_room()
    evening.act(1, Vote(True))
    assert evening.refusal(1, Vote(False))


def test_nobody_sees_a_vote_before_all_are_given() -> None:
    evening = in_the_room(players=4)
    evening.act(1, Vote(False))
    assert evening.sees(1).votes[1] is False
    for seat in (None, 0, 2, 3):
        seen = evening.sees(seat)
        assert seen.votes is HIDDEN or seen.votes[1] is HIDDEN
        assert seen.voted == (1,)


# The hourglass


def test_the_right_hand_neighbour_turns_the_hourglass() -> None:
    evening = in_the_room(players=4, name=WITH_SAND, candidate=1)
    assert evening.refusal(2, TurnHourglass())
    assert evening.refusal(1, TurnHourglass())
    evening.act(0, TurnHourglass())
    assert evening.deadline == evening.now + SAND


def test_when_the_sand_is_out_it_is_told_and_the_vote_decides() -> None:
    evening = in_the_room(name=WITH_SAND)
    evening.act(2, TurnHourglass())
    evening.wait()
    assert evening.news[-1] == "sand-out-trial"
    assert evening.deadline is None
    assert evening.won is None
    evening.votes(True, True)
    assert evening.won


def test_it_is_turned_as_often_as_the_card_says() -> None:
    evening = in_the_room(name=WITH_SAND)
    evening.act(2, TurnHourglass())
    assert evening.refusal(2, TurnHourglass())
    evening.wait()
    assert evening.refusal(2, TurnHourglass())


def test_a_card_without_hourglass_has_none() -> None:
    assert in_the_room(name="bataille").refusal(2, TurnHourglass())


def test_a_card_of_the_host_may_use_the_hourglass() -> None:
    evening = in_the_room(name="La bougie")
    evening.act(2, TurnHourglass())
    assert evening.deadline == evening.now + SAND


def test_a_trial_may_be_over_before_the_sand_is_out() -> None:
    evening = in_the_room(name=WITH_SAND)
    evening.act(2, TurnHourglass())
    evening.votes(False, False)
    assert evening.won is False


# What is shown


@pytest.mark.parametrize("language", ["fr", "en", "de"])
def test_the_board_says_the_text_of_the_card(language: str) -> None:
    say = texts(GAME, language, ["Ana", "Bo", "Cyd"])
    evening = in_the_room(name=WITH_SAND)
    lines = GAME.describe(evening.view(1), say)
    assert say(f"trials.{WITH_SAND}.card") in lines
    own = GAME.describe(in_the_room(name="La bougie").view(1), say)
    assert CANDLE.text in own
