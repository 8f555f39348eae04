"""Clocks stand still while the house is closed, and never run back."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import httpx
import pytest

from escale.core.event import Elapsed
from escale.store.sqlite.store import SqliteStore
from escale.tables.house import House
from escale.tables.log import entries as e
from escale.tables.log import entry_codec
from escale.tables.log.table_state import TableState
from tests.server.wall import (
    ADA,
    BEN,
    DAY,
    FREE,
    HEARTBEAT,
    HOUR,
    LIVE,
    MINUTE,
    SECOND,
    SLOW,
    Lives,
    NoBots,
    again,
    begun,
    events,
    happenings,
    passes,
)
from tests.soak import audit, crash
from tests.soak.victim import Victim

# Closings


@pytest.mark.parametrize("closing", [SECOND, 2 * HOUR, 400 * DAY])
@pytest.mark.parametrize(
    ("pace", "turn_seconds", "limit", "step"),
    [
        (FREE, 60, MINUTE, SECOND),
        (LIVE, 0, MINUTE, SECOND),
        (SLOW, 0, DAY, HOUR // 6),
    ],
    ids=["by the rules", "live", "slow"],
)
def test_after_a_closing_of_any_length_a_player_has_what_was_left(
    lives: Lives, pace: e.Pace, turn_seconds: int, limit: int, step: int, closing: int
) -> None:
    tables = []

    async def before(home: House) -> None:
        tables.append(await begun(home, pace, turn_seconds=turn_seconds))
        await lives.turn(home, limit // 3, step)
        lives.wall.at += min(step, HEARTBEAT) - 1  # and it is killed before it notes the time again

    async def after(home: House) -> None:
        left = limit - limit // 3 - HEARTBEAT
        await lives.turn(home, left, step)
        table = await again(home, tables[0])
        assert not events(table, Elapsed) and not happenings(table, e.StoodIn)
        await lives.turn(home, 2 * HEARTBEAT + step, SECOND)
        assert events(table, Elapsed) or happenings(table, e.StoodIn)

    lives(before)
    lives.wall.at += closing
    lives(after)


def test_many_closings_in_a_row_cost_nobody_any_time(lives: Lives) -> None:
    tables = []

    async def first(home: House) -> None:
        tables.append(await begun(home, LIVE))
        await home.sweep()

    async def short(home: House) -> None:
        await home.sweep()
        lives.wall.at += SECOND

    async def last(home: House) -> None:
        await lives.turn(home, 30 * SECOND)
        assert not happenings(await again(home, tables[0]), e.StoodIn)
        await lives.turn(home, 30 * SECOND + HEARTBEAT)
        assert happenings(await again(home, tables[0]), e.StoodIn)

    lives(first)
    for _ in range(20):
        lives.wall.at += 20 * SECOND
        lives(short)
    lives(last)


def test_a_stop_in_good_order_loses_not_a_second(lives: Lives) -> None:
    tables = []

    async def before(home: House) -> None:
        tables.append(await begun(home, LIVE))
        lives.wall.at += 31 * SECOND  # without a heartbeat

    async def after(home: House) -> None:
        table = await again(home, tables[0])
        assert table.state.running is not None
        assert table.state.running.clock_due(home.closed) == lives.wall.at + 29 * SECOND

    lives(before, killed=False)
    lives.wall.at += DAY
    lives(after)


def test_a_house_with_sleeping_tables_only_still_knows_until_when_it_was_open(lives: Lives) -> None:
    """Otherwise a kill would give everybody all the days since somebody last played."""
    tables = []

    async def before(home: House) -> None:
        tables.append(await begun(home, SLOW))
        await lives.turn(home, 20 * HOUR, HOUR // 60)
        assert not home.tables

    async def after(home: House) -> None:
        await lives.turn(home, 3 * HOUR, HOUR // 60)
        assert not happenings(await again(home, tables[0]), e.StoodIn)
        await lives.turn(home, HOUR + 5 * MINUTE, HOUR // 60)
        assert happenings(await again(home, tables[0]), e.StoodIn)

    lives(before)
    lives(after)


def test_a_real_house_that_was_killed_gives_back_the_rest_of_a_turn(tmp_path: Path) -> None:
    """Only the database is looked at: nobody wakes the table."""
    victim = Victim(crash.born(), tmp_path)
    victim.start()
    victim.wait_until_ready()
    options = {"language": "en", "turn_seconds": 4}
    wish = {"id": "t", "game": "wordbank", "name": "Ada", "seats": ["me", "me"], "start": True}
    with httpx.Client(trust_env=False) as client:
        answer = client.post(f"{victim.url}/api/tables", json=wish | {"options": options})
    assert answer.status_code == 201
    time.sleep(1)
    killed = time.time_ns() // 1_000_000
    victim.kill()
    time.sleep(3.5)
    reopened = time.time_ns() // 1_000_000
    victim.start()
    (room,) = _until_struck(victim.database)
    victim.kill()
    begun_at = next(entry.at for entry in room.entries if b"Drawn" in entry_codec.encode(entry))
    struck_at = next(entry.at for entry in room.entries if b"Elapsed" in entry_codec.encode(entry))
    assert struck_at >= reopened + 4 * SECOND - (killed - begun_at)


def _until_struck(database: Path) -> list[TableState]:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        kept = list(audit.tables(database).values())
        if any(b"Elapsed" in body for one in kept for body in one.bodies):
            return [one.state() for one in kept]
        time.sleep(0.1)
    raise AssertionError("the clock did not strike")


# A wall clock that is set


def test_a_wall_clock_that_is_set_back_turns_nothing_back(lives: Lives) -> None:
    async def story(home: House) -> None:
        table = await begun(home, LIVE, turn_seconds=90)
        await lives.turn(home, 30 * SECOND)
        lives.wall.at -= HOUR
        await passes(table, ADA, 0)
        await passes(table, BEN, 1)
        await lives.turn(home, 10 * SECOND)
        hours = [entry.at for entry in table.state.entries]
        assert hours == sorted(hours)
        times = [event.at for event in table.state.running.match.log]  # type: ignore[union-attr]
        assert times == sorted(times)
        assert not happenings(table, e.StoodIn)

    lives(story)


def test_a_wall_clock_that_jumps_does_not_touch_a_house_that_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small computer without a battery learns the date minutes after its start."""

    async def story() -> None:
        home = House(SqliteStore.open(tmp_path / "house.sqlite", 0), NoBots(1), bot_pause=0)
        before = home.now()
        for jump in (-DAY, 30 * DAY):
            monkeypatch.setattr("time.time_ns", lambda jump=jump: (before + jump) * 1_000_000)
            assert before <= home.now() < before + MINUTE
        monkeypatch.undo()
        await home.close()

    asyncio.run(story())


def test_a_house_that_opens_with_its_clock_set_back_goes_on_where_it_was(tmp_path: Path) -> None:
    async def story() -> None:
        late = SqliteStore.open(tmp_path / "house.sqlite", 0)
        home = House(late, NoBots(1), clock=lambda: 4_000_000_000_000)
        await home.close()
        home = House(SqliteStore.open(tmp_path / "house.sqlite", 0), NoBots(1))
        assert 4_000_000_000_000 <= home.now() < 4_000_000_000_000 + MINUTE
        assert not home.closed[1:]
        await home.close()

    asyncio.run(story())
