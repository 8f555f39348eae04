"""La bataille: every sentence of its card."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from escale.core.event import Acted, seen_event
from escale.core.secrecy import HIDDEN
from escale.games.fortboyard.tests.table import Table
from escale.games.fortboyard.tests.trial_secrets import (
    assert_answers_do_not_depend_on_secrets,
    assert_events_tell_no_secrets,
    assert_secrets_are_kept,
)
from escale.games.fortboyard.trials.bataille.bot import choose
from escale.games.fortboyard.trials.bataille.rules import CARD, FIGURES, Figure, ShowHand
from escale.games.fortboyard.trials.shared.face_to_face import GoOn, TakePosition

WINS = [("well", "scissors"), ("leaf", "well"), ("scissors", "leaf")]


def show(table: Table, own: Figure, other: Figure) -> None:
    """Both show these figures, and look at them."""
    table.act(0, ShowHand(own))
    table.act(table.phase.opponent, ShowHand(other))


def look(table: Table) -> None:
    for seat in table.waits_for:
        table.act(seat, GoOn(table.phase.bout))


def duel(table: Table, won: bool) -> None:
    show(table, "well", "scissors" if won else "leaf")
    look(table)


def test_the_candidate_plays_against_each_player_in_turn_from_the_left() -> None:
    table = Table(CARD, players=6)
    met = []
    while table.won is None:
        met.append(table.phase.opponent)
        assert table.waits_for == (0, met[-1])
        duel(table, won=len(met) % 2 == 0)
    assert met == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("own", "other"), WINS)
def test_well_beats_scissors_leaf_beats_well_scissors_beat_leaf(own: Figure, other: Figure) -> None:
    table = Table(CARD, players=4)
    show(table, own, other)
    assert table.phase.outcome == "won"
    look(table)
    show(table, other, own)
    assert table.phase.outcome == "lost"


@pytest.mark.parametrize("figure", FIGURES)
def test_the_same_figures_are_shown_again_to_the_same_opponent(figure: Figure) -> None:
    table = Table(CARD)
    show(table, figure, figure)
    assert table.phase.outcome == "equal"
    look(table)
    assert (table.phase.opponent, table.phase.results, table.phase.bout) == (1, (), 1)
    assert "equal" in table.news


@pytest.mark.parametrize(("players", "needed"), [(3, 1), (4, 2), (5, 2), (6, 3)])
def test_won_once_with_3_twice_with_4_or_5_three_times_with_6(players: int, needed: int) -> None:
    winning, losing = Table(CARD, players), Table(CARD, players)
    for _ in range(players - 1 - needed):
        duel(winning, won=False)
        duel(losing, won=False)
    for _ in range(needed - 1):
        duel(winning, won=True)
        duel(losing, won=True)
    assert [winning.won, losing.won] == [None, None]
    duel(winning, won=True)
    duel(losing, won=False)
    assert (winning.won, losing.won) == (True, False)


def test_it_is_over_as_soon_as_the_result_is_certain() -> None:
    won, lost = Table(CARD, players=5), Table(CARD, players=4)
    for _ in range(2):
        duel(won, won=True)
        duel(lost, won=False)
    assert (won.won, lost.won) == (True, False)


def test_the_hand_is_behind_the_back_until_both_have_chosen() -> None:
    table = Table(CARD, players=4)
    table.act(0, ShowHand("leaf"))
    assert table.phase.chosen == (0,)
    for seat in (1, 2, None):
        assert table.view(seat).seen.phases[-1].candidates is HIDDEN  # type: ignore[attr-defined]
    assert table.view(0).seen.phases[-1].candidates == "leaf"  # type: ignore[attr-defined]
    table.act(1, ShowHand("well"))
    assert table.phase.last == ("leaf", "well")
    assert table.news[-2:] == ["shows-leaf", "shows-well"]


def test_a_guess_fills_the_hidden_hand_and_only_that() -> None:
    table = Table(CARD)
    table.act(0, ShowHand("leaf"))
    guesses = [table.rules.imagine(table.view(1), Random(seed)).phases[-1] for seed in range(20)]
    assert {guess.candidates for guess in guesses} == set(FIGURES)  # type: ignore[attr-defined]
    assert {guess.opponents for guess in guesses} == {None}  # type: ignore[attr-defined]


def test_both_look_at_the_hands_before_the_next_duel_but_nobody_is_waited_for_long() -> None:
    table = Table(CARD)
    show(table, "well", "leaf")
    assert set(table.waits_for) == {0, 1}
    table.act(1, GoOn(0))
    assert set(table.waits_for) == {0}
    table.wait()
    assert (table.phase.results, table.phase.opponent) == ((False,), 2)


def test_no_hourglass() -> None:
    assert CARD.hourglass == 0
    assert Table(CARD).deadline is None


def test_what_makes_no_sense_is_refused() -> None:
    table = Table(CARD, players=4)
    strange: list[object] = [ShowHand("stone"), ShowHand(None), ShowHand(3)]  # type: ignore[arg-type]
    for action in strange:
        assert table.refusal(0, action) == "does-not-fit"
    assert table.refusal(2, ShowHand("well")) == "not-your-turn"
    assert table.refusal(0, GoOn(0)) == "not-now"
    assert table.refusal(0, TakePosition(0)) == "not-now"
    table.act(0, ShowHand("well"))
    assert table.refusal(0, ShowHand("leaf")) == "not-your-turn"
    table.act(1, ShowHand("leaf"))
    assert table.refusal(0, ShowHand("leaf")) == "not-now"
    look(table)
    assert table.refusal(0, GoOn(0)) == "too-late"


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_random_play_ends(players: int) -> None:
    assert {Table(CARD, players).play_by_lot(seed) for seed in range(30)} == {True, False}


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_bots_play_it_to_the_end(level: int) -> None:
    results = [Table(CARD, 4).play_with_bots(choose, [level] * 4, seed) for seed in range(30)]
    assert set(results) == {True, False}


def test_the_best_bot_sees_through_a_child() -> None:
    """As the candidate it wins more often than chance does, and is hard to beat."""

    def wins(levels: list[int]) -> int:
        games = (Table(CARD, 4).play_with_bots(choose, levels, seed) for seed in range(400))
        return sum(games)

    assert wins([4, 1, 1, 1]) > 208 > wins([1, 4, 4, 4])


def test_the_best_bot_shows_every_figure() -> None:
    shown = [Random(seed) for seed in range(200)]
    table = Table(CARD)
    figures = [choose(4, table.rules, table.view(0), rng).action.figure for rng in shown]  # type: ignore[union-attr]
    assert min(figures.count(figure) for figure in FIGURES) > 40


@pytest.mark.parametrize("first", [0, 1])
def test_whoever_chooses_first_the_hand_stays_behind_the_back(first: int) -> None:
    """In the state and in what is told of the action, for the other, the rest and who looks on."""
    table = Table(CARD, players=4)
    table.act(first, ShowHand("leaf"))
    event = Acted(first, ShowHand("leaf"), table.now)
    for seat in (None, *range(4)):
        phase: Any = table.view(seat).seen.phases[-1]
        hand = (phase.candidates, phase.opponents)[first]
        told: Any = seen_event(event, seat)
        shown = (hand, told.action.figure)
        assert shown == (("leaf", "leaf") if seat == first else (HIDDEN, HIDDEN))


@pytest.mark.parametrize("players", [3, 6])
def test_nobody_can_ask_or_hear_what_another_hides(players: int) -> None:
    for seed in range(2):
        assert_secrets_are_kept(CARD, players, seed)
        assert_events_tell_no_secrets(CARD, players, seed)
        assert_answers_do_not_depend_on_secrets(
            CARD, players, seed, [ShowHand(figure) for figure in FIGURES]
        )
