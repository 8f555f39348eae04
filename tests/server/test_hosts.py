"""DNS rebinding: a house answers to its own names, and to names that no stranger can own."""

from __future__ import annotations

from pathlib import Path

import pytest

from escale.server.hosts import HostCheck, host_name
from escale.server.settings import Settings
from tests.served import House, served
from tests.server.attack import GAMES, Guest, http, in_time, raw, request, status, upgrade

LOCAL = (
    "127.0.0.1:8080",
    "[::1]:8080",
    "192.168.1.20",
    "[fe80::1]",
    "localhost:8080",
    "LOCALHOST.",
    "raspberrypi:8080",
    "raspberrypi.local",
    "nas.lan",
    "nas.home.arpa:80",
)
FOREIGN = (
    "evil.example",
    "evil.example:8080",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "nip.io.",
    "local.evil.example",
    "evil.example\t",
    "",
    ":8080",
    "[::1",
    "a.b@evil.example",
)


def accepts(settings: Settings, *hosts: str) -> bool:
    return HostCheck(settings)([(b"host", host.encode("latin-1")) for host in hosts])


@pytest.mark.parametrize("host", LOCAL)
def test_a_house_at_home_needs_no_configuration(host: str) -> None:
    assert accepts(Settings(), host)
    assert accepts(Settings(sites=("games.example",)), host)


@pytest.mark.parametrize("host", FOREIGN)
def test_a_name_that_a_stranger_can_own_is_refused(host: str) -> None:
    assert not accepts(Settings(), host)
    assert not accepts(Settings(sites=("games.example",), proxies="127.0.0.1"), host)
    assert not accepts(Settings(), "127.0.0.1", host)


def test_the_names_of_the_site_are_accepted() -> None:
    settings = Settings(host="hall.example", sites=("games.example",))
    assert accepts(settings, "games.example:443")
    assert accepts(settings, "Games.Example.")
    assert accepts(settings, "hall.example")
    assert not accepts(settings, "www.games.example")


def test_a_proxy_without_a_site_decides_itself() -> None:
    assert accepts(Settings(proxies="127.0.0.1"), "games.example")


def test_a_request_without_a_host_is_not_from_a_browser() -> None:
    assert accepts(Settings())


@pytest.mark.parametrize("text", ["games.example", "https://games.example/", "games.example:80"])
def test_a_site_may_be_given_by_its_address(text: str) -> None:
    assert host_name(text) == "games.example"


def from_host(data: bytes, host: str) -> bytes:
    return data.replace(b"Host: house", f"Host: {host}".encode())


@in_time
async def test_a_page_that_rebinds_its_name_learns_and_does_nothing(house: House) -> None:
    async with http(house) as web:
        table = await Guest(house, web).make()
        for path in ("/api/tables", f"/api/tables/{table}", "/api/games", "/metrics"):
            answer = await raw(house, from_host(request("GET", path), "evil.example"))
            assert status(answer) == 421, path
            assert table.encode() not in answer
        origin = "Origin: http://evil.example"
        asked = request("POST", "/api/guest", origin, "Accept-Language: de")
        answer = await raw(house, from_host(asked, "evil.example"))
        assert status(answer) == 421
        assert b'"foreign-host"' in answer and b"Unter diesem Namen" in answer
        assert b"set-cookie" not in answer.lower()
        answer = await raw(house, from_host(upgrade(table, origin), "evil.example"))
        assert status(answer) == 403


@in_time
async def test_whoever_opens_the_page_by_a_wrong_name_is_told_in_plain_words(house: House) -> None:
    answer = await raw(house, from_host(request("GET", "/", "Accept: text/html"), "evil.example"))
    assert status(answer) == 421
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"content-type: text/plain" in head
    assert b"--site" in body and b"{" not in body


@in_time
async def test_the_site_is_a_setting(tmp_path: Path) -> None:
    with served(tmp_path, "--site", "https://games.example", environment=GAMES) as house:
        asked = from_host(request("GET", "/api/games"), "games.example")
        assert status(await raw(house, asked)) == 200
        asked = from_host(request("GET", "/api/games"), "other.example")
        assert status(await raw(house, asked)) == 421
