"""The lists of tables tell whether somebody waits there."""

from __future__ import annotations

import time
from collections.abc import Iterator

import httpx
import pytest

from tests.served import House
from tests.server.attack import Guest, busy_house, http, in_time, is_unharmed, socket, until
from tests.server.crowd import no_tables


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    # Tables leave memory at the first sweep after everybody has gone.
    with busy_house(tmp_path_factory.mktemp("house"), "--idle-seconds", "0") as house:
        yield house
        is_unharmed(house)


async def here(web: httpx.AsyncClient, table: str) -> int:
    """As the list of open tables tells it to anybody."""
    (found,) = (one for one in (await web.get("/api/tables")).json() if one["table"] == table)
    count: int = found["here"]
    return count


async def is_here(web: httpx.AsyncClient, table: str, count: int) -> bool:
    return await here(web, table) == count


@in_time
async def test_people_who_come_and_go_are_counted_once_each(house: House) -> None:
    async with http(house) as web:
        ada, bob = Guest(house, web, "Ada"), Guest(house, web, "Bob")
        table = await ada.make(seats=["me", "open", "open"], listed=True)
        assert await here(web, table) == 0  # she made it, and is not there
        async with ada.at(table) as one:
            await one.until(lambda: one.heard)
            assert await here(web, table) == 1
            async with ada.at(table) as her_phone, bob.at(table) as other:
                await her_phone.until(lambda: her_phone.heard)
                await other.until(lambda: other.heard)
                assert await here(web, table) == 1  # Bob only looks on
                await other.done("sit", name="Bob")
                assert await here(web, table) == 2
            await until(lambda: is_here(web, table, 1))
        await until(lambda: is_here(web, table, 0))


@in_time
async def test_open_tables_tell_their_language_and_finished_ones_who_won_and_when(
    house: House,
) -> None:
    async with http(house) as web:
        ada = Guest(house, web, "Ada")
        wish = {"game": "wordbank", "options": {"language": "de"}, "listed": True}
        waits = await ada.make(seats=["me", "open"], **wish)
        (open_one,) = (
            one for one in (await web.get("/api/tables")).json() if one["table"] == waits
        )
        assert (open_one["language"], open_one["winners"], open_one["ended"]) == ("de", [], None)
        shared = await ada.make(seats=["me", "me"], names=["Grandma"], start=True, **wish)
        async with ada.at(shared) as line:
            await line.until(lambda: line.heard)
            await line.done("resign", seat=0)
            await line.done("say", text="well played")
        (over,) = (
            one for one in (await ada.get("/api/tables/mine")).json() if one["table"] == shared
        )
        assert [seat["name"] for seat in over["seats"]] == ["Ada", "Grandma"]
        assert over["winners"] == [1]
        assert abs(over["ended"] - time.time() * 1000) < 60_000


@in_time
async def test_two_players_of_one_device_have_different_names(house: House) -> None:
    async with http(house) as web:
        wish = {"id": "x", "game": "wordbank", "name": "Ada", "seats": ["me", "me"]}
        for names, reason in ((["ADA"], "name-taken"), ([" "], "bad-name")):
            answer = await web.post("/api/tables", json=wish | {"names": names})
            assert (answer.status_code, answer.json()["reason"]) == (409, reason)


@in_time
async def test_a_strangers_device_does_not_count(house: House) -> None:
    async with http(house) as web:
        table = await Guest(house, web).make(listed=True)
        async with socket(house, table, {}) as nobody:
            await nobody.recv()
            assert await here(web, table) == 0


@in_time
async def test_each_table_has_its_own_people_and_one_that_sleeps_has_none(house: House) -> None:
    async with http(house) as web:
        ada = Guest(house, web)
        first, second = [await ada.make(listed=True) for _ in range(2)]
        async with ada.at(first) as line:
            await line.until(lambda: line.heard)
            own = {one["table"]: one["here"] for one in (await ada.get("/api/tables/mine")).json()}
            assert own == {first: 1, second: 0}
        await until(lambda: no_tables(web))
        assert [await here(web, table) for table in (first, second)] == [0, 0]
