"""Bots that come over the network plan, too: by the clock of the match, as the updates tell it."""

from __future__ import annotations

import asyncio
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from escale.client import Client, Table
from escale.core.game import Game
from tests.client.players import run
from tests.client.test_bot import bot
from tests.served import House, served
from tests.timed import GAMES

ENGINE = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if "refused" in told:
        wait = 500
    else:
        note = told["offers"][0]["inputs"][0]["among"][-1]
        wait = "soon"
    action = {"kind": "Strike", "note": note}
    print(json.dumps({"kind": "Later", "action": action, "wait": wait}), flush=True)
"""  # it learns that a wait is a number


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served(tmp_path_factory.mktemp("house"), environment={"ESCALE_GAMES": str(GAMES)}) as one:
        yield one


def struck(table: Table) -> list[tuple[int, int, int]]:
    events = [
        event
        for entry in table.happened
        for part in entry["what"]
        if part["kind"] == "Happened"
        for event in part["events"]
    ]
    acted = (event for event in events if event["kind"] == "Acted")
    return [(event["seat"], event["action"]["note"], event["at"]) for event in acted]


async def with_a_bot(house: House, *arguments: str) -> list[tuple[int, int, int]]:
    """Ada strikes the lowest note as soon as she can, and then waits for the bot."""
    async with Client(house.url) as ada:
        found = await ada.make("gong", name="Ada", seats=["me", "open"])
        async with ada.table(found) as table:
            with bot(house, "--table", found, *arguments):
                await table.until(lambda now: len(now.people) == 2)
                await table.ask("start")
                await table.until(lambda now: now.moment(0) is not None)  # when the salts are in
                await table.act(0, {"kind": "Strike", "note": 1})
                await table.until(lambda now: len(struck(now)) == 2)
                return struck(table)


def test_a_bot_of_the_game_waits_although_others_play(
    gong: Game[Any, Any, Any], house: House
) -> None:
    first, second = run(with_a_bot(house, "--level", "2"))
    assert first[:2] == (0, 1)
    assert second[:2] == (1, 2) and 1000 <= second[2] < 10_000


def test_an_engine_says_when(gong: Game[Any, Any, Any], house: House, tmp_path: Path) -> None:
    path = tmp_path / "engine.py"
    path.write_text(ENGINE, encoding="utf-8")
    _, second = run(with_a_bot(house, "--engine", shlex.join([sys.executable, str(path)])))
    assert second[:2] == (1, 2) and 500 <= second[2] < 10_000


def test_a_note_that_is_taken_is_a_new_question(gong: Game[Any, Any, Any], house: House) -> None:
    async def play() -> list[tuple[int, int, int]]:
        async with Client(house.url) as ada:
            found = await ada.make("gong", name="Ada", seats=["me", "open"])
            async with ada.table(found) as table:
                with bot(house, "--table", found, "--level", "2"):
                    await table.until(lambda now: len(now.people) == 2)
                    await table.ask("start")
                    await asyncio.sleep(0.3)  # the bot has seen that all are free
                    await table.act(0, {"kind": "Strike", "note": 2})
                    await table.until(lambda now: len(struck(now)) == 2)
                    return struck(table)

    first, second = run(play())
    assert (first[:2], second[:2]) == ((0, 2), (1, 1))
