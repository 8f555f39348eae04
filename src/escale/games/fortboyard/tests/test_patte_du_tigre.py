"""La patte du tigre: every sentence of its card."""

from __future__ import annotations

from random import Random

import pytest

from escale.core.event import Acted, seen_event
from escale.core.secrecy import has_hidden
from escale.games.fortboyard.tests.table import Table
from escale.games.fortboyard.tests.trial_secrets import assert_secrets_are_kept
from escale.games.fortboyard.trials.patte_du_tigre.bot import choose
from escale.games.fortboyard.trials.patte_du_tigre.rules import (
    CARD,
    LATEST,
    SOONEST,
    TIME,
    GiveSignal,
    PatteDuTigre,
    TouchDie,
)
from escale.games.fortboyard.trials.shared.claimed_times import FASTEST, LAG
from escale.games.fortboyard.trials.shared.face_to_face import GoOn, TakePosition


def place(table: Table) -> None:
    for seat in table.waits_for:
        table.act(seat, TakePosition(table.phase.bout), 100)


def ready(players: int = 3, doubled: tuple[int, ...] = ()) -> Table:
    """Both hands lie flat."""
    table = Table(CARD, players, doubled, now=5000)
    place(table)
    return table


def signal(table: Table, after: int = 3000) -> None:
    table.act(table.phase.giver, GiveSignal(table.phase.bout), after)
    table.wait()


def touch(table: Table, seat: int, reaction: int) -> None:
    """The touch is heard of as soon as it may be, after what was heard before."""
    heard = max(table.now, table.phase.cue + reaction)
    table.act(seat, TouchDie(table.phase.bout, reaction), heard - table.now)


def look(table: Table) -> None:
    for seat in table.waits_for:
        table.act(seat, GoOn(table.phase.bout))


def duel(table: Table, won: bool) -> None:
    place(table)
    signal(table)
    other = table.phase.opponent
    touch(table, 0, 300)
    touch(table, other, 310 if won else 290)
    look(table)


def test_both_hands_lie_flat_before_the_signal() -> None:
    table = Table(CARD)
    assert table.waits_for == (0, 1)
    assert table.refusal(2, GiveSignal(0)) == "not-your-turn"
    place(table)
    assert not table.refusal(2, GiveSignal(0))


def test_another_player_gives_the_signal() -> None:
    """The next one in order who is neither."""
    for players in (3, 4, 5, 6):
        table, givers = Table(CARD, players), []
        while table.won is None:
            givers.append((table.phase.opponent, table.phase.giver))
            duel(table, won=len(givers) % 2 == 0)
        others = list(range(1, players))
        turned = [*others[1:], others[0]]
        assert givers == list(zip(others, turned, strict=True))[: len(givers)]


def test_the_giver_chooses_the_moment() -> None:
    for moment in (SOONEST, 4000, LATEST - 1):
        table = ready()
        began = table.now
        signal(table, after=moment)
        assert table.phase.cue == began + moment


@pytest.mark.parametrize("moment", [1, SOONEST - 1])
def test_a_signal_before_both_can_look_is_not_heard(moment: int) -> None:
    """Else its deadline, which everybody sees, would tell the moment before it comes."""
    table = ready()
    before, deadline = table.phase, table.deadline
    table.act(2, GiveSignal(0), after=moment)
    assert (table.phase, table.deadline) == (before, deadline)
    signal(table, after=SOONEST - moment)
    assert table.phase.cue == before.began + SOONEST


def test_no_deadline_tells_when_the_signal_will_come() -> None:
    """It is far away until the signal is given, and then it is now."""
    for moment in (10, SOONEST - 1, SOONEST, 2000, 9000):
        table = ready()
        began = table.now
        table.act(2, GiveSignal(0), after=moment)
        assert table.deadline in (table.now, began + LATEST)


def test_a_signal_that_nobody_gives_comes_by_itself() -> None:
    table = ready()
    assert table.deadline == table.now + LATEST
    table.wait()
    assert table.phase.cue


@pytest.mark.parametrize(("own", "other", "outcome"), [(300, 301, "won"), (300, 299, "lost")])
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_hand_on_the_die_wins_whichever_is_heard_of_first(
    own: int, other: int, outcome: str, first: int
) -> None:
    table = ready()
    signal(table)
    for seat in (first, 1 - first):
        assert table.phase.outcome == ""
        touch(table, seat, own if seat == 0 else other)
    assert (table.phase.outcome, table.phase.times) == (outcome, (own, other))


def test_equal_times_again() -> None:
    table = ready()
    signal(table)
    touch(table, 0, 300)
    touch(table, 1, 300)
    assert table.phase.outcome == "equal"
    look(table)
    assert (table.phase.opponent, table.phase.results, table.phase.bout) == (1, (), 1)


@pytest.mark.parametrize(("seat", "outcome"), [(0, "lost"), (1, "won")])
def test_who_touches_before_the_signal_has_lost(seat: int, outcome: str) -> None:
    table = ready()
    table.act(seat, TouchDie(0, 0), 1200)
    assert table.phase.outcome == outcome
    assert "touches-early" in table.news


@pytest.mark.parametrize(("seat", "outcome"), [(0, "lost"), (1, "won")])
def test_nobody_is_that_fast(seat: int, outcome: str) -> None:
    table = ready()
    signal(table)
    table.act(seat, TouchDie(0, FASTEST - 1), 400)
    assert table.phase.outcome == outcome


@pytest.mark.parametrize(("seat", "outcome"), [(0, "won"), (1, "lost")])
def test_if_only_one_touches_that_one_wins(seat: int, outcome: str) -> None:
    table = ready()
    signal(table)
    touch(table, seat, 700)
    assert table.deadline == table.now + LAG  # the other touch may be under way
    table.wait()
    assert table.phase.outcome == outcome


def test_if_nobody_touches_the_candidate_was_not_first() -> None:
    table = ready()
    signal(table)
    assert table.deadline == table.now + TIME + LAG
    table.wait()
    assert (table.phase.outcome, table.phase.times) == ("lost", (0, 0))


def test_doubled_time_halves_a_reaction() -> None:
    table = ready(doubled=(0,))
    signal(table)
    touch(table, 1, 300)
    touch(table, 0, 599)
    assert table.phase.outcome == "won"
    slower = ready(doubled=(1,))
    signal(slower)
    touch(slower, 0, 300)
    touch(slower, 1, 599)
    assert slower.phase.outcome == "lost"


def test_the_other_does_not_know_which_time_is_to_be_beaten() -> None:
    table = ready()
    signal(table)
    touch(table, 0, 300)
    for seat in (1, 2, None):
        seen = table.view(seat).seen.phases[-1]
        assert isinstance(seen, PatteDuTigre)
        assert seen.touched == (0,)
        assert has_hidden(seen.claims[0])
        event = seen_event(Acted(0, TouchDie(0, 300), 1), seat)
        assert isinstance(event, Acted)
        assert has_hidden(event.action.reaction)
    guess = table.rules.imagine(table.view(1), Random(1)).phases[-1]
    assert isinstance(guess, PatteDuTigre)
    assert guess.claims[0] >= FASTEST


def test_every_player_is_met_in_turn() -> None:
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
    assert table.refusal(3, TouchDie(0, 0)) == "not-your-turn"
    assert table.refusal(2, TouchDie(0, 0)) == "not-now"
    assert table.refusal(0, GiveSignal(0)) == "not-now"
    assert table.refusal(0, TouchDie(0, -1)) == "does-not-fit"
    assert table.refusal(0, TouchDie(3, 200)) == "too-late"
    signal(table)
    assert table.refusal(2, GiveSignal(0)) == "not-your-turn"
    touch(table, 0, 300)
    assert table.refusal(0, TouchDie(0, 90)) == "not-your-turn"


def test_no_hourglass() -> None:
    assert CARD.hourglass == 0


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_random_play_ends(players: int) -> None:
    assert {Table(CARD, players).play_by_lot(seed) for seed in range(40)} == {True, False}


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_equal_bots_win_and_lose(level: int) -> None:
    wins = sum(Table(CARD, 4).play_with_bots(choose, [level] * 4, seed) for seed in range(100))
    assert 35 <= wins <= 65


def test_better_bots_are_quicker() -> None:
    def wins(levels: list[int]) -> int:
        return sum(Table(CARD, 4).play_with_bots(choose, levels, seed) for seed in range(60))

    assert wins([3, 1, 1, 1]) > wins([2, 2, 2, 2]) > wins([1, 3, 3, 3])


@pytest.mark.parametrize("players", [3, 6])
def test_nobody_hears_the_time_that_is_to_be_beaten(players: int) -> None:
    for seed in range(2):
        assert_secrets_are_kept(CARD, players, seed)
