"""A new version comes while people play: workers of the old and of the new one at the same tables.

A match goes on by the rules that it began with, at whichever worker has them; the others leave it
alone, and say so. Nobody loses a move, and people notice no more than that they connect again.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from escale.core.game import LANGUAGES
from escale.games.registry import FOLDERS
from escale.games.texts import texts
from tests.cluster.releases import LONG, cluster_in, story
from tests.cluster.two_versions import both_known_here, second_version, shelf
from tests.nursery import Nursery, shared
from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer
from tests.soak import audit, crash, habits
from tests.soak.crowd import Crowd, Device, new_token
from tests.soak.victim import Victim

STAY = {"kind": "Decide", "stay": True}


@dataclass(frozen=True)
class Releases:
    """What starts workers of each version, and where their shelves are."""

    old: Nursery
    new: Nursery
    both: Nursery  # the new one, which carries the old rules along
    shelf_of_new: Path


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Releases:
    folder = tmp_path_factory.mktemp("shelves")
    with crash.quick_game():
        first = Path(os.environ[FOLDERS].split(os.pathsep)[0])
    new = second_version(folder / "new", first)
    both = second_version(folder / "both", first, carries=True)
    return Releases(crash.born(), shared(shelf(new)), shared(shelf(both)), new)


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(LONG):
        while not condition():
            await asyncio.sleep(0.02)


def at(crowd: Crowd, worker: Victim) -> Crowd:
    """The same people, at one worker."""
    return Crowd((worker.url,), crowd.game, crowd.dice, crowd.http, ids=crowd.ids)


async def look(crowd: Crowd, worker: Victim, table: str, **headers: str) -> httpx.Response:
    """A single GET, without retries."""
    return await crowd.http.get(f"{worker.url}/api/tables/{table}", headers=headers)


def socket(worker: Victim, table: str, token: str = "") -> connect:
    place = f"{worker.url.replace('http', 'ws', 1)}/api/tables/{table}/socket?since=0"
    cookie = {"Cookie": f"escale={token}"} if token else {}
    return connect(place, additional_headers=cookie, proxy=None, compression=None)


async def ask(crowd: Crowd, table: str, token: str, **message: Any) -> httpx.Response:
    body = {"id": crowd.new_id(), **message}
    return await crowd.ask("POST", f"/api/tables/{table}/ask", token, body)


async def version_of(crowd: Crowd, table: str) -> int:
    told = (await crowd.ask("GET", f"/api/tables/{table}", "")).json()["happened"]
    begun = [what for entry in told for what in entry["what"] if what["kind"] == "Begun"]
    version: int = begun[-1]["header"]["version"]
    return version


async def is_left_alone(crowd: Crowd, worker: Victim, table: str) -> None:
    """In words, by every way in; and so that a proxy or the device tries another door."""
    for language in LANGUAGES:
        answer = await look(crowd, worker, table, **{"Accept-Language": language})
        assert (answer.status_code, answer.json()["reason"]) == (503, "elsewhere")
        assert answer.json()["text"] == texts(None, language)("refusals.elsewhere")
        assert answer.headers["retry-after"] == "1"
    with pytest.raises(InvalidStatus) as refused:
        async with socket(worker, table):
            pass
    assert refused.value.response.status_code == 503


def test_a_match_goes_on_where_its_rules_are_and_is_left_alone_elsewhere(
    tmp_path: Path, postgres: PostgresServer, redis: RedisServer, releases: Releases
) -> None:
    ada = new_token()
    with cluster_in(tmp_path, postgres, redis) as cluster:
        old = cluster.worker(releases.old)

        async def go(crowd: Crowd) -> None:
            begun = await at(crowd, old).make(ada, seats=["me", "me"], start=True)
            gathering = await at(crowd, old).make(ada, seats=["me", "me"])
            new = await asyncio.to_thread(cluster.worker, releases.new)
            await is_left_alone(crowd, new, begun)
            code = cluster.asked("SELECT code FROM tables WHERE name = %s", begun)[0][0]
            body = {"code": code}
            joined = await crowd.http.post(f"{new.url}/api/tables/join", json=body)
            assert joined.json()["reason"] == "elsewhere"
            # Whoever retries reaches the other worker.
            everywhere = Crowd((old.url, new.url), crowd.game, crowd.dice, crowd.http)
            for _ in range(8):
                moved = await ask(everywhere, begun, ada, kind="say", text="Encore là")
                assert moved.status_code in (200, 409)  # said too much: it was opened all the same
            assert await version_of(everywhere, begun) == 1

            # New matches have the new rules, and the old worker leaves them alone.
            newer = await at(crowd, new).make(ada, seats=["me", "me"], start=True)
            assert await version_of(at(crowd, new), newer) == 2
            await is_left_alone(crowd, old, newer)
            with_torch = {"torch": True}
            unknown = await at(crowd, new).make(ada, seats=["me", "open"], options=with_torch)
            await is_left_alone(crowd, old, unknown)

            # One that was made before begins by the new rules: who looks at it goes there.
            async with socket(old, gathering, ada) as looking:
                await looking.recv()
                started = await ask(at(crowd, new), gathering, ada, kind="start")
                assert started.status_code == 200, started.text
                with pytest.raises(ConnectionClosed) as closed:
                    while True:
                        await asyncio.wait_for(looking.recv(), LONG)
                assert closed.value.rcvd and closed.value.rcvd.code == 1001
            await is_left_alone(crowd, old, gathering)
            assert await version_of(at(crowd, new), gathering) == 2
            await asyncio.to_thread(cluster.stop, old)

        story((old.url,), go)
        assert "error" not in old.said()
    tables = audit.tables_in_postgres(cluster.database)
    with both_known_here(releases.shelf_of_new):
        assert [one for table in tables.values() for one in audit.problems(table)] == []


def test_a_worker_that_cannot_play_a_table_does_not_keep_it_from_others(
    tmp_path: Path, postgres: PostgresServer, redis: RedisServer, releases: Releases
) -> None:
    """Bots of the new version are there first: they find the table, and give it back at once."""
    with cluster_in(tmp_path, postgres, redis) as cluster:
        old = cluster.worker(releases.old)

        async def go(crowd: Crowd) -> None:
            table = await crowd.make(new_token(), seats=[1, 2, 1], start=True)

            def given_back() -> bool:
                found = "SELECT leased_for_bots AND lessee = '' FROM tables WHERE name = %s"
                return bool(cluster.asked(found, table)[0][0])

            def over() -> bool:
                asked = cluster.asked("SELECT status FROM tables WHERE name = %s", table)
                return bool(asked[0][0] == "over")

            new = cluster.bots(releases.new, "new-bots")
            await until(given_back)
            cluster.bots(releases.old, "old-bots")
            await until(over)
            assert "error" not in new.said()

        story((old.url,), go)


def test_an_evening_in_which_all_workers_become_new(
    tmp_path: Path, postgres: PostgresServer, redis: RedisServer, releases: Releases
) -> None:
    """People come to any door. At the end there are no old workers, and no match is unfinished."""
    with cluster_in(tmp_path, postgres, redis) as cluster:
        old, old_bots = cluster.worker(releases.old), cluster.bots(releases.old, "old-bots")

        async def go(crowd: Crowd) -> None:
            people = [asyncio.create_task(habits.pair(crowd)) for _ in range(6)]
            people += [asyncio.create_task(habits.alone(crowd)) for _ in range(2)]
            await until(lambda: len(begun_by(crowd, 1)) > 3)
            new = await asyncio.to_thread(cluster.worker, releases.new)
            cluster.bots(releases.new, "new-bots")
            crowd.urls = (old.url, new.url)
            people += [asyncio.create_task(habits.pair(crowd)) for _ in range(6)]
            await crash.acknowledged(crowd, 120)
            # Which worker begins a match is random: waiting for a number of messages is not enough.
            await until(lambda: len(begun_by(crowd, 2)) > 3)
            crowd.finishing = True
            await asyncio.gather(*people)
            await asyncio.to_thread(cluster.stop, old, old_bots)

        crowd = story((old.url,), go)
        assert "error" not in old.said()
    stored = audit.tables_in_postgres(cluster.database)
    with both_known_here(releases.shelf_of_new):
        states = [table.state() for table in stored.values()]
        by_table = {state.name: state.game.box.version for state in states}
        versions = list(by_table.values())
        for device in crowd.devices:
            saw_the_options_of(by_table[device.table], device)
        wrong = [*crowd.wrong, *audit.lost(crowd.devices, stored)]
        wrong += [one for table in stored.values() for one in audit.problems(table)]
        heard_of = {device.table for device in crowd.devices}
        unfinished = [state.name for state in states if state.name in heard_of and state.playing]
    assert (wrong, unfinished) == ([], [])
    assert versions.count(1) > 3 and versions.count(2) > 3


def begun_by(crowd: Crowd, version: int) -> set[str]:
    """The tables where somebody saw a match begin by this version of the rules."""
    return {
        device.table
        for device in crowd.devices
        for entry in device.entries.values()
        for what in entry["what"]
        if what["kind"] == "Begun" and what["header"]["version"] == version
    }


def saw_the_options_of(version: int, device: Device) -> None:
    """Before a match begins, a worker tells the options as its own rules have them: with the one
    that came with version 2, at its default, or without it."""
    for what in device.entries.get(1, {"what": ()})["what"]:
        if what["kind"] == "Made":
            assert what["options"].pop("torch", False) is False
            if version == 2:
                what["options"]["torch"] = False


def test_a_box_that_carries_its_earlier_rules_needs_no_old_worker(
    tmp_path: Path, postgres: PostgresServer, redis: RedisServer, releases: Releases
) -> None:
    """A match goes on by version 1 at a worker of version 2, bots as well; a rematch is new."""
    ada = new_token()
    with cluster_in(tmp_path, postgres, redis) as cluster:
        old = cluster.worker(releases.old)

        async def go(crowd: Crowd) -> None:
            table = await crowd.make(ada, seats=["me", 2, 1], start=True)
            await asyncio.to_thread(cluster.stop, old)
            both = await asyncio.to_thread(cluster.worker, releases.both)
            cluster.bots(releases.both, "both-bots")
            crowd.urls = (both.url,)
            assert await version_of(crowd, table) == 1
            device = Device(crowd, table, ada, "Ada", habits.eager)
            await asyncio.wait_for(device.live(), LONG)
            assert await version_of(crowd, device.about["rematch"]) == 2

        crowd = story((old.url,), go)
    stored = audit.tables_in_postgres(cluster.database)
    with both_known_here(releases.shelf_of_new):
        assert [*crowd.wrong, *audit.lost(crowd.devices, stored)] == []
        assert [one for table in stored.values() for one in audit.problems(table)] == []


def test_what_is_unfinished_when_the_old_rules_are_gone_is_kept_and_goes_on_where_they_are(
    tmp_path: Path, postgres: PostgresServer, redis: RedisServer, releases: Releases
) -> None:
    ada = new_token()
    file = tmp_path / "tables.jsonl"
    tables: list[str] = []
    with cluster_in(tmp_path, postgres, redis) as cluster:
        old = cluster.worker(releases.old)

        async def begin(crowd: Crowd) -> None:
            tables.append(await crowd.make(ada, seats=["me", "me"], start=True))
            for seat in (0, 1):
                moved = await ask(crowd, tables[0], ada, kind="act", seat=seat, action=STAY)
                assert moved.status_code == 200, moved.text

        story((old.url,), begin)
        cluster.stop(old)
        cluster.worker(releases.new)
        arguments = ["export", str(file), "--database", cluster.database]
        said = tmp_path / "export.log"
        assert releases.new.wait(releases.new.start(arguments, said)) == 0, said.read_text()
    carried = [json.loads(line) for line in file.read_text().splitlines()[1:-1]]
    assert [one["card"]["table"] for one in carried] == tables
    stored = audit.tables_in_postgres(cluster.database)[tables[0]]
    assert [entry.encode() for entry in carried[0]["entries"]] == stored.bodies

    there = Victim(releases.old, tmp_path)
    arguments = ["import", str(file), "--database", str(there.database)]
    assert releases.old.wait(releases.old.start(arguments, said)) == 0, said.read_text()
    there.start()
    there.wait_until_ready()

    async def go_on(crowd: Crowd) -> None:
        assert await version_of(crowd, tables[0]) == 1
        crowd.finishing = True
        device = Device(crowd, tables[0], ada, "Ada", habits.finishing)
        await asyncio.wait_for(device.live(), LONG)

    crowd = story((there.url,), go_on)
    assert there.stop() == 0
    with crash.quick_game():
        all_stored = there.stored()
        assert [*crowd.wrong, *audit.lost(crowd.devices, all_stored)] == []
        assert all_stored[tables[0]].summary.status == "over"


def test_workers_are_restarted_one_by_one_and_people_only_connect_again(
    tmp_path: Path, postgres: PostgresServer, redis: RedisServer
) -> None:
    """The same rules, as in most releases. Nothing is lost, and no message is refused."""
    with crash.quick_game(), cluster_in(tmp_path, postgres, redis) as cluster:
        workers = [cluster.worker(crash.born()) for _ in range(2)]
        bots = cluster.bots(crash.born(), "bots")

        async def go(crowd: Crowd) -> None:
            people = [asyncio.create_task(habits.pair(crowd)) for _ in range(8)]
            people += [asyncio.create_task(habits.alone(crowd)) for _ in range(2)]
            for worker in workers:
                await crash.acknowledged(crowd, 60)
                await asyncio.to_thread(cluster.again, worker)
            assert await asyncio.to_thread(bots.stop) == 0
            bots.start()
            await crash.acknowledged(crowd, 60)
            crowd.finishing = True
            await asyncio.gather(*people)

        crowd = story(tuple(worker.url for worker in workers), go)
        stored = audit.tables_in_postgres(cluster.database)
        assert [*crowd.wrong, *audit.lost(crowd.devices, stored)] == []
        assert [one for table in stored.values() for one in audit.problems(table)] == []
        assert crowd.counts["broken lines"] > 0
        assert crowd.counts["refused: not-kept"] == 0
        assert "error" not in "".join([*(worker.said() for worker in workers), bots.said()])
