"""Clocks: they run with nobody there, and stand still in a pause and before a moment is opened."""

from __future__ import annotations

import pytest

from escale.core.event import Acted, Elapsed
from escale.tables.decisions import commands
from escale.tables.house import House
from escale.tables.log import entries as e
from escale.tables.table import Done, Table
from tests.server.wall import (
    ADA,
    BEN,
    DAY,
    HEARTBEAT,
    HOUR,
    LIVE,
    MINUTE,
    SECOND,
    SLOW,
    Lives,
    PassingBots,
    Visitor,
    again,
    announces,
    begun,
    done,
    events,
    happenings,
    passes,
    seen_by,
    settled,
)

# Deadlines of the rules


def test_a_deadline_of_the_rules_strikes_with_nobody_there(lives: Lives) -> None:
    async def story(home: House) -> None:
        table = await begun(home, turn_seconds=60)
        await lives.turn(home, 59 * SECOND)
        assert events(await again(home, table), Elapsed) == []
        await lives.turn(home, 3 * SECOND)
        table = await again(home, table)
        (struck,) = events(table, Elapsed)
        assert 60 * SECOND <= struck.at <= 60 * SECOND + HEARTBEAT
        assert table.state.awaited == (1,)

    lives(story)


def test_a_move_at_the_last_moment_counts_and_one_after_it_does_not(lives: Lives) -> None:
    async def story(home: House) -> None:
        table = await begun(home, turn_seconds=60)
        lives.wall.at += 60 * SECOND - 1
        await passes(table, ADA, 0)
        assert events(table, Elapsed) == []
        lives.wall.at += 60 * SECOND
        refused = await table.do(BEN, commands.Act("late", 1, b'{"kind":"Pass"}'))  # type: ignore[arg-type]
        assert not isinstance(refused, Done) and refused.reason == "not-your-turn"
        assert len(events(table, Elapsed)) == 1

    lives(story)


# Pace


def test_who_is_there_and_late_loses_one_move(lives: Lives) -> None:
    async def story(home: House) -> None:
        table = await begun(home, LIVE)
        table.watch(Visitor(ADA))
        await lives.turn(home, 62 * SECOND)
        assert happenings(table, e.StoodIn) == [e.StoodIn(0, 2, once=True)]
        assert [event.seat for event in events(table, Acted)] == [0]
        assert table.state.level(0) is None
        await passes(table, BEN, 1)
        assert table.state.awaited == (0,)  # and nobody plays for Ada
        await lives.turn(home, 59 * SECOND)
        assert len(events(table, Acted)) == 2

    lives(story)


def test_who_is_away_is_played_for_until_back(lives: Lives) -> None:
    async def story(home: House) -> None:
        home.bot_pool = PassingBots(1)  # moves by lot can end the match before Ada is back
        table = await begun(home, LIVE)
        table.watch(Visitor(BEN))
        await lives.turn(home, 62 * SECOND)
        assert happenings(table, e.StoodIn) == [e.StoodIn(0, 2, once=False)]
        for _ in range(3):
            await announces(table, BEN, 1)
            await settled(home)
        assert [event.seat for event in events(table, Acted)] == [0, 1, 0, 1, 0, 1, 0]
        await done(table, ADA, commands.Sit("back", "Ada"))
        await announces(table, BEN, 1)
        await settled(home)
        assert table.state.awaited == (0,)  # Ada plays again herself

    lives(story)


def test_in_slow_play_days_may_pass_and_then_the_house_moves(lives: Lives) -> None:
    async def story(home: House) -> None:
        table = await begun(home, e.Pace("slow", 3 * 86_400))
        await lives.turn(home, 3 * DAY - 10 * MINUTE, HOUR)
        assert table.state.name not in home.tables
        assert not events(await again(home, table), Acted)
        await lives.turn(home, 11 * MINUTE, MINUTE)
        assert [event.seat for event in events(await again(home, table), Acted)] == [0]

    lives(story)


def test_a_seat_that_the_house_plays_does_not_keep_the_clock_busy(lives: Lives) -> None:
    """While a bot thinks on overtime, there is nothing for the clock to do."""

    async def story(home: House) -> None:
        table = await begun(home, LIVE)
        table.watch(Visitor(ADA))
        home.bot_pause = 0.3
        ticks = 0
        tick = table.tick

        def counted() -> None:
            nonlocal ticks
            ticks += 1
            tick()

        table.tick = counted  # type: ignore[method-assign]
        await lives.turn(home, 62 * SECOND)
        assert happenings(table, e.StoodIn) and ticks < 10

    lives(story)


# Timed moments in slow play


def test_a_timed_moment_of_slow_play_begins_when_it_is_opened(lives: Lives) -> None:
    async def story(home: House) -> None:
        table = await begun(home, SLOW, turn_seconds=60)
        await lives.turn(home, 10 * HOUR, HOUR)
        table = await again(home, table)
        assert table.state.held(0) and events(table, Elapsed) == []
        await done(table, ADA, commands.OpenMoment("open", 0))
        await lives.turn(home, 58 * SECOND, SECOND)
        table = await again(home, table)
        assert not table.state.held(0) and events(table, Elapsed) == []
        await lives.turn(home, 5 * SECOND, SECOND)
        table = await again(home, table)
        assert len(events(table, Elapsed)) == 1
        assert events(table, Elapsed)[0].at < 70 * SECOND  # match time did not count the hours

    lives(story)


def test_a_timed_moment_is_not_seen_before_it_is_opened(lives: Lives) -> None:
    async def story(home: House) -> None:
        table = await begun(home, SLOW, turn_seconds=60)
        before = seen_by(table, ADA)
        assert before["views"] == [{"seat": 0, "held": True, "opened": False}]
        assert not any(
            one["kind"] == "Happened" for row in before["happened"] for one in row["what"]
        )
        refused = await table.do(ADA, commands.Act("blind", 0, b'{"kind":"Pass"}'))  # type: ignore[arg-type]
        assert not isinstance(refused, Done) and refused.reason == "open-it-first"
        await done(table, ADA, commands.OpenMoment("open", 0))
        assert "seen" in seen_by(table, ADA)["views"][0]

    lives(story)


def test_an_opened_moment_goes_on_after_a_kill_with_the_rest(lives: Lives) -> None:
    tables = []

    async def before(home: House) -> None:
        table = await begun(home, SLOW, turn_seconds=60)
        tables.append(table)
        await done(table, ADA, commands.OpenMoment("open", 0))
        await lives.turn(home, 40 * SECOND)

    async def after(home: House) -> None:
        await lives.turn(home, 19 * SECOND, SECOND)
        table = await again(home, tables[0])
        assert table.state.running is not None
        assert table.state.running.opened == {0} and events(table, Elapsed) == []
        await lives.turn(home, 2 * HEARTBEAT, SECOND)
        assert len(events(table, Elapsed)) == 1

    lives(before)
    lives.wall.at += 5 * DAY
    lives(after)


def test_a_moment_that_is_never_opened_is_played_by_the_house_at_last(lives: Lives) -> None:
    async def story(home: House) -> None:
        table = await begun(home, SLOW, turn_seconds=60)
        await lives.turn(home, DAY + 10 * MINUTE, 10 * MINUTE)
        table = await again(home, table)
        assert happenings(table, e.StoodIn)[0].seat == 0
        assert events(table, Acted)[0].seat == 0

    lives(story)


# Pauses


async def paused(table: Table) -> None:
    await done(table, ADA, commands.Propose("pause", "pause"))
    await done(table, BEN, commands.Answer("agree", True))
    assert table.state.paused


@pytest.mark.parametrize("killed", [False, True], ids=["in one life", "killed meanwhile"])
def test_a_pause_stops_both_clocks_and_they_go_on_with_the_rest(lives: Lives, killed: bool) -> None:
    tables = []

    async def before(home: House) -> None:
        table = await begun(home, LIVE, turn_seconds=90)
        tables.append(table)
        await lives.turn(home, 50 * SECOND)
        await paused(table)
        await lives.turn(home, DAY, HOUR)
        if not killed:
            await after(home)

    async def after(home: House) -> None:
        table = await again(home, tables[0])
        assert table.state.paused and table.state.due(home.closed) is None
        await done(table, ADA, commands.Resume("resume"))
        await lives.turn(home, 9 * SECOND, SECOND)
        assert not happenings(table, e.StoodIn)
        table.watch(Visitor(ADA))  # so that the rules' own clock has something to say as well
        await lives.turn(home, 3 * SECOND, SECOND)
        assert len(happenings(table, e.StoodIn)) == 1  # 60 s of the move were over
        (acted,) = events(table, Acted)
        assert 60 * SECOND <= acted.at <= 65 * SECOND  # match time stood still as well

    lives(before)
    if killed:
        lives.wall.at += 3 * DAY
        lives(after)
