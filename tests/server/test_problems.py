"""Why a request was not done is told in the language of whoever asked, and never in another."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args
from unittest.mock import patch

import httpx
import msgspec
import pytest

from escale.core.game import LANGUAGES
from escale.games.texts import texts
from escale.server.operations import home_network
from escale.server.operations.home_network import HomeNetwork
from escale.server.refusal_texts import Reason
from escale.server.routes import match_files, replay
from escale.server.schema import messages
from escale.server.settings import Limits, Rate, Settings
from escale.store.protocol import OutcomeUnknown, StoreError
from escale.tables import hosting, work_pool
from escale.tables.log.entry_codec import Unplayable
from escale.tables.table import Table
from tests.server.attack import TRACES, in_time
from tests.server.inside import ADA, BOB, Inside, inside

TABLE = "/api/tables/" + "0" * 24


def _fails(here: Inside, problem: Exception) -> None:
    """From now on no table can be opened."""

    async def fail(_: str) -> Table | None:
        raise problem

    here.dependencies.house.open = fail  # type: ignore[method-assign, assignment]


async def _bad_options(here: Inside) -> httpx.Response:
    wish = {"id": "1", "game": "wordbank", "name": "Ada", "seats": ["me", "me"]}
    return await here.web.post("/api/tables", json={**wish, "options": {"language": "xx"}})


async def _not_over(here: Inside) -> httpx.Response:
    return await here.web.get(await here.table() + "/match", headers=ADA)


async def _not_your_match(here: Inside) -> httpx.Response:
    place = await here.table()
    assert (await here.ask(place, "propose", what="carry-away")).status_code == 200
    return await here.web.get(f"{place}/match", headers=BOB)


async def _match_too_long(here: Inside) -> httpx.Response:
    replay.MOST_STEPS, most = 0, replay.MOST_STEPS
    try:
        place = await here.table()
        assert (await here.ask(place, "resign", seat=0)).status_code == 200
        return await here.web.get(f"{place}/replay")
    finally:
        replay.MOST_STEPS = most


async def _file_takes_too_long(here: Inside) -> httpx.Response:
    match_files.FILE_SECONDS, most = -1.0, match_files.FILE_SECONDS
    work_pool.SLICE_SECONDS, usual = 0.0, work_pool.SLICE_SECONDS
    try:
        return await here.web.post("/api/matches?id=1&name=Ada", json={})
    finally:
        match_files.FILE_SECONDS, work_pool.SLICE_SECONDS = most, usual


async def _too_fast(here: Inside) -> httpx.Response:
    await here.web.post("/api/tables/join", json={"code": "bababa"})
    return await here.web.post("/api/tables/join", json={"code": "bababa"})


async def _unplayable(here: Inside) -> httpx.Response:
    _fails(here, Unplayable("header.version: 1"))
    return await here.web.get(TABLE)


async def _elsewhere(here: Inside) -> httpx.Response:
    here.dependencies.house.shared = True
    return await _unplayable(here)


async def _not_kept(here: Inside) -> httpx.Response:
    _fails(here, StoreError("the disk is full"))
    return await here.ask(TABLE, "start")


async def _not_found_out(here: Inside) -> httpx.Response:
    _fails(here, StoreError("the database is away"))
    return await here.web.get(TABLE)


async def _unsure(here: Inside) -> httpx.Response:
    _fails(here, OutcomeUnknown("the database is lost"))
    return await here.ask(TABLE, "start")


async def _error(here: Inside) -> httpx.Response:
    _fails(here, RuntimeError("the roof is leaking"))
    return await here.web.get(TABLE)


async def _too_many(here: Inside) -> httpx.Response:
    place = await here.table()
    assert here.dependencies.address_limits.connect("127.0.0.1")
    return await here.web.get(f"{place}/events")


async def _at_the_door(here: Inside, command: hosting.AnyHostCommand) -> httpx.Response:
    place = await here.table()
    if isinstance(command, hosting.BanGuest):
        command = msgspec.structs.replace(command, table=place.rpartition("/")[2])
    await hosting.carry_out(here.dependencies.house, command)
    return await here.web.get(place, headers=ADA if isinstance(command, hosting.BanGuest) else BOB)


async def _wrong_password(here: Inside) -> httpx.Response:
    await hosting.carry_out(here.dependencies.house, hosting.SetPassword("sesame"))
    return await here.web.post("/api/door", json={"password": "open"})


async def _not_your_table(here: Inside) -> httpx.Response:
    return await here.web.delete(await here.table(), headers=BOB)


async def _asked_to_leave(here: Inside) -> httpx.Response:
    place = await here.table()
    said = {"kind": "say", "id": "1", "name": "Bob", "text": "boo"}
    assert (await here.web.post(f"{place}/ask", json=said, headers=BOB)).status_code == 200
    assert (await here.ask(place, "ask-to-leave", person=1)).status_code == 200
    return await here.web.get(place, headers=BOB)


async def _no_network(here: Inside) -> httpx.Response:
    home = HomeNetwork(Settings(), 0, lambda _: None)
    here.app._app.state.dependencies = replace(here.dependencies, home_network=home)
    with patch.object(home_network, "own_address", return_value=None):
        own = {"Host": "127.0.0.1"}
        return await here.web.post("/api/home-network", json={"open": True}, headers=own)


PROVOKED: dict[Reason, tuple[int, Callable[[Inside], Awaitable[httpx.Response]]]] = {
    "bad-request": (400, lambda here: here.web.post("/api/tables/join", json={"code": 1})),
    "bad-options": (400, _bad_options),
    "bad-match-file": (400, lambda here: here.web.post("/api/matches?id=1&name=Ada", json={})),
    "file-takes-too-long": (409, _file_takes_too_long),
    "bad-method": (405, lambda here: here.web.delete("/api/tables")),
    "foreign-page": (
        403,
        lambda here: here.web.post("/api/guest", headers={"Origin": "https://else.example"}),
    ),
    "foreign-host": (
        421,
        lambda here: here.web.get("/api/games", headers={"Host": "else.example"}),
    ),
    "not-found": (404, lambda here: here.web.get("/api/nothing")),
    "no-such-game": (404, lambda here: here.web.get("/api/games/nothing")),
    "no-such-table": (404, lambda here: here.web.get(TABLE)),
    "no-such-code": (404, lambda here: here.web.post("/api/tables/join", json={"code": "baba"})),
    "not-over": (409, _not_over),
    "not-your-match": (403, _not_your_match),
    "match-too-long": (409, _match_too_long),
    "unplayable": (409, _unplayable),
    "elsewhere": (503, _elsewhere),
    "asked-to-leave": (403, _asked_to_leave),
    "banned": (403, lambda here: _at_the_door(here, hosting.BanGuest("0" * 24, 0, 1))),
    "house-closed": (403, lambda here: _at_the_door(here, hosting.SetNewcomers(False))),
    "password-needed": (403, lambda here: _at_the_door(here, hosting.SetPassword("sesame"))),
    "wrong-password": (403, _wrong_password),
    "bad-key": (403, lambda here: here.web.get("/api/host")),
    "no-network": (409, _no_network),
    "not-your-table": (403, _not_your_table),
    "too-long": (413, lambda here: here.web.post("/api/tables/join", json={"code": "x" * 70_000})),
    "too-fast": (429, _too_fast),
    "too-many": (429, _too_many),
    "not-kept": (503, _not_kept),
    "not-found-out": (503, _not_found_out),
    "unsure": (503, _unsure),
    "error": (500, _error),
}
WITH_A_PLACE = {"bad-request", "bad-options", "bad-match-file", "unplayable", "elsewhere"}
"""Whoever writes a client is told more, in English."""

LIMITS = Limits(codes=Rate(0.1, 1), connections=1)


def test_every_reason_is_provoked_here() -> None:
    assert PROVOKED.keys() == set(get_args(Reason))


@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_language_has_a_text_of_its_own_for_every_reason(reason: Reason) -> None:
    said = {texts(None, one)(f"refusals.{reason}", count=2, problem="?") for one in LANGUAGES}
    assert len(said) == len(LANGUAGES) == 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", PROVOKED)
@in_time
async def test_a_problem_is_told_in_the_language_of_whoever_asks(
    reason: Reason, language: str, tmp_path: Path
) -> None:
    status, provoke = PROVOKED[reason]
    async with inside(tmp_path, LIMITS) as here:
        here.web.headers["Accept-Language"] = f"{language}-XX,xx;q=0.5"
        answer = await provoke(here)
    told = msgspec.json.decode(answer.content, type=messages.Problem, strict=True)
    assert (answer.status_code, told.reason) == (status, reason)
    details: dict[str, Any] = told.details if isinstance(told.details, dict) else {}
    assert told.text == texts(None, language)(f"refusals.{reason}", **details)
    assert bool(details.get("problem")) == (reason in WITH_A_PLACE)
    assert "Accept-Language" in answer.headers["vary"]
    assert not TRACES.search(answer.text)


@pytest.mark.parametrize("language", LANGUAGES)
@in_time
async def test_so_is_whoever_is_turned_away_at_the_outer_door(
    language: str, tmp_path: Path
) -> None:
    async with inside(tmp_path, Limits(requests=Rate(0.25, 1))) as here:
        answers = [
            await here.web.get("/healthz", headers={"Accept-Language": language}) for _ in range(2)
        ]
    assert [one.status_code for one in answers] == [200, 429]
    seconds = int(answers[1].headers["retry-after"])
    assert 3 <= seconds <= 4
    assert answers[1].json() == {
        "reason": "too-fast",
        "text": texts(None, language)("refusals.too-fast", count=seconds),
        "details": {"count": seconds},
    }


@in_time
async def test_the_place_of_a_mistake_is_told(tmp_path: Path) -> None:
    wish = {"id": "1", "game": "wordbank", "name": "Ada", "seats": ["me", "nobody"]}
    async with inside(tmp_path) as here:
        answer = await here.web.post("/api/tables", json=wish)
    assert "seats[1]" in answer.json()["details"]["problem"]
