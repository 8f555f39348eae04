"""Back to a moment, with the commands of docs/hosting.md: PostgreSQL's own means, on a real server.

The server is lost while people play. Everything that was acknowledged before the moment is there
again, nothing from after it, and people play on; whoever has seen more is told the table anew.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
from websockets.asyncio.client import connect

from tests.cluster.releases import LONG, Cluster, cluster_in, story
from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer
from tests.soak import audit, crash, habits
from tests.soak.crowd import Crowd, Device, Message

PAGE = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"^```(?:sh|ini) ([\w-]+)\n((?s:.*?))^```$", PAGE, re.M))
HERE, THERE = (f"postgresql://escale:secret@db.example/{name}" for name in ("escale", "again"))
PLACES = {
    "saved": "/mnt/saved",
    "data": "/var/lib/postgresql/16/main",
    "moment": "2026-11-17 20:15:00 Europe/Paris",
    "here": HERE,
    "there": THERE,
    "name": "DATABASE again",
}


def written(block: str, **places: str) -> str:
    """A block of the page, with the places of this test in it."""
    text: str = BLOCKS[block]
    for place, ours in places.items():
        told = PLACES[place]
        assert told in text, f"{block}: there is no {told}"
        text = text.replace(told, ours)
    assert "/mnt/" not in text and "example" not in text, text
    return text


@pytest.fixture
def archived(postgres: PostgresServer) -> Iterator[PostgresServer]:
    """A server of its own, which saves what it writes as the page says."""
    with TemporaryDirectory(prefix="escale-servers-") as folder:
        saved = Path(folder) / "postgres" / "saved"
        server = PostgresServer(Path(folder), written("archive", saved=str(saved)))
        server.shell(f"mkdir -p {saved}/wal")
        server.start()
        yield server
        with suppress(AssertionError):  # it was restored, and started by somebody else
            server.shell(f"pg_ctl -D {server.data} stop -m immediate")
        server.stop()


def as_known(crowd: Crowd) -> list[Device]:
    """Copies of the devices with what they know now."""
    return [deepcopy(device, {id(crowd): crowd}) for device in crowd.devices if device.entries]


def people(crowd: Crowd) -> list[asyncio.Task[None]]:
    return [asyncio.create_task(habits.pair(crowd)) for _ in range(6)]


async def told_at_first(device: Device, url: str) -> Message:
    """The first update for a device that knows a number which does not exist."""
    place = url.replace("http", "ws", 1)
    address = f"{place}/api/tables/{device.table}/socket?since={device.number}"
    cookie = {"Cookie": f"escale={device.token}"}
    async with connect(address, additional_headers=cookie, proxy=None) as socket:
        update: Message = json.loads(await asyncio.wait_for(socket.recv(), LONG))
        return update


def test_back_to_a_moment_after_the_server_was_lost(
    tmp_path: Path, archived: PostgresServer, redis: RedisServer
) -> None:
    saved = str(archived.data.parent / "saved")
    known: list[Device] = []
    moment, said_later = "", 0
    lost: dict[str, audit.StoredTable] = {}
    with crash.quick_game(), cluster_in(tmp_path, archived, redis) as cluster:
        workers = [cluster.worker(crash.born()) for _ in range(2)]

        async def play(crowd: Crowd) -> None:
            nonlocal moment, said_later
            playing = people(crowd)
            await crash.acknowledged(crowd, 40)
            await asyncio.to_thread(archived.shell, written("base", saved=saved))
            await crash.acknowledged(crowd, 60)
            known.extend(as_known(crowd))
            moment = str(cluster.asked("SELECT clock_timestamp()")[0][0])
            said_later = int(crowd.new_id().removeprefix("m"))
            await crash.acknowledged(crowd, 60)
            lost.update(audit.tables_in_postgres(cluster.database))
            await until_saved(cluster)
            await asyncio.to_thread(archived.kill)
            crowd.finishing = True
            for device in crowd.devices:
                device.left = True
            await asyncio.to_thread(cluster.stop, *workers)  # which ends their lines
            _, waiting = await asyncio.wait(playing, timeout=1)
            for task in waiting:  # they wait for a table that can no longer be made
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

        before = story(tuple(worker.url for worker in workers), play)
        shutil.rmtree(archived.data)

        places = {"saved": saved, "data": str(archived.data), "moment": moment}
        archived.shell(written("restore", **places))
        with psycopg.connect(cluster.database) as connection:
            row = connection.execute("SELECT pg_is_in_recovery(), pg_is_wal_replay_paused()")
            assert row.fetchone() == (True, True)
        there = audit.tables_in_postgres(cluster.database)
        archived.shell(written("go-on"))

        # All from before the moment, to the letter, and nothing from after it.
        assert sum(len(device.done) for device in known) >= 100
        assert list(audit.lost(known, there)) == []
        assert [one for table in there.values() for one in audit.problems(table)] == []
        for name, table in there.items():
            assert list(table.bodies) == list(lost[name].bodies[: len(table.bodies)])
        ids = {entry.id for table in there.values() for entry in table.state().entries}
        assert not {one for one in ids if one.startswith("m") and int(one[1:]) > said_later}
        assert sum(len(table.bodies) for table in lost.values()) > sum(
            len(table.bodies) for table in there.values()
        )

        worker = cluster.worker(crash.born())

        async def play_on(crowd: Crowd) -> None:
            crowd.finishing = True
            crowd.ids = before.ids
            ahead = [device for device in before.devices if knows_more(device, there)]
            assert ahead
            for device in ahead:
                update = await told_at_first(device, worker.url)
                assert update["number"] <= len(there[device.table].bodies)
                assert update["happened"][0]["number"] == 1 and update["table"]
            await play_to_the_end(crowd, before.devices, there)

        after = story((worker.url,), play_on)
        stored = audit.tables_in_postgres(cluster.database)
        assert [*after.wrong, *audit.lost(after.devices, stored)] == []
        assert [one for table in stored.values() for one in audit.problems(table)] == []
        assert "error" not in worker.said()
        cluster.stop()


async def until_saved(cluster: Cluster) -> None:
    """Wait until everything written so far is in the archive."""
    file = cluster.asked("SELECT pg_walfile_name(pg_switch_wal())")[0][0]
    async with asyncio.timeout(LONG):
        while not cluster.asked("SELECT last_archived_wal >= %s FROM pg_stat_archiver", file)[0][0]:
            await asyncio.sleep(0.05)


def knows_more(device: Device, there: dict[str, audit.StoredTable]) -> bool:
    return device.table in there and device.number > len(there[device.table].bodies)


def test_a_copy_of_one_moment_taken_while_people_play(
    tmp_path: Path, postgres: PostgresServer, redis: RedisServer
) -> None:
    known: list[Device] = []
    with crash.quick_game(), cluster_in(tmp_path, postgres, redis) as cluster:
        worker = cluster.worker(crash.born())
        again = f"{cluster.database}_again"
        saved = postgres.data.parent / again.rpartition("/")[2]
        postgres.shell(f"mkdir {saved}")

        async def play(crowd: Crowd) -> None:
            playing = people(crowd)
            await crash.acknowledged(crowd, 60)
            known.extend(as_known(crowd))
            before = crowd.counts["acknowledged"]
            dump = written("dump", saved=str(saved), here=cluster.database)
            await asyncio.to_thread(postgres.shell, dump)
            assert crowd.counts["acknowledged"] > before  # playing went on meanwhile
            crowd.finishing = True
            await asyncio.gather(*playing)

        crowd = story((worker.url,), play)
        assert crowd.wrong == []
        cluster.stop()
        postgres.shell(
            written("undump", saved=str(saved), there=again, name=f"DATABASE {saved.name}")
        )
        there = audit.tables_in_postgres(again)
        assert list(audit.lost(known, there)) == []
        assert [one for table in there.values() for one in audit.problems(table)] == []

        cluster.database = again
        worker = cluster.worker(crash.born())
        before = crowd.devices
        story((worker.url,), lambda crowd: play_to_the_end(crowd, before, there))


async def play_to_the_end(
    crowd: Crowd, known: list[Device], there: dict[str, audit.StoredTable]
) -> None:
    """The same people continue at the tables that they had begun."""
    crowd.finishing = True
    playing = [one for one in known if one.table in there and there[one.table].state().playing]
    people = Counter(device.table for device in playing)
    again = [
        # Of some tables only one of the two devices knew before the loss.
        Device(crowd, *who(one), habits.eager if people[one.table] == 2 else habits.finishing)
        for one in playing
    ]
    assert again
    await asyncio.wait_for(asyncio.gather(*(one.live() for one in again)), LONG)
    assert crowd.wrong == []


def who(device: Device) -> tuple[str, str, str]:
    return device.table, device.token, device.name
