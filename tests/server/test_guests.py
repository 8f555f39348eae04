"""The cookie is all there is to an account: nobody can guess it, and no other page can use it."""

from __future__ import annotations

import random
from base64 import urlsafe_b64decode
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from escale.server import guests
from tests.served import served
from tests.server.attack import GAMES, Line, http, in_time, socket
from tests.server.inside import ADA, Inside, inside

FORM = {"Path=/", "HttpOnly", "SameSite=Lax", f"Max-Age={365 * 86_400}"}


def bits(token: str) -> int:
    return int.from_bytes(urlsafe_b64decode(token + "=" * (-len(token) % 4)), "big")


def test_a_token_has_at_least_128_bits_that_are_all_left_to_chance() -> None:
    tokens = [bits(guests.new_token()) for _ in range(200)]
    ever = never = tokens[0]
    for one in tokens[1:]:
        ever, never = ever | one, never & one
    # A bit that is always the same, such as one of a date, is none. Chance would leave one of 256
    # unmoved two hundred times in a row less than once in 10^57.
    assert (ever & ~never).bit_count() >= 128


def test_nobody_who_knows_the_state_of_other_dice_knows_the_next_token() -> None:
    made = []
    for _ in range(2):
        random.seed(1)
        made.append(guests.new_token())
    assert made[0] != made[1]


async def _guest(here: Inside) -> httpx.Response:
    return await here.web.post("/api/guest")


async def _make(here: Inside) -> httpx.Response:
    wish = {"id": "1", "game": "wordbank", "name": "Ada", "seats": ["me", "open"]}
    return await here.web.post("/api/tables", json=wish)


async def _join(here: Inside) -> httpx.Response:
    code = (await _make(here)).json()["code"]
    here.web.cookies.clear()
    return await here.web.post("/api/tables/join", json={"code": code})


async def _ask(here: Inside) -> httpx.Response:
    message = {"kind": "say", "id": "1", "text": "Hello", "name": "Eve"}
    place = await here.table()
    here.web.cookies.clear()
    return await here.web.post(f"{place}/ask", json=message)


async def _bring(here: Inside) -> httpx.Response:
    place = await here.table()
    moves = [await here.ask(place, "act", seat=seat, action={"kind": "Pass"}) for seat in (0, 1)]
    assert any(move.is_success for move in moves)
    assert (await here.ask(place, "propose", what="carry-away")).status_code == 200
    file = (await here.web.get(f"{place}/match", headers=ADA)).json()
    here.web.cookies.clear()
    return await here.web.post("/api/matches?id=1&name=Bob", json=file)


@pytest.mark.parametrize(("scheme", "more"), [("http", set()), ("https", {"Secure"})])
@pytest.mark.parametrize("come", [_guest, _make, _join, _ask, _bring])
@in_time
async def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_pages(
    come: Callable[[Inside], Awaitable[httpx.Response]],
    scheme: str,
    more: set[str],
    tmp_path: Path,
) -> None:
    async with inside(tmp_path, url=f"{scheme}://house") as here:
        answer = await come(here)
        assert answer.is_success, answer.text
        (cookie,) = answer.headers.get_list("set-cookie")
        first, *form = cookie.split("; ")
        name, _, token = first.partition("=")
        assert name == ("__Host-escale" if scheme == "https" else "escale")
        assert bits(token).bit_length() > 128
        assert set(form) == FORM | more
        assert len(form) == len(FORM | more)


@in_time
async def test_who_has_a_cookie_keeps_it_and_who_made_one_up_gets_a_real_one(
    tmp_path: Path,
) -> None:
    async with inside(tmp_path) as here:
        known = await here.web.post("/api/guest", headers=ADA)
        assert "set-cookie" not in known.headers
        for wrong in ("", "me", "a" * 42, "a" * 44, "é" * 43):
            header = {b"Cookie": f"escale={wrong}".encode()}
            answer = await here.web.post("/api/guest", headers=header)
            assert answer.headers["set-cookie"].startswith("escale="), wrong


OLD, NEW = "a" * 43, "b" * 43


@in_time
async def test_a_cookie_of_the_old_name_keeps_its_seats_and_gets_the_new_name_over_https(
    tmp_path: Path,
) -> None:
    async with inside(tmp_path, url="https://house") as here:
        wish = {"id": "1", "game": "wordbank", "name": "Ada", "seats": ["me", "open"]}
        old, new = {"Cookie": f"escale={OLD}"}, {"Cookie": f"__Host-escale={OLD}"}
        made = await here.web.post("/api/tables", json=wish, headers=old)
        assert made.headers["set-cookie"].startswith(f"__Host-escale={OLD};")
        here.web.cookies.clear()
        for cookie in (old, new):
            (mine,) = (await here.web.get("/api/tables/mine", headers=cookie)).json()
            assert mine["table"] == made.json()["table"]
        assert "set-cookie" not in (await here.web.post("/api/guest", headers=new)).headers


@in_time
async def test_a_cookie_that_another_host_could_set_never_replaces_the_secure_one(
    tmp_path: Path,
) -> None:
    async with inside(tmp_path, url="https://house") as here:
        wish = {"id": "1", "game": "wordbank", "name": "Ada", "seats": ["me", "open"]}
        await here.web.post("/api/tables", json=wish, headers={"Cookie": f"__Host-escale={NEW}"})
        here.web.cookies.clear()
        for both in (f"escale={OLD}; __Host-escale={NEW}", f"__Host-escale={NEW}; escale={OLD}"):
            mine = (await here.web.get("/api/tables/mine", headers={"Cookie": both})).json()
            assert len(mine) == 1


@in_time
async def test_no_cache_keeps_what_depends_on_who_asks(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        place = await here.table()
        for path in ("/api/tables", "/api/tables/mine", place, f"{place}/described"):
            answer = await here.web.get(path, headers=ADA)
            assert answer.headers["cache-control"] == "no-store", path
            assert "Cookie" in answer.headers["vary"].split(", "), path
        for answer in (
            await here.ask(place, "resign", seat=0),
            await here.ask(place, "nothing"),
            await here.web.get(f"{place}/match", headers=ADA),
            await here.web.get(f"{place}/replay", headers=ADA),
            await here.web.post("/api/guest"),
            await here.web.get("/api/tables/none"),
        ):
            assert answer.headers.get_list("cache-control") == ["no-store"], answer.url
            (vary,) = answer.headers.get_list("vary")
            assert vary.startswith("Cookie"), answer.url
        replay = await here.web.get(f"{place}/replay", headers=ADA)
        assert {"Accept-Encoding", "Accept-Language"} <= {*replay.headers["vary"].split(", ")}
        for path in ("/api/games", "/api/qr.svg?path=/"):
            assert "no-store" not in (await here.web.get(path)).headers.get("cache-control", "")


@in_time
async def test_behind_a_proxy_that_does_https_the_cookie_is_the_secure_one(tmp_path: Path) -> None:
    site = ("--site", "games.example", "--proxy", "127.0.0.1")
    told = {"Host": "games.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "10.0.0.9"}
    with served(tmp_path, *site, environment=GAMES) as house:
        async with http(house) as web:
            answer = await web.post(
                "/api/guest", headers=told | {"Origin": "https://games.example"}
            )
            cookie = answer.headers["set-cookie"].partition(";")[0]
            assert cookie.startswith("__Host-escale=")
            wish = {"id": "1", "game": "whisper", "name": "Ada", "seats": ["me", "open"]}
            known = told | {"Cookie": cookie}
            table = (await web.post("/api/tables", json=wish, headers=known)).json()["table"]
            line = Line(await socket(house, table, {"Cookie": cookie}))
            await line.until(lambda: line.heard)
            assert (await line.ask("stand-up", seat=0))["kind"] == "update"  # it is her seat
            line.stop()
