"""La pince: every sentence of its card."""

from __future__ import annotations

import pytest

from escale.games.fortboyard.tests.table import Table
from escale.games.fortboyard.trials.pince.bot import choose
from escale.games.fortboyard.trials.pince.rules import CARD, PATIENCE, WINDOW, LetFall, Pinch
from escale.games.fortboyard.trials.shared.claimed_times import FASTEST, LAG
from escale.games.fortboyard.trials.shared.face_to_face import GoOn, TakePosition


def ready(players: int = 3, doubled: tuple[int, ...] = ()) -> Table:
    """Thumb and forefinger are apart, and the first opponent holds the card."""
    table = Table(CARD, players, doubled, now=5000)
    table.act(0, TakePosition(0), 500)
    return table


def fall(table: Table, after: int = 2000) -> None:
    table.act(table.phase.opponent, LetFall(table.phase.bout), after)
    table.wait()


def pinch(table: Table, reaction: int, under_way: int = 40) -> None:
    table.act(0, Pinch(table.phase.bout, reaction), reaction + under_way)


def look(table: Table) -> None:
    for seat in table.waits_for:
        table.act(seat, GoOn(table.phase.bout))


def duel(table: Table, won: bool) -> None:
    table.act(0, TakePosition(table.phase.bout), 500)
    fall(table)
    pinch(table, WINDOW if won else WINDOW + 1)
    look(table)


def test_the_fingers_have_to_be_apart_before_the_card_falls() -> None:
    table = Table(CARD)
    assert table.refusal(1, LetFall(0)) == "not-your-turn"
    table.wait()  # who does not say so is waited for, but not for ever
    assert not table.refusal(1, LetFall(0))


def test_the_card_falls_when_the_opponent_likes() -> None:
    for moment in (1, 900, PATIENCE - 1):
        table = ready()
        fall(table, after=moment)
        assert table.phase.cue == table.now == 5500 + moment


@pytest.mark.parametrize(
    ("reaction", "won"),
    [(FASTEST, True), (WINDOW, True), (WINDOW + 1, False), (FASTEST - 1, False), (0, False)],
)
def test_it_is_caught_while_it_is_between_the_fingers(reaction: int, won: bool) -> None:
    table = ready()
    fall(table)
    pinch(table, reaction)
    assert table.phase.outcome == ("won" if won else "lost")


def test_fingers_that_close_too_early_catch_nothing() -> None:
    table = ready()
    table.act(0, Pinch(0, 0), 700)
    assert table.phase.outcome == "lost"
    assert "closes-early" in table.news


def test_a_card_that_nobody_catches_is_through() -> None:
    table = ready()
    fall(table)
    assert table.deadline == table.now + WINDOW + LAG
    table.wait()
    assert table.phase.outcome == "lost"
    assert "misses" in table.news


def test_a_slow_line_is_no_disadvantage() -> None:
    table = ready()
    fall(table)
    pinch(table, 200, under_way=LAG)
    assert (table.phase.outcome, table.phase.reaction) == ("won", 200)


def test_doubled_time_doubles_the_window() -> None:
    table, other = ready(doubled=(0,)), ready(doubled=(1, 2))
    fall(table)
    pinch(table, 2 * WINDOW)
    fall(other)
    pinch(other, WINDOW + 1)
    assert [table.phase.outcome, other.phase.outcome] == ["won", "lost"]


def test_a_card_that_is_never_let_go_is_as_good_as_caught() -> None:
    table = ready()
    assert table.deadline == table.now + PATIENCE
    table.wait()
    assert table.phase.outcome == "won"
    assert "holds-on" in table.news


def test_every_player_does_it_in_turn() -> None:
    table, met = Table(CARD, players=6), []
    while table.won is None:
        met.append(table.phase.opponent)
        duel(table, won=len(met) % 2 == 0)
    assert met == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("players", "needed"), [(3, 1), (4, 2), (5, 2), (6, 3)])
def test_won_once_with_3_twice_with_4_or_5_three_times_with_6(players: int, needed: int) -> None:
    winning, losing = Table(CARD, players), Table(CARD, players)
    for table in (winning, losing):
        for _ in range(players - 1 - needed):
            duel(table, won=False)
        for _ in range(needed - 1):
            duel(table, won=True)
        assert table.won is None
    duel(winning, won=True)
    duel(losing, won=False)
    assert [winning.won, losing.won] == [True, False]


def test_what_makes_no_sense_is_refused() -> None:
    table = ready(players=4)
    assert table.refusal(2, LetFall(0)) == "not-your-turn"
    assert table.refusal(0, LetFall(0)) == "not-now"
    assert table.refusal(1, Pinch(0, 200)) == "not-now"
    assert table.refusal(0, Pinch(0, -1)) == "does-not-fit"
    assert table.refusal(0, Pinch(0, 10**9)) == "does-not-fit"
    assert table.refusal(0, Pinch(1, 200)) == "too-late"
    fall(table)
    assert table.refusal(1, LetFall(0)) == "not-your-turn"


def test_no_hourglass() -> None:
    assert CARD.hourglass == 0


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_random_play_ends(players: int) -> None:
    assert False in {Table(CARD, players).play_by_lot(seed) for seed in range(30)}


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_equal_bots_win_and_lose(level: int) -> None:
    wins = sum(Table(CARD, 4).play_with_bots(choose, [level] * 4, seed) for seed in range(100))
    assert 25 <= wins <= 70


def test_better_bots_are_better_above_and_below() -> None:
    def wins(levels: list[int]) -> int:
        return sum(Table(CARD, 4).play_with_bots(choose, levels, seed) for seed in range(60))

    assert wins([4, 1, 1, 1]) > wins([2, 2, 2, 2]) > wins([1, 4, 4, 4])
