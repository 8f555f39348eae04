"""La catapulte, sentence by sentence of its card."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from escale.core.bots import planned
from escale.games.fortboyard.tests.table import Table
from escale.games.fortboyard.trials.catapulte.bot import choose
from escale.games.fortboyard.trials.catapulte.flight import (
    CUP_AT,
    FLAT,
    HALF,
    LENGTH,
    LONGEST,
    ROUNDING,
    SHORTEST,
    SPEED,
    STEEP,
    STRONG,
    WEAK,
    Shot,
)
from escale.games.fortboyard.trials.catapulte.rules import AIMING_MS, CARD, LEAD_MS, Catch, Fire
from escale.games.fortboyard.trials.shared.claimed_times import LAG

SHOTS = [
    Shot(angle, force) for angle, force in product(range(FLAT, STEEP + 1), range(WEAK, STRONG + 1))
]


def fire(table: Table, angle: int = 57, force: int = 85) -> Shot:
    table.act(table.phase.opponent, Fire(table.phase.bout, angle, force), 1500)
    shot: Shot = table.phase.shot
    return shot


def hold_cup(table: Table, beside: int = 0) -> None:
    """Under the die when it comes down, or so far beside it."""
    shot = table.phase.shot
    x = min(LENGTH, shot.lands + beside)
    table.act(0, Catch(table.phase.bout, x), LEAD_MS + shot.lasts)


def go_on(table: Table) -> None:
    if table.won is None and table.phase.outcome:
        table.wait()


def duel(table: Table, caught: bool) -> None:
    fire(table)
    hold_cup(table, 0 if caught else 2 * HALF)
    go_on(table)


def test_no_hourglass_and_every_player_throws_once_in_turn() -> None:
    assert CARD.hourglass == 0
    table = Table(CARD, players=5)
    for opponent in (1, 2, 3, 4):
        assert table.won is None
        assert table.waits_for == (opponent,)
        duel(table, caught=False)
    assert table.won is False


@pytest.mark.parametrize("players", [3, 4, 5])
def test_one_catch_is_enough(players: int) -> None:
    table = Table(CARD, players=players)
    for _ in range(players - 2):
        duel(table, caught=False)
    assert table.won is None
    duel(table, caught=True)
    assert table.won is True


def test_if_six_play_two_catches_are_needed() -> None:
    table = Table(CARD, players=6)
    duel(table, caught=True)
    assert table.won is None
    duel(table, caught=False)
    duel(table, caught=True)
    assert table.won is True


def test_if_six_play_it_is_lost_as_soon_as_two_can_no_longer_be_caught() -> None:
    table = Table(CARD, players=6)
    for number in range(4):
        assert table.won is None, number
        duel(table, caught=False)
    assert table.won is False
    assert "catapulte-missed" in table.news


@pytest.mark.parametrize("side", [-1, 1])
def test_the_die_is_caught_as_wide_as_the_cup_is(side: int) -> None:
    for beside, caught in ((HALF, True), (HALF + 1, False)):
        table = Table(CARD, players=3)
        fire(table)
        hold_cup(table, side * beside)
        assert table.phase.outcome == ("won" if caught else "lost")
        assert table.phase.cup == table.phase.shot.lands + side * beside


def test_the_cup_is_no_faster_than_an_arm() -> None:
    table = Table(CARD, players=3)
    shot = fire(table, STEEP, WEAK)
    table.act(0, Catch(0, 0), LEAD_MS + shot.lasts)
    assert table.phase.cup == CUP_AT - SPEED * shot.lasts // 1000 - ROUNDING


def test_a_cup_that_is_held_out_early_has_not_come_far() -> None:
    table = Table(CARD, players=3)
    shot = fire(table, FLAT, STRONG)
    table.act(0, Catch(0, shot.lands))
    assert table.phase.outcome == "lost"
    assert table.phase.cup <= CUP_AT + ROUNDING


def test_every_shot_can_be_caught_by_who_is_quick_and_by_nobody_who_stands_still() -> None:
    for shot in SHOTS:
        assert SHORTEST <= shot.lasts <= LONGEST
        assert 0 <= shot.lands <= LENGTH
        assert shot.caught(shot.moved(shot.lands, shot.lasts)), shot
    far = [shot for shot in SHOTS if not shot.caught(CUP_AT)]
    assert len(far) > len(SHOTS) // 2
    assert any(not shot.caught(shot.moved(shot.lands, shot.lasts - 400)) for shot in SHOTS)
    assert {shot.lands < CUP_AT for shot in far} == {True, False}, "to both sides"


def test_nobody_knows_angle_and_force_before_the_die_flies() -> None:
    table = Table(CARD, players=3)
    assert table.view(0).seen.phases[-1] == table.view(1).seen.phases[-1]
    assert table.phase.shot is None
    fire(table, 50, 90)
    assert table.view(0).seen.phases[-1].shot == Shot(50, 90)  # type: ignore[attr-defined]


def test_who_does_not_throw_in_time_is_thrown_for() -> None:
    table = Table(CARD, players=3)
    assert table.deadline == AIMING_MS
    table.wait()
    table.draw((STRONG - WEAK + 1) * 3 + 4)
    assert table.phase.shot == Shot(FLAT + 3, WEAK + 4)
    assert table.waits_for == (0,)
    assert "catapulte-by-chance" in table.news
    hold_cup(table)
    assert table.phase.outcome == "won", "it counts like any other"


def test_a_cup_that_is_not_held_out_catches_nothing_beside_it() -> None:
    table = Table(CARD, players=3)
    shot = fire(table, FLAT, STRONG)
    assert table.deadline == table.now + LEAD_MS + shot.lasts + LAG
    table.wait()
    assert table.phase.outcome == "lost"


def test_doubled_time_is_a_slow_die_and_a_wider_cup() -> None:
    table = Table(CARD, players=3, doubled=(0,))
    shot = fire(table, FLAT, STRONG)
    usual = Shot(FLAT, STRONG)
    assert shot.lasts == 2 * usual.lasts
    assert shot.lands == usual.lands
    assert shot.half > usual.half
    assert Table(CARD, players=3, doubled=(1,)).deadline == 2 * AIMING_MS
    assert not fire(Table(CARD, players=3, doubled=(1,))).easy


def test_what_is_meant_for_another_bout_is_refused_and_so_is_nonsense() -> None:
    table = Table(CARD, players=4)
    assert table.refusal(1, Fire(1, FLAT, WEAK)) == "too-late"
    assert table.refusal(1, Fire(0, FLAT - 1, WEAK)) == "does-not-fit"
    assert table.refusal(1, Fire(0, FLAT, STRONG + 1)) == "does-not-fit"
    assert table.refusal(1, Fire(0, True, WEAK)) == "does-not-fit"
    assert table.refusal(2, Fire(0, FLAT, WEAK)), "not in turn"
    assert table.refusal(0, Catch(0, CUP_AT)), "nothing flies"
    fire(table)
    assert table.refusal(1, Fire(0, FLAT, WEAK)), "only once"
    assert table.refusal(0, Catch(0, -1)) == "does-not-fit"
    assert table.refusal(0, Catch(0, LENGTH + 1)) == "does-not-fit"
    hold_cup(table, 2 * HALF)
    go_on(table)
    fire(table)
    assert table.refusal(0, Catch(0, CUP_AT)) == "too-late"


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_random_play_ends(players: int) -> None:
    for seed in range(20):
        Table(CARD, players=players).play_by_lot(seed)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_bots_of_one_level_are_worthy_opponents(level: int) -> None:
    games = [(players, seed) for players in (3, 4, 6) for seed in range(50)]
    won = sum(
        Table(CARD, players=players, now=977 * seed).play_with_bots(choose, [level] * players, seed)
        for players, seed in games
    )
    assert 0.3 < won / len(games) < 0.7


def test_a_better_bot_catches_more() -> None:
    catches = [
        sum(
            Table(CARD, players=3, now=977 * seed).play_with_bots(choose, [level, 2, 2], seed)
            for seed in range(300)
        )
        for level in (1, 4)
    ]
    assert catches[0] + 15 < catches[1]


def test_a_bot_takes_its_time_to_aim_and_keeps_its_moment_when_it_is_asked_anew() -> None:
    table = Table(CARD, players=3)
    waits = {planned(choose(3, table.rules, table.view(1), Random(n)))[1] for n in range(9)}
    assert len(waits) == 1
    assert 1000 < waits.pop() < AIMING_MS


def test_nobody_can_compute_the_shot_of_a_bot_from_what_is_seen() -> None:
    """ "The die flies: nobody knew how before." The same view leads to many shots."""
    table = Table(CARD, players=3)
    for level in (1, 2, 3, 4):
        shots = {
            planned(choose(level, table.rules, table.view(1), Random(n)))[0] for n in range(40)
        }
        assert len(shots) > 15
