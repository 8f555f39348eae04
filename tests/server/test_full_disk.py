"""A disk without room: what cannot be kept is refused and did not happen. With room it goes on."""

from __future__ import annotations

import asyncio
import json
import re
import resource
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.server.inside import inside
from tests.soak import audit, crash
from tests.soak.crowd import Crowd, new_token
from tests.soak.victim import Victim

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="the size of another process's files is limited here"
)
SOON = 30.0


class Disk:
    """What a server may write: no file longer than the log to which it appends everything."""

    def __init__(self, victim: Victim) -> None:
        self._victim = victim

    def fill(self) -> None:
        log = self._victim.database.with_name("house.sqlite-wal")
        self._limit(log.stat().st_size)

    def clear(self) -> None:
        self._limit(resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        resource.prlimit(self._victim.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@pytest.fixture
def victim(tmp_path: Path) -> Iterator[Victim]:
    with crash.quick_game():
        victim = Victim(crash.born(), tmp_path)
        victim.start()
        victim.wait_until_ready()
        yield victim


Story = Callable[[Crowd, Disk], Awaitable[None]]


def told(victim: Victim, story: Story) -> None:
    async def go() -> None:
        async with httpx.AsyncClient(trust_env=False, timeout=SOON) as http:
            await story(Crowd(victim.urls, crash.GAME, Random(6), http), Disk(victim))

    asyncio.run(go())


def status(crowd: Crowd, path: str) -> int:
    return httpx.get(crowd.url + path, trust_env=False).status_code


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    end = time.monotonic() + SOON
    while not await condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.05)


async def asked(crowd: Crowd, table: str, token: str, **message: Any) -> httpx.Response:
    """Once, whatever the answer."""
    path = f"{crowd.url}/api/tables/{table}/ask"
    return await crowd.http.post(path, json=message, headers={"Cookie": f"escale={token}"})


async def number(crowd: Crowd, table: str) -> int:
    answer = await crowd.http.get(f"{crowd.url}/api/tables/{table}")
    return int(answer.json()["number"])


async def answer_to(line: ClientConnection, message: dict[str, Any]) -> Any:
    """The update or the refusal that answers this message."""
    await line.send(json.dumps(message))
    while True:
        heard = json.loads(await asyncio.wait_for(line.recv(), SOON))
        if message["id"] in (heard.get("id"), *heard.get("done", ())):
            return heard


def socket_of(crowd: Crowd, table: str, token: str) -> Any:
    place = f"{crowd.url}/api/tables/{table}/socket".replace("http", "ws", 1)
    return connect(place, proxy=None, additional_headers={"Cookie": f"escale={token}"})


def test_what_cannot_be_kept_is_refused_and_does_not_happen(victim: Victim) -> None:
    async def story(crowd: Crowd, disk: Disk) -> None:
        ada = new_token()
        table = await crowd.make(ada, seats=["me", "me"], start=True)
        stay = {"kind": "act", "id": "move", "action": {"kind": "Decide", "stay": True}, "seat": 0}
        async with socket_of(crowd, table, ada) as line:
            before = await number(crowd, table)
            disk.fill()
            heard = await answer_to(line, stay)
            assert (heard["kind"], heard["reason"]) == ("refused", "not-kept")
            answer = await asked(crowd, table, ada, **stay)
            assert (answer.status_code, answer.json()["reason"]) == (503, "not-kept")
            assert await number(crowd, table) == before
            disk.clear()
            heard = await answer_to(line, stay)  # the same message, with the same id
            assert heard["kind"] == "update" and heard["happened"]
            assert await number(crowd, table) == before + 1

    told(victim, story)
    assert victim.stop() == 0
    (kept,) = audit.tables(victim.database).values()
    assert not list(audit.problems(kept))


def test_the_house_is_ready_only_when_it_can_keep_moves(victim: Victim) -> None:
    async def story(crowd: Crowd, disk: Disk) -> None:
        assert status(crowd, "/readyz") == 200
        disk.fill()

        async def not_ready() -> bool:
            return status(crowd, "/readyz") == 503

        async def ready() -> bool:
            return status(crowd, "/readyz") == 200

        await until(not_ready)
        assert status(crowd, "/healthz") == 200
        wish = {"id": "t", "game": crash.GAME, "name": "Ada", "seats": ["me", "open"]}
        answer = await crowd.http.post(f"{crowd.url}/api/tables", json=wish)
        assert (answer.status_code, answer.json()["reason"]) == (503, "not-kept")
        disk.clear()
        await until(ready)
        answer = await crowd.http.post(f"{crowd.url}/api/tables", json=wish)
        assert answer.status_code == 201

    told(victim, story)
    victim.kill()


def test_whoever_asks_at_the_same_time_hears_the_same(tmp_path: Path) -> None:
    """Of two balancers that ask a house that has just opened, none is told that it is not ready."""

    async def go() -> None:
        async with inside(tmp_path) as here:
            answers = await asyncio.gather(*(here.web.get("/readyz") for _ in range(3)))
            assert [answer.status_code for answer in answers] == [200] * 3

    asyncio.run(go())


def test_bots_and_clocks_go_on_when_there_is_room_again(victim: Victim) -> None:
    """Somebody looks on all the time, and nobody has to do anything."""

    async def story(crowd: Crowd, disk: Disk) -> None:
        ada = new_token()
        bots = await crowd.make(ada, seats=[1, 2, 1], start=True)
        timed = {"game": "wordbank", "options": {"language": "en", "turn_seconds": 1}}
        clock = await crowd.make(ada, seats=["me", "me"], start=True, **timed)
        disk.fill()
        async with socket_of(crowd, bots, ada) as one, socket_of(crowd, clock, ada) as other:
            first = json.loads(await one.recv())
            before = json.loads(await other.recv())["number"]
            await asyncio.sleep(3)  # what bots and clocks do now is not kept
            assert await number(crowd, clock) == before
            disk.clear()
            while not first.get("play", {}).get("score"):
                first = json.loads(await asyncio.wait_for(one.recv(), SOON))
            heard: dict[str, Any] = {}
            while heard.get("number", 0) < before + 2:
                heard = json.loads(await asyncio.wait_for(other.recv(), SOON))

    told(victim, story)
    victim.kill()


def test_a_house_without_room_closes_in_good_order(victim: Victim) -> None:
    async def story(crowd: Crowd, disk: Disk) -> None:
        await crowd.make(new_token(), seats=["me", 1], start=True)
        disk.fill()

    told(victim, story)
    assert victim.stop(signal.SIGTERM) == 0
    assert not re.search("uvicorn|Traceback", victim.said())
    (kept,) = audit.tables(victim.database).values()
    assert not list(audit.problems(kept))
