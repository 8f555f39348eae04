"""What one address can take up at a table of others, and who is shown the door."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from escale.server.settings import Limits
from tests.served import House, served
from tests.server.attack import GAMES, Guest, Line, Stream, http, in_time, message, socket, until
from tests.server.pressure import address, web_from

LIMITS = Limits()


@asynccontextmanager
async def gathering(house: House) -> AsyncIterator[tuple[str, Guest, httpx.AsyncClient]]:
    """A listed table of Ada, with a free seat."""
    async with http(house) as web:
        ada = Guest(house, web, "Ada")
        yield await ada.make(listed=True), ada, web


@in_time
async def test_guests_that_one_address_invents_do_not_close_a_table(
    tmp_path: Path, kind: tuple[str, ...]
) -> None:
    with served(tmp_path, *kind, environment=GAMES) as house:
        async with gathering(house) as (table, ada, web), web_from(house, address(0)) as other:
            answers = []
            for number in range(200):
                eve = Guest(house, other, f"Eve {number}")
                answer = await eve.ask(table, "say", name=eve.name, text="boo")
                answers.append(answer.status_code)
            at_once = int(LIMITS.newcomers.at_once)
            assert set(answers[:at_once]) == {200}
            assert set(answers[at_once + 2 :]) == {429}
            eve = Guest(house, other)
            async with socket(house, table, eve.cookie, source=address(0)) as connection:
                line = Line(connection)
                assert await line.refused("say", name="Eva", text="boo") == "too-fast"
                line.stop()
            ben = Guest(house, web, "Ben")
            assert (await ben.ask(table, "sit", name="Ben")).status_code == 200
            assert (await ada.ask(table, "start")).status_code == 200


@in_time
async def test_sockets_of_one_address_do_not_close_a_table_to_watchers(
    tmp_path: Path, kind: tuple[str, ...]
) -> None:
    with served(tmp_path, *kind, environment=GAMES) as house:
        async with AsyncExitStack() as stack:
            table, ada, web = await stack.enter_async_context(gathering(house))
            source = address(0)
            for _ in range(LIMITS.watchers_of_address):
                await stack.enter_async_context(socket(house, table, {}, source=source))
            with pytest.raises(InvalidStatus):
                await stack.enter_async_context(socket(house, table, {}, source=source))
            far = await stack.enter_async_context(web_from(house, source))
            assert (await far.get(f"/api/tables/{table}/events")).status_code == 429
            mallory = Guest(house, far, "Mallory")
            sat = await mallory.ask(table, "sit", name="Mallory")
            assert sat.status_code == 200  # and a player is let in, with a few devices
            for _ in range(LIMITS.devices_of_player):
                line = socket(house, table, mallory.cookie, source=source)
                await stack.enter_async_context(line)
            with pytest.raises(InvalidStatus):
                line = socket(house, table, mallory.cookie, source=source)
                await stack.enter_async_context(line)
            looks = await stack.enter_async_context(Guest(house, web).at(table))
            await looks.until(lambda: looks.heard)
            await stack.enter_async_context(Stream(ada, table))


@in_time
async def test_who_is_asked_to_leave_is_told_so_and_does_not_come_back(
    tmp_path: Path, kind: tuple[str, ...]
) -> None:
    with served(tmp_path, *kind, environment=GAMES) as house:
        async with gathering(house) as (table, ada, web):
            eve = Guest(house, web, "Eve")
            async with ada.at(table) as hers, eve.at(table) as line, Stream(eve, table):
                await line.done("sit", name="Eve")
                await line.done("say", text="boo")
                assert await line.refused("ask-to-leave", person=0) == "host-only"
                await hers.done("ask-to-leave", person=1)
                await until(lambda: line.closed)
                assert line.connection.close_code == 4403
                assert not any(
                    what["kind"] == "AskedToLeave" for what in line.happenings()
                )  # nothing is told to them any more
                await hers.until(lambda: _seat(hers, 1) == "empty")
            for path in ("", "/events", "/described"):
                answer = await eve.get(f"/api/tables/{table}{path}")
                assert (answer.status_code, answer.json()["reason"]) == (403, "asked-to-leave")
            again = await eve.post(f"/api/tables/{table}/ask", message("sit", name="Eva"))
            assert (again.status_code, again.json()["reason"]) == (403, "asked-to-leave")
            with pytest.raises(InvalidStatus):
                await asyncio.wait_for(socket(house, table, eve.cookie), 10)
            assert table not in (await eve.get("/api/tables/mine")).text
            ben = Guest(house, web, "Ben")
            assert (await ben.ask(table, "sit", name="Ben")).status_code == 200
            assert (await ada.ask(table, "start")).status_code == 200
            gone = await ada.ask(table, "ask-to-leave", person=2)
            assert (gone.status_code, gone.json()["reason"]) == (409, "plays-here")


def _seat(line: Line, seat: int) -> str:
    tables: list[Any] = [one["table"] for one in line.updates() if "table" in one]
    kind: str = tables[-1]["seats"][seat]["kind"]
    return kind
