"""Lines that break in the middle: nothing is lost, and nothing happens twice."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest

from escale.client import Away, Client, Refused, Table
from tests.client.players import ENGLISH, awaited, only_pass, proved, run, two_at
from tests.client.wire import Wire
from tests.served import House, served


def said(table: Table) -> Any:
    what = [one for entry in table.happened for one in entry["what"]]
    return [one["text"] for one in what if one["kind"] == "Said"]


async def made(client: Client, **more: Any) -> Any:
    return await client.make("wordbank", name="Ada", seats=["me", "open"], options=ENGLISH, **more)


def test_what_was_asked_when_the_wire_was_cut_happens_once(house: House) -> None:
    async def talk() -> None:
        async with Wire(house) as wire, Client(wire.url) as ada, Client(house.url) as eve:
            found = await made(ada)
            async with ada.table(found) as table, eve.table(found) as witness:
                wire.loses_answers = True
                asked = asyncio.create_task(table.say("once"))
                await witness.until(lambda now: said(now) == ["once"])
                assert not asked.done()
                wire.loses_answers = False
                wire.cut()
                await asked
                await table.say("and then")
                await witness.until(lambda now: "and then" in said(now))
                assert said(witness) == said(table) == ["once", "and then"]
                assert [one["number"] for one in table.happened] == [1, 2, 3]

    run(talk())


def test_a_table_is_followed_through_many_broken_lines(house: House) -> None:
    async def match() -> Any:
        async with Wire(house) as wire, two_at(wire.url, ["me", "open"]) as (hers, his):
            await hers.ask("start")

            async def vandal() -> None:
                """Cuts the wire whenever something has happened."""
                async for update in hers.updates():
                    if hers.status == "over":
                        break
                    if update["happened"]:
                        wire.cut()

            breaking = asyncio.create_task(vandal())
            scores = await asyncio.gather(only_pass(hers), only_pass(his))
            await breaking
            assert wire.connections > 6
            assert [one["number"] for one in his.happened] == list(range(1, his.number + 1))
            return scores, await hers.client.match(hers.id)

    (hers, his), file = run(match())
    assert hers == his
    proved(file)
    assert sum(event["kind"] == "Acted" for event in file["log"]) == 4


def test_a_house_that_is_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    """Whatever was unanswered is asked again, and whatever had happened does not happen again."""
    names = [f"name {number}" for number in range(60)]

    def called(table: Table) -> Any:
        what = [one for entry in table.happened for one in entry["what"]]
        return [one["name"] for one in what if one["kind"] == "Sat"][1:]

    async def talk(house: House) -> None:
        async with Client(house.url) as ada:
            async with ada.table(await made(ada)) as table:
                asked = [asyncio.create_task(table.sit(name, seat=0)) for name in names]
                for enough in (5, 25):
                    while len(called(table)) < enough:
                        await table.changed()
                    await asyncio.to_thread(house.restart)
                await asyncio.gather(*asked)
                await table.until(lambda now: len(called(now)) >= len(names))
                assert called(table) == names
            async with ada.table(table.id) as again:
                assert called(again) == names

    with served(tmp_path) as house:
        run(talk(house))


def test_a_table_is_made_once_however_often_it_is_asked_for(house: House) -> None:
    async def make() -> None:
        async with Wire(house) as wire, Client(wire.url) as ada:
            await ada.be_a_guest()
            wire.loses_answers = True
            making = asyncio.create_task(made(ada))
            async with Client(house.url, ada.token) as witness:
                while not await witness.my_tables():
                    await asyncio.sleep(0.02)
            wire.fall()
            await asyncio.sleep(0.1)
            assert not making.done()
            wire.loses_answers = False
            await wire.mend()
            found = await making
            assert [one["table"] for one in await ada.my_tables()] == [found]

    run(make())


def test_after_a_while_without_a_server_everybody_is_told(house: House) -> None:
    async def wait() -> None:
        async with Wire(house) as wire, Client(wire.url, patience=1.0) as ada:
            async with ada.table(await made(ada)) as table:
                news = table.updates()
                waiting = [
                    asyncio.create_task(one)
                    for one in (table.changed(), anext(news), table.until(lambda now: False))
                ]
                await asyncio.sleep(0)
                wire.fall()
                for one in (*waiting, asyncio.create_task(table.say("Is anybody there?"))):
                    with pytest.raises(Away):
                        await one
                with pytest.raises(Away):
                    await table.say("Hello?")
            with pytest.raises(Away):
                await ada.games()

    run(wait())


def test_who_waits_at_a_table_that_is_closed_is_told(house: House) -> None:
    async def wait() -> None:
        async with Client(house.url) as ada:
            async with ada.table(await made(ada)) as table:
                waiting = asyncio.create_task(table.until(lambda now: False))
                await asyncio.sleep(0)
            with pytest.raises(Away, match="closed"):
                await waiting

    run(wait())


def test_where_nobody_listens_it_takes_as_long_as_the_client_is_patient() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{nobody.getsockname()[1]}"

        async def ask() -> None:
            async with Client(url, "0" * 43, patience=0.2) as client:
                with pytest.raises(Away, match="no answer from"):
                    await client.games()
                with pytest.raises(Away):
                    async with client.table("0" * 24):
                        pass

        run(ask())


def test_a_table_that_is_not_there_is_refused_at_once(house: House) -> None:
    async def open_it() -> None:
        async with Client(house.url) as client:
            with pytest.raises(Refused) as refused:
                async with client.table("0" * 24):
                    pass
            assert refused.value.reason == "no-such-table"

    run(open_it())


def test_the_token_given_again_finds_the_tables_and_the_seat(house: House) -> None:
    async def come_back() -> Any:
        async with two_at(house.url, ["me", "open"]) as (hers, his):
            await hers.ask("start")
            await awaited(his)
            seats, person, token = his.seats, his.person, his.client.token
            await his.close()
            await hers.until(lambda now: person not in now.here)
            async with Client(house.url, token) as bob:
                mine = await bob.my_tables()
                assert [one["table"] for one in mine] == [hers.id]
                async with bob.table(mine[0]["table"]) as table:
                    assert (table.seats, table.person) == (seats, person)
                    await hers.until(lambda now: person in now.here)
                    assert hers.people[person] == "Bob"
                    return await asyncio.gather(only_pass(hers), only_pass(table))

    hers, his = run(come_back())
    assert hers == his
