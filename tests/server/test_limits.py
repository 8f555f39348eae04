"""What one connection and one address may ask, with the settings that a house has by itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest
from websockets.exceptions import InvalidStatus

from escale.server.rate_limits import MOST_ADDRESSES, AddressLimits, Bucket
from escale.server.settings import Limits, Rate
from tests.served import House, served
from tests.server.attack import (
    GAMES,
    Guest,
    a_round,
    figure,
    http,
    in_time,
    is_unharmed,
    lives,
    match,
    message,
    new_id,
    raw,
    request,
    socket,
    status,
)


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Each test has its own: what an address has used up is used up for all that follow."""
    with served(tmp_path_factory.mktemp("house"), environment=GAMES) as house:
        yield house
        is_unharmed(house)


@in_time
async def test_a_flood_on_one_connection_is_slowed_and_nobody_else_is(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, people, lines):
        flood = [message("mute", person=1) for _ in range(110)]
        async with people[0].at(table) as loud:
            began = time.monotonic()
            for asked in flood:
                await loud.send(asked)
            for _ in range(5):
                at = time.monotonic()
                await a_round(lines)
                assert time.monotonic() - at < 1.5
            await loud.until(lambda: flood[-1]["id"] in loud.answers)
            assert time.monotonic() - began > 2, "at most 60 at once, and 20 a second"
            assert all(loud.answers[asked["id"]] == 1 for asked in flood)
        assert await figure(web, "escale_slowed") > 5


@in_time
async def test_codes_cannot_be_guessed(house: House) -> None:
    async with http(house) as web:
        table = await Guest(house, web).make()
        code = (await web.get(f"/api/tables/{table}")).json()["table"]["code"]
        assert (await web.post("/api/tables/join", json={"code": code})).status_code == 200
        tries = []
        for number in range(40):
            # A lie about where one comes from does not help.
            lie = {"X-Forwarded-For": f"10.0.0.{number}", "Forwarded": f"for=10.0.0.{number}"}
            tries.append(await web.post("/api/tables/join", json={"code": "bababa"}, headers=lie))
        assert {one.status_code for one in tries[:25]} == {404}
        assert {one.status_code for one in tries[35:]} == {429}
        assert (await web.get(f"/api/tables/{table}")).status_code == 200


@in_time
async def test_tables_are_not_made_by_the_hundred(house: House) -> None:
    async with http(house) as web:
        ada = Guest(house, web)
        wish = {"game": "whisper", "name": "Ada", "seats": ["me", "open"]}
        wishes = [wish | {"id": new_id()} for _ in range(80)]
        answers = [await ada.post("/api/tables", one) for one in wishes]
        statuses = [one.status_code for one in answers]
        assert 55 <= statuses.count(201) <= 70
        assert statuses[-1] == 429
        table = answers[0].json()["table"]
        assert (await ada.ask(table, "say", text="hello")).status_code == 200


@in_time
async def test_requests_beyond_the_rate_are_told_to_wait(house: House) -> None:
    one = b"GET /healthz HTTP/1.1\r\nHost: house\r\n\r\n"
    answers = await raw(house, one * 600 + request("GET", "/healthz"))
    refused = answers.count(b"HTTP/1.1 429")
    assert refused > 50
    assert answers.count(b"\r\nretry-after: ") == refused
    assert answers.count(b"\r\ncontent-security-policy: ") == 601
    await asyncio.sleep(1.2)
    async with http(house) as web:
        await lives(web)


def test_connections_of_one_address_have_an_end(tmp_path_factory: pytest.TempPathFactory) -> None:
    @in_time
    async def attack(house: House) -> None:
        async with http(house) as web, match(house, web) as (table, _, lines):
            held = [await socket(house, table, {}) for _ in range(3)]
            with pytest.raises(InvalidStatus):
                await socket(house, table, {})
            events = request("GET", f"/api/tables/{table}/events")
            assert status(await raw(house, events)) == 429
            await held[0].close()
            await asyncio.sleep(0.2)
            held[0] = await socket(house, table, {})
            await a_round(lines)
            for one in held:
                await one.close()

    folder = tmp_path_factory.mktemp("house")
    with served(folder, "--connections", "5", environment=GAMES) as house:
        attack(house)
        is_unharmed(house)


# Without a server


def test_a_bucket_gives_so_many_at_once_and_then_so_many_a_second() -> None:
    bucket = Bucket(Rate(2, 5), 100.0)
    assert [bucket.take(100.0) for _ in range(5)] == [0.0] * 5
    assert bucket.take(100.0) == pytest.approx(0.5)
    assert bucket.take(100.5) == 0.0
    assert bucket.take(100.5) > 0
    assert [bucket.take(1000.0) for _ in range(5)] == [0.0] * 5
    assert bucket.take(1000.0) > 0


def test_only_the_latest_addresses_are_remembered() -> None:
    addresses = AddressLimits(Limits())
    for number in range(MOST_ADDRESSES):
        address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
        addresses.take(address, "requests")
        addresses.take(address, "codes")
        assert addresses.connect(address)
        addresses.disconnect(address)
    assert len(addresses._buckets) == MOST_ADDRESSES  # and there were twice as many
    assert addresses._connections == {}


def test_who_is_busy_is_not_forgotten_for_those_who_come_once() -> None:
    """A flood from many addresses does not wipe out what one of them has used up."""
    addresses = AddressLimits(Limits(), clock=lambda: 0.0)
    for number in range(MOST_ADDRESSES * 3):
        addresses.take("guesser", "codes")
        addresses.take(f"address {number}", "requests")
    assert addresses.take("guesser", "codes") > 0


def test_neighbours_who_share_a_network_of_version_six_share_its_rate() -> None:
    """One line at home has 2^64 addresses: each of them would be a new guesser."""
    addresses = AddressLimits(Limits(), clock=lambda: 0.0)
    for number in range(200):
        waits = addresses.take(f"2001:db8:1:2::{number:x}", "codes")
    assert waits > 0
    assert addresses.take("2001:db8:1:3::1", "codes") == 0
