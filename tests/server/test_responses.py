"""Limits of requests and responses: as many, as large and as slow as a house can bear."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from escale.games import matchfile
from escale.server.operations.http_protocol import LimitedHttpProtocol
from escale.server.rate_limits import AddressLimits
from escale.server.settings import Limits, Rate
from escale.server.websocket.handshake import WebSocketHandshake
from tests.served import served
from tests.server.attack import (
    GAMES,
    files_of,
    http,
    in_time,
    is_unharmed,
    request,
    until,
)
from tests.server.inside import inside
from tests.server.pressure import carried_away, given_up, long_file


@in_time
async def test_a_long_replay_is_read_in_full_or_cut_off(tmp_path: Path) -> None:
    with served(tmp_path, "--stuck-seconds", "1", environment=GAMES) as house:
        async with http(house) as web:
            table = await given_up(house, web, long_file(await carried_away(house, web), 1500))
            path = f"/api/tables/{table}/replay"
            plain = await web.get(path, headers={"Accept-Encoding": "identity"})
            packed = await web.get(path, headers={"Accept-Encoding": "gzip"})
            assert len(plain.content) > 8_000_000
            assert plain.content == packed.content
            file = (await web.get(f"/api/tables/{table}/match")).json()
            assert len(plain.json()["frames"]) == len(file["log"]) + 1
            before = files_of(house)
            unread = [socket.create_connection(("127.0.0.1", house.port)) for _ in range(3)]
            for one in unread:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                one.sendall(request("GET", path, "Accept-Encoding: identity"))
            await until(lambda: files_of(house) >= before + len(unread))
            await until(lambda: files_of(house) <= before)
            for one in unread:
                one.close()
        is_unharmed(house)


@in_time
async def test_a_reader_that_stalls_is_aborted_and_one_that_reads_on_is_not() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None: ...

    class Transport(asyncio.Transport):
        aborted = False

        def abort(self) -> None:
            self.aborted = True

        def close(self) -> None: ...

    stalled: list[bool] = []
    config = uvicorn.Config(app, http=LimitedHttpProtocol, ws=WebSocketHandshake)
    protocols = [
        LimitedHttpProtocol(
            config=config,
            server_state=ServerState(),
            app_state={},
            stall_seconds=0.05,
            on_stalled=lambda: stalled.append(True),
        )
        for _ in range(2)
    ]
    transports = [Transport(), Transport()]
    for protocol, transport in zip(protocols, transports, strict=True):
        protocol.connection_made(transport)
        protocol.pause_writing()
    protocols[1].resume_writing()
    await asyncio.sleep(0.2)
    assert [one.aborted for one in transports] == [True, False]
    assert stalled == [True]
    for protocol in protocols:
        protocol.connection_lost(None)


@in_time
async def test_large_bodies_have_a_rate_and_small_ones_have_none(tmp_path: Path) -> None:
    limits = Limits(uploads=Rate(100, 30_000))
    async with inside(tmp_path, limits) as here:
        large, small = {"code": "x" * 20_000}, {"code": "bababa"}
        statuses = [(await here.web.post("/api/tables/join", json=large)).status_code]
        refused = await here.web.post("/api/tables/join", json=large)
        statuses += [refused.status_code]
        statuses += [(await here.web.post("/api/tables/join", json=small)).status_code]
        assert statuses == [413, 429, 404]
        assert 90 <= int(refused.headers["retry-after"]) <= 110


@in_time
async def test_a_body_without_a_length_counts_as_the_largest(tmp_path: Path) -> None:
    async def parts() -> AsyncIterator[bytes]:
        yield b'{"code":'
        yield b'"bababa"}'

    limits = Limits(uploads=Rate(100, 100_000))
    async with inside(tmp_path, limits) as here:
        kind = {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}
        asked = [
            await here.web.post("/api/tables/join", content=parts(), headers=kind) for _ in range(2)
        ]
        assert [one.status_code for one in asked] == [404, 429]


@in_time
async def test_an_address_has_so_many_requests_at_once(tmp_path: Path) -> None:
    async with inside(tmp_path, Limits(connections=1)) as here:
        address_limits = here.dependencies.address_limits
        assert (await here.web.get("/healthz")).status_code == 200
        assert address_limits.begin_request("127.0.0.1")
        busy = await here.web.get("/healthz")
        assert (busy.status_code, busy.json()["reason"]) == (429, "too-many")
        address_limits.end_request("127.0.0.1")
        assert (await here.web.get("/healthz")).status_code == 200


def test_an_address_has_so_many_files_checked_at_once() -> None:
    address_limits = AddressLimits(Limits(imports=2))
    with (
        address_limits.importing("a") as one,
        address_limits.importing("a") as two,
        address_limits.importing("a") as three,
        address_limits.importing("b") as other,
    ):
        assert (one, two, three, other) == (True, True, False, True)
    with address_limits.importing("a") as again:
        assert again


@in_time
async def test_a_file_of_too_many_values_or_events_is_refused(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        for file, problem in (
            (b'{"log":[' + b"[]," * matchfile.MOST_ELEMENTS + b"[]]}", "values"),
            (b"[" * 60_000, "JSON"),
            (b"\xff", "text file"),
        ):
            answer = await here.web.post("/api/matches?id=1&name=Ada", content=file)
            assert answer.status_code == 400, answer.text
            assert problem in answer.json()["details"]["problem"]


def test_an_export_in_parts_is_the_whole_file() -> None:
    recorded = Path(matchfile.__file__).parent / "wordbank" / "recorded" / "ran-out.json"
    _, record = matchfile.from_json(recorded.read_text(encoding="utf-8"))
    _, again = matchfile.from_json("".join(matchfile.json_parts(record)))
    assert again == record
