"""Match files that somebody has worked on before bringing them back."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import httpx

from tests.served import House
from tests.server.attack import (
    TRACES,
    Guest,
    a_round,
    http,
    in_time,
    lives,
    match,
    new_id,
    tell,
)

File = dict[str, Any]


async def carried_away(house: House, web: httpx.AsyncClient) -> File:
    """A match in its middle, as its players may take it elsewhere."""
    async with match(house, web) as (table, people, lines):
        await a_round(lines)
        await tell(lines[0], 0, 9)
        await lines[0].done("propose", what="carry-away")
        await lines[1].done("answer", agree=True)
        file: File = (await people[0].get(f"/api/tables/{table}/match")).json()
        return file


async def bring(guest: Guest, file: Any, **more: Any) -> httpx.Response:
    place = {"id": new_id(), "name": guest.name, **more}
    return await guest.post("/api/matches", file, params=place)


def _deep(file: File) -> None:
    nested: Any = 1
    for _ in range(300):
        nested = [nested]
    _last_move(file)["action"]["number"] = nested


def _last_move(file: File) -> Any:
    return [event for event in file["log"] if event["kind"] == "Acted"][-1]


def _without_moves(file: File) -> None:
    file["log"] = [event for event in file["log"] if event["kind"] != "Acted"]


def _swapped_names(file: File) -> None:
    one, other = file["header"]["players"]
    one["name"], other["name"] = other["name"], one["name"]


def _with_its_secret(file: File) -> None:
    """As an earlier release wrote it, with nothing played: its bringer would know every draw."""
    secret = file["log"].pop()["secret"]
    file.update(log=[], secret=secret)


TAMPERED: dict[str, Callable[[File], Any]] = {
    "another draw": lambda file: file["log"][0].update(result=[1]),
    "another move": lambda file: _last_move(file).update(seat=7),
    "a move that is none": lambda file: _last_move(file).update(action={"kind": "Nudge"}),
    "nothing played": _without_moves,
    "an empty log and a secret": _with_its_secret,
    "names exchanged": _swapped_names,
    "a time that leaves no room": lambda file: file["log"][-1].update(at=2**53 - 1),
    "a time in a hundred years": lambda file: file["log"][-1].update(at=10**13),
    "a time before the match": lambda file: file["log"][0].update(at=-5),
    "no secret": lambda file: file["log"].pop(),
    "another secret": lambda file: file["log"][-1].update(secret="00" * 32),
    "a secret that is none": lambda file: file["log"][-1].update(secret="é" * 64),
    "more after the secret": lambda file: file["log"].append(_last_move(file)),
    "another version": lambda file: file["header"].update(version=2),
    "an unknown game": lambda file: file["header"].update(game="../whisper"),
    "a game that is no name": lambda file: file["header"].update(game=[1]),
    "a bot that is not there": lambda file: file["header"]["players"][0].update(role="bot:9"),
    "a role that is none": lambda file: file["header"]["players"][0].update(role="\u0663"),
    "too many players": lambda file: file["header"].update(
        players=file["header"]["players"] * 30
    ),
    "no players": lambda file: file["header"].update(players=[]),
    "a name that steers the screen": lambda file: file["header"]["players"][0].update(
        name="\u202eadA\x07"
    ),
    "an endless name": lambda file: file["header"]["players"][0].update(name="A" * 9000),
    "a pledge that is none": lambda file: file["header"]["players"][0].update(pledge="zz"),
    "pins of nothing": lambda file: file["header"].update(pins=[["lexicon", "x"]]),
    "impossible options": lambda file: file["header"]["options"].update(rounds=-1),
    "a commitment that is none": lambda file: file["header"].update(commitment="zz"),
    "a match that passes for a salt": lambda file: file["header"].update(match="a|b"),
    "more than there is": lambda file: file.update(more=1),
    "lists in lists": _deep,
    "not a log": lambda file: file.update(log={"a": 1}),
    "a hundred thousand draws": lambda file: file.update(log=file["log"][:1] * 20_000),
}  # fmt: skip


@in_time
async def test_an_untouched_file_goes_on_at_a_new_table(house: House) -> None:
    async with http(house) as web:
        file = await carried_away(house, web)
        ada = Guest(house, web)
        answer = await bring(ada, file)
        assert answer.status_code == 201, answer.text
        told = json.dumps(await ada.look(answer.json()["table"]))
        assert file["log"][-1]["secret"] not in told
        assert "Brought" in told


@in_time
async def test_a_brought_match_says_so_and_is_never_listed(house: House) -> None:
    async with http(house) as web:
        file = await carried_away(house, web)
        ada, bo = Guest(house, web), Guest(house, web)
        table = (await bring(ada, file, listed=True)).json()["table"]
        assert table not in {one["table"] for one in (await bo.get("/api/tables")).json()}
        seen = await bo.look(table)
        assert (seen["table"]["listed"], seen["table"]["brought_by"]) == (False, ada.name)


@in_time
async def test_a_file_that_was_worked_on_is_refused_in_words(house: House) -> None:
    async with http(house) as web:
        whole = await carried_away(house, web)
        ada = Guest(house, web)
        for what, tamper in TAMPERED.items():
            file = copy.deepcopy(whole)
            tamper(file)
            answer = await bring(ada, file)
            assert answer.status_code == 400, (what, answer.text)
            assert answer.json()["reason"] in ("bad-match-file", "bad-request"), what
            assert not TRACES.search(answer.text), answer.text
        assert (await ada.get("/api/tables/mine")).json() == []
        await lives(web)


@in_time
async def test_what_is_no_match_file_is_refused(house: House) -> None:
    async with http(house) as web:
        ada = Guest(house, web)
        for text in (b"", b"[]", b"null", b"{}", b'{"format":1}', b"[" * 60_000, b"\xff\xfe{}"):
            asked = {"id": new_id(), "name": "Ada"}
            answer = await web.post("/api/matches", headers=ada.cookie, params=asked, content=text)
            assert answer.status_code == 400, text[:20]
        answer = await bring(ada, {"format": "x" * 5_000_000})
        assert answer.status_code == 413
