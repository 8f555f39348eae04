"""La barbichette, sentence by sentence of its card."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from escale.core.bots import planned
from escale.games.fortboyard.rules.pieces import Options
from escale.games.fortboyard.tests.table import Table
from escale.games.fortboyard.trials.barbichette.bot import choose
from escale.games.fortboyard.trials.barbichette.chin import RADIUS, SIZE, Drift
from escale.games.fortboyard.trials.barbichette.rules import (
    APART_MS,
    CARD,
    READY_MS,
    SILENCE_MS,
    TICKLES,
    WARNING_MS,
    Hold,
    LetGo,
    Tickle,
)
from escale.games.fortboyard.trials.shared.claimed_times import LAG

SAND = 60_000


def met(players: int = 4, **given: Any) -> Table:
    """The candidate and the first opponent face each other; nobody holds a chin."""
    table = Table(CARD, players=players, **given)
    table.draw(4711)
    return table


def begun(players: int = 4, **given: Any) -> Table:
    """Both have held from the beginning, for the count of three."""
    table = met(players, **given)
    hold(table, 0)
    hold(table, 1)
    hold(table, 0, table.phase.counted - table.now)
    hold(table, 1)
    return table


def hold(table: Table, seat: int, after: int = 0, aside: int = 0) -> None:
    """A finger on the chin, or so far beside its middle."""
    when = table.now + after
    x, y = table.phase.drift(table.state, seat).at(when)
    x = x + aside if x + aside <= SIZE else x - aside
    table.act(seat, Hold(table.phase.bout, x, y, when), after)


def hold_both(table: Table, until: int) -> None:
    bout = table.phase.bout
    while table.won is None and table.phase.bout == bout and table.now < until:
        hold(table, table.phase.cast.candidate, 500)
        hold(table, table.phase.opponent)


def test_the_hourglass_is_turned_once_and_the_left_neighbour_comes_first() -> None:
    table = begun()
    assert CARD.hourglass == 1
    assert table.phase.ends == table.phase.began + READY_MS + SAND
    assert table.phase.pair == (0, 1)
    assert table.waits_for == (0, 1)
    assert begun(options=Options(hourglass=90)).phase.ends == READY_MS + 90_000


def test_nobody_can_lose_before_both_hold_and_the_sand_stands_still() -> None:
    table = met()
    assert (table.phase.waits, table.phase.ends, table.deadline) == (True, 0, None)
    hold(table, 0, 20_000)
    assert (table.phase.holding, table.phase.waits) == ((0,), True)
    hold(table, 0, 100, aside=RADIUS + 1)  # beside the chin: not held
    assert table.phase.holding == ()
    table.act(0, LetGo(0), 40_000)
    assert table.won is None and table.deadline is None
    assert table.refusal(0, Tickle(0)) == "not-now"


@pytest.mark.parametrize("seat", [0, 1])
def test_the_countdown_begins_with_the_second_and_stops_without_loss(seat: int) -> None:
    table = met()
    hold(table, 1, 500)
    hold(table, 0, 700)
    assert table.phase.counted == table.now + READY_MS
    assert table.phase.ends == table.phase.counted + SAND
    table.act(seat, LetGo(0), READY_MS - 1)
    assert (table.phase.waits, table.phase.ends, table.won) == (True, 0, None)
    assert table.phase.holding == (1 - seat,)
    hold(table, seat, 5000)
    assert table.phase.counted == table.now + READY_MS
    table.act(seat, LetGo(0), READY_MS)
    assert "laughs" in table.news


def test_the_chin_stands_still_until_the_countdown_is_over() -> None:
    table = met()
    assert table.phase.drift(table.state, 0).at(50_000) == (SIZE // 2, SIZE // 2)
    table = begun()
    drift = table.phase.drift(table.state, 0)
    assert drift.at(table.phase.counted) == (SIZE // 2, SIZE // 2)
    assert drift.at(table.phase.counted + 2000) != (SIZE // 2, SIZE // 2)


def test_in_version_1_it_began_by_itself() -> None:
    table = met(version=1)
    assert not table.phase.waits
    assert (table.phase.ends, table.deadline) == (SAND, READY_MS + SILENCE_MS)
    table.act(0, Hold(0, 0, 0, 1000), 1000)
    table.act(0, LetGo(0), 500)
    assert table.won is None
    hold(table, 1, 2000)
    table.wait()
    assert table.won is False


def test_if_the_candidate_laughs_the_trial_is_lost() -> None:
    table = begun()
    hold_both(table, 8000)
    table.act(0, LetGo(0))
    assert table.won is False
    assert "laughs" in table.news


def test_who_leaves_the_circle_has_laughed() -> None:
    table = begun()
    hold_both(table, 8000)
    hold(table, 0, 100, aside=RADIUS - 1)
    assert table.won is None
    hold(table, 0, 100, aside=RADIUS + 1)
    assert table.won is False


def test_if_the_opponent_laughs_the_next_one_comes_and_the_same_sand_runs_on() -> None:
    table = begun()
    hold_both(table, 8000)
    left = table.phase.ends - table.now
    table.act(1, LetGo(0))
    assert table.phase.pair == (0, 2)
    assert table.phase.results == (True,)
    assert (table.phase.bout, table.phase.sand, table.phase.waits) == (1, left, True)
    assert table.waits_for == (0, 2)
    hold(table, 0, 9000)
    hold(table, 2)
    assert table.phase.ends == table.now + READY_MS + left


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_no_laugh_until_the_sand_is_out_is_won(players: int) -> None:
    table = begun(players)
    hold_both(table, SAND + READY_MS - 1000)
    assert table.won is None
    assert table.deadline == SAND + READY_MS
    table.wait()
    assert table.won is True


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_when_all_opponents_have_laughed_it_is_won(players: int) -> None:
    table = begun(players)
    for opponent in range(1, players):
        assert table.won is None
        hold_both(table, table.now + 4500)
        table.act(opponent, LetGo(table.phase.bout))
    assert table.won is True


def test_silence_is_letting_go_and_the_first_silence_counts() -> None:
    table = begun()
    hold(table, 0, 1000)
    hold(table, 1, 300)
    assert table.deadline == READY_MS + 1000 + SILENCE_MS
    hold(table, 0, 1000)
    assert table.deadline == READY_MS + 1300 + SILENCE_MS
    table.wait()
    assert table.phase.opponent == 2, "the opponent was silent"
    hold(table, 2)
    hold(table, 0)
    table.wait()
    assert table.won is None, "the countdown is over"
    hold(table, 2, 1000)
    table.wait(late=40)
    assert table.won is False, "the candidate was"


def test_a_claimed_moment_is_cut_to_what_can_be() -> None:
    """A device can be late by a second and a half; not more, and it knows nothing of the future."""
    for claimed, judged in ((40_000, 30_000), (30_000 - LAG, 30_000 - LAG), (5000, 30_000 - LAG)):
        table = begun()
        hold_both(table, 29_500)
        drift = table.phase.drift(table.state, 0)
        x, y = drift.at(judged)
        assert claimed == judged or not drift.holds(x, y, claimed)
        table.act(0, Hold(0, x, y, claimed), 30_000 - table.now)
        assert table.won is None, (claimed, judged)


def test_three_tickles_each_and_each_makes_the_chin_jump_that_the_other_holds() -> None:
    table = begun()
    hold_both(table, 8000)
    before = table.phase.drift(table.state, 1)
    now = table.now
    for _ in range(TICKLES):
        table.act(0, Tickle(0))
    assert table.refusal(0, Tickle(0)) == "not-now"
    assert table.refusal(1, Tickle(0)) == ""
    after = table.phase.drift(table.state, 1)
    first = now + WARNING_MS
    assert after.jumps == (first, first + APART_MS, first + 2 * APART_MS)
    assert after.at(first) == before.at(first), "every device hears of it before"
    assert after.at(first + 400) != before.at(first + 400)
    assert table.phase.drift(table.state, 0).jumps == ()


def test_tickles_do_not_follow_into_the_next_bout() -> None:
    table = begun()
    hold_both(table, 5000)
    table.act(0, Tickle(0))
    table.act(1, LetGo(0))
    assert table.phase.tickles_left(0) == TICKLES
    assert table.phase.drift(table.state, 2).jumps == ()


def test_what_comes_late_does_not_hit_the_next_bout() -> None:
    table = begun()
    hold_both(table, 5000)
    table.act(1, LetGo(0))
    assert table.refusal(0, Hold(0, 500, 500, table.now)) == "too-late"
    assert table.refusal(0, LetGo(0)) == "too-late"


def test_nonsense_is_refused() -> None:
    table = begun()
    assert table.refusal(0, Hold(0, SIZE + 1, 0, 0)) == "does-not-fit"
    assert table.refusal(0, Hold(0, -1, 0, 0)) == "does-not-fit"
    assert table.refusal(0, Hold(0, 5, 5, -1)) == "does-not-fit"
    assert table.refusal(0, Hold(0, True, 5, 5)) == "does-not-fit"
    assert table.refusal(0, Hold(0, 5, 5, 10**15)) == "does-not-fit"
    assert table.refusal(3, Hold(0, 500, 500, 0)), "not one of the pair"


def test_doubled_time_is_a_wider_circle_a_slower_chin_and_a_longer_silence() -> None:
    easy = Drift(99, since=0, lasts=SAND, easy=True)
    usual = Drift(99, since=0, lasts=SAND, easy=False)
    assert easy.radius > usual.radius
    assert easy.at(20_000) == Drift(99, 0, SAND, easy=True).at(20_000) != usual.at(20_000)
    ways = [sum(_way(drift, when) for when in range(0, SAND, 100)) for drift in (easy, usual)]
    assert ways[0] < 0.6 * ways[1]
    table = begun(doubled=(1,))
    assert table.phase.starts == 2 * READY_MS
    hold(table, 0, 1000)
    hold(table, 1)
    assert table.phase.silent_at(1) - table.now == 2 * SILENCE_MS
    assert table.phase.silent_at(0) - table.now == SILENCE_MS


def _way(drift: Drift, when: int) -> float:
    (x, y), (a, b) = drift.at(when), drift.at(when + 100)
    return float(((x - a) ** 2 + (y - b) ** 2) ** 0.5)


@pytest.mark.parametrize("seed", range(0, 1_000_000, 60_013))
def test_a_chin_stays_on_the_field_and_can_be_followed(seed: int) -> None:
    drift = Drift(seed, since=0, lasts=SAND, easy=False, jumps=(9000, 30_000))
    assert drift.at(0) == (SIZE // 2, SIZE // 2)
    for when in range(0, SAND, 50):
        assert all(0 <= place <= SIZE for place in drift.at(when))
        assert _way(drift, when) <= RADIUS, "a tenth of a second late is still in the circle"


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_random_play_ends(players: int) -> None:
    for seed in range(20):
        Table(CARD, players=players).play_by_lot(seed)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_bots_hold_on_tickle_and_laugh_now_and_then(level: int) -> None:
    ends = [
        Table(CARD, players=4, doubled=(2,)).play_with_bots(choose, [level] * 4, seed)
        for seed in range(30)
    ]
    assert {True, False} == set(ends)


def test_a_better_bot_laughs_less() -> None:
    wins = [
        sum(
            Table(CARD, players=3).play_with_bots(choose, [level, 2, 2], seed) for seed in range(60)
        )
        for level in (1, 4)
    ]
    assert wins[0] + 10 < wins[1]


def test_a_bot_keeps_its_plan_when_it_is_asked_anew() -> None:
    table = begun()
    hold_both(table, 6000)
    plans = [planned(choose(2, table.rules, table.view(0), Random(3))) for _ in range(2)]
    assert plans[0] == plans[1]
