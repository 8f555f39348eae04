"""After a match: every moment again as whoever looks on saw it, and what the game thinks of it."""

from __future__ import annotations

import asyncio
import re

from escale.core.game import LANGUAGES
from tests.served import House
from tests.server.attack import Guest, http, in_time, match, tell


@in_time
async def test_a_match_is_shown_again_when_it_is_over(house: House) -> None:
    async with (
        http(house) as web,
        match(house, web, options={"rounds": 2}) as (table, _, lines),
    ):
        path = f"/api/tables/{table}/replay"
        for round_number in range(2):
            early = await web.get(path)
            assert (early.status_code, early.json()["reason"]) == (409, "not-over")
            await tell(lines[0], 0, 71 + round_number)
            await tell(lines[1], 1, 81 + round_number)
        file = (await web.get(f"/api/tables/{table}/match")).json()
        for language in LANGUAGES:
            answer = await web.get(path, params={"language": language})
            told = answer.json()
            assert answer.headers["content-encoding"] == "gzip"
            assert told["header"] == file["header"]
            assert told["score"]["winners"] == [0, 1]
            frames = told["frames"]
            assert [one["event"] for one in frames] == list(range(len(file["log"]) + 1))
            assert [one["seen"]["round"] for one in frames][-1] == 2
            assert all(one["stands"] and one["lines"] for one in frames)
            drawn = [event["kind"] == "Drawn" for event in file["log"]]
            assert [one["chance"] is not None for one in frames] == [False, *drawn]
            assert frames[0]["said"] == "" and all(one["said"] for one in frames[1:])
            acted = [one["seat"] for one in frames if one["seat"] is not None]
            assert acted == [0, 1, 0, 1]
            assert [one["at"] for one in frames[1:]] == [one["at"] for one in file["log"]]
            # What nobody but its seat ever saw stays unseen.
            assert all(one["seen"]["cards"] == [{"kind": "Hidden"}] * 2 for one in frames)
            assert not re.search(r"\b(71|72|81|82)\b", " ".join(one["said"] for one in frames))
        plain = await web.get(path, headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.json()["header"] == file["header"]


@in_time
async def test_the_game_judges_what_was_done(house: House) -> None:
    async with (
        http(house) as web,
        match(house, web, options={"rounds": 1}) as (table, _, lines),
    ):
        path = f"/api/tables/{table}/review"
        assert (await web.get(path, params={"event": 1})).json()["reason"] == "not-over"
        await tell(lines[0], 0, 71)
        await tell(lines[1], 1, 81)
        log = (await web.get(f"/api/tables/{table}/match")).json()["log"]
        for number, event in enumerate(log, start=1):
            answer = await web.get(path, params={"event": number})
            assert answer.status_code == 200, answer.text
            if event["kind"] == "Acted":
                assert answer.json()["played"] == event["action"]
                assert answer.json()["best"] == {"round": 0, "seat": event["seat"], "of": 1}
            else:
                assert answer.json() == {"played": None, "best": None}
        for event in (0, -1, "x", len(log) + 1, 10**30):
            answer = await web.get(path, params={"event": event})
            assert answer.status_code in (400, 404), event


@in_time
async def test_the_best_password_is_found_without_holding_up_anybody(house: House) -> None:
    async with http(house) as web:
        ada = Guest(house, web)
        options = {"language": "fr", "starter": 0}
        wish = {"game": "wordbank", "seats": ["me", "me"], "options": options, "start": True}
        table = await ada.make(**wish)
        (ring, *_) = [view["seen"]["ring"] for view in (await ada.look(table))["views"]]
        letters = [safe["letter"] for safe in ring]
        for number in range(4):
            action = {"kind": "Pass"}
            assert (await ada.ask(table, "act", seat=number % 2, action=action)).status_code == 200
        log = (await web.get(f"/api/tables/{table}/match")).json()["log"]
        first = next(k for k, event in enumerate(log, start=1) if event["kind"] == "Acted")
        path = f"/api/tables/{table}/review"
        asked = asyncio.create_task(web.get(path, params={"event": first}, timeout=60))
        while not asked.done():
            started = asyncio.get_running_loop().time()
            assert (await web.get("/healthz")).status_code == 200
            assert asyncio.get_running_loop().time() - started < 2
            await asyncio.sleep(0.05)
        best = asked.result().json()["best"]
        assert asked.result().json()["played"] is None
        assert best["letters"] == "".join(letters[card] for card in best["cards"])
        assert best["stones"] == len(best["cards"]) >= 3
        assert best["cards"][0] == best["start"]
