"""From the fan of cards to the first moment of a trial (F12, F16)."""

from __future__ import annotations

from typing import Any

import pytest

from escale.core.play import EVERYBODY, Chance
from escale.games.fortboyard import trials
from escale.games.fortboyard.rules.pieces import Cast, Ready, Riddle, TakeCard, Trial
from escale.games.fortboyard.rules.trial import AroundTable
from escale.games.fortboyard.tests.evening import Evening
from escale.games.fortboyard.trials.bataille.rules import Bataille

CANDLE = Trial("La bougie", "Souffle une bougie à trois pas.")


def at_fan(players: int = 3, candidate: int = 0, **options: Any) -> Evening:
    """The candidate stands on a plain square, before the fan."""
    evening = Evening(players, **options)
    evening.turn_of(candidate)
    evening.lands(candidate, "plain")
    return evening


def test_F12_the_candidate_takes_one_of_the_cards_and_nobody_else_does() -> None:
    evening = at_fan(players=4, candidate=1)
    assert evening.waits_for == (1,)
    assert evening.refusal(0, TakeCard(0))
    assert not evening.refusal(1, TakeCard(0))


def test_F12_the_fan_has_as_many_cards_as_there_are_trials() -> None:
    evening = at_fan()
    count = len(evening.rules.trials)
    assert not evening.refusal(0, TakeCard(count - 1))
    for place in (-1, count):
        assert evening.refusal(0, TakeCard(place)) == "does-not-fit"


def test_F12_the_card_is_drawn_by_chance_and_everybody_sees_it() -> None:
    evening = at_fan()
    evening.act(0, TakeCard(0))
    awaits = evening.rules.awaits(evening.state)
    assert isinstance(awaits, Chance)
    assert awaits.to is EVERYBODY
    evening.draw(0)
    for seat in (None, 0, 1, 2):
        assert evening.sees(seat).name == evening.rules.trials[0]
    assert evening.state.news[-1].what == "draws-trial"


def test_F12_the_card_goes_back_so_that_it_may_come_again() -> None:
    evening = at_fan()
    evening.plays_trial(won=True)
    evening.lands(1, "plain")
    evening.plays_trial(won=True)
    assert [one.text for one in evening.state.news if one.what == "draws-trial"] == [
        "bataille",
        "bataille",
    ]


def test_a_trial_begins_when_everybody_is_ready() -> None:
    evening = at_fan()
    evening.act(0, TakeCard(0))
    evening.draw(0)
    waiting = [list(evening.waits_for)]
    for seat in (1, 0):
        evening.act(seat, Ready(False))
        waiting.append(list(evening.waits_for))
    assert waiting == [[0, 1, 2], [0, 2], [2]]
    assert evening.refusal(1, Ready(False))
    assert evening.news[-1] == "draws-trial"


def test_doubled_time_is_for_those_who_ask_for_it() -> None:
    evening = at_fan(players=4, candidate=1)
    evening.draws_trial(doubled=(1, 3))
    cast = evening.phase.cast
    assert cast.doubled == (1, 3)
    assert [cast.window(seat, 700) for seat in range(4)] == [700, 1400, 700, 1400]


@pytest.mark.parametrize(
    ("players", "candidate", "opponents"),
    [(3, 0, (1, 2)), (4, 2, (3, 0, 1)), (6, 5, (0, 1, 2, 3, 4))],
)
def test_F12_the_opponents_come_in_order_from_the_candidates_left(
    players: int, candidate: int, opponents: tuple[int, ...]
) -> None:
    evening = at_fan(players, candidate)
    evening.draws_trial()
    assert evening.phase.cast == Cast(candidate, opponents)


@pytest.mark.parametrize(("players", "needed"), [(3, 1), (4, 2), (5, 2), (6, 3)])
def test_often_enough(players: int, needed: int) -> None:
    """1 time for 3 players, 2 times for 4 or 5, 3 times for 6."""
    assert Cast(0, tuple(range(1, players))).needed == needed


def test_on_the_screens_the_trial_of_the_card_is_played() -> None:
    evening = at_fan(trials="online")
    evening.draws_trial("bataille")
    assert isinstance(evening.phase, Bataille)


@pytest.mark.parametrize("name", trials.NAMES)
def test_around_the_table_every_card_is_played_in_the_room(name: str) -> None:
    evening = at_fan(trials="table")
    evening.draws_trial(name)
    assert isinstance(evening.phase, AroundTable)
    assert evening.phase.turns == trials.CARDS[name].hourglass


def test_F16_trials_of_the_host_are_in_the_fan() -> None:
    evening = at_fan(own_trials=(CANDLE,))
    assert evening.rules.trials == (*trials.NAMES, "La bougie")


@pytest.mark.parametrize("form", ["online", "table"])
def test_F16_a_trial_of_the_host_is_played_around_the_table(form: str) -> None:
    evening = at_fan(trials=form, own_trials=(CANDLE,))
    evening.draws_trial("La bougie")
    assert isinstance(evening.phase, AroundTable)


def test_F16_a_card_of_the_host_needs_a_name_of_its_own() -> None:
    with pytest.raises(ValueError, match="own_trials"):
        Evening(own_trials=(CANDLE, CANDLE))
    with pytest.raises(ValueError, match="own_trials"):
        Evening(own_trials=(Trial("bataille", "Une bataille d’oreillers."),))


@pytest.mark.parametrize(
    ("name", "text"),
    [("", "Souffle."), ("x" * 41, "Souffle."), ("Deux\nlignes", "Souffle."), ("x", " ")],
)
def test_F16_a_card_that_cannot_be_read_is_refused_wherever_it_comes_from(
    name: str, text: str
) -> None:
    with pytest.raises(ValueError, match="must"):
        Trial(name, text)


@pytest.mark.parametrize("answers", [(), ("",), (" ",), ("x" * 61,), ("x",) * 21])
def test_F16_a_riddle_has_answers(answers: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="answers"):
        Riddle("vide", "own", 1, "Qui suis-je, si rien ne me répond ?", answers)


@pytest.mark.parametrize("difficulty", [0, 5])
def test_F16_a_riddle_has_a_difficulty_that_bots_know(difficulty: int) -> None:
    with pytest.raises(ValueError, match="difficulty"):
        Riddle("dure", "own", difficulty, "Qui suis-je, si rien ne me répond\u00a0?", ("l’écho",))
