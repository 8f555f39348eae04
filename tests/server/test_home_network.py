"""Phones of the home network are let in from the page on the machine of the house alone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AbstractContextManager
from socket import create_server, socket

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from escale.server.operations import home_network
from escale.server.operations.home_network import HomeNetwork, NoNetwork, is_offered
from escale.server.operations.listeners import own_address
from escale.server.settings import Settings
from tests.served import House, served

ADA, BEN = ({"Cookie": f"escale={letter * 43}"} for letter in "ab")
OWN = own_address()
CLOSED = {"is_offered": True, "address": None}
pytestmark = pytest.mark.skipif(OWN is None, reason="this machine is on no network")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served(tmp_path_factory.mktemp("home")) as open_house:
        yield open_house


@pytest.fixture
def web(house: House) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=house.url, trust_env=False) as client:
        yield client
        client.post("/api/home-network", json={"open": False})


def let_in(web: httpx.Client) -> str:
    """The address for phones."""
    return str(
        web.post("/api/home-network", json={"open": True}).raise_for_status().json()["address"]
    )


def joined(url: str, table: str, who: dict[str, str]) -> AbstractContextManager[ClientConnection]:
    address = f"{url}api/tables/{table}/socket".replace("http", "ws", 1)
    return connect(address, additional_headers=who, proxy=None)


def test_phones_are_let_in_and_sent_away_again(house: House, web: httpx.Client) -> None:
    assert web.get("/api/home-network").json() == CLOSED
    there = f"http://{OWN}:{house.port}/"
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{there}healthz", trust_env=False)
    assert let_in(web) == let_in(web) == there
    assert web.get("/api/home-network").json() == {"is_offered": True, "address": there}

    seats = {"id": "made", "game": "wordbank", "name": "Ada", "seats": ["me", "open"]}
    table = web.post("/api/tables", json=seats, headers=ADA).json()["table"]
    phone = httpx.Client(base_url=there, trust_env=False)
    sat = phone.post(
        f"api/tables/{table}/ask", json={"kind": "sit", "id": "1", "name": "Ben"}, headers=BEN
    )
    assert sat.status_code == 200, sat.text
    with joined(f"{house.url}/", table, ADA) as here, joined(there, table, BEN) as away:
        here.recv()
        away.recv()
        answer = web.post("/api/home-network", json={"open": False})
        assert answer.json() == CLOSED
        with pytest.raises(ConnectionClosed):
            while True:
                away.recv(timeout=10)
        for ask in (phone, httpx.Client(base_url=there, trust_env=False)):
            with pytest.raises(httpx.TransportError):
                ask.get("healthz")
        assert here.ping().wait(10)  # whoever is at the machine plays on


def test_the_code_to_scan_leads_to_the_address_for_phones(web: httpx.Client) -> None:
    path = "/table/0123456789abcdef01234567"
    closed = web.get("/api/qr.svg", params={"path": path, "phones": True}).content
    assert closed == web.get("/api/qr.svg", params={"path": path}).content
    there = let_in(web)
    opened = web.get("/api/qr.svg", params={"path": path, "phones": True})
    phones = httpx.get(f"{there}api/qr.svg", params={"path": path}, trust_env=False)
    assert opened.content == phones.content != closed
    assert opened.headers["cache-control"] == "no-store"


def test_only_whoever_sits_at_the_machine_may_do_it(house: House, web: httpx.Client) -> None:
    there = let_in(web)
    for url, headers in (
        (there, {}),
        (there, {"Host": "127.0.0.1"}),
        (house.url, {"Host": f"{OWN}:{house.port}"}),
        (house.url, {"Host": "house.local"}),
    ):
        address = f"{url.removesuffix('/')}/api/home-network"
        asked = httpx.get(address, headers=headers, trust_env=False)
        assert asked.json() == {"is_offered": False, "address": None}, (url, headers)
        told = httpx.post(address, headers=headers, json={"open": False}, trust_env=False)
        assert told.status_code == 404, (url, headers)
    foreign = {"Origin": "http://evil.example"}
    assert web.post("/api/home-network", json={"open": False}, headers=foreign).status_code == 403
    assert web.get("/api/home-network").json() == {"is_offered": True, "address": there}


@pytest.mark.parametrize("body", [{}, {"open": 1}, {"open": True, "more": 1}, [], "open"])
def test_nonsense_changes_nothing(web: httpx.Client, body: object) -> None:
    assert web.post("/api/home-network", json=body).status_code == 400
    assert web.get("/api/home-network").json() == CLOSED


def test_the_terminal_says_where_phones_find_it(house: House, web: httpx.Client) -> None:
    there = let_in(web)
    for line in house.process.stdout:
        if line.rstrip() == f"For phones on the same network: {there}":
            return
    raise AssertionError("it was not said")


@pytest.mark.parametrize(
    "settings",
    [
        Settings(host="0.0.0.0"),
        Settings(sites=("escale.example",)),
        Settings(origins=("https://escale.example",)),
        Settings(proxies="127.0.0.1"),
    ],
    ids=["everywhere", "site", "origin", "proxy"],
)
def test_it_is_not_offered_where_others_come_in_already(settings: Settings) -> None:
    assert not is_offered(settings)


def test_it_is_offered_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_offered(Settings())
    monkeypatch.setenv("container", "oci")
    assert not is_offered(Settings())


class Listening:
    """A server that serves nobody."""

    async def listen(self, listener: socket) -> asyncio.Server:
        return await asyncio.start_server(lambda *_: None, sock=listener)

    def disconnect(self, host: str) -> None: ...


def test_another_port_is_taken_if_that_of_the_house_is_in_use() -> None:
    async def work(port: int) -> None:
        told: list[str | None] = []
        home = HomeNetwork(Settings(), port, told.append)
        home.server = Listening()
        await home.open()
        assert home.address is not None and f":{port}/" not in home.address
        await home.close()
        assert told[1:] == [None] and told[0] is not None

    with create_server((str(OWN), 0)) as other:
        asyncio.run(work(other.getsockname()[1]))


@pytest.mark.parametrize("own", [None, "127.0.0.1", "203.0.113.9"])
def test_without_a_network_it_says_so(monkeypatch: pytest.MonkeyPatch, own: str | None) -> None:
    """The last one is no address of this machine."""
    monkeypatch.setattr(home_network, "own_address", lambda: own)

    async def work() -> None:
        home = HomeNetwork(Settings(), 0, lambda _: None)
        home.server = Listening()
        for _ in range(2):
            with pytest.raises(NoNetwork):
                await home.open()
        assert home.address is None

    asyncio.run(work())
