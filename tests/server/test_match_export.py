"""Who may have the file of a match: it holds every secret of it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from escale.store.protocol import StoreError
from tests.server.attack import in_time
from tests.server.inside import ADA, BOB, Inside, inside

EVERYBODY: tuple[dict[str, str], ...] = (ADA, BOB, {})  # a player, somebody else, nobody


async def match(here: Inside, place: str, who: dict[str, str]) -> httpx.Response:
    here.web.cookies.clear()
    return await here.web.get(f"{place}/match", headers=who)


def tells_nothing(answer: httpx.Response) -> None:
    assert answer.json().keys() <= {"reason", "text", "details"}


@in_time
async def test_nobody_has_a_match_that_is_running(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        place = await here.table()
        for who in EVERYBODY:
            answer = await match(here, place, who)
            assert (answer.status_code, answer.json()["reason"]) == (409, "not-over")
            tells_nothing(answer)


@in_time
async def test_only_its_players_have_a_match_that_was_carried_away(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        place = await here.table()
        known = {"kind": "say", "id": "1", "text": "Hello", "name": "Bob"}
        assert (await here.web.post(f"{place}/ask", json=known, headers=BOB)).is_success
        assert (await here.ask(place, "propose", what="carry-away")).is_success
        for who in (BOB, {}):  # Bob is known there, and yet did not play
            answer = await match(here, place, who)
            assert (answer.status_code, answer.json()["reason"]) == (403, "not-your-match")
            tells_nothing(answer)
        file = (await match(here, place, ADA)).json()
        assert file["header"] and file["log"]


@in_time
async def test_a_match_that_was_carried_away_tells_nothing_of_draws_to_come(tmp_path: Path) -> None:
    """Its secret decides nothing more: the match goes on elsewhere with another one only."""
    async with inside(tmp_path) as here:
        place = await here.table()
        assert (await here.ask(place, "propose", what="carry-away")).is_success
        file = (await match(here, place, ADA)).json()
        assert "secret" not in file
        assert file["log"][-1]["kind"] == "HandedOver"


@in_time
async def test_everybody_has_a_match_that_is_over(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        place = await here.table()
        assert (await here.ask(place, "resign", seat=0)).is_success
        files = [await match(here, place, who) for who in EVERYBODY]
        assert [one.status_code for one in files] == [200] * 3
        assert len({one.text for one in files}) == 1
        assert files[0].json()["log"][-1]["kind"] == "Revealed"


@pytest.mark.parametrize("fails", [False, True], ids=["kept", "not kept"])
@in_time
async def test_the_secret_is_not_told_before_the_last_move_is_kept(
    tmp_path: Path, fails: bool
) -> None:
    async with inside(tmp_path) as here:
        place = await here.table()
        store: Any = here.dependencies.house.store
        append, may_write, writes = store.append_nowait, asyncio.Event(), asyncio.Event()
        waiting = []

        async def when_it_may(*given: Any) -> None:
            await may_write.wait()
            given[-1](StoreError("the disk is full")) if fails else append(*given)

        def slow_append(*given: Any) -> None:
            writes.set()
            waiting.append(asyncio.create_task(when_it_may(*given)))

        store.append_nowait = slow_append
        asked = asyncio.create_task(here.ask(place, "resign", seat=0))
        await writes.wait()
        looks = asyncio.create_task(match(here, place, BOB))
        await asyncio.sleep(0.1)
        assert not looks.done(), "what is not on disk may still not have happened"
        may_write.set()
        assert ((await asked).status_code, (await looks).status_code) == (
            (503, 409) if fails else (200, 200)
        )
