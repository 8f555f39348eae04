"""One client on its WebSocket, without a network: a fake connection, and a real table."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from escale.server.guests import guest_hash_in
from escale.server.rate_limits import AddressLimits
from escale.server.settings import Limits
from escale.server.websocket.endpoint import GOING_AWAY, ClientSession, WebSocketEndpoint
from tests.server.attack import in_time, new_id
from tests.server.inside import ADA, Inside, inside


class Waits:
    """A rate limit that says for how many seconds each message has to wait."""

    def __init__(self, *waits: float) -> None:
        self._waits = list(waits)

    def take(self, now: float) -> float:
        return self._waits.pop(0)


class FakeConnection:
    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.writable = True
        self.paused = False
        self.code: int | None = None  # it was closed with

    def start(self, handler: Any) -> None: ...

    def send(self, message: bytes) -> None:
        self.sent.append(message)

    def pause(self) -> None:
        self.paused = True

    def resume(self) -> None:
        self.paused = False

    def close(self, code: int) -> None:
        self.code = code

    async def sent_something(self, text: bytes) -> None:
        async with asyncio.timeout(20):
            while not any(text in message for message in self.sent):
                await asyncio.sleep(0.005)

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [one for one in map(json.loads, self.sent) if one["kind"] == kind]


async def session(
    here: Inside,
    place: str,
    connection: FakeConnection,
    cookie: dict[str, str],
    *waits: float,
) -> ClientSession:
    house, addresses = here.dependencies.house, AddressLimits(Limits())
    table = await house.open(place.rpartition("/")[2])
    assert table is not None
    assert addresses.connect("address")
    metrics: Any = here.metrics
    endpoint = WebSocketEndpoint(house, Limits(), addresses, metrics)
    one = ClientSession(endpoint, "address", table, connection)  # type: ignore[arg-type]
    headers = [(name.lower().encode(), value.encode()) for name, value in cookie.items()]
    if waits:
        one._bucket = Waits(*waits)  # type: ignore[assignment]
    one.start(guest_hash_in(headers), 0, "en")
    await connection.sent_something(b"update")
    return one


def command(kind: str, **fields: Any) -> str:
    return json.dumps({"kind": kind, "id": new_id(), **fields})


@in_time
async def test_a_command_is_answered_before_the_next_one_is_read(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        connection = FakeConnection()
        one = await session(here, await here.table(), connection, ADA)
        one.on_message(command("say", text="hello"))
        assert connection.paused
        await connection.sent_something(b"Said")
        assert not connection.paused
        one.on_close()


@in_time
async def test_a_connection_that_was_slowed_down_is_heard_again(tmp_path: Path) -> None:
    """A refused message does not wait for the table: nothing else would resume reading."""
    async with inside(tmp_path) as here:
        connection = FakeConnection()
        one = await session(here, await here.table(), connection, ADA, 0, 0.02, 0)
        one.on_message("nonsense")
        assert not connection.paused
        one.on_message('{"id": "late"}')
        assert connection.paused
        assert len(connection.told("refused")) <= 1
        await connection.sent_something(b'"late"')
        assert not connection.paused
        assert here.metrics.slowed._value.get() == 1
        one.on_close()


@in_time
async def test_a_message_that_waits_when_its_client_leaves_has_no_effect(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        connection = FakeConnection()
        one = await session(here, await here.table(), connection, ADA, 0.02, 0)
        one.on_message(command("say", text="hello"))
        one.on_close()
        (table,) = here.dependencies.house.tables.values()
        before = table.state.number
        await asyncio.sleep(0.1)
        assert table.state.number == before
        assert connection.paused


@in_time
async def test_who_has_no_cookie_may_look_and_not_ask(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        connection = FakeConnection()
        one = await session(here, await here.table(), connection, {})
        one.on_message(command("say", text="hello"))
        await connection.sent_something(b"guests-only")
        one.on_close()


@in_time
async def test_a_client_that_cannot_read_is_told_all_when_it_can(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        place, connection = await here.table(), FakeConnection()
        one = await session(here, place, connection, ADA)
        connection.sent.clear()
        connection.writable = False
        for text in ("one", "two"):
            assert (await here.ask(place, "say", text=text)).status_code == 200
        await asyncio.sleep(0)
        assert connection.told("update") == []
        connection.writable = True
        one.on_writable()
        (update,) = connection.told("update")
        said = [what["text"] for entry in update["happened"] for what in entry["what"]]
        assert said == ["one", "two"]
        one.on_close()


@in_time
async def test_whoever_leaves_is_forgotten(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        connection = FakeConnection()
        one = await session(here, await here.table(), connection, ADA)
        (table,) = here.dependencies.house.tables.values()
        assert table.watching == 1
        assert one._endpoint.address_limits.connections == 1
        one.on_close()
        assert table.watching == 0
        assert one._endpoint.address_limits.connections == 0


@in_time
async def test_when_the_server_stops_every_client_is_told_to_come_again(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        connection = FakeConnection()
        one = await session(here, await here.table(), connection, ADA)
        one._endpoint.end_subscriptions()
        await asyncio.sleep(0)
        assert connection.code == GOING_AWAY
        one.on_close()


@pytest.mark.parametrize("text", ["[", "1", '{"kind": "say"}', '{"id": 1}', b"\xff", "[" * 100_000])
def test_what_is_no_command_is_refused(text: str | bytes, tmp_path: Path) -> None:
    @in_time
    async def refuse() -> None:
        async with inside(tmp_path) as here:
            connection = FakeConnection()
            one = await session(here, await here.table(), connection, ADA)
            one.on_message(text)
            await connection.sent_something(b"bad-message")
            assert not connection.paused
            one.on_close()

    refuse()
