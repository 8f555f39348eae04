"""`escale serve` as a program: how it opens, what it says, and how it ends."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import re
import signal
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

import httpx
import pytest
import segno
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from escale.server.operations import listeners
from escale.server.settings import Settings
from escale.store.sqlite.migrations import APPLICATION
from escale.store.sqlite.store import SqliteStore
from tests.cli.commands import escale
from tests.nursery import Nursery
from tests.served import served
from tests.soak import audit, crash, habits
from tests.soak.crowd import Crowd, new_token
from tests.soak.victim import Victim

SOON = 30.0  # seconds; for what takes a moment on a quiet machine


@pytest.fixture
def born(monkeypatch: pytest.MonkeyPatch) -> Iterator[Nursery]:
    monkeypatch.delenv("container", raising=False)  # where the tests run does not matter
    with crash.quick_game():
        yield crash.born()


# What it refuses


def refused(*arguments: str | Path, folder: Path) -> str:
    """What is said in one line, without a trace of Python."""
    ended = escale("serve", *map(str, arguments), folder=folder)
    assert (ended.code, ended.out) == (2, ""), ended
    assert ended.err.startswith("escale serve: ") and ended.err.count("\n") == 1
    assert "Traceback" not in ended.err and "Errno" not in ended.err
    return ended.err


@pytest.mark.parametrize(
    "wrong",
    [
        ["--port", "65536"],
        ["--port", "-1"],
        ["--port", "http"],
        ["--bot-pause", "x"],
        ["--bots", "0"],
        ["--connections", "0"],
        ["--host", "no such host"],
    ],
    ids=" ".join,
)
def test_what_makes_no_sense_is_told_in_one_line(wrong: list[str], tmp_path: Path) -> None:
    assert wrong[1] in refused(*wrong, folder=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_port_in_use_is_told(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        told = refused("--port", str(port), folder=tmp_path)
    assert f"port {port}" in told and "in use" in told
    assert list(tmp_path.iterdir()) == []


def test_a_port_that_is_given_up_in_a_moment_is_waited_for() -> None:
    """As by a process that a killed house was starting: it has the port until it is itself."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        gone = Timer(0.2, other.close)
        gone.start()
        with listeners.bind(Settings(port=port)) as listener:
            assert listener.getsockname()[1] == port
        gone.join()


def test_a_database_in_use_is_told(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore.open(tmp_path / "escale.sqlite", 0)
        try:
            told = refused("--port", "0", folder=tmp_path)
            assert "escale.sqlite is in use by another server" in told
        finally:
            await store.close()

    asyncio.run(story())


def _of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")


def _of_the_future(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute("PRAGMA user_version = 999")
        connection.execute("CREATE TABLE tables (hologram TEXT)")


def _damaged(path: Path) -> None:
    async def open_and_close() -> None:
        await SqliteStore.open(path, 0).close()

    asyncio.run(open_and_close())
    data = bytearray(path.read_bytes())
    data[100:4096] = bytes(3996)  # the page that says what else there is
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda path: path.write_text("Dear diary, " * 500), "not an SQLite database"),
        (_of_another_program, "another program"),
        (_of_the_future, "newer Escale"),
        (_damaged, "not an SQLite database"),
        (lambda path: path.mkdir(), "directory"),
    ],
    ids=["a text", "another program's", "a newer one", "a damaged one", "a folder"],
)
def test_a_database_that_is_none_of_ours_is_told_and_left_alone(
    make: Any, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "escale.sqlite"
    make(path)
    before = path.is_file() and hashlib.sha256(path.read_bytes()).digest()
    assert told in refused("--port", "0", folder=tmp_path)
    assert (path.is_file() and hashlib.sha256(path.read_bytes()).digest()) == before


def test_a_place_where_nothing_can_be_written_is_told(tmp_path: Path) -> None:
    told = refused("--port", "0", "--database", tmp_path / "nowhere" / "e.sqlite", folder=tmp_path)
    assert "nowhere" in told and "No such file" in told
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    if os.access(locked, os.W_OK):  # for root everything can be written, but for this
        locked = Path("/proc")
    if locked.exists():
        told = refused("--port", "0", "--database", locked / "e.sqlite", folder=tmp_path)
        assert str(locked) in told


# What it says


def test_it_prints_an_address_that_answers(tmp_path: Path) -> None:
    with served(tmp_path) as house:  # port 0: any free one
        assert re.fullmatch(r"http://127\.0\.0\.1:\d{4,5}", house.url)
        assert httpx.get(f"{house.url}/healthz", trust_env=False).text == "ok"
        assert house.stop() == 0


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en_GB.UTF-8", ["The house is open: ", "Only this machine", "Ctrl+C", "is closed."]),
        ("fr_FR.UTF-8", ["La maison est ouverte : ", "Seule cette machine", "Ctrl+C", "fermée."]),
        ("de_DE.UTF-8", ["Das Haus ist offen: ", "Nur dieser Rechner", "Strg+C", "geschlossen."]),
    ],
    ids=["en", "fr", "de"],
)
def test_it_speaks_the_language_of_the_system(
    born: Nursery, tmp_path: Path, language: str, says: list[str]
) -> None:
    victim = Victim(born, tmp_path)
    victim.start(LANG=language, COLUMNS="60")
    victim.wait_until_ready()
    assert victim.stop() == 0
    lines = victim.said().splitlines()
    for line in says:
        assert any(line in one for one in lines), lines
    assert all(len(line) <= 60 for line in lines)


def test_for_phones_it_draws_a_code_of_its_address(born: Nursery, tmp_path: Path) -> None:
    victim = Victim(born, tmp_path)
    victim.start("--host", "0.0.0.0")
    victim.wait_until_ready()
    victim.kill()
    said = victim.said()
    found = re.search(rf"network: (http://\S+:{victim.port}/)", said)
    assert found, said
    drawn = [line for line in said.splitlines() if line.startswith(("█", "▀"))]
    dark = segno.make(found[1], error="m").matrix
    assert [row[4:-4] for row in _dots(drawn)[4 : 4 + len(dark)]] == [list(row) for row in dark]
    assert all(not any(row[:4] + row[-4:]) for row in _dots(drawn)[:-1])  # the quiet zone


def test_in_a_container_nobody_is_sent_to_its_own_address(monkeypatch: pytest.MonkeyPatch) -> None:
    everywhere, nearby = Settings(host="0.0.0.0", port=0), Settings(host="192.0.2.7", port=0)
    with listeners.bind(Settings(port=0)) as listener:
        monkeypatch.setenv("container", "oci")  # as our Containerfile says
        assert listeners.address_for_phones(everywhere, listener) is None
        assert "//192.0.2.7:" in str(listeners.address_for_phones(nearby, listener))
        monkeypatch.delenv("container")
        assert listeners.address_for_phones(everywhere, listener)


def _dots(lines: list[str]) -> list[list[int]]:
    """Two rows of a code in each line of text: light where a half is drawn, dark elsewhere."""
    rows = []
    for line in lines:
        rows.append([int(half not in "█▀") for half in line])
        rows.append([int(half not in "█▄") for half in line])
    return rows


# Behind a proxy


@pytest.mark.parametrize("believed", [True, False], ids=["named", "not named"])
def test_a_proxy_is_believed_only_if_it_is_named(
    born: Nursery, tmp_path: Path, believed: bool
) -> None:
    victim = Victim(born, tmp_path)
    victim.start("--connections", "1", *(("--proxy", "127.0.0.1") if believed else ()))
    victim.wait_until_ready()

    async def story() -> None:
        table = await _table_of_bots(victim.url)
        url = f"{victim.url}/api/tables/{table}/socket".replace("http", "ws", 1)
        cookies = [_guest(victim.url, scheme) for scheme in ("http", "https")]
        assert ["Secure" in cookie for cookie in cookies] == [False, believed]
        one, other = {"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "192.0.2.2"}
        async with connect(url, proxy=None, additional_headers=one):
            if believed:
                async with connect(url, proxy=None, additional_headers=other):
                    pass
            else:
                with pytest.raises(InvalidStatus):  # the same address has one already
                    await connect(url, proxy=None, additional_headers=other)

    asyncio.run(story())
    victim.kill()


def _guest(url: str, scheme: str) -> str:
    """The cookie of somebody who came to the proxy by this scheme."""
    headers = {"X-Forwarded-Proto": scheme}
    answer = httpx.post(f"{url}/api/guest", headers=headers, trust_env=False)
    return answer.headers["set-cookie"]


# How it ends


def _children(pid: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found


def _until_gone(pids: list[int]) -> None:
    until = time.monotonic() + SOON
    while any(Path(f"/proc/{pid}").exists() for pid in pids):
        assert time.monotonic() < until
        time.sleep(0.02)


async def _table_of_bots(url: str) -> str:
    """A table at which a bot thinks, and the cookie of the one who made it."""
    async with httpx.AsyncClient(trust_env=False) as http:
        wish = {"id": "t", "game": "wordbank", "name": "Ada", "seats": ["me", 4], "start": True}
        wish["options"] = {"language": "en", "starter": 1}
        answer = await http.post(f"{url}/api/tables", json=wish)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_no_bot_outlives_the_house(born: Nursery, tmp_path: Path, how: signal.Signals) -> None:
    victim = Victim(born, tmp_path)
    victim.start()
    victim.wait_until_ready()
    asyncio.run(_table_of_bots(victim.url))
    until = time.monotonic() + SOON
    while not (bots := _children(victim.pid)):
        assert time.monotonic() < until
        time.sleep(0.02)
    assert victim.stop(how) == (-9 if how == signal.SIGKILL else 0)
    _until_gone(bots)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_told_to_stop_it_says_goodbye_to_everybody_within_seconds(
    born: Nursery, tmp_path: Path, how: signal.Signals
) -> None:
    victim = Victim(born, tmp_path)

    async def story() -> None:
        table = await _table_of_bots(victim.url)
        place = f"/api/tables/{table}"
        url = victim.url.replace("http", "ws", 1)
        async with (
            connect(f"{url}{place}/socket", proxy=None) as line,
            httpx.AsyncClient(trust_env=False, timeout=SOON) as http,
            http.stream("GET", f"{victim.url}{place}/events") as events,
        ):
            assert json.loads(await line.recv())["kind"] == "update"
            stream = events.aiter_lines()
            await anext(stream)
            stopping = asyncio.create_task(asyncio.to_thread(victim.stop, how))
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    await line.recv()
            assert closed.value.rcvd and closed.value.rcvd.code in (1001, 1012)
            async for _ in stream:
                pass  # and the stream comes to its end
            assert await stopping == 0

    victim.start()
    victim.wait_until_ready()
    began = time.monotonic()
    asyncio.run(story())
    assert time.monotonic() - began < SOON
    victim.start()  # at once, on the same port
    victim.wait_until_ready()
    victim.kill()


def test_stops_in_good_order_under_load_lose_nothing(born: Nursery, tmp_path: Path) -> None:
    victim = Victim(born, tmp_path)
    codes = []

    async def story() -> Crowd:
        async with httpx.AsyncClient(trust_env=False, timeout=10) as http:
            crowd = Crowd(victim.urls, crash.GAME, Random(4), http)
            people = [asyncio.create_task(habits.pair(crowd)) for _ in range(10)]
            for _ in range(4):
                await crash.acknowledged(crowd, 40)
                codes.append(await asyncio.to_thread(victim.stop))
                await asyncio.to_thread(victim.start)
            crowd.finishing = True
            await asyncio.wait_for(asyncio.gather(*people), 60)
            return crowd

    victim.start()
    crowd = asyncio.run(story())
    assert victim.stop() == 0 and codes == [0] * 4
    kept = audit.tables(victim.database)
    assert crowd.wrong == [] and list(audit.lost(crowd.devices, kept)) == []
    assert [problem for table in kept.values() for problem in audit.problems(table)] == []
    said = [line for line in victim.said().splitlines() if line.startswith("{")]
    assert said == []  # nothing in the log: this is how it should be


def test_told_twice_to_stop_it_does_not_wait_for_anybody(born: Nursery, tmp_path: Path) -> None:
    victim = Victim(born, tmp_path)
    victim.start()
    victim.wait_until_ready()
    for _ in range(3):
        os.kill(victim.pid, signal.SIGTERM)
        time.sleep(0.05)
    assert victim.wait() == 0
    audit.tables(victim.database)


# How it does


def _figures(url: str) -> dict[str, float]:
    text = httpx.get(f"{url}/metrics", trust_env=False).text
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


def test_the_figures_move_as_the_house_does(born: Nursery, tmp_path: Path) -> None:
    victim = Victim(born, tmp_path)
    victim.start()
    victim.wait_until_ready()

    async def story() -> None:
        async with httpx.AsyncClient(trust_env=False) as http:
            crowd = Crowd(victim.urls, crash.GAME, Random(5), http)
            ada, ben = new_token(), new_token()
            before = _figures(victim.url)
            table = await crowd.make(ada, seats=["me", "open"])
            made = _figures(victim.url)
            assert made["escale_tables_in_memory"] == before["escale_tables_in_memory"] + 1
            assert made['escale_house_total{what="tables"}'] == 1
            assert made['escale_http_requests_total{status="201"}'] == 1
            place = f"{victim.url}/api/tables/{table}/socket".replace("http", "ws", 1)
            cookie = {"Cookie": f"escale={ben}"}
            async with connect(place, proxy=None, additional_headers=cookie) as line:
                await line.send(json.dumps({"kind": "sit", "id": "1", "name": "Ben"}))
                await line.send(json.dumps({"kind": "start", "id": "2"}))
                while json.loads(await line.recv())["kind"] != "refused":
                    pass
                during = _figures(victim.url)
                assert during["escale_connections"] == 1
                assert during['escale_house_total{what="entries"}'] == 1
                assert during['escale_house_total{what="refused"}'] == 1
                assert during["escale_message_seconds_count"] == 1
            until = time.monotonic() + SOON
            while _figures(victim.url)["escale_connections"]:
                assert time.monotonic() < until
            missing = await http.get(f"{victim.url}/api/tables/{'0' * 24}")
            assert missing.status_code == 404
            assert _figures(victim.url)['escale_http_requests_total{status="404"}'] == 1

    asyncio.run(story())
    victim.kill()
