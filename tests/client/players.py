"""Players who choose by what they see, and what their matches are held to."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Coroutine
from contextlib import asynccontextmanager
from functools import cache
from random import Random
from typing import Any, TypeVar

from escale.client import Client, Table, Turn
from escale.core.bots import Budget
from escale.core.codec import from_plain, to_plain
from escale.core.match import Match
from escale.core.proof import verify
from escale.core.secrecy import View
from escale.games import matchfile
from escale.games.registry import load_game

ENGLISH = {"language": "en"}
LONG = 60.0  # seconds: a generous limit, for what takes a moment

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    async def limited() -> T:
        async with asyncio.timeout(LONG):
            return await work

    return asyncio.run(limited())


@cache
def bot(game: str, level: int, options: str) -> Any:
    box = load_game(game)
    return box.levels[level].make(from_plain(box.options, json.loads(options)))


def chosen(turn: Turn, level: int = 1) -> dict[str, Any]:
    """What a bot of this level would do, seeing no more than the client sees."""
    about = turn.table.about
    view = View(turn.seat, from_plain(load_game(about["game"]).state, turn.seen, hidden=True))
    player = bot(about["game"], level, json.dumps(about["options"]))
    plain: dict[str, Any] = to_plain(
        player.choose(view, Budget(5.0, time.monotonic), Random(turn.number))
    )
    return plain


async def play(table: Table, level: int = 1) -> dict[str, Any]:
    """To the end; the score."""
    async for turn in table.turns():
        await turn.act(chosen(turn, level))
    assert table.score is not None
    return table.score


async def only_pass(table: Table) -> dict[str, Any]:
    """Word Bank ends soon when everybody passes."""
    async for turn in table.turns():
        await turn.act({"kind": "Pass"})
    assert table.score is not None
    return table.score


def proved(match: dict[str, Any]) -> Match[Any, Any, Any]:
    """The match in a file, all of which was verified."""
    game, record = matchfile.from_json(json.dumps(match))
    rules = game.rules(record.header.options)
    proof = verify(rules, record)
    assert proof and proof.over, proof
    return Match(rules, record.header, log=record.log)


@asynccontextmanager
async def two_at(url: str, seats: list[Any], options: Any = ENGLISH, **more: Any) -> Any:
    """Ada makes a table of Word Bank, Bob comes by its code and sits down."""
    async with Client(url) as ada, Client(url) as bob:
        found = await ada.make("wordbank", name="Ada", seats=seats, options=options, **more)
        async with ada.table(found) as hers, bob.table(await bob.join(hers.about["code"])) as his:
            await his.sit("Bob")
            await hers.until(lambda now: "Bob" in now.people)
            yield hers, his


async def awaited(table: Table) -> int:
    """The seat whose turn it is, as soon as it is somebody's."""
    await table.until(lambda now: now.play is not None and bool(now.play["awaits"]))
    assert table.play is not None
    return int(table.play["awaits"][0])
