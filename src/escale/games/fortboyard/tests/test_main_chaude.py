"""La main chaude: every sentence of its card."""

from __future__ import annotations

import pytest

from escale.games.fortboyard.tests.table import Table
from escale.games.fortboyard.trials.main_chaude.bot import choose
from escale.games.fortboyard.trials.main_chaude.rules import (
    CARD,
    FEINTS,
    MOST_AWAY,
    PATIENCE,
    PUT_BACK,
    WINDOW,
    Feint,
    PullAway,
    Strike,
)
from escale.games.fortboyard.trials.shared.claimed_times import FASTEST, LAG
from escale.games.fortboyard.trials.shared.face_to_face import GoOn, TakePosition


def ready(players: int = 3, doubled: tuple[int, ...] = ()) -> Table:
    """The candidate's hands are above those of the first opponent."""
    table = Table(CARD, players, doubled, now=5000)
    place(table)
    return table


def place(table: Table, after: int = 500) -> None:
    table.act(0, TakePosition(table.phase.bout), after)


def strike(table: Table, after: int = 2000) -> None:
    table.act(table.phase.opponent, Strike(table.phase.bout), after)
    table.wait()


def pull(table: Table, reaction: int, under_way: int = 40) -> None:
    table.act(0, PullAway(table.phase.bout, reaction), reaction + under_way)


def look(table: Table) -> None:
    for seat in table.waits_for:
        table.act(seat, GoOn(table.phase.bout))


def test_the_candidate_plays_against_each_player_in_turn_and_one_escape_is_enough() -> None:
    """For any number of players: the card says "at least once"."""
    for players in (3, 4, 5, 6):
        lost, won, met = Table(CARD, players), Table(CARD, players), []
        for opponent in range(1, players):
            met.append(lost.phase.opponent)
            for table in (lost, won):
                assert table.won is None
                place(table)
                strike(table)
                pull(table, WINDOW if table is won and opponent == players - 1 else WINDOW + 1)
                look(table)
        assert met == list(range(1, players))
        assert [lost.won, won.won] == [False, True]


def test_the_first_escape_ends_it() -> None:
    table = ready(players=6)
    strike(table)
    pull(table, 200)
    assert table.phase.outcome == "won"
    assert table.phase.reaction == 200
    look(table)
    assert table.won is True


def test_the_opponent_strikes_at_a_moment_of_their_choice() -> None:
    for moment in (1, 900, PATIENCE - 1):
        table = ready()
        strike(table, after=moment)
        assert table.phase.cue == table.now == 5500 + moment
        assert table.waits_for == (0,)


def test_hands_have_to_be_there_to_be_struck() -> None:
    table = Table(CARD)
    assert table.refusal(1, Strike(0)) == "not-your-turn"
    place(table)
    assert not table.refusal(1, Strike(0))


def test_who_does_not_put_the_hands_down_counts_as_ready_after_a_while() -> None:
    table = Table(CARD)
    table.wait()
    assert table.waits_for == (0, 1)


@pytest.mark.parametrize(
    ("reaction", "won"), [(FASTEST, True), (WINDOW, True), (WINDOW + 1, False)]
)
def test_pulled_away_before_the_slap(reaction: int, won: bool) -> None:
    table = ready()
    strike(table)
    pull(table, reaction)
    assert table.phase.outcome == ("won" if won else "lost")


def test_a_slow_line_is_no_disadvantage() -> None:
    table = ready()
    strike(table)
    pull(table, 200, under_way=LAG)
    assert table.phase.outcome == "won"


def test_hands_that_stay_are_slapped() -> None:
    table = ready()
    strike(table)
    assert table.deadline == table.now + WINDOW + LAG
    table.wait()
    assert table.phase.outcome == "lost"
    assert "slapped" in table.news


@pytest.mark.parametrize("reaction", [0, FASTEST - 1])
def test_nobody_is_that_fast(reaction: int) -> None:
    """Hands that were gone before the strike could be seen were not pulled away from it."""
    table = ready()
    strike(table)
    pull(table, reaction)
    assert table.phase.outcome == "lost"
    assert "guesses" in table.news


def test_doubled_time_doubles_the_window() -> None:
    table = ready(doubled=(0,))
    strike(table)
    pull(table, 2 * WINDOW)
    assert table.phase.outcome == "won"
    other = ready(doubled=(1,))
    strike(other)
    pull(other, WINDOW + 1)
    assert other.phase.outcome == "lost"


def test_three_feints_in_a_duel() -> None:
    table = ready()
    for left in reversed(range(FEINTS)):
        table.act(1, Feint(0), 300)
        table.wait()
        assert (table.phase.feints, table.phase.feinted) == (left, table.now)
    assert table.refusal(1, Feint(0)) == "not-now"
    strike(table)
    assert table.phase.cue


def test_to_pull_away_from_a_feint_only_costs_a_second() -> None:
    table = ready()
    table.act(1, Feint(0), 300)
    table.wait()
    table.act(0, PullAway(0, 0), 250)
    released = table.now
    assert table.phase.outcome == ""
    assert table.refusal(1, Strike(1)) == "not-your-turn"
    place(table, after=100)  # too soon: the hands are back when the second is over
    assert (table.waits_for, table.deadline) == ((0,), released + PUT_BACK)
    table.wait()
    assert (table.waits_for, table.phase.feints) == ((0, 1), FEINTS - 1)
    strike(table)
    pull(table, 200)
    assert table.phase.outcome == "won"


def test_a_strike_meant_for_hands_that_are_gone_does_not_hit_them_later() -> None:
    table = ready()
    table.act(0, PullAway(0, 0), 250)
    place(table, after=PUT_BACK)
    assert table.refusal(1, Strike(0)) == "too-late"


def test_an_opponent_who_never_strikes_has_not_hit() -> None:
    table = ready()
    assert table.deadline == table.now + PATIENCE
    table.wait()
    assert table.phase.outcome == "won"
    assert "dares-not" in table.news


def test_nobody_wins_by_keeping_the_hands_away() -> None:
    """The opponent's time runs only while there is something to strike."""
    table = ready()
    for _ in range(MOST_AWAY - 1):
        table.act(0, PullAway(table.phase.bout, 0), 10)
        place(table, after=5 * PUT_BACK)
    assert table.deadline == table.now + PATIENCE - 10 * (MOST_AWAY - 1)


def test_nobody_keeps_the_others_waiting_by_pulling_away_for_ever() -> None:
    table = ready()
    for _ in range(MOST_AWAY - 1):
        table.act(0, PullAway(table.phase.bout, 0), 10)
        place(table, after=5 * PUT_BACK)
    assert not table.phase.outcome
    table.act(0, PullAway(table.phase.bout, 0), 10)
    assert table.phase.outcome == "lost"


def test_what_makes_no_sense_is_refused() -> None:
    table = ready(players=4)
    assert table.refusal(2, Strike(0)) == "not-your-turn"
    assert table.refusal(0, Strike(0)) == "not-now"
    assert table.refusal(1, PullAway(0, 200)) == "not-now"
    assert table.refusal(0, PullAway(0, -1)) == "does-not-fit"
    assert table.refusal(0, PullAway(0, 10**9)) == "does-not-fit"
    assert table.refusal(0, PullAway(7, 200)) == "too-late"
    strike(table)
    assert table.refusal(1, Strike(0)) == "not-your-turn"


def test_no_hourglass() -> None:
    assert CARD.hourglass == 0


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_random_play_ends(players: int) -> None:
    """Mostly well: time goes by without anything that was meant."""
    assert True in {Table(CARD, players).play_by_lot(seed) for seed in range(30)}


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_equal_bots_win_and_lose(level: int) -> None:
    wins = sum(Table(CARD, 4).play_with_bots(choose, [level] * 4, seed) for seed in range(100))
    assert 35 <= wins <= 80


def test_better_bots_are_better_above_and_below() -> None:
    def wins(levels: list[int]) -> int:
        return sum(Table(CARD, 4).play_with_bots(choose, levels, seed) for seed in range(60))

    assert wins([4, 1, 1, 1]) > wins([2, 2, 2, 2]) > wins([1, 4, 4, 4])
