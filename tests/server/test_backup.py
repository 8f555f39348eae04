"""A backup is taken while people play, and holds all that was acknowledged before it began."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from copy import deepcopy
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.asyncio.client import connect

from escale.store.sqlite.store import SqliteStore
from tests.cli.commands import escale
from tests.nursery import Nursery
from tests.soak import audit, crash, habits
from tests.soak.crowd import Crowd, Device, Message
from tests.soak.victim import Victim


@pytest.fixture
def born() -> Iterator[Nursery]:
    with crash.quick_game():
        yield crash.born()


def play(victim: Victim, go: Callable[[Crowd], Awaitable[None]]) -> None:
    """Let a few tables play while something happens, and then to their end."""

    async def story() -> None:
        async with httpx.AsyncClient(trust_env=False, timeout=10) as http:
            crowd = Crowd(victim.urls, crash.GAME, Random(3), http)
            people = [asyncio.create_task(habits.pair(crowd)) for _ in range(8)]
            await go(crowd)
            crowd.finishing = True
            await asyncio.wait_for(asyncio.gather(*people), 60)
            assert crowd.wrong == []

    asyncio.run(story())


async def told_by(crowd: Crowd, device: Device, place: str) -> Message:
    """The first update, by HTTP or over a socket."""
    told: Message
    if "/socket" not in place:
        told = (await crowd.ask("GET", place, device.token)).json()
        return told
    cookie = {"Cookie": f"escale={device.token}"}
    address = crowd.url.replace("http", "ws", 1) + place
    async with connect(address, additional_headers=cookie, proxy=None) as socket:
        told = json.loads(await socket.recv())
        return told


def as_known(crowd: Crowd) -> list[Device]:
    """The devices with all that they were told up to now."""
    return [deepcopy(device, {id(crowd): crowd}) for device in crowd.devices if device.entries]


def backed_up(born: Nursery, source: Path, target: Path) -> int:
    arguments = ["backup", "--database", str(source), str(target)]
    return born.wait(born.start(arguments, target.parent / "backup.log"))


def test_a_backup_under_load_holds_all_that_was_acknowledged_before_it_began(
    born: Nursery, tmp_path: Path
) -> None:
    victim = Victim(born, tmp_path)
    known: list[list[Device]] = []
    places = [tmp_path / f"copy-{number}.sqlite" for number in range(3)]

    async def go(crowd: Crowd) -> None:
        for place in places:
            await crash.acknowledged(crowd, 60)
            known.append(as_known(crowd))
            before = crowd.counts["acknowledged"]
            assert await asyncio.to_thread(backed_up, born, victim.database, place) == 0
            assert crowd.counts["acknowledged"] > before  # nobody waited for it

    victim.start()
    play(victim, go)
    victim.kill()
    for place, devices in zip(places, known, strict=True):
        kept = audit.tables(place)
        assert sum(len(device.done) for device in devices) >= 60
        assert list(audit.lost(devices, kept)) == []
        assert [problem for table in kept.values() for problem in audit.problems(table)] == []


def test_a_house_opens_on_its_backup_and_play_goes_on_there(born: Nursery, tmp_path: Path) -> None:
    victim = Victim(born, tmp_path)
    copy = tmp_path / "elsewhere" / "copy.sqlite"
    copy.parent.mkdir()
    known: list[Device] = []

    async def go(crowd: Crowd) -> None:
        await crash.acknowledged(crowd, 40)
        assert await asyncio.to_thread(backed_up, born, victim.database, copy) == 0
        known.extend(crowd.devices)

    async def go_on(crowd: Crowd) -> None:
        """The same people, at the tables as they were when the backup was taken."""
        before = {device.table: device for device in known}
        there = audit.tables(copy)
        playing = [name for name in before.keys() & there if there[name].summary.status != "over"]
        assert playing
        for name in playing:
            device, kept = before[name], there[name]
            path = f"/api/tables/{device.table}/ask"
            message = {"id": "after", "kind": "say", "text": "Encore là ?"}
            answer = await crowd.ask("POST", path, device.token, message)
            assert answer.status_code == 200, answer.text
            assert answer.json()["number"] > len(kept.bodies)
            # Who has seen more than there is now is told everything anew.
            answer = await crowd.ask("GET", f"/api/tables/{device.table}?since=999", device.token)
            assert answer.json()["happened"][0]["number"] == 1 and answer.json()["table"]
        await come_late(crowd, [before[name] for name in playing], there)

    async def come_late(
        crowd: Crowd, devices: list[Device], there: dict[str, audit.StoredTable]
    ) -> None:
        """Others have played on, and what these devices saw under the same number is no more."""
        seen = [(one, one.entries.get(len(there[one.table].bodies) + 1)) for one in devices]
        assert any(entry for _, entry in seen)
        for device, entry in seen:
            number = len(there[device.table].bodies)
            same = f"?since={number}&at={device.entries[number]['at']}"
            answer = await crowd.ask("GET", f"/api/tables/{device.table}{same}", device.token)
            assert answer.json()["happened"][0]["number"] == number + 1
            if entry:
                other = f"?since={number + 1}&at={entry['at']}"
                for place in (f"/api/tables/{device.table}", f"/api/tables/{device.table}/socket"):
                    told = await told_by(crowd, device, place + other)
                    assert told["happened"][0]["number"] == 1 and told["table"]

    victim.start()
    play(victim, go)
    victim.kill()
    there = Victim(born, copy.parent, copy)
    there.start()
    play(there, go_on)
    assert there.stop() == 0


def test_a_house_that_was_killed_can_be_backed_up_before_it_is_opened_again(
    born: Nursery, tmp_path: Path
) -> None:
    victim = Victim(born, tmp_path)
    copy = tmp_path / "copy.sqlite"

    async def go(crowd: Crowd) -> None:
        await crash.acknowledged(crowd, 30)

    victim.start()
    play(victim, go)
    victim.kill()
    before = audit.tables(victim.database)
    assert backed_up(born, victim.database, copy) == 0
    assert audit.tables(copy) == before and before


def test_a_closed_house_is_one_file_and_so_is_its_backup(born: Nursery, tmp_path: Path) -> None:
    house, other = tmp_path / "house", tmp_path / "other"
    house.mkdir()
    other.mkdir()
    victim = Victim(born, house)

    async def go(crowd: Crowd) -> None:
        await crash.acknowledged(crowd, 30)

    victim.start()
    play(victim, go)
    assert victim.stop() == 0
    files = {path.name: path.stat().st_size for path in house.iterdir()}
    assert files.pop("house.sqlite") > 10_000
    files.pop("house.log")
    assert files == {"house.sqlite.lock": 0}
    code = escale("backup", "--database", str(victim.database), str(other / "copy.sqlite")).code
    assert code == 0
    assert [path.name for path in other.iterdir()] == ["copy.sqlite"]
    assert (other / "copy.sqlite").stat().st_mode & 0o777 == 0o600
    assert audit.tables(other / "copy.sqlite") == audit.tables(victim.database)
    assert [path.name for path in house.iterdir() if path.suffix == ".sqlite"] == ["house.sqlite"]


# What cannot be done


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Of a house that was opened and closed, and of which nobody asked anything."""
    path = tmp_path / "escale.sqlite"

    async def open_and_close() -> None:
        await SqliteStore.open(path, 0).close()

    asyncio.run(open_and_close())
    return path


def refused(*arguments: str | Path, folder: Path) -> str:
    """What is said in one line, without a trace of Python."""
    ended = escale("backup", *map(str, arguments), folder=folder)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("escale backup: ") and ended.err.count("\n") == 1
    assert "Traceback" not in ended.err and "Errno" not in ended.err
    return ended.err


def test_the_backup_says_where_it_is(database: Path, tmp_path: Path) -> None:
    ended = escale("backup", "copy.sqlite", folder=tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert "copy.sqlite" in ended.out


def test_what_is_there_is_not_overwritten(database: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("precious")
    assert "exists already" in refused(there, folder=tmp_path)
    assert there.read_text() == "precious"
    assert "exists already" in refused(tmp_path, folder=tmp_path)


def test_a_database_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "nowhere.sqlite does not exist" in refused(
        "--database", "nowhere.sqlite", "copy", folder=tmp_path
    )
    assert "escale.sqlite does not exist" in refused("copy", folder=tmp_path)
    assert not (tmp_path / "copy").exists()


def test_a_folder_that_is_not_there_is_named(database: Path, tmp_path: Path) -> None:
    target = tmp_path / "nowhere" / "copy.sqlite"
    assert f"{target}: No such file" in refused(target, folder=tmp_path)


def test_the_database_of_another_program_is_not_taken_for_ours(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "escale.sqlite")
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    assert "another program" in refused("copy", folder=tmp_path)
    (tmp_path / "escale.sqlite").write_text("Dear diary, " * 1000)
    assert "not an SQLite database" in refused("copy", folder=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["escale.sqlite"]


def test_the_environment_names_the_database_and_the_flag_wins(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = database.rename(tmp_path / "moved.sqlite")
    monkeypatch.setenv("ESCALE_DATABASE", str(moved))
    assert escale("backup", "copy", folder=tmp_path).code == 0
    assert "wrong does not exist" in refused("--database", "wrong", "copy-2", folder=tmp_path)
