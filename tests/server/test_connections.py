"""Connections by the thousand, and some that send too much, too slowly, or read nothing."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from escale.server.operations.http_protocol import HEAD_SECONDS
from tests.served import House
from tests.server.attack import (
    SOON,
    Guest,
    Line,
    a_round,
    busy_house,
    figure,
    files_of,
    frame,
    http,
    in_time,
    is_unharmed,
    lives,
    match,
    memory_of,
    raw,
    request,
    settled_memory,
    socket,
    status,
    tell,
    until,
    upgrade,
)
from tests.server.crowd import Idle, come_and_go, crowd, no_tables

MB = 1024  # in KiB
TEN = 10 * 1024 * 1024
CONT, TEXT, PING, PONG = 0, 1, 9, 10
TOO_BIG = (1009, 1006)  # the reason may be lost where the rest of the message was not read


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with busy_house(tmp_path_factory.mktemp("house")) as house:
        yield house
        is_unharmed(house)


async def pushed(house: House, head: bytes, more: bytes, most: int = 40_000_000) -> int:
    """Send this again and again, without reading: how many bytes the house takes."""
    _, writer = await asyncio.open_connection("127.0.0.1", house.port, limit=1024)
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    taken = 0
    with suppress(ConnectionError, TimeoutError):
        writer.write(head)
        await asyncio.sleep(0.3)  # an upgrade is answered before anything follows
        while taken < most:
            writer.write(more)
            async with asyncio.timeout(2):
                await writer.drain()
            taken += len(more)
    writer.transport.abort()
    return taken


# Too much


@in_time
async def test_a_message_of_ten_megabytes_ends_its_connection_and_nothing_else(
    house: House,
) -> None:
    async with http(house) as web, match(house, web) as (table, people, lines):
        before = memory_of(house)
        async with socket(house, table, people[0].cookie) as line:
            with suppress(ConnectionClosed):
                await line.send("a" * TEN)
                await line.wait_closed()
            assert line.close_code in TOO_BIG
        async with socket(house, table, people[0].cookie) as line:
            with suppress(ConnectionClosed):
                await line.send("a" * 20_000 for _ in range(500))
                await line.wait_closed()
            assert line.close_code in TOO_BIG
        await a_round(lines)
        assert memory_of(house) - before < 8 * MB


@in_time
async def test_the_largest_message_that_is_allowed_is_answered(house: House) -> None:
    async with http(house) as web, match(house, web) as (_, _, lines):
        assert await lines[0].refused("say", text="a" * 60_000) == "bad-message"
        await a_round(lines)


@in_time
async def test_a_body_of_ten_megabytes_is_not_taken(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, _, lines):
        before = memory_of(house)
        for path in ("/api/tables", f"/api/tables/{table}/ask", "/api/tables/join", "/"):
            answer = await raw(house, request("POST", path, body=b"a" * TEN))
            assert status(answer) in (405, 413), path
        await a_round(lines)
        assert memory_of(house) - before < 8 * MB


@in_time
async def test_a_body_without_end_is_not_taken(house: House) -> None:
    async def endless() -> AsyncIterator[bytes]:
        sent = 0
        while sent < TEN:
            yield b"a" * 10_000
            sent += 10_000

    async with http(house) as web, match(house, web) as (_, _, lines):
        before = memory_of(house)
        with suppress(httpx.TransportError):
            answer = await web.post("/api/tables", content=endless())
            assert answer.status_code == 413
        await a_round(lines)
        assert memory_of(house) - before < 8 * MB


@in_time
async def test_a_head_without_end_is_not_taken(house: House) -> None:
    async with http(house) as web, match(house, web) as (_, _, lines):
        before = memory_of(house)
        start = b"GET / HTTP/1.1\r\nHost: a\r\n"
        assert await pushed(house, start, b"X: y\r\n" * 1000) < 10_000_000
        assert await pushed(house, start + b"X: ", b"y" * 10_000) < 10_000_000
        assert await pushed(house, start, b"y" * 10_000) < 10_000_000
        assert await pushed(house, b"GET /", b"y" * 10_000) < 10_000_000
        many = [f"X-{number}: a" for number in range(5000)]
        assert status(await raw(house, request("GET", "/healthz", *many))) == 431
        some = [f"X-{number}: a" for number in range(90)]
        assert status(await raw(house, request("GET", "/healthz", *some))) == 200
        await a_round(lines)
        assert memory_of(house) - before < 8 * MB


@in_time
async def test_whoever_floods_with_trifles_is_cut_off(house: House) -> None:
    """Empty parts of messages, pings, pongs: each is cheap to send and costs the house time."""
    async with http(house) as web, match(house, web) as (table, _, lines):
        before = memory_of(house)
        floods = [
            frame(TEXT, b"a", fin=False) + frame(CONT, fin=False) * 1000,
            frame(CONT, fin=False) * 1000,
            frame(PING, b"p" * 125) * 1000,
            frame(PING) * 1000,
            frame(PONG) * 1000,
        ]
        attacks = [asyncio.create_task(pushed(house, upgrade(table), one)) for one in floods]
        while not all(attack.done() for attack in attacks):
            async with asyncio.timeout(5):
                await a_round(lines)
        for attack in attacks:
            assert await attack < 15_000_000
        assert memory_of(house) - before < 8 * MB


def test_messages_that_pile_up_cost_little_more_than_their_bytes(tmp_path: Path) -> None:
    """A burst of tiny ones waits as it came, and is not unpacked before its time."""

    @in_time
    async def attack(house: House) -> None:
        async with http(house) as web, match(house, web) as (table, _, lines):
            before = memory_of(house)
            writers = []
            for _ in range(10):
                _, writer = await asyncio.open_connection("127.0.0.1", house.port)
                writer.write(upgrade(table))
                await asyncio.sleep(0.1)
                writer.write(frame(TEXT, b"1") * 30_000)
                writers.append(writer)
            await asyncio.sleep(1)
            await a_round(lines)
            assert memory_of(house) - before < 15 * MB
            for writer in writers:
                writer.transport.abort()

    with busy_house(tmp_path, "--messages-a-second", "20") as house:
        attack(house)
        is_unharmed(house)


# Too slowly


@in_time
async def test_hundreds_who_dawdle_keep_nobody_from_playing_and_are_cut_off(house: House) -> None:
    async with http(house) as web, match(house, web) as (_, _, lines):
        before = files_of(house)
        body = request("POST", "/api/tables", "Content-Type: application/json", body=b"a" * 1000)
        slow = [
            asyncio.create_task(_dawdle(house, request("GET", "/healthz", "X: " + "y" * 500)))
            for _ in range(300)
        ]
        slow += [asyncio.create_task(_dawdle(house, b"", HEAD_SECONDS + 10)) for _ in range(50)]
        slow += [
            asyncio.create_task(_dawdle(house, body[-1000:], 2, body[:-1000])) for _ in range(50)
        ]
        await until(lambda: files_of(house) >= before + 380)
        for _ in range(10):
            began = time.monotonic()
            await a_round(lines)
            await lives(web)
            assert time.monotonic() - began < 3
            await asyncio.sleep(0.2)
        ends = await asyncio.gather(*slow)
        assert all(end < HEAD_SECONDS + 8 for end in ends)
        await until(lambda: files_of(house) <= before + 5)


async def _dawdle(house: House, data: bytes, seconds: float = 99, head: bytes = b"") -> float:
    """A byte at a time: after how many seconds the house has had enough, or we."""
    began = time.monotonic()
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    writer.write(head)
    with suppress(ConnectionError):
        for byte in data.ljust(10_000, b"y"):
            writer.write(bytes([byte]) if data else b"")
            with suppress(TimeoutError):
                async with asyncio.timeout(0.3):
                    await reader.read(1)
                    break
            if time.monotonic() - began > seconds:
                break
    writer.transport.abort()
    return time.monotonic() - began


# Reading nothing

HEAVY = {"options": {"rounds": 1_000_000, "ballast": "b" * 10_000}}


async def deaf(house: House, first: bytes) -> sockets.socket:
    """A connection that reads no more after this."""
    made = sockets.socket()
    made.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    made.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(made, ("127.0.0.1", house.port))
    await loop.sock_sendall(made, first)
    await loop.sock_recv(made, 1)
    return made


def test_whoever_reads_nothing_costs_nothing_and_is_let_go(tmp_path: Path) -> None:
    @in_time
    async def attack(house: House) -> None:
        async with http(house) as web, match(house, web, **HEAVY) as (table, _, lines):
            await a_round(lines)
            files, before = files_of(house), memory_of(house)
            events = request("GET", f"/api/tables/{table}/events")
            stuck = [await deaf(house, upgrade(table)) for _ in range(5)]
            stuck += [await deaf(house, events) for _ in range(5)]
            began = time.monotonic()
            while time.monotonic() - began < 6:
                await asyncio.wait_for(a_round(lines), 5)
            assert memory_of(house) - before < 12 * MB
            await until(lambda: files_of(house) <= files, 20)
            await lives(web)
            for one in stuck:
                one.close()

    with busy_house(tmp_path, "--stuck-seconds", "2") as house:
        attack(house)
        is_unharmed(house)


@in_time
async def test_whoever_reads_late_catches_up_with_all_that_happened(house: House) -> None:
    async with http(house) as web, match(house, web, **HEAVY) as (table, people, lines):
        connection = await socket(house, table, people[0].cookie)
        connection.transport.pause_reading()
        for number in range(150):
            await a_round(lines, number)
            if number % 30 == 0:
                await lines[0].done("say", text=f"round {number}")
        connection.transport.resume_reading()
        late = Line(connection)
        last = (await people[0].look(table))["number"]
        await late.until(lambda: any(one["number"] == last for one in late.updates()))
        numbers = [entry["number"] for one in late.updates() for entry in one["happened"]]
        assert numbers == list(range(1, last + 1))
        final = [one for one in late.updates() if "views" in one][-1]
        assert final["views"][0]["seen"]["round"] == 150
        late.stop()
        await connection.close()


# By the thousand


def test_a_thousand_idle_connections_keep_nobody_from_playing_and_do_not_add_up(
    tmp_path: Path,
) -> None:
    @in_time
    async def attack(house: House) -> None:
        first = await crowd(house, 1000, rounds=20)
        assert first.a_connection < 60, f"{first.a_connection} KiB a connection"
        assert first.files_left <= 2
        # Freed memory is not all given back to the system, but it is enough for the next thousand.
        again = await crowd(house, 1000, rounds=5)
        assert again.at_most - first.at_most < 12 * MB, (first, again)

    with busy_house(tmp_path) as house:
        attack(house)
        is_unharmed(house)


def test_connections_and_tables_that_come_and_go_leave_nothing(tmp_path: Path) -> None:
    @in_time
    async def attack(house: House) -> None:
        async with http(house) as web:
            await come_and_go(house, web, connections=100, tables=40)
            await until(lambda: no_tables(web), 30)
            files, before = files_of(house), await settled_memory(house)
            await come_and_go(house, web, connections=1000, tables=250)
            await until(lambda: no_tables(web), 30)
            await until(lambda: files_of(house) <= files + 2)
            assert await figure(web, "escale_connections") == 0
            after = await settled_memory(house)
            assert after - before < 13 * MB, f"{before} KiB before, {after} KiB after"

    with busy_house(tmp_path, "--idle-seconds", "1") as house:
        attack(house)
        is_unharmed(house)


@in_time
async def test_streams_that_end_before_they_begin_are_not_counted_for_ever(house: House) -> None:
    async with http(house) as web:
        table = await Guest(house, web).make()
        before = await figure(web, "escale_connections")
        for _ in range(200):
            gone = sockets.create_connection(("127.0.0.1", house.port))
            gone.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            gone.sendall(request("GET", f"/api/tables/{table}/events"))
            gone.close()

        async def forgotten() -> bool:
            return await figure(web, "escale_connections") == before

        await until(forgotten, SOON)
        assert json.loads((await web.get(f"/api/tables/{table}")).text)["number"] == 1


@in_time
async def test_nobody_fills_a_table_so_that_its_players_stay_outside(house: House) -> None:
    """The number of those who look on is limited; that of players is not."""
    async with http(house) as web, match(house, web) as (table, people, _):
        lookers = [await Idle.open(house, table) for _ in range(305)]
        await asyncio.gather(*(one.heard() for one in lookers[:298]))
        assert any(one.refused for one in lookers)
        async with people[1].at(table) as line:
            await tell(line, 1, 5)
        for one in lookers:
            one.hang_up()


def test_the_dictionaries_of_tables_are_forgotten(tmp_path: Path) -> None:
    """A table's own words are as many as its maker likes: they must not stay for ever."""

    def own_words(number: int) -> list[str]:
        letters = [chr(97 + place) for place in range(26)]
        start = letters[number // 26] + letters[number % 26]
        return [start + a + b + c for a in letters[:7] for b in letters for c in letters]

    @in_time
    async def attack(house: House) -> None:
        async with http(house) as web:
            guest = Guest(house, web)
            memory = []
            for number in range(42):
                options = {"language": "en", "added": own_words(number)}
                await guest.make(game="wordbank", options=options)
                if number in (20, 41):
                    memory.append(await settled_memory(house))
            assert memory[1] - memory[0] < 10 * MB

    with busy_house(tmp_path, "--idle-seconds", "1") as house:
        attack(house)
        is_unharmed(house)
