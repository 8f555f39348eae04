"""People who ask for what is not theirs: other seats, other people's cookies, other pages."""

from __future__ import annotations

import asyncio
import hashlib
import json
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.served import House
from tests.server.attack import (
    TRACES,
    Guest,
    a_round,
    http,
    in_time,
    lives,
    match,
    message,
    new_id,
    raw,
    request,
    socket,
    status,
    tell,
    until,
    upgrade,
)

SALT = "ab" * 32
HEADERS = (
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
    "permissions-policy",
)


def of_seat(seat: int) -> list[dict[str, Any]]:
    """All that is asked in the name of a seat."""
    tell = {"kind": "Tell", "number": 5}
    return [
        message("act", seat=seat, action=tell),
        message("resign", seat=seat),
        message("open", seat=seat),
        message("salt", seat=seat, salt=SALT),
        message("stand-up", seat=seat),
    ]


# Seats


@in_time
async def test_nobody_asks_anything_in_the_name_of_anothers_seat(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, people, lines):
        before = await people[1].look(table)
        for asked in of_seat(1):
            await lines[0].send(asked)
            await lines[0].until(lambda asked=asked: asked["id"] in lines[0].answers)
            assert lines[0].last[asked["id"]]["reason"] == "not-your-seat"
        for asked in of_seat(1):
            answer = await people[0].post(f"/api/tables/{table}/ask", asked)
            assert (answer.status_code, answer.json()["reason"]) == (409, "not-your-seat")
        for asked in of_seat(63):
            answer = await people[0].post(f"/api/tables/{table}/ask", asked)
            assert (answer.status_code, answer.json()["reason"]) == (409, "no-such-seat")
        after = await people[1].look(table)
        assert {**after, "now": 0} == {**before, "now": 0}


@in_time
async def test_who_only_looks_on_asks_nothing_in_the_name_of_a_seat(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, people, _):
        before = (await people[0].look(table))["number"]
        stranger = Guest(house, web, "Eve")
        async with stranger.at(table) as line:
            for asked in of_seat(0):
                await line.send(asked)
                await line.until(lambda asked=asked: asked["id"] in line.answers)
                assert line.last[asked["id"]]["reason"] == "players-only"
        async with socket(house, table, {}) as nobody:
            for asked in of_seat(0):
                await nobody.send(json.dumps(asked))
            reasons: list[str] = []
            while len(reasons) < len(of_seat(0)):
                told = json.loads(await nobody.recv())
                reasons += [told["reason"]] if told["kind"] == "refused" else []
            assert set(reasons) == {"guests-only"}
        assert (await people[0].look(table))["number"] == before


@in_time
async def test_before_the_game_only_the_host_sets_the_table(house: House) -> None:
    async with http(house) as web:
        host, other = Guest(house, web, "Ada"), Guest(house, web, "Eve")
        table = await host.make(seats=["me", "open", "open"])
        async with other.at(table) as line:
            await line.done("sit", name="Eve", seat=1)
            assert await line.refused("sit", name="Eve 2", seat=0) == "seat-taken"
            assert await line.refused("stand-up", seat=0) == "not-your-seat"
            assert await line.refused("seat-bot", seat=2, level=1) == "host-only"
            assert await line.refused("start") == "host-only"
            assert await line.refused("sit", name=" ADA ", seat=2) == "name-taken"


@in_time
async def test_a_seat_that_was_left_is_given_away_only_by_players(house: House) -> None:
    """With nobody there to agree, a stranger would get the seat, and all that it knows."""
    async with http(house) as web:
        async with match(house, web) as (table, _, lines):
            await lines[1].done("stand-up", seat=1)
        stranger = Guest(house, web, "Eve")
        async with stranger.at(table) as line:
            await until(lambda: line.heard and line.heard[-1].get("here") == [])
            await line.ask("propose", what="take-seat", seat=1, name="Eve")
            update = await stranger.look(table)
            assert update["you"]["seats"] == []
            assert update["table"]["seats"][1]["person"] == 1


# Numbers and ids


@in_time
async def test_a_move_that_answers_an_older_moment_is_refused(house: House) -> None:
    async with http(house) as web, match(house, web) as (_, _, lines):
        action = {"kind": "Tell", "number": 5}
        await a_round(lines)
        await lines[0].until(lambda: lines[0].heard[-1].get("play", {}).get("awaits") == [0, 1])
        number = lines[0].heard[-1]["number"]
        for old in (0, 1, number - 1):
            assert await lines[0].refused("act", seat=0, action=action, after=old) == "stale"
        await lines[0].done("act", seat=0, action=action, after=number)


def events_of(update: dict[str, Any]) -> int:
    return int(update["play"]["events"])


@in_time
async def test_the_same_message_again_has_no_second_effect_by_any_way(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, people, lines):
        ada = people[0]
        asked = message("act", seat=0, action={"kind": "Tell", "number": 5})
        await lines[0].send(asked)
        await lines[0].until(lambda: lines[0].answers[asked["id"]] == 1)
        first = await ada.look(table)
        await tell(lines[1], 1, 6)  # now the action would be allowed once more
        await lines[0].send(asked)
        await lines[0].until(lambda: lines[0].answers[asked["id"]] == 2)
        assert lines[0].last[asked["id"]]["kind"] == "update"
        by_http = await ada.post(f"/api/tables/{table}/ask", asked)
        assert by_http.status_code == 200
        assert by_http.json()["number"] == first["number"]
        async with ada.at(table) as again:
            await again.send(asked)
            await again.until(lambda: asked["id"] in again.answers)
            assert again.last[asked["id"]]["kind"] == "update"
        assert events_of(await ada.look(table)) == events_of(first) + 1


@in_time
async def test_the_same_message_twenty_times_at_once_has_one_effect(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, people, lines):
        asked = message("say", text="once upon a time")
        async with people[0].at(table) as second:
            ways: list[Any] = [
                *(lines[0].send(asked) for _ in range(5)),
                *(second.send(asked) for _ in range(5)),
                *(people[0].post(f"/api/tables/{table}/ask", asked) for _ in range(10)),
            ]
            answers = await asyncio.gather(*ways)
            numbers = {one.json()["number"] for one in answers if isinstance(one, httpx.Response)}
            assert len(numbers) == 1
            await until(lambda: lines[0].answers[asked["id"]] == 5)
            await until(lambda: second.answers[asked["id"]] == 5)
        update = await people[0].look(table)
        said = [w for e in update["happened"] for w in e["what"] if w["kind"] == "Said"]
        assert len(said) == 1


@in_time
async def test_two_people_may_use_the_same_id(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, people, lines):
        for seat, line in enumerate(lines):
            action = {"kind": "Tell", "number": 5}
            await line.send({"kind": "act", "id": "mine", "seat": seat, "action": action})
            await line.until(lambda line=line: "mine" in line.answers)
            assert line.last["mine"]["kind"] == "update"
        assert (await people[0].look(table))["play"]["awaits"] == [0, 1]


@in_time
async def test_a_table_that_is_asked_for_many_times_at_once_is_made_once(house: House) -> None:
    async with http(house) as web:
        ada = Guest(house, web)
        wish = {"id": new_id(), "game": "whisper", "name": "Ada", "seats": ["me", 1], "start": True}
        answers = await asyncio.gather(*(ada.post("/api/tables", wish) for _ in range(20)))
        assert {one.status_code for one in answers} == {201}
        assert len({one.text for one in answers}) == 1
        async with ada.at(answers[0].json()["table"]) as line:
            # The bot moves, and whoever is there hears of it: there is one table, not two.
            await line.until(lambda: any("Acted" in text for text in line.texts))
        assert len((await ada.get("/api/tables/mine")).json()) == 1


# Cookies


def forged(guest: Guest) -> list[str]:
    mark = hashlib.sha256(f"guest|{guest.token}".encode()).hexdigest()
    return [
        "escale=",
        "escale=0",
        f"escale={mark}",
        f"escale={mark[:43]}",
        f"escale={guest.token}x",
        f"escale={guest.token[:-1]}",
        f"escale={guest.token[:-1]}é",
        f"Escale={guest.token}",
        f"xescale={guest.token}",
        f"escale%3D{guest.token}",
        f"escale={guest.token.swapcase()}",
        "escale=" + "A" * 43,
        "escale=" + "A" * 20_000,
        'escale="' + "\\\\" * 8_000,
        "=;=;;;,,,\x7f\x01",
        "; ".join(f"c{number}={number}" for number in range(1500)),
        "escale=" + "\\ud800" * 10,
    ]


@in_time
async def test_a_forged_cookie_is_nobody_or_somebody_new(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, people, _):
        for cookie in forged(people[0]):
            header = f"Cookie: {cookie}"
            answer = await raw(house, request("GET", f"/api/tables/{table}", header))
            if status(answer) == 400:  # no header at all
                continue
            assert status(answer) == 200
            update = json.loads(answer.partition(b"\r\n\r\n")[2])
            assert update["you"] == {"person": None, "seats": []}
            body = json.dumps(message("resign", seat=0)).encode()
            asked = request(
                "POST", f"/api/tables/{table}/ask", header, "Content-Type: application/json",
                body=body,
            )  # fmt: skip
            answer = await raw(house, asked)
            assert status(answer) == 409
            assert b"players-only" in answer


@in_time
async def test_of_two_cookies_one_counts(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, people, _):
        one, other = people[0].token, people[1].token
        cookies = f"a=b; escale={one}; escale={other}; c=d"
        answer = await web.get(f"/api/tables/{table}", headers={"Cookie": cookies})
        assert answer.json()["you"]["seats"] in ([0], [1])


@in_time
async def test_a_new_cookie_is_out_of_reach_of_scripts_and_of_other_pages(house: House) -> None:
    async with http(house) as web:
        answers = [
            await web.post("/api/guest"),
            await web.post("/api/tables", json={"id": "1", "game": "whisper", "name": "A",
                                                "seats": ["me", "open"]}),
        ]  # fmt: skip
        tokens = set()
        for answer in answers:
            cookie = answer.headers["set-cookie"].split("; ")
            assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie)
            tokens.add(cookie[0])
        assert len(tokens) == 2


# Foreign pages

FOREIGN = (
    "http://evil.example",
    "https://evil.example:8080",
    "null",
    "",
    "http://",
    "http://[",
    "file://",
    "http://house.evil.example",
    "http://evil.example#house",
    "http://house:1",
    "http://house@evil.example",
    "\xff",
)
CHANGES = ("/api/guest", "/api/tables", "/api/tables/join", "/api/matches?id=1&name=A")


@in_time
async def test_a_foreign_page_gets_no_socket(house: House) -> None:
    async with http(house) as web:
        table = await Guest(house, web).make()
        assert status(await raw(house, upgrade(table, "Origin: http://house"), 1)) == 101
        for origin in FOREIGN:
            answer = await raw(house, upgrade(table, f"Origin: {origin}"))
            assert status(answer) == 403, origin


@in_time
async def test_a_foreign_page_changes_nothing(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, people, _):
        before = (await people[0].look(table))["number"]
        cookie = f"Cookie: escale={people[0].token}"
        say = json.dumps(message("say", text="forged")).encode()
        for origin in FOREIGN:
            for path in (*CHANGES, f"/api/tables/{table}/ask"):
                asked = request("POST", path, f"Origin: {origin}", cookie, body=say)
                answer = await raw(house, asked)
                assert status(answer) == 403, (origin, path)
                assert b"set-cookie" not in answer
        assert (await people[0].look(table))["number"] == before


@in_time
async def test_a_foreign_page_may_not_read_either(house: House) -> None:
    """No answer allows it: without that a browser hands nothing over."""
    async with http(house) as web:
        table = await Guest(house, web).make()
        for method in ("GET", "HEAD", "OPTIONS"):
            for path in ("/api/games", f"/api/tables/{table}", "/healthz", "/api/openapi.json"):
                asked = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
                answer = await web.request(method, path, headers=asked)
                assert not [name for name in answer.headers if "access-control" in name]


# What every answer has, and what none has


@in_time
async def test_every_answer_tells_browsers_what_not_to_do(house: House) -> None:
    async with http(house) as web:
        table = await Guest(house, web).make()
        asked = [
            web.get("/"),
            web.get("/healthz"),
            web.get("/readyz"),
            web.get("/metrics"),
            web.get("/api/games"),
            web.get("/api/games/whisper/rulebook"),
            web.get("/api/games/nothing"),
            web.get("/api/openapi.json"),
            web.get(f"/api/tables/{table}"),
            web.get(f"/api/tables/{table}/match"),
            web.get(f"/api/tables/{table}?since=-1"),
            web.get("/api/tables/" + "0" * 24),
            web.get("/nowhere"),
            web.head("/healthz"),
            web.options("/api/tables"),
            web.delete("/api/tables"),
            web.post("/api/guest"),
            web.post("/api/guest", headers={"Origin": "http://evil.example"}),
            web.post("/api/tables", content=b"{"),
            web.post("/api/tables", content=b"x" * 100_000),
            web.post("/api/tables/join", json={"code": "baba-baba"}),
        ]
        for answer in await asyncio.gather(*asked):
            missing = [name for name in HEADERS if name not in answer.headers]
            assert not missing, (answer.url, answer.status_code)
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
            assert not {"server", "x-powered-by"} & set(answer.headers)
            assert answer.status_code < 500
            assert not TRACES.search(answer.text) or "openapi" in str(answer.url), answer.text
        async with web.stream("GET", f"/api/tables/{table}/events") as stream:
            assert set(HEADERS) <= set(stream.headers)


@in_time
async def test_no_method_does_what_it_should_not(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, people, _):
        before = (await people[0].look(table))["number"]
        cookie = f"Cookie: escale={people[0].token}"
        body = json.dumps(message("resign", seat=0)).encode()
        kind = "Content-Type: application/json"
        for method in ("GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"):
            for path in (f"/api/tables/{table}/ask", f"/api/tables/{table}", "/api/tables", "/"):
                for override in ("X-HTTP-Method-Override", "X-Method-Override", "_method"):
                    asked = request(method, path, cookie, kind, f"{override}: POST", body=body)
                    assert status(await raw(house, asked)) in (200, 204, 400, 403, 404, 405, 409)
        assert (await people[0].look(table))["number"] == before


ODD_PATHS = (
    "/../../../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/..%2f..%2fetc/passwd",
    "/table/../../etc/passwd",
    "/table/%2e%2e%2f%2e%2e%2fpyproject.toml",
    "/assets/../../../../../etc/passwd",
    "/static/..%5c..%5cetc",
    "//evil.example/",
    "/\\evil.example",
    "/api//tables",
    "/api/tables/%00",
    "/api/tables/" + "0" * 24 + "%0a",
    "/api/tables/" + "0" * 24 + "/socket",
    "/api/games/..%2f..%2fhouse",
    "/api/games/%2e%2e",
    "/api/games/whisper%00",
    "/api/games/" + "%F0%9F%92%A9" * 10 + "/rulebook",
    "/api/games/whisper/rulebook?language=../../x",
    "/api/games/" + "a" * 8000,
    "/%ff%fe",
    "/?" + "a=1&" * 2000,
    "/api/tables?since=" + "9" * 5000,
    "/api/tables/" + "0" * 24 + "?since=1e400",
    "http://evil.example/healthz",
    "*",
)


@in_time
async def test_odd_paths_lead_nowhere(house: House) -> None:
    async with http(house) as web:
        for path in ODD_PATHS:
            answer = await raw(house, request("GET", path))
            assert status(answer) in (200, 307, 400, 404, 405), path
            assert b"root:" not in answer
            assert b"[project]" not in answer
            assert not TRACES.search(answer.decode("latin-1")), path
            if b"location:" in answer:
                assert b"evil" not in answer
        await lives(web)


NO_REQUESTS = (
    b"\x00\x01\x02",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # TLS
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost a\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\n folded: b\r\nConnection: close\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
    b"POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
)


@in_time
async def test_what_is_no_request_is_refused_and_harms_nobody(house: House) -> None:
    async with http(house) as web:
        answers = await asyncio.gather(*(raw(house, data, 8) for data in NO_REQUESTS))
        for data, answer in zip(NO_REQUESTS, answers, strict=True):
            assert not answer or status(answer) < 500, data
            assert not TRACES.search(answer.decode("latin-1")), data
        await lives(web)


@in_time
async def test_a_socket_leads_only_to_a_table(house: House) -> None:
    async with http(house) as web:
        table = await Guest(house, web).make()
        for name in ("0" * 24, table.upper(), table + "%0a", "..", table + "/", "é" * 24):
            with pytest.raises(InvalidStatus):
                async with socket(house, name, {}):
                    pass
        odd = {f"a{number}": "%ff" for number in range(30)}
        async with socket(house, table, {}, since="-1", language="x" * 100, **odd) as line:
            assert json.loads(await line.recv())["kind"] == "update"
        async with socket(house, table, {}, since="9" * 9) as line:
            assert json.loads(await line.recv())["number"] == 1
