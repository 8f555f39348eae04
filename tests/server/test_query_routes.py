"""Questions about a match: answered from one's own seat, and never before a moment is opened."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest

from escale.core.game import LANGUAGES
from tests.served import House, served
from tests.server.attack import GAMES, Guest, http, in_time, match, tell

SLOW: dict[str, Any] = {
    "pace": {"speed": "slow", "seconds": 86_400},
    "options": {"rounds": 9, "seconds": 60},
}


async def consider(guest: Guest, table: str, seat: Any, question: Any) -> httpx.Response:
    body = {"seat": seat, "question": question}
    return await guest.post(f"/api/tables/{table}/consider", body)


def refused(answer: httpx.Response, status: int, reason: str) -> None:
    assert answer.status_code == status, answer.text
    assert answer.json()["reason"] == reason
    assert answer.json()["text"]


# Hints


@in_time
async def test_a_hint_is_told_to_the_seat_that_asked_and_to_nobody_else(house: House) -> None:
    async with http(house) as web, match(house, web, hints=True) as (table, (ada, bo), _):
        path = f"/api/tables/{table}/hint"

        async def read(guest: Guest, seat: int = 0, language: str = "en") -> httpx.Response:
            return await guest.get(path, params={"seat": seat, "language": language})

        refused(await read(ada), 409, "no-hint-now")
        told = []
        for rung in (1, 2, 3):
            assert (await ada.ask(table, "hint", seat=0)).status_code == 200
            told.append((await read(ada)).json())
            assert told[-1]["rung"] == rung and (await read(ada)).json() == told[-1]
        refused(await ada.ask(table, "hint", seat=0), 409, "no-more-hints")
        assert told[0] == {"rung": 1, "text": "Whisper a number.", "action": None}
        for one in told[1:]:
            assert one["text"] == f"Whisper {one['action']['number']}."
        assert (await read(ada, language="de")).json()["text"].startswith("Flüstere ")
        assert [seat["hints"] for seat in (await bo.look(table))["table"]["seats"]] == [3, 0]
        refused(await read(bo), 409, "not-your-seat")
        refused(await read(Guest(house, web)), 409, "players-only")
        refused(await read(bo, 1), 409, "no-hint-now")
        done = await ada.ask(table, "act", seat=0, action=told[1]["action"])
        assert done.status_code == 200, done.text


# What a plan would do


@in_time
async def test_a_plan_is_considered_from_ones_own_seat(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, (ada, bo), _):
        (view,) = (await bo.look(table))["views"]
        answer = await consider(bo, table, 1, 5)
        assert answer.status_code == 200
        assert answer.json() == {"answer": {"sum": view["seen"]["cards"][1] + 5}}
        number = (await bo.look(table))["number"]
        refused(await consider(ada, table, 1, 5), 409, "not-your-seat")
        refused(await consider(ada, table, 9, 5), 409, "no-such-seat")
        refused(await consider(Guest(house, web), table, 1, 5), 409, "players-only")
        assert (await bo.look(table))["number"] == number


@in_time
async def test_a_bad_question_is_refused_in_words(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, (ada, _), _):
        questions: tuple[Any, ...] = (None, "5", [], {}, {"kind": "Hidden"}, 2**60, 0.5)
        for question in questions:
            refused(await consider(ada, table, 0, question), 400, "bad-request")
        for seat in (None, "0", -1, 64, 10**30):
            refused(await consider(ada, table, seat, 5), 400, "bad-request")
        long = await consider(ada, table, 0, "x" * 9000)
        assert long.status_code == 413
        deep = json.dumps({"seat": 0, "question": 0}).replace("0}", "[" * 3000 + "]" * 3000 + "}")
        path = f"/api/tables/{table}/consider"
        answer = await web.post(path, content=deep, headers=ada.cookie)
        assert answer.status_code == 400
        refused(await consider(ada, "0" * 24, 0, 5), 404, "no-such-table")


@in_time
async def test_before_the_match_there_is_nothing_to_consider(house: House) -> None:
    async with http(house) as web:
        ada = Guest(house, web)
        table = await ada.make()
        refused(await consider(ada, table, 0, 5), 409, "not-begun")
        refused(await ada.get(f"/api/tables/{table}/described"), 409, "not-begun")


@in_time
async def test_a_moment_that_waits_to_be_opened_is_neither_considered_nor_described(
    house: House,
) -> None:
    async with http(house) as web, match(house, web, **SLOW) as (table, (ada, bo), lines):
        described = f"/api/tables/{table}/described"

        async def is_held(guest: Guest, seat: int) -> None:
            refused(await consider(guest, table, seat, 5), 409, "open-it-first")
            for query in ({"seat": seat}, {}):
                refused(await guest.get(described, params=query), 409, "open-it-first")

        await is_held(ada, 0)
        await is_held(bo, 1)
        refused(await web.get(described), 409, "open-it-first")
        await lines[0].done("open", seat=0)
        assert (await consider(ada, table, 0, 5)).status_code == 200
        assert (await ada.get(described, params={"seat": 0})).status_code == 200
        await is_held(bo, 1)
        refused(await web.get(described), 409, "open-it-first")
        refused(await ada.get(described), 409, "open-it-first")  # nor as whoever looks on
        await lines[1].done("open", seat=1)
        assert (await web.get(described)).status_code == 200


@in_time
async def test_one_seat_of_a_device_does_not_see_what_another_has_to_open(house: House) -> None:
    async with http(house) as web:
        ada = Guest(house, web)
        table = await ada.make(seats=["me", "me"], start=True, **SLOW)
        for seat in range(2):
            refused(await consider(ada, table, seat, 5), 409, "open-it-first")


def test_nobody_asks_without_end(tmp_path_factory: pytest.TempPathFactory) -> None:
    with served(tmp_path_factory.mktemp("house"), environment=GAMES) as house:

        @in_time
        async def ask() -> None:
            async with http(house) as web, match(house, web) as (table, (ada, bo), _):
                found = [(await consider(ada, table, 0, 5)).status_code for _ in range(80)]
                assert found[:40] == [200] * 40
                assert 429 in found
                assert (await consider(bo, table, 1, 5)).status_code == 200

        ask()


# The board in words


@in_time
async def test_the_board_is_described_as_a_seat_sees_it(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, (ada, bo), lines):
        (view,) = (await bo.look(table))["views"]
        card = view["seen"]["cards"][1]
        path = f"/api/tables/{table}/described"
        for language in LANGUAGES:
            asked = {"seat": 1, "language": language}
            board = (await bo.get(path, params=asked)).json()
            assert str(card) in " ".join(board["lines"])
            others = (await web.get(path, params={"language": language})).json()
            assert not re.search(r"\d{9}", " ".join(others["lines"]))
            assert len(others["lines"]) < len(board["lines"])
        assert board["number"] == (await bo.look(table))["number"]
        refused(await ada.get(path, params={"seat": 1}), 409, "not-your-seat")
        refused(await web.get(path, params={"seat": 1}), 409, "players-only")
        await tell(lines[0], 0, 1)
        assert (await web.get(path)).json()["number"] == board["number"] + 1


# What happened since one's last turn


@in_time
async def test_what_happened_is_told_again_as_the_seat_saw_it(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, (ada, bo), lines):
        path = f"/api/tables/{table}/recap"
        since = (await bo.look(table))["play"]["events"]
        await tell(lines[0], 0, 1)
        asked = {"seat": 1, "since": since, "language": "en"}
        before, after = (await bo.get(path, params=asked)).json()["frames"]
        assert (before["event"], after["event"], after["seat"]) == (since, since + 1, 0)
        assert after["said"]
        assert after["action"]["kind"]
        (view,) = (await bo.look(table))["views"]
        assert after["seen"] == view["seen"], "the last frame is now"
        card = str(view["seen"]["cards"][1])
        others = await web.get(path, params={"since": 0})
        assert card in json.dumps(after)
        assert card not in others.text, "whoever looks on is not told what a seat knows"
        (last,) = (await bo.get(path, params=asked | {"since": 10**9})).json()["frames"] or [None]
        assert last is None or last["event"] == since + 1
        refused(await ada.get(path, params=asked), 409, "not-your-seat")
        refused(await web.get(path, params=asked), 409, "players-only")
        refused(await bo.get(path, params={"seat": 1}), 400, "bad-request")


@in_time
async def test_nothing_is_told_again_of_a_moment_that_waits_to_be_opened(house: House) -> None:
    async with http(house) as web, match(house, web, **SLOW) as (table, (ada, _), lines):
        path = f"/api/tables/{table}/recap"
        for asked in ({"seat": 0, "since": 0}, {"since": 0}):
            refused(await ada.get(path, params=asked), 409, "open-it-first")
        await lines[0].done("open", seat=0)
        assert (await ada.get(path, params={"seat": 0, "since": 0})).status_code == 200
        refused(await web.get(path, params={"since": 0}), 409, "open-it-first")
