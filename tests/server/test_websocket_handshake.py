"""Who may open a WebSocket, and what the others are told; without a network."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.server import ServerProtocol

from escale.server.settings import Limits, Rate
from escale.server.websocket.handshake import WebSocketHandshake
from escale.store.protocol import StoreError
from tests.server.attack import in_time
from tests.server.inside import ADA, Inside, inside

App = Callable[[Any, Any, Any], Awaitable[None]]


class Transport:
    def __init__(self) -> None:
        self.written = b""
        self.closed = self.paused = False
        self.protocol: Any = None

    def write(self, data: bytes) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def get_extra_info(self, name: str) -> Any:
        return ("192.0.2.7", 4711) if name == "peername" else None

    @property
    def status(self) -> int:
        return int(self.written.split()[1])


class Client:
    """A client that asks for a WebSocket."""

    def __init__(self, app: App) -> None:
        config = uvicorn.Config(app, ws_max_size=1000, log_config=None)
        config.load()
        self.state = ServerState()
        self.transport = Transport()
        self.handshake = WebSocketHandshake(config, self.state, {})
        self.handshake.connection_made(self.transport)  # type: ignore[arg-type]

    async def ask(self, path: str, /, early: Any = b"", **headers: Any) -> Transport:
        """Until it is answered."""
        sent = {
            "Host": "house",
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            **headers,
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        self.handshake.data_received(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
        if early:
            self.handshake.data_received(early)
        await asyncio.gather(*self.state.tasks)
        return self.transport


async def asked(here: Inside, path: str, **headers: str) -> Transport:
    transport = await Client(here.app).ask(path, **headers)
    if transport.protocol is not None:
        transport.protocol.connection_lost(None)
    return transport


def connections(here: Inside) -> int:
    return here.dependencies.address_limits.connections


@in_time
async def test_a_client_of_a_table_is_let_in_and_counted(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        path = f"{await here.table()}/socket"
        client = Client(here.app)
        transport = await client.ask(path, **ADA)
        assert transport.status == 101
        assert b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in transport.written
        assert client.state.connections == {transport.protocol}
        assert connections(here) == 1
        transport.protocol.connection_lost(None)
        assert client.state.connections == set()
        assert connections(here) == 0


@in_time
async def test_nothing_of_a_connection_stays_in_memory(tmp_path: Path) -> None:
    """The server collects reference cycles only every few minutes, and people come and go."""

    def protocols() -> int:
        # Not `isinstance`, which follows weak proxies, also those whose object is gone.
        return sum(type(one) is ServerProtocol for one in gc.get_objects())

    async with inside(tmp_path) as here:
        path = f"{await here.table()}/socket"
        before = protocols()
        gc.disable()
        try:
            transport = await asked(here, path, **ADA)
            transport.protocol = None  # as a real one forgets it
            await asyncio.sleep(0)
            assert protocols() == before
        finally:
            gc.enable()


@in_time
async def test_what_is_sent_before_the_answer_is_not_lost(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        path = f"{await here.table()}/socket"
        ping = b"\x89\x81\0\0\0\0p"
        transport = await Client(here.app).ask(path, ping, **ADA)
        await asyncio.sleep(0)
        assert b"\x8a\x01p" in transport.written
        transport.protocol.connection_lost(None)


@in_time
async def test_whoever_is_not_let_in_is_told_and_not_counted(tmp_path: Path) -> None:
    async with inside(tmp_path, Limits(connections=1, watchers=1)) as here:
        place = f"{await here.table()}/socket"
        assert (await asked(here, "/api/tables/x/socket")).status == 403
        assert (await asked(here, f"/api/tables/{'0' * 24}/socket")).status == 403
        assert (await asked(here, place, Origin="https://else.example")).status == 403
        assert (await asked(here, place, Origin="http://house")).status == 101
        assert connections(here) == 0
        assert here.dependencies.address_limits.connect("192.0.2.7")
        refused = await asked(here, place)
        assert (refused.status, refused.closed) == (403, True)
        assert connections(here) == 1


@in_time
async def test_a_table_has_room_for_so_many_who_look_on(tmp_path: Path) -> None:
    async with inside(tmp_path, Limits(watchers=1)) as here:
        place = f"{await here.table()}/socket"
        first = await Client(here.app).ask(place)
        assert first.status == 101
        assert (await asked(here, place)).status == 403
        assert (await asked(here, place, **ADA)).status == 101  # who has a seat
        assert connections(here) == 1
        first.protocol.connection_lost(None)


@in_time
async def test_openings_beyond_the_rate_are_refused(tmp_path: Path) -> None:
    async with inside(tmp_path, Limits(requests=Rate(0.001, 1))) as here:
        place = f"/api/tables/{'0' * 24}/socket"
        await asked(here, place)
        here.dependencies.house.open = None  # type: ignore[assignment,method-assign]
        assert (await asked(here, place)).status == 403  # and nobody looked for the table


@in_time
async def test_when_the_store_fails_a_client_is_told_to_come_again(tmp_path: Path) -> None:
    async def fail(_: str) -> None:
        raise StoreError("the database is away")

    async with inside(tmp_path) as here:
        here.dependencies.house.open = fail  # type: ignore[assignment,method-assign]
        answer = await asked(here, f"/api/tables/{'0' * 24}/socket")
        assert (answer.status, answer.closed) == (503, True)
        assert b"retry-after: 1\r\n" in answer.written.lower()
        assert answer.written.lower().count(b"content-length") == 1
        assert connections(here) == 0


@in_time
async def test_an_error_is_answered_and_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_: str) -> None:
        raise RuntimeError

    async with inside(tmp_path) as here:
        here.dependencies.house.open = fail  # type: ignore[assignment,method-assign]
        answer = await asked(here, f"/api/tables/{'0' * 24}/socket")
        assert (answer.status, answer.closed, connections(here)) == (500, True, 0)
    assert [one.getMessage() for one in caplog.records] == [
        "a WebSocket could not be opened; its client gets status 500"
    ]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-WebSocket-Version": "12"}, 400),
        ({"Sec-WebSocket-Key": "short"}, 400),
        ({"Sec-WebSocket-Key": "\xe9" * 24}, 400),
        ({"Upgrade": "else"}, 426),
        ({"X": "y" * 9000}, 431),
    ],
)
def test_what_is_no_handshake_is_refused_before_anybody_is_asked(
    headers: dict[str, str], status: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        raise AssertionError

    async def ask() -> None:
        transport = await Client(app).ask("/api", **headers)
        assert (transport.status, transport.closed) == (status, True)

    asyncio.run(ask())
    assert caplog.records == []


def test_a_server_that_stops_answers_a_handshake_that_waits() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert await receive() == {"type": "websocket.connect"}
        client.handshake.shutdown()
        await send({"type": "websocket.accept"})
        raise AssertionError

    async def ask() -> None:
        transport = await client.ask("/api")
        assert (transport.status, transport.closed) == (500, True)
        client.handshake.connection_lost(None)
        assert client.state.connections == set()

    client = Client(app)
    asyncio.run(ask())
