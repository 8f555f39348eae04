"""Nez à nez, sentence by sentence of its card."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from escale.core.bots import planned
from escale.games.fortboyard.rules.pieces import NOBODY_SEAT, Options
from escale.games.fortboyard.tests.table import Table
from escale.games.fortboyard.trials.nez_a_nez.bot import choose
from escale.games.fortboyard.trials.nez_a_nez.corridor import (
    HEIGHT,
    LENGTH,
    MIDDLE,
    ROOM,
    SPEED,
    STILL,
    Box,
    Corridor,
)
from escale.games.fortboyard.trials.nez_a_nez.rules import CARD, CHOOSING_MS, NameNose, Slide
from escale.games.fortboyard.trials.shared.claimed_times import LAG

SAND = 60_000


def turned(players: int = 4, **given: Any) -> Table:
    """The hourglass has just been turned."""
    table = Table(CARD, players=players, **given)
    for seat in range(1, players):
        table.act(seat, NameNose(2), 700)
    table.draw(815)
    return table


def slide(table: Table, right: int, after: int = 150, aside: int = 0) -> None:
    """Along the middle of the corridor, or beside it."""
    when, x = table.now + after, min(LENGTH, table.phase.box.x + right)
    y = table.phase.corridor.centre(x, when) + aside
    table.act(0, Slide(table.phase.bout, x, y, when), after)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_others_choose_one_of_them_by_majority(players: int) -> None:
    table = Table(CARD, players=players)
    assert table.waits_for == tuple(range(1, players))
    assert not table.phase.ends, "no sand runs yet"
    for seat in range(1, players):
        assert table.phase.opponent == NOBODY_SEAT
        table.act(seat, NameNose(1 if seat == 1 else 2))
    assert table.phase.opponent == (1 if players == 3 else 2)


def test_of_two_with_as_many_voices_the_first_named_is_chosen() -> None:
    table = Table(CARD, players=5)
    for seat, nose in ((3, 4), (1, 2), (4, 2), (2, 4)):
        table.act(seat, NameNose(nose))
    assert table.phase.opponent == 4


def test_who_says_nothing_does_not_keep_the_others_waiting() -> None:
    table = Table(CARD, players=5)
    assert table.deadline == CHOOSING_MS
    table.act(4, NameNose(3), 900)
    table.wait()
    assert table.phase.opponent == 3
    silent = Table(CARD, players=5)
    silent.wait()
    assert silent.phase.opponent == 1, "the left neighbour"
    assert Table(CARD, players=5, doubled=(2,)).deadline == 2 * CHOOSING_MS


def test_the_hourglass_is_turned_when_the_box_is_on_the_nose() -> None:
    table = turned()
    assert CARD.hourglass == 1
    assert table.waits_for == (0,)
    assert table.phase.ends == table.deadline == table.now + SAND
    long = turned(options=Options(hourglass=120))
    assert long.phase.ends == long.now + 120_000


def test_the_box_on_the_own_nose_is_won() -> None:
    table = turned()
    while table.won is None:
        assert table.now < SAND
        slide(table, 20)
    assert table.won is True
    assert "has-matchbox" in table.news


def test_too_slow_is_lost() -> None:
    table = turned()
    slide(table, 30)
    table.wait()
    assert table.won is False
    assert "sand-out-trial" in table.news


@pytest.mark.parametrize("side", [-1, 1])
def test_one_touch_of_an_edge_drops_the_box_and_that_is_lost(side: int) -> None:
    table = turned()
    for _ in range(15):
        slide(table, 20)
    room = table.phase.corridor.room(table.phase.box.x)
    slide(table, 0, after=400, aside=side * room)
    assert "drops-matchbox" not in table.news
    slide(table, 0, aside=side * (room + 1))
    assert "drops-matchbox" in table.news
    assert table.won is False


def test_faster_than_the_hand_can_be_is_dropped() -> None:
    most = SPEED * 200 // 1000
    fast, faster = turned(), turned()
    slide(fast, most, after=200)
    assert fast.won is None
    slide(faster, most + 10, after=200)
    assert faster.won is False


def test_many_small_messages_are_not_faster() -> None:
    table = turned()
    for _ in range(40):
        if table.won is None:
            slide(table, 20, after=10)
    assert table.won is False


def test_no_way_leads_through_the_edges() -> None:
    """The box stood still while the corridor went away from it and came back."""
    corridor = Corridor(815, since=0, easy=False)
    away = next(
        when
        for when in range(0, 20_000, 50)
        if abs(corridor.centre(500, when) - corridor.centre(500, 0)) > 2 * ROOM
    )
    back = next(
        when
        for when in range(away, 60_000, 50)
        if corridor.centre(500, when) == corridor.centre(500, 0)
    )
    start = Box(500, corridor.centre(500, 0), 0)
    assert corridor.fits(start.x, start.y, back)
    assert not corridor.carries(start, replace(start, when=back))


def test_at_the_first_nose_the_box_is_safe_as_long_as_one_likes() -> None:
    table = turned()
    for _ in range(20):
        table.act(0, Slide(1, 0, MIDDLE, table.now + 2000), 2000)
    assert table.won is None


def test_a_claimed_moment_is_cut_to_what_can_be() -> None:
    """A device can be late by a second and a half; not more, and it knows nothing of the future."""
    for claimed, judged in ((LAG * 9, 0), (-LAG // 3, -LAG // 3), (-LAG * 3, -LAG)):
        table = turned()
        for _ in range(20):
            slide(table, 20)
        x, at = table.phase.box.x, table.now + 3000
        y = table.phase.corridor.centre(x, at + judged)
        table.act(0, Slide(1, x, y, max(0, at + claimed)), 3000)
        assert table.won is not None or table.phase.box == Box(x, y, at + judged)


def test_nonsense_is_refused() -> None:
    table = Table(CARD, players=4)
    assert table.refusal(1, NameNose(0)) == "does-not-fit", "the candidate has no say in it"
    assert table.refusal(1, NameNose(4)) == "does-not-fit"
    assert table.refusal(0, NameNose(1))
    assert table.refusal(1, Slide(0, 0, 0, 0)) == "not-now"
    table = turned()
    assert table.refusal(0, Slide(0, 0, MIDDLE, 0)) == "too-late"
    assert table.refusal(0, Slide(1, LENGTH + 1, MIDDLE, 0)) == "does-not-fit"
    assert table.refusal(0, Slide(1, 0, HEIGHT + 1, 0)) == "does-not-fit"
    assert table.refusal(0, Slide(1, 0, -1, 0)) == "does-not-fit"
    assert table.refusal(0, Slide(1, 0, MIDDLE, 10**15)) == "does-not-fit"
    assert table.refusal(2, Slide(1, 0, MIDDLE, 0)), "only the candidate steers"


def test_doubled_time_is_a_slower_waver_and_more_room() -> None:
    easy, usual = Corridor(7, 0, easy=True), Corridor(7, 0, easy=False)
    assert all(easy.room(x) > usual.room(x) for x in range(0, LENGTH + 1, 50))
    assert [easy.centre(500, 2 * when) for when in range(0, 30_000, 100)] == [
        usual.centre(500, when) for when in range(0, 30_000, 100)
    ]
    assert turned(doubled=(0,)).phase.corridor.easy
    assert not turned(doubled=(1,)).phase.corridor.easy


@pytest.mark.parametrize("seed", range(0, 1_000_000, 90_001))
def test_a_corridor_stays_on_the_field_and_rests_at_the_noses(seed: int) -> None:
    corridor = Corridor(seed, 0, easy=False)
    for when in range(0, SAND, 200):
        assert corridor.centre(0, when) == corridor.centre(LENGTH, when) == MIDDLE
        for x in range(0, LENGTH + 1, STILL // 4):
            room = corridor.room(x)
            assert room <= corridor.centre(x, when) <= HEIGHT - room


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_random_play_ends(players: int) -> None:
    for seed in range(20):
        Table(CARD, players=players).play_by_lot(seed)


@pytest.mark.parametrize(("level", "share"), [(1, 0.4), (2, 0.5), (3, 0.6), (4, 0.7)])
def test_bots_arrive_about_as_often_as_people_of_their_level(level: int, share: float) -> None:
    games = 80
    won = sum(
        Table(CARD, players=4, doubled=(0,) if seed % 4 == 0 else ()).play_with_bots(
            choose, [level] * 4, seed
        )
        for seed in range(games)
    )
    assert abs(won / games - share) < 0.17


def test_a_bot_takes_its_time_and_keeps_its_plan_when_it_is_asked_anew() -> None:
    table = turned()
    plans = [planned(choose(3, table.rules, table.view(0), Random(3))) for _ in range(2)]
    assert plans[0] == plans[1]
    assert plans[0][1] >= 1000
    naming = Table(CARD, players=4)
    choices = [planned(choose(3, naming.rules, naming.view(2), Random(n))) for n in range(3)]
    assert len(set(choices)) == 1
    assert choices[0][1] >= 1000
