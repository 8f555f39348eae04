"""What a host can do with tables and guests, on both stores and through several workers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from escale.core.play import Ruling
from escale.core.proof import verify
from escale.store import Store
from escale.store.postgres import PostgresStore
from escale.store.sqlite.store import SqliteStore
from escale.tables import hosting
from escale.tables.decisions import commands
from escale.tables.house import House
from escale.tables.log import entries as e
from tests.servers.postgres import PostgresServer
from tests.tables.tabletop import new_id
from tests.tables.test_house import GAMES, Wall, begun, do, lay, make, running

DAY_MS = 86_400_000

Open = Callable[[], Store]
Story = Callable[[House, Wall], Coroutine[Any, Any, None]]


@pytest.fixture(autouse=True)
def hush_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESCALE_GAMES", str(GAMES))


@pytest.fixture(params=["sqlite", "postgres"])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    if request.param == "sqlite":
        return lambda: SqliteStore.open(tmp_path / "house.sqlite", 1_000_000)
    server: PostgresServer = request.getfixturevalue("postgres")
    url = server.database()
    return lambda: PostgresStore.open(url, 1_000_000)


@asynccontextmanager
async def opened(store: Store, wall: Wall) -> AsyncIterator[House]:
    house = House(store, None, clock=wall)
    try:
        yield house
    finally:
        await house.close()


def in_house(open_store: Open, story: Story) -> None:
    async def run() -> None:
        wall = Wall()
        async with opened(open_store(), wall) as house:
            await story(house, wall)

    asyncio.run(run())


async def finished(house: House, message: str = "first") -> Any:
    table = await begun(house, message=message)
    while table.state.status != "over":
        (seat, *_) = running(table).awaited
        await lay(table, ("ada", "ben")[seat], seat)
    return table


class Spectator:
    def __init__(self, guest_hash: str) -> None:
        self.guest_hash = guest_hash
        self.client = guest_hash
        self.dismissed = False

    def wake(self) -> None: ...

    def dismiss(self) -> None:
        self.dismissed = True


def test_a_deleted_table_is_gone_with_all_it_held(open_store: Open) -> None:
    async def story(house: House, _: Wall) -> None:
        table, other = await begun(house), await make(house, message="other")
        name = table.state.name
        watcher = Spectator("ben")
        table.watch(watcher)
        await hosting.carry_out(house, hosting.DeleteTable(name))
        assert watcher.dismissed
        assert await house.open(name) is None
        assert await house.store.summary(name) is None
        assert [one.table for one in await house.of_guest("ada")] == [other.state.name]
        with pytest.raises(Exception, match="deleted"):  # whoever still had it in hand
            await lay(table, "ada", running(table).awaited[0])
        with pytest.raises(hosting.NoSuchThing):
            await hosting.carry_out(house, hosting.DeleteTable(name))
        await do(other, "ben", commands.Sit(new_id(), "Ben"))

    in_house(open_store, story)


def test_erased_chat_is_gone_from_the_store_and_the_match_is_still_proved(
    open_store: Open,
) -> None:
    async def story(house: House, _: Wall) -> None:
        table = await finished(house)
        name, before = table.state.name, running(table).match.record
        await do(table, "ada", commands.Say(new_id(), "my number is 555-0123"))
        count = table.state.number
        await hosting.carry_out(house, hosting.EraseChat(name))
        bodies = await house.store.entries_after(name, 0)
        assert len(bodies) == count and not any(b"555-0123" in body for body in bodies)
        again = await house.open(name)
        assert again is not None and again is not table
        assert again.state.entries[-1].what == (e.Said(0, ""),)
        assert running(again).match.record == before
        verify(again.state.game.rules(before.header.options), before)
        assert not [one async for one in hosting.check(house.store) if one.problem]

    in_house(open_store, story)


def test_at_a_closed_table_nobody_plays_on_and_nothing_hidden_is_told(open_store: Open) -> None:
    async def story(house: House, _: Wall) -> None:
        playing, gathering = await begun(house), await make(house, message="other")
        seen = running(playing).match.log
        for table in (playing, gathering):
            await hosting.carry_out(house, hosting.CloseTable(table.state.name))
            assert table.state.status == "over" and table.state.due(()) is None
            for command in (
                commands.Sit(new_id(), "Cy"),
                commands.Start(new_id()),
                commands.Say(new_id(), "?"),
                commands.Propose(new_id(), "rematch"),
            ):
                refused = await table.do("ada", command)
                assert isinstance(refused, Ruling) and refused.reason == "table-closed"
        assert running(playing).match.log == seen and running(playing).match.score is None
        summaries = {one.table: one for one in await house.of_guest("ada")}
        assert {one.status for one in summaries.values()} == {"over"}
        assert {one.code for one in summaries.values()} == {None}

    in_house(open_store, story)


def test_a_banned_guest_stands_up_and_is_sent_away(open_store: Open) -> None:
    async def story(house: House, wall: Wall) -> None:
        gathering, playing = await make(house), await begun(house, message="other")
        await do(gathering, "ben", commands.Sit(new_id(), "Ben"))
        ben, ada = Spectator("ben"), Spectator("ada")
        gathering.watch(ben)
        gathering.watch(ada)
        await hosting.carry_out(house, hosting.BanGuest(gathering.state.name, 1, 60))
        assert ben.dismissed and not ada.dismissed
        assert [chair.kind for chair in gathering.state.chairs] == ["person", "empty"]
        assert playing.state.chairs[1].left
        assert house.host_state.is_banned("ben", wall()) and not house.host_state.is_open
        assert not house.host_state.is_banned("ada", wall())
        assert not house.host_state.is_banned("ben", wall() + 61 * 60_000)
        with pytest.raises(hosting.NoSuchThing):
            await hosting.carry_out(house, hosting.BanGuest(gathering.state.name, 9, 60))
        await hosting.carry_out(house, hosting.Unban("ben"))
        assert not house.host_state.is_banned("ben", wall())

    in_house(open_store, story)


def test_a_guest_who_is_banned_again_is_sent_away_again(open_store: Open) -> None:
    async def story(house: House, wall: Wall) -> None:
        table = await make(house)
        await do(table, "ben", commands.Sit(new_id(), "Ben"))
        ban = hosting.BanGuest(table.state.name, 1, 1)
        await hosting.carry_out(house, ban)
        wall.ms += 61_000
        ben = Spectator("ben")
        table.watch(ben)
        await hosting.carry_out(house, ban)
        assert ben.dismissed

    in_house(open_store, story)


def test_the_workers_of_a_house_agree(postgres: PostgresServer) -> None:
    """Without a broker: each finds what another one wrote with its next sweep."""
    url = postgres.database()

    async def story() -> None:
        wall = Wall()
        async with (
            opened(PostgresStore.open(url, wall()), wall) as one,
            opened(PostgresStore.open(url, wall()), wall) as other,
        ):
            table = await finished(one)
            name = table.state.name
            await do(table, "ada", commands.Say(new_id(), "secret"))
            there = await other.open(name)
            assert there is not None
            await hosting.carry_out(one, hosting.EraseChat(name))
            await other.sweep()
            again = await other.open(name)
            assert again is not None and again is not there
            watcher = Spectator("ben")
            again.watch(watcher)
            await asyncio.gather(
                hosting.carry_out(one, hosting.BanGuest(name, 1, 5)),
                hosting.carry_out(other, hosting.SetNewcomers(False)),
                hosting.carry_out(one, hosting.Announce("Pause at ten", 5)),
            )
            await asyncio.gather(one.sweep(), other.sweep())
            assert watcher.dismissed
            assert one.host_state == other.host_state
            assert one.host_state.is_banned("ben", wall()) and not one.host_state.newcomers
            assert other.host_state.current_notice(wall()) == "Pause at ten"
            await hosting.carry_out(other, hosting.DeleteTable(name))
            await one.sweep()
            assert await one.open(name) is None and await other.open(name) is None

    asyncio.run(story())


def test_the_password_is_known_only_as_a_slow_hash(open_store: Open) -> None:
    async def story(house: House, _: Wall) -> None:
        await hosting.carry_out(house, hosting.SetPassword("open sesame"))
        state = house.host_state
        assert state.is_password("open sesame") and not state.is_password("sesame")
        assert b"sesame" not in (await house.store.document("host"))[1]
        first = state.admission()
        await hosting.carry_out(house, hosting.SetPassword("open sesame"))
        assert house.host_state.admission() != first
        await hosting.carry_out(house, hosting.SetPassword(""))
        assert house.host_state.is_open

    in_house(open_store, story)


def test_only_tables_that_ended_long_ago_are_deleted(open_store: Open) -> None:
    async def story(house: House, wall: Wall) -> None:
        old = (await finished(house, "old")).state.name
        waiting = (await make(house, message="waiting")).state.name
        wall.ms += 2 * DAY_MS
        young = (await finished(house, "young")).state.name
        assert await hosting.delete_finished(house, wall() - 3 * DAY_MS) == 0
        assert await hosting.delete_finished(house, wall() - DAY_MS) == 1
        assert await house.store.summary(old) is None
        assert await house.store.summary(waiting) and await house.store.summary(young)

    in_house(open_store, story)


def test_a_table_that_cannot_be_read_is_named_and_the_others_are_not_disturbed(
    open_store: Open,
) -> None:
    async def story(house: House, _: Wall) -> None:
        good = (await finished(house, "good")).state.name
        broken = (await finished(house, "broken")).state.name
        await house.store.replace_entries(broken, {2: b'{"kind":"Entry","at":1'})
        wrong = [one async for one in hosting.check(house.store) if one.problem]
        assert [(one.table, one.damaged) for one in wrong] == [(broken, True)]
        async with opened(house.store, Wall()) as again:
            with pytest.raises(msgspec.DecodeError):
                await again.open(broken)
            assert await again.open(good)

    in_house(open_store, story)
