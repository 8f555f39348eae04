"""The page for the host: nobody without the key, and what the host decides holds at the door."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from escale.server.settings import Limits, Rate
from escale.store.protocol import StoreError
from escale.store.sqlite.store import SqliteStore
from tests.cli.commands import escale
from tests.served import served
from tests.server.attack import new_id
from tests.server.inside import ADA, BOB, Inside, inside

KEY = "correct-horse-battery"
HOST = {"Authorization": f"Bearer {KEY}"}


def in_house(
    folder: Path, story: Callable[[Inside], Awaitable[None]], limits: Limits | None = None
) -> None:
    async def run() -> None:
        async with inside(folder, limits, host_key=KEY) as here:
            await story(here)

    asyncio.run(run())


async def command(here: Inside, kind: str, **fields: Any) -> int:
    body = {"kind": kind, **fields}
    return (await here.web.post("/api/host", json=body, headers=HOST)).status_code


async def resigned(here: Inside) -> str:
    """A table that is over, opened by Ada."""
    place = await here.table()
    for seat in (0, 1):
        assert (await here.ask(place, "resign", seat=seat)).status_code in (200, 409)
    assert (await here.web.get(place, headers=ADA)).json()["table"]["status"] == "over"
    return place


# The key


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer "},
        {"Authorization": "Bearer wrong-horse-battery"},
        {"Authorization": f"Basic {KEY}"},
        {"Authorization": KEY},
        {"Authorization": "Bearer é"},
        {"Cookie": f"key={KEY}"},
    ],
    ids=str,
)
def test_nothing_is_done_or_told_without_the_key(headers: dict[str, str], tmp_path: Path) -> None:
    sent = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]

    async def story(here: Inside) -> None:
        place = await here.table()
        table = place.rpartition("/")[2]
        close = {"kind": "delete-table", "table": table}
        for answer in (
            await here.web.get("/api/host", headers=sent),
            await here.web.get(f"/api/host?key={KEY}", headers=sent),
            await here.web.get("/api/host/tables", headers=sent),
            await here.web.get(f"/api/host/tables/{table}", headers=sent),
            await here.web.post("/api/host", json=close, headers=sent),
        ):
            assert (answer.status_code, answer.json()["reason"]) == (403, "bad-key")
        assert (await here.web.get(place)).status_code == 200

    in_house(tmp_path, story)


def test_without_a_key_there_is_no_page_for_anybody(tmp_path: Path) -> None:
    async def story() -> None:
        async with inside(tmp_path) as here:
            for given in ("", "Bearer", "Bearer ", "bearer"):
                answer = await here.web.get("/api/host", headers={"Authorization": given})
                assert answer.status_code == 403

    asyncio.run(story())


def test_keys_and_passwords_cannot_be_tried_fast(tmp_path: Path) -> None:
    async def story(here: Inside) -> None:
        assert await command(here, "password", password="sesame") == 204
        tried = [await here.web.get("/api/host") for _ in range(4)]
        assert [one.status_code for one in tried] == [403, 403, 429, 429]
        entered = [await here.web.post("/api/door", json={"password": "x"}) for _ in range(3)]
        assert [one.status_code for one in entered] == [403, 403, 429]

    in_house(tmp_path, story, Limits(host_requests=Rate(0.01, 3), passwords=Rate(0.01, 2)))


def test_the_server_prints_a_new_key_at_each_start_and_logs_none(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        with served(tmp_path) as house:
            line = next(line for line in house.process.stdout if "/host#" in line)
            found = re.search(r"/host#([\w-]{24})\n", line)
            assert found is not None, line
            keys.append(found[1])
            asked = httpx.get(
                f"{house.url}/api/host",
                headers={"Authorization": f"Bearer {keys[-1]}"},
                trust_env=False,
            )
            assert asked.status_code == 200 and asked.headers["cache-control"] == "no-store"
            refused = httpx.get(
                f"{house.url}/api/host", headers={"Authorization": "Bearer x"}, trust_env=False
            )
            assert refused.status_code == 403
            house.stop()
            kept = [path.read_bytes() for path in tmp_path.iterdir()]
            assert not any(keys[-1].encode() in content for content in kept)
    assert keys[0] != keys[1]


@pytest.mark.parametrize("variable", ["JOURNAL_STREAM", "container"])
def test_a_key_is_not_printed_into_the_log_of_a_service(variable: str, tmp_path: Path) -> None:
    with served(tmp_path, environment={variable: "8:1"}) as house:
        house.process.terminate()
        said = house.process.stdout.read()
        house.process.wait(30)
    assert "host-key" in said and "#" not in said
    with served(tmp_path, "--host-key", KEY, environment={variable: "8:1"}) as house:
        answer = httpx.get(f"{house.url}/api/host", headers=HOST, trust_env=False)
        assert answer.status_code == 200
        house.process.terminate()
        assert KEY not in house.process.stdout.read()
        house.process.wait(30)


@pytest.mark.parametrize("key", ["short", "with spaces between them", "sixteen-letters-é"])
def test_a_weak_key_is_refused(key: str, tmp_path: Path) -> None:
    ended = escale("serve", "--port", "0", "--host-key", key, folder=tmp_path)
    assert ended.code == 2 and "--host-key: must" in ended.err


# What the host does


def test_the_host_sees_all_tables_and_deletes_one(tmp_path: Path) -> None:
    async def story(here: Inside) -> None:
        place = await here.table()
        name = place.rpartition("/")[2]
        await here.ask(place, "say", text="hello")
        rows = (await here.web.get("/api/host/tables", headers=HOST)).json()
        assert [(row["table"], row["status"]) for row in rows] == [(name, "playing")]
        assert rows[0]["players"][0] == "Ada"
        one = (await here.web.get(f"/api/host/tables/{name}", headers=HOST)).json()
        assert one == {"people": ["Ada"], "said": 1}
        assert await command(here, "erase-chat", table=name) == 204
        one = (await here.web.get(f"/api/host/tables/{name}", headers=HOST)).json()
        assert one["said"] == 0
        assert await command(here, "close-table", table=name) == 204
        info = (await here.web.get(place, headers=ADA)).json()["table"]
        assert (info["status"], info["closed"]) == ("over", True)
        assert (await here.web.get(f"{place}/match", headers=ADA)).status_code == 403
        assert (await here.web.get(f"{place}/replay", headers=ADA)).status_code == 409
        assert await command(here, "delete-table", table=name) == 204
        assert (await here.web.get(place, headers=ADA)).status_code == 404
        assert await command(here, "delete-table", table=name) == 404
        assert await command(here, "delete-table", table="../etc") == 400
        assert await command(here, "open-sesame") == 400

    in_house(tmp_path, story)


def test_a_banned_guest_stays_outside_until_the_host_forgives(tmp_path: Path) -> None:
    async def story(here: Inside) -> None:
        place = await here.table()
        name = place.rpartition("/")[2]
        said = {"kind": "say", "id": new_id(), "text": "boo", "name": "Bob"}
        assert (await here.web.post(f"{place}/ask", json=said, headers=BOB)).status_code == 200
        assert await command(here, "ban", table=name, person=1, minutes=5) == 204
        for answer in (
            await here.web.get(place, headers=BOB),
            await here.web.get(f"http://house/{place}", headers=BOB),
            await here.web.get(place.replace("/tables", "///tables"), headers=BOB),
            await here.web.post(f"http://house/{place}/ask", json=said, headers=BOB),
            await here.web.get("/api/tables", headers=BOB),
            await here.web.post(f"{place}/ask", json=said, headers=BOB),
            await here.web.post("/api/tables/join", json={"code": "baba"}, headers=BOB),
        ):
            assert (answer.status_code, answer.json()["reason"]) == (403, "banned")
        assert (await here.web.get("/api/door", headers=BOB)).json()["reason"] == "banned"
        assert (await here.web.get(place, headers=ADA)).status_code == 200
        (ban,) = (await here.web.get("/api/host", headers=HOST)).json()["bans"]
        assert ban["name"] == "Bob"
        assert await command(here, "unban", guest=ban["guest"]) == 204
        assert (await here.web.get(place, headers=BOB)).status_code == 200

    in_house(tmp_path, story)


def test_a_house_that_is_closed_to_newcomers_knows_its_guests(tmp_path: Path) -> None:
    async def story(here: Inside) -> None:
        place = await here.table()
        assert await command(here, "newcomers", welcome=False) == 204
        for headers in (BOB, {}):
            assert (await here.web.get(place, headers=headers)).json()["reason"] == "house-closed"
        assert (await here.web.get(place, headers=ADA)).status_code == 200
        assert (await here.web.get("/api/games", headers=BOB)).status_code == 200
        assert await command(here, "newcomers", welcome=True) == 204
        assert (await here.web.get(place, headers=BOB)).status_code == 200

    in_house(tmp_path, story)


def test_the_password_is_asked_once_a_device(tmp_path: Path) -> None:
    async def story(here: Inside) -> None:
        place = await here.table()
        assert await command(here, "password", password="open sesame") == 204
        asked = await here.web.get(place, headers=ADA)
        assert (asked.status_code, asked.json()["reason"]) == (403, "password-needed")
        door = (await here.web.get("/api/door", headers=ADA)).json()
        assert (door["reason"], door["text"]) == ("password-needed", asked.json()["text"])
        entered = await here.web.post("/api/door", json={"password": "open sesame"})
        cookie = entered.headers["set-cookie"].partition(";")[0]
        assert entered.status_code == 204 and "HttpOnly" in entered.headers["set-cookie"]
        here.web.cookies.clear()
        both = {"Cookie": f"{ADA['Cookie']}; {cookie}"}
        assert (await here.web.get(place, headers=both)).status_code == 200
        assert (await here.web.get(place, headers={"Cookie": cookie})).status_code == 200
        assert await command(here, "password", password="another") == 204
        assert (await here.web.get(place, headers=both)).status_code == 403
        assert await command(here, "password", password="") == 204
        assert (await here.web.get(place, headers=ADA)).status_code == 200

    in_house(tmp_path, story)


def test_the_door_holds_for_sockets_too(tmp_path: Path) -> None:
    with (
        served(tmp_path, "--host-key", KEY) as house,
        httpx.Client(base_url=house.url, trust_env=False) as web,
    ):
        wish = {"id": "1", "game": "wordbank", "name": "Ada", "seats": ["me", "open"]}
        place = web.post("/api/tables", json=wish).json()["table"]
        address = f"{house.url}/api/tables/{place}/socket".replace("http", "ws", 1)

        async def story() -> None:
            async with connect(address, proxy=None) as stranger:
                await stranger.recv()
            body = {"kind": "password", "password": "open sesame"}
            assert web.post("/api/host", json=body, headers=HOST).status_code == 204
            with pytest.raises(InvalidStatus):
                async with connect(address, proxy=None):
                    pass
            entered = web.post("/api/door", json={"password": "open sesame"})
            cookie = entered.headers["set-cookie"].partition(";")[0]
            async with connect(
                address, proxy=None, additional_headers={"Cookie": cookie}
            ) as admitted:
                await admitted.recv()

        asyncio.run(story())


def test_everybody_is_told_what_the_host_announces(tmp_path: Path) -> None:
    async def story(here: Inside) -> None:
        assert (await here.web.get("/api/door")).json()["notice"] is None
        assert await command(here, "announce", text="Pause\x1b at ten", minutes=5) == 204
        assert (await here.web.get("/api/door")).json()["notice"] == "Pause at ten"
        assert await command(here, "announce", text="") == 204
        assert (await here.web.get("/api/door")).json()["notice"] is None

    in_house(tmp_path, story)


def test_when_the_database_is_away_nobody_unknown_comes_in(tmp_path: Path) -> None:
    async def story(here: Inside) -> None:
        place = await here.table()
        assert await command(here, "newcomers", welcome=False) == 204

        async def fail(*_: object) -> Any:
            raise StoreError("away")

        here.dependencies.house.store.tables_of_guest = fail  # type: ignore[method-assign, assignment]
        answer = await here.web.get(place, headers=BOB)
        assert (answer.status_code, answer.json()["reason"]) == (403, "not-found-out")

    in_house(tmp_path, story)


def test_a_table_whose_summary_is_damaged_does_not_hide_the_others(tmp_path: Path) -> None:
    async def story(here: Inside) -> None:
        damaged, whole = [(await here.table()).rpartition("/")[2] for _ in range(2)]
        with closing(sqlite3.connect(tmp_path / "house.sqlite")) as connection:
            connection.execute("UPDATE tables SET summary = x'ff' WHERE name = ?", [damaged])
            connection.commit()
        mine = (await here.web.get("/api/tables/mine", headers=ADA)).json()
        assert [one["table"] for one in mine] == [whole]
        rows = (await here.web.get("/api/host/tables", headers=HOST)).json()
        assert {row["table"]: row["players"] for row in rows}[damaged] == []
        assert await command(here, "delete-table", table=damaged) == 204

    in_house(tmp_path, story)


# What is kept


def test_whoever_opened_a_table_may_delete_it_when_it_is_over(tmp_path: Path) -> None:
    async def story(here: Inside) -> None:
        running = await here.table()
        assert (await here.web.delete(running, headers=ADA)).json()["reason"] == "not-over"
        over = await resigned(here)
        for headers in (BOB, {}):
            assert (await here.web.delete(over, headers=headers)).status_code == 403
        assert (await here.web.delete(over, headers=ADA)).status_code == 204
        assert (await here.web.get(over, headers=ADA)).status_code == 404
        assert (await here.web.delete(over, headers=ADA)).status_code == 404
        assert (await here.web.get(running, headers=ADA)).status_code == 200

    in_house(tmp_path, story)


def test_old_tables_are_deleted_only_where_the_host_wants_it(tmp_path: Path) -> None:
    """The rule itself is in tests/tables/test_hosting.py; here is the setting."""
    database = tmp_path / "house.sqlite"
    with served(tmp_path) as house, httpx.Client(base_url=house.url, trust_env=False) as web:
        wish = {"id": "1", "game": "wordbank", "name": "Ada", "seats": ["me", "me"], "start": True}
        place = "/api/tables/" + web.post("/api/tables", json=wish).json()["table"]
        web.post(f"{place}/ask", json={"kind": "resign", "id": "2", "seat": 0})
        house.stop()

    async def age() -> None:
        """As if it had ended two days ago."""
        store = SqliteStore.open(database, 0)
        name = place.rpartition("/")[2]
        bodies = await store.entries_after(name, 0)
        old = {
            number: re.sub(
                rb'"at":(\d{13})', lambda at: b'"at":%d' % (int(at[1]) - 172_800_000), body
            )
            for number, body in enumerate(bodies, 1)
        }
        await store.replace_entries(name, old)
        await store.close()

    asyncio.run(age())
    for days, status in (("0", 200), ("3", 200), ("1", 404)):
        with served(tmp_path, "--keep-days", days) as house:
            answer = httpx.get(f"{house.url}{place}", trust_env=False)
            assert answer.status_code == status, days
            house.stop()


def test_strangers_do_not_read_the_figures_of_the_house(tmp_path: Path) -> None:
    """They count private tables as well."""

    async def story(here: Inside) -> None:
        assert (await here.web.get("/metrics")).status_code == 200
        elsewhere = httpx.ASGITransport(here.app, client=("192.0.2.7", 9))
        async with httpx.AsyncClient(transport=elsewhere, base_url="http://house") as stranger:
            assert (await stranger.get("/metrics")).json()["reason"] == "bad-key"
            assert (await stranger.get("/metrics", headers=HOST)).status_code == 200

    in_house(tmp_path, story)
