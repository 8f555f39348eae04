"""The house: tables that are found, kept, woken, put away and carried, on a real store."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from escale.core.event import Elapsed
from escale.core.play import Ruling
from escale.core.proof import verify
from escale.games import matchfile
from escale.games.registry import load_game
from escale.server.settings import Limits
from escale.store.protocol import Conflict, OutcomeUnknown, StoreError
from escale.store.sqlite.store import SqliteStore
from escale.tables.bots.pool import BotPool
from escale.tables.decisions import codes, commands, seating
from escale.tables.house import IDLE_MS, House, NewTable
from escale.tables.log import entries as e
from escale.tables.log import entry_codec
from escale.tables.log.entry_codec import Unplayable
from escale.tables.log.table_state import RunningMatch
from escale.tables.table import Done, Table
from escale.tables.work_pool import WorkPool
from tests.contract.hush.game import GAME as HUSH
from tests.contract.hush.rules import Lay
from tests.tables.tabletop import new_id, raw

GAMES = Path(__file__).parents[1] / "contract"


@pytest.fixture(autouse=True)
def hush_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESCALE_GAMES", str(GAMES))


class Wall:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.ms = 1_000_000

    def __call__(self) -> int:
        return self.ms


@asynccontextmanager
async def open_house(folder: Path, wall: Wall, **more: Any) -> AsyncIterator[House]:
    store = SqliteStore.open(folder / "house.sqlite", wall())
    house = House(store, BotPool(1), clock=wall, bot_pause=0, **more)
    try:
        yield house
    finally:
        await house.close()


def in_house(work: Callable[[House, Wall], Coroutine[Any, Any, None]], folder: Path) -> None:
    async def run() -> None:
        wall = Wall()
        async with open_house(folder, wall) as house:
            await work(house, wall)

    asyncio.run(run())


async def make(house: House, *seats: Any, message: str = "first", **more: Any) -> Table:
    wish = NewTable(load_game("hush"), HUSH.options(), seats or ("me", None), "Ada", **more)
    table = await house.make("ada", message, wish)
    assert isinstance(table, Table)
    return table


async def do(table: Table, guest: str, ask: Any) -> Done:
    done = await table.do(guest, ask)
    assert isinstance(done, Done), done
    return done


async def begun(house: House, **more: Any) -> Table:
    table = await make(house, **more)
    await do(table, "ben", commands.Sit(new_id(), "Ben"))
    await do(table, "ada", commands.Start(new_id()))
    return table


def running(table: Table) -> RunningMatch:
    assert table.state.running is not None
    return table.state.running


async def lay(table: Table, guest: str, seat: int) -> Done:
    card = running(table).match.state.hands[seat][0]
    return await do(table, guest, commands.Act(new_id(), seat, raw(Lay(card))))


def test_the_same_message_makes_the_same_table(tmp_path: Path) -> None:
    async def work(house: House, _: Wall) -> None:
        one = await make(house)
        again = await make(house)
        other = await make(house, message="second")
        assert one is again
        assert one.state.name != other.state.name

    in_house(work, tmp_path)


def test_a_table_is_found_by_its_code_however_it_is_typed(tmp_path: Path) -> None:
    async def work(house: House, _: Wall) -> None:
        table = await make(house)
        code = table.state.made.code
        for typed in (code, code.upper(), code.replace("-", ""), f" {code.replace('-', ' ')} "):
            assert await house.with_code(typed) == table.state.name
        assert await house.with_code("nonsense!") is None

    in_house(work, tmp_path)


def test_codes_are_short_and_can_be_said() -> None:
    for _ in range(100):
        code = codes.new()
        assert codes.read(code) == code
        assert len(code) == 9


def test_open_tables_are_listed_until_they_begin_and_private_ones_never(tmp_path: Path) -> None:
    async def work(house: House, _: Wall) -> None:
        table = await make(house, listed=True)
        await make(house, message="private")
        assert [card.table for card in await house.listed()] == [table.state.name]
        await do(table, "ben", commands.Sit(new_id(), "Ben"))
        await do(table, "ada", commands.Start(new_id()))
        assert not await house.listed()

    in_house(work, tmp_path)


def test_my_tables_are_those_i_came_to(tmp_path: Path) -> None:
    async def work(house: House, _: Wall) -> None:
        table = await make(house)
        await make(house, message="other")
        await do(table, "ben", commands.Sit(new_id(), "Ben"))
        assert [card.table for card in await house.of_guest("ben")] == [table.state.name]
        assert len(await house.of_guest("ada")) == 2

    in_house(work, tmp_path)


def test_a_table_put_away_opens_again_as_it_was(tmp_path: Path) -> None:
    async def work(house: House, wall: Wall) -> None:
        table = await begun(house, pace=e.Pace("slow", 86_400))
        before = table.state
        wall.ms += 60_000
        await house.sweep()
        assert not house.tables
        again = await house.open(before.name)
        assert again is not None
        assert again.state is not before
        assert again.state.entries == before.entries
        assert again.state.running is not None
        assert before.running is not None
        assert again.state.running.match.state == before.running.match.state

    in_house(work, tmp_path)


def test_a_table_is_woken_when_its_time_comes(tmp_path: Path) -> None:
    async def work(house: House, wall: Wall) -> None:
        table = (await begun(house)).state.name
        found = house.tables.pop(table)  # out of memory, timer and all
        found.unload()
        wall.ms += 11_000
        await house.sweep()
        for _ in range(100):
            await asyncio.sleep(0.01)
            running = house.tables[table].state.running
            if running and any(isinstance(event, Elapsed) for event in running.match.log):
                return
        raise AssertionError("nobody woke the table")

    in_house(work, tmp_path)


def test_a_match_goes_on_in_a_house_that_was_closed(tmp_path: Path) -> None:
    async def run() -> None:
        wall = Wall()
        async with open_house(tmp_path, wall) as house:
            table = await begun(house)
            name = table.state.name
            wall.ms += 4_000
            await lay(table, "ada", 0)
            wall.ms += 2_000
        wall.ms += 3_600_000
        async with open_house(tmp_path, wall) as house:
            again = await house.open(name)
            assert again is not None
            assert again.state.running is not None
            assert again.state.running.clock_due(house.closed) == wall.ms + 4_000
            wall.ms += 3_000
            await lay(again, "ben", 1)
            assert again.state.awaited == (0, 1)

    asyncio.run(run())


def test_a_table_that_is_being_opened_when_the_house_closes_is_let_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or it would read on in a store that is closed, with nobody left to hear of it."""

    async def run() -> None:
        wall, reading = Wall(), asyncio.Event()
        async with open_house(tmp_path, wall) as house:
            name = (await make(house)).state.name
        async with open_house(tmp_path, wall) as house:

            async def slowly(table: str, number: int) -> Any:
                reading.set()
                await asyncio.sleep(3600)

            monkeypatch.setattr(house.store, "entries_after", slowly)

            async def look() -> None:
                await house.open(name)

            house.spawn(look)
            await reading.wait()
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(run())


def test_bots_play_by_themselves_and_to_the_end(tmp_path: Path) -> None:
    async def work(house: House, _: Wall) -> None:
        table = await make(house, 1, 1, "me")
        await do(table, "ada", commands.Start(new_id()))
        for _step in range(1500):
            if table.state.status == "over":
                break
            if 0 not in table.state.awaited and 1 not in table.state.awaited:
                await lay(table, "ada", 2)
            await asyncio.sleep(0.01)
        assert table.state.running is not None
        assert table.state.running.match.score is not None
        assert verify(table.state.running.match.rules, table.state.running.match.record)

    in_house(work, tmp_path)


def test_a_rematch_seats_everybody_one_further_and_begins(tmp_path: Path) -> None:
    async def work(house: House, _: Wall) -> None:
        table = await begun(house)
        await do(table, "ada", commands.Resign(new_id(), 0))
        await do(table, "ben", commands.Propose(new_id(), "rematch"))
        await do(table, "ada", commands.Answer(new_id(), True))
        again = await house.open(table.state.rematch)
        assert again is not None
        assert [chair.name for chair in again.state.chairs] == ["Ben", "Ada"]
        await asyncio.sleep(0.05)
        assert again.state.awaited == (0, 1)
        await lay(again, "ada", 1)

    in_house(work, tmp_path)


@pytest.mark.parametrize("at_once", [False, True])
def test_a_rematch_begins_when_the_last_who_was_asked_leaves(tmp_path: Path, at_once: bool) -> None:
    """With a bot in their place. However it was said that they leave."""

    async def work(house: House, _: Wall) -> None:
        table = await make(house, "me", None, None)
        await do(table, "ben", commands.Sit(new_id(), "Ben"))
        await do(table, "cy", commands.Sit(new_id(), "Cy"))
        await do(table, "ada", commands.Start(new_id()))
        for seat, guest in ((1, "ben"), (2, "cy")):
            await do(table, guest, commands.Resign(new_id(), seat))
        await do(table, "ada", commands.Propose(new_id(), "rematch"))
        await do(table, "ben", commands.Answer(new_id(), True))
        leaves = commands.StandUp(new_id(), 2)
        if at_once:
            table.submit("cy", leaves, lambda _: None)
        else:
            await do(table, "cy", leaves)
        async with asyncio.timeout(20):
            while not table.state.rematch:
                await asyncio.sleep(0.01)
        again = await house.open(table.state.rematch)
        assert again is not None
        seated = [(chair.kind, chair.name) for chair in again.state.chairs]
        assert seated == [("person", "Ben"), ("bot", "Cy"), ("person", "Ada")]

    in_house(work, tmp_path)


def test_a_proposal_that_was_left_open_is_seen_to_when_the_table_is_opened(tmp_path: Path) -> None:
    """The house was killed before it could decide, or did not know yet that it should."""

    async def work(house: House, wall: Wall) -> None:
        table = await begun(house)
        name = table.state.name
        await do(table, "ada", commands.Propose(new_id(), "pause"))
        left: e.AnyEntry = e.Entry(wall(), (e.Left(1),), 1, "left")
        await house.store.append(name, table.state.number, entry_codec.encode(left))
        house.tables.pop(name).unload()
        again = await house.open(name)
        assert again is not None
        async with asyncio.timeout(20):
            while not again.state.paused:
                await asyncio.sleep(0.01)

    in_house(work, tmp_path)


def test_what_cannot_be_kept_did_not_happen(tmp_path: Path) -> None:
    async def work(house: House, _: Wall) -> None:
        table = await begun(house)
        number, store = table.state.number, house.store
        house.store = Broken(store)
        with pytest.raises(StoreError):
            await lay(table, "ada", 0)
        assert table.state.number == number
        assert table.state.awaited == (0, 1)
        house.store = store
        await lay(table, "ada", 0)
        assert table.state.awaited == (1,)

    in_house(work, tmp_path)


def test_what_was_kept_though_the_answer_was_lost_has_happened(tmp_path: Path) -> None:
    async def work(house: House, _: Wall) -> None:
        table = await begun(house)
        number, store = table.state.number, house.store
        house.store = Lost(store)
        done = await lay(table, "ada", 0)
        assert done.number == table.state.number == number + 1
        assert table.state.awaited == (1,)

    in_house(work, tmp_path)


def test_while_nobody_can_tell_whether_it_was_kept_nobody_is_told(tmp_path: Path) -> None:
    async def work(house: House, _: Wall) -> None:
        table = await begun(house)
        number, store = table.state.number, house.store
        house.store = Lost(store, for_good=True)
        ask = commands.Act(new_id(), 0, raw(Lay(running(table).match.state.hands[0][0])))
        for _again in range(2):
            with pytest.raises(OutcomeUnknown):
                await table.do("ada", ask)
        house.store = store
        done = await do(table, "ada", ask)
        assert done.number == table.state.number == number + 1

    in_house(work, tmp_path)


def test_a_table_that_nobody_may_look_at_is_read_again_by_itself(tmp_path: Path) -> None:
    """Those who come then see nothing, and say nothing: without that it would wait for ever."""

    async def work(house: House, _: Wall) -> None:
        table = await begun(house)
        number, store = table.state.number, house.store
        house.store = Lost(store, for_good=True)
        with pytest.raises(OutcomeUnknown):
            await lay(table, "ada", 0)
        assert table.uncommitted
        house.store = store
        await house.sweep()
        await asyncio.gather(*house._work)
        assert not table.uncommitted
        assert table.state.number == number + 1 and table.state.awaited == (1,)

    in_house(work, tmp_path)


class Lost:
    """A store that writes, but loses the answer; `for_good`: it cannot be read afterwards either.
    tests/cluster does the same with PostgreSQL."""

    def __init__(self, store: Any, for_good: bool = False) -> None:
        self._store = store
        self._for_good = for_good

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def append_nowait(self, *given: Any) -> None:
        *append, then = given
        self._store.append_nowait(*append, lambda _: then(StoreError("lost")))

    async def entries_after(self, *given: Any) -> Any:
        if self._for_good:
            raise StoreError("lost")
        return await self._store.entries_after(*given)


class Broken:
    """A store whose disk is full: reads work, writes fail."""

    def __init__(self, store: Any) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def append_nowait(self, *given: Any) -> None:
        given[-1](StoreError("the disk is full"))


def test_when_somebody_else_wrote_first_the_table_reads_and_decides_again(tmp_path: Path) -> None:
    async def work(house: House, _: Wall) -> None:
        table = await begun(house)
        house.tables.clear()
        other = await house.open(table.state.name)
        assert other is not None
        await lay(other, "ada", 0)
        await lay(table, "ben", 1)
        assert table.state.entries[: other.state.number] == other.state.entries
        assert table.state.awaited == (0, 1)

    in_house(work, tmp_path)


def test_what_an_old_state_refuses_is_decided_again_by_the_news(tmp_path: Path) -> None:
    """Another worker has begun the match, and nobody has told this one yet."""

    async def work(house: House, _: Wall) -> None:
        table = await make(house)
        await do(table, "ben", commands.Sit(new_id(), "Ben"))
        house.tables.clear()
        other = await house.open(table.state.name)
        assert other is not None
        await do(other, "ada", commands.Start(new_id()))
        act = commands.Act(new_id(), 0, raw(Lay(running(other).match.state.hands[0][0])))
        refused = await table.do("ada", act)
        assert isinstance(refused, Ruling) and refused.reason == "not-begun"
        house.shared = True
        await do(table, "ada", act)
        assert table.state.awaited == (1,)

    in_house(work, tmp_path)


def test_a_table_gives_up_when_others_are_always_faster(tmp_path: Path) -> None:
    async def work(house: House, _: Wall) -> None:
        table = await begun(house)
        number, store = table.state.number, house.store
        house.store = Overtaken(store)
        with pytest.raises(StoreError, match="after 5 append conflicts"):
            await lay(table, "ada", 0)
        assert house.store.tries == 5
        house.store = store
        await lay(table, "ada", 0)
        assert table.state.number == number + 1

    in_house(work, tmp_path)


class Overtaken:
    """A store in which somebody else has always appended first."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self.tries = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def append_nowait(self, *given: Any) -> None:
        self.tries += 1
        given[-1](Conflict())


def test_the_same_message_again_has_no_effect(tmp_path: Path) -> None:
    """Also if the first one is still on its way to the disk."""

    async def work(house: House, _: Wall) -> None:
        table = await begun(house)
        number = table.state.number
        act = commands.Act(new_id(), 0, raw(Lay(running(table).match.state.hands[0][0])))
        first, second = await asyncio.gather(table.do("ada", act), table.do("ada", act))
        assert first == second == await table.do("ada", act) == Done(number + 1, 0)
        assert table.state.number == number + 1

    in_house(work, tmp_path)


def test_an_error_of_a_game_harms_nobody_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither of a command nor of the clock; and the log tells the game and its rules."""

    async def work(house: House, wall: Wall) -> None:
        table = await begun(house)
        rules: Any = type(running(table).match.rules)
        with monkeypatch.context() as patch:
            patch.setattr(rules, "step", None)
            with pytest.raises(TypeError):
                await lay(table, "ada", 0)
            wall.ms += 11_000
            table.tick()
            await table.settled()
        assert house.counts["errors"] == 1
        (record,) = caplog.records
        assert record.game == "hush" and record.rules_version == 1  # type: ignore[attr-defined]
        table.tick()
        await table.settled()
        await lay(table, "ada", 0)
        assert table.state.awaited == (1,) and not table.busy

    in_house(work, tmp_path)


def test_a_table_that_changes_stays_in_memory_though_nobody_watches_here(tmp_path: Path) -> None:
    async def work(house: House, wall: Wall) -> None:
        table = await make(house)
        wall.ms += IDLE_MS + 1
        await do(table, "ada", commands.Say(new_id(), "hello"))
        await house.sweep()
        assert house.tables == {table.state.name: table}
        wall.ms += IDLE_MS + 1
        await house.sweep()
        assert house.tables == {}

    in_house(work, tmp_path)


def test_a_table_that_is_unloaded_is_freed_at_once(tmp_path: Path) -> None:
    """The server collects reference cycles only every few minutes: tables must not be in any."""

    async def work(house: House, wall: Wall) -> None:
        table = await make(house)
        await do(table, "ada", commands.Say(new_id(), "hello"))
        freed = weakref.ref(table)
        del table
        wall.ms += IDLE_MS + 1
        gc.disable()
        try:
            await house.sweep()
            await asyncio.sleep(0.05)  # what was called back last
            assert not house.tables
            assert freed() is None
        finally:
            gc.enable()

    in_house(work, tmp_path)


def test_a_player_is_let_in_however_many_look_on(tmp_path: Path) -> None:
    async def work(house: House, _: Wall) -> None:
        table = await begun(house)
        none = Limits(watchers=0)
        assert [table.accepts_watcher(guest, "", none) for guest in ("ada", "eve")] == [True, False]
        assert table.accepts_watcher("eve", "", Limits(watchers=1))

    in_house(work, tmp_path)


def test_a_running_match_is_carried_to_another_house_and_goes_on_there(tmp_path: Path) -> None:
    async def run() -> None:
        wall = Wall()
        (tmp_path / "one").mkdir()
        (tmp_path / "two").mkdir()
        async with open_house(tmp_path / "one", wall) as here:
            table = await begun(here)
            await lay(table, "ada", 0)
            await do(table, "ada", commands.Propose(new_id(), "carry-away"))
            await do(table, "ben", commands.Answer(new_id(), True))
            assert table.state.running is not None
            carried = matchfile.to_json(table.state.running.match.record)
        async with open_house(tmp_path / "two", wall) as there:
            checks = seating.imported_match(carried.encode())
            game, record = await WorkPool().run_in_slices("ben", checks)
            wish = NewTable(game, record.header.options, (None, None), "Ben", record=record)
            brought = await there.make("ben-there", "bring", wish)
            assert isinstance(brought, Table)
            await do(brought, "ben-there", commands.Sit(new_id(), "Ben", 1))
            await do(brought, "ada-there", commands.Sit(new_id(), "Ada", 0))
            await do(brought, "ben-there", commands.Start(new_id()))
            assert brought.state.awaited == (1,)
            await lay(brought, "ben-there", 1)
            await do(brought, "ada-there", commands.Resign(new_id(), 0))
            assert brought.state.running is not None
            assert verify(brought.state.running.match.rules, brought.state.running.match.record)

    asyncio.run(run())


def test_a_table_of_other_rules_is_kept_and_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        wall = Wall()
        async with open_house(tmp_path, wall) as house:
            name = (await begun(house)).state.name
        newer = replace(load_game("hush"), box=replace(HUSH.box, version=2))
        monkeypatch.setattr("escale.tables.log.entry_codec.load_game", lambda _: newer)
        async with open_house(tmp_path, wall) as house:
            with pytest.raises(Unplayable, match="version 1 of the rules"):
                await house.open(name)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"seats": ("me",)}, "wrong-number"),
        ({"seats": ("me", 9)}, "no-such-bot"),
        ({"seats": ("me", 1), "name": "\u200b"}, "bad-name"),
        ({"seats": ("me", 1), "pace": e.Pace("live", 1)}, "bad-pace"),
        ({"seats": ("me", 1), "pace": e.Pace("slow", 60)}, "bad-pace"),
        ({"seats": ("me", 1), "pace": e.Pace("free", 60)}, "bad-pace"),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    wish: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    async def work(house: House, _: Wall) -> None:
        full = {"game": load_game("hush"), "options": HUSH.options(), "name": "Ada", **wish}
        outcome = await house.make("ada", "x", NewTable(**full))
        assert isinstance(outcome, Ruling)
        assert outcome.reason == reason

    in_house(work, tmp_path)
