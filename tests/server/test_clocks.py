"""Clocks: they run with nobody there, stand still while the house is closed, and never run back.

Long times pass in a moment here: these houses keep a real database, and have a clock whose hands
can be turned.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from escale.core.event import Acted, Elapsed
from escale.games.shelf import take
from escale.store.sqlite import SqliteStore
from escale.tables import asks, book, house
from escale.tables import entries as e
from escale.tables.house import House, Wish
from escale.tables.room import Room
from escale.tables.table import Done, Table
from escale.tables.thinkers import NoAnswer, Thinkers
from tests.soak import audit, crash
from tests.soak.nursery import Victim

SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000
HEARTBEAT = int(house.SWEEP_SECONDS * SECOND)
ADA, BEN = "a" * 64, "b" * 64  # the marks of two cookies

FREE = e.Pace()
LIVE = e.Pace("live", 60)
SLOW = e.Pace("slow", 86_400)


class Wall:
    """A clock on the wall, with hands to turn."""

    def __init__(self) -> None:
        self.at = 1_800_000_000_000

    def __call__(self) -> int:
        return self.at


class NoBots(Thinkers):
    """Nobody answers: the house then plays some allowed move, at once."""

    async def ask(self, question: Any) -> Any:
        raise NoAnswer


class Visitor:
    """Somebody who is connected."""

    def __init__(self, mark: str) -> None:
        self.mark = mark
        self.dismissed = False

    def wake(self) -> None:
        pass

    def dismiss(self) -> None:
        self.dismissed = True


Story = Callable[[House], Awaitable[None]]


class Lives:
    """A house that is opened, killed and opened again, on the same database."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.wall = Wall()

    def __call__(self, story: Story, *, killed: bool = True) -> None:
        asyncio.run(self._life(story, killed))

    async def _life(self, story: Story, killed: bool) -> None:
        store = SqliteStore.open(self.path, self.wall())
        home = House(store, NoBots(1), clock=self.wall, bot_pause=0)
        try:
            await story(home)
            await settled(home)
        finally:
            if killed:
                await _fall(home)
            else:
                await home.close()

    async def turn(self, home: House, milliseconds: int, step: int = HEARTBEAT) -> None:
        """Let time pass, and the house look after its tables as often as it does."""
        until = self.wall.at + milliseconds
        while self.wall.at < until:
            self.wall.at = min(until, self.wall.at + step)
            await home.sweep()
            await settled(home)


async def _fall(home: House) -> None:
    """As if killed: nothing is said to the database any more."""
    for table in home.tables.values():
        table.put_away()
    for task in list(home._work):
        task.cancel()
    await asyncio.gather(*home._work, return_exceptions=True)
    await home.store.close()


async def settled(home: House) -> None:
    """Until nothing is under way."""
    while home._work or any(table.busy for table in home.tables.values()):
        await asyncio.sleep(0.001)


@pytest.fixture
def lives(tmp_path: Path) -> Iterator[Lives]:
    yield Lives(tmp_path / "house.sqlite")


async def begun(
    home: House, pace: e.Pace = FREE, *, turn_seconds: int = 0, name: str = "t"
) -> Table:
    """Ada and Ben play Word Bank. Ada begins."""
    game = take("wordbank")
    options = game.options(language="en", starter=0, turn_seconds=turn_seconds)
    table = await home.make(ADA, name, Wish(game, options, ("me", None), "Ada", pace))
    assert isinstance(table, Table)
    await done(table, BEN, asks.Sit("sit", "Ben"))
    await done(table, ADA, asks.Start("start"))
    return table


async def done(table: Table, mark: str, ask: asks.Ask) -> None:
    assert isinstance(await table.do(mark, ask), Done)


async def passes(table: Table, mark: str, seat: int) -> None:
    """The seat announces nothing: the simplest move."""
    message = f"pass-{table.room.number}"
    await done(table, mark, asks.Act(message, seat, b'{"kind":"Pass"}'))  # type: ignore[arg-type]


async def again(home: House, table: Table) -> Table:
    found = await home.open(table.room.table)
    assert found is not None
    return found


def happenings(table: Table, kind: Any) -> list[Any]:
    return [one for entry in table.room.entries for one in entry.what if isinstance(one, kind)]


def events(table: Table, kind: Any) -> list[Any]:
    happened = happenings(table, e.Happened)
    return [event for one in happened for event in one.events if isinstance(event, kind)]


def seen_by(table: Table, mark: str) -> Any:
    person = table.room.person(mark)
    return json.loads(table.sight.update(person, 0, 0)[0])


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
        assert table.room.awaited == (1,)

    lives(story)


def test_a_move_at_the_last_moment_counts_and_one_after_it_does_not(lives: Lives) -> None:
    async def story(home: House) -> None:
        table = await begun(home, turn_seconds=60)
        lives.wall.at += 60 * SECOND - 1
        await passes(table, ADA, 0)
        assert events(table, Elapsed) == []
        lives.wall.at += 60 * SECOND
        refused = await table.do(BEN, asks.Act("late", 1, b'{"kind":"Pass"}'))  # type: ignore[arg-type]
        assert not isinstance(refused, Done) and refused.reason == "not-your-turn"
        assert len(events(table, Elapsed)) == 1

    lives(story)


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
        assert table.room.clock_due(home.closed) == lives.wall.at + 29 * SECOND

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
    begun_at = next(entry.at for entry in room.entries if b"Drawn" in book.write(entry))
    struck_at = next(entry.at for entry in room.entries if b"Elapsed" in book.write(entry))
    assert struck_at >= reopened + 4 * SECOND - (killed - begun_at)


def _until_struck(database: Path) -> list[Room]:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        kept = list(audit.tables(database).values())
        if any(b"Elapsed" in body for one in kept for body in one.bodies):
            return [one.room() for one in kept]
        time.sleep(0.1)
    raise AssertionError("the clock did not strike")


# Pace


def test_who_is_there_and_late_loses_one_move(lives: Lives) -> None:
    async def story(home: House) -> None:
        table = await begun(home, LIVE)
        table.watch(Visitor(ADA))
        await lives.turn(home, 62 * SECOND)
        assert happenings(table, e.StoodIn) == [e.StoodIn(0, 2, once=True)]
        assert [event.seat for event in events(table, Acted)] == [0]
        assert table.room.level(0) is None
        await passes(table, BEN, 1)
        assert table.room.awaited == (0,)  # and nobody plays for Ada
        await lives.turn(home, 59 * SECOND)
        assert len(events(table, Acted)) == 2

    lives(story)


def test_who_is_away_is_played_for_until_back(lives: Lives) -> None:
    async def story(home: House) -> None:
        table = await begun(home, LIVE)
        table.watch(Visitor(BEN))
        await lives.turn(home, 62 * SECOND)
        assert happenings(table, e.StoodIn) == [e.StoodIn(0, 2, once=False)]
        for _ in range(3):
            await passes(table, BEN, 1)
            await settled(home)
        assert [event.seat for event in events(table, Acted)] == [0, 1, 0, 1, 0, 1, 0]
        await done(table, ADA, asks.Sit("back", "Ada"))
        await passes(table, BEN, 1)
        await settled(home)
        assert table.room.awaited == (0,)  # Ada plays again herself

    lives(story)


def test_in_slow_play_days_may_pass_and_then_the_house_moves(lives: Lives) -> None:
    async def story(home: House) -> None:
        table = await begun(home, e.Pace("slow", 3 * 86_400))
        await lives.turn(home, 3 * DAY - 10 * MINUTE, HOUR)
        assert table.room.table not in home.tables
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

        async def counted() -> None:
            nonlocal ticks
            ticks += 1
            await tick()

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
        assert table.room.held(0) and events(table, Elapsed) == []
        await done(table, ADA, asks.OpenMoment("open", 0))
        await lives.turn(home, 58 * SECOND, SECOND)
        table = await again(home, table)
        assert not table.room.held(0) and events(table, Elapsed) == []
        await lives.turn(home, 5 * SECOND, SECOND)
        table = await again(home, table)
        assert len(events(table, Elapsed)) == 1
        assert events(table, Elapsed)[0].at < 70 * SECOND  # match time did not count the hours

    lives(story)


def test_a_timed_moment_is_not_seen_before_it_is_opened(lives: Lives) -> None:
    async def story(home: House) -> None:
        table = await begun(home, SLOW, turn_seconds=60)
        before = seen_by(table, ADA)
        assert before["views"] == [{"seat": 0, "held": True}]
        assert not any(
            one["kind"] == "Happened" for row in before["happened"] for one in row["what"]
        )
        refused = await table.do(ADA, asks.Act("blind", 0, b'{"kind":"Pass"}'))  # type: ignore[arg-type]
        assert not isinstance(refused, Done) and refused.reason == "open-it-first"
        await done(table, ADA, asks.OpenMoment("open", 0))
        assert "seen" in seen_by(table, ADA)["views"][0]

    lives(story)


def test_an_opened_moment_goes_on_after_a_kill_with_the_rest(lives: Lives) -> None:
    tables = []

    async def before(home: House) -> None:
        table = await begun(home, SLOW, turn_seconds=60)
        tables.append(table)
        await done(table, ADA, asks.OpenMoment("open", 0))
        await lives.turn(home, 40 * SECOND)

    async def after(home: House) -> None:
        await lives.turn(home, 19 * SECOND, SECOND)
        table = await again(home, tables[0])
        assert table.room.opened == {0} and events(table, Elapsed) == []
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
    await done(table, ADA, asks.Propose("pause", "pause"))
    await done(table, BEN, asks.Answer("agree", True))
    assert table.room.paused


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
        assert table.room.paused and table.room.due(home.closed) is None
        await done(table, ADA, asks.Resume("resume"))
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


# A wall clock that is set


def test_a_wall_clock_that_is_set_back_turns_nothing_back(lives: Lives) -> None:
    async def story(home: House) -> None:
        table = await begun(home, LIVE, turn_seconds=90)
        await lives.turn(home, 30 * SECOND)
        lives.wall.at -= HOUR
        await passes(table, ADA, 0)
        await passes(table, BEN, 1)
        await lives.turn(home, 10 * SECOND)
        hours = [entry.at for entry in table.room.entries]
        assert hours == sorted(hours)
        times = [event.at for event in table.room.match.log]  # type: ignore[union-attr]
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


# Tables that sleep


def test_a_table_that_nobody_needs_leaves_memory_and_is_woken_in_time(lives: Lives) -> None:
    async def story(home: House) -> None:
        table = await begun(home, SLOW)
        await lives.turn(home, MINUTE)
        assert not home.tables
        await lives.turn(home, DAY - 3 * MINUTE, 10 * MINUTE)
        loads = home.counts["loaded"]
        await lives.turn(home, 3 * MINUTE)
        assert home.counts["loaded"] > loads
        assert happenings(await again(home, table), e.StoodIn)

    lives(story)


def test_a_table_is_not_woken_again_and_again_before_its_time(lives: Lives) -> None:
    """Ada took most of her day; Ben has a whole one of his own."""

    async def story(home: House) -> None:
        table = await begun(home, SLOW)
        await lives.turn(home, 20 * HOUR, HOUR)
        await passes(await again(home, table), ADA, 0)
        await lives.turn(home, 20 * HOUR, MINUTE)
        assert home.counts["loaded"] < 10

    lives(story)


def test_tables_that_wait_do_not_keep_others_from_being_woken(
    lives: Lives, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "MOST_WOKEN", 3)

    async def story(home: House) -> None:
        for number in range(6):  # these are in memory: somebody is there
            table = await begun(home, LIVE, name=f"live {number}")
            table.watch(Visitor(ADA))
        last = await begun(home, LIVE, name="asleep")
        last.put_away()
        del home.tables[last.room.table]
        await lives.turn(home, 45 * SECOND)
        assert last.room.table in home.tables

    lives(story)


def test_one_table_that_cannot_be_opened_does_not_keep_the_others_asleep(lives: Lives) -> None:
    tables = []

    async def before(home: House) -> None:
        broken = await begun(home, LIVE, name="broken")
        await home.store.append(broken.room.table, broken.room.number, b"{}")
        lives.wall.at += SECOND
        tables.append(await begun(home, LIVE))

    async def after(home: House) -> None:
        await lives.turn(home, 70 * SECOND)
        assert happenings(await again(home, tables[0]), e.StoodIn)
        with suppress(Exception):
            await lives.turn(home, MINUTE)

    lives(before)
    lives(after)
