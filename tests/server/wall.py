"""Houses with a real database, and a clock whose hands can be turned: days pass in a moment."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from escale.core.codec import to_plain
from escale.games.registry import load_game
from escale.games.wordbank.rules.pieces import Announce, Pass
from escale.store.sqlite.store import SqliteStore
from escale.tables import house
from escale.tables.bots.pool import BotPool, NoAnswer
from escale.tables.decisions import commands
from escale.tables.house import House, NewTable
from escale.tables.log import entries as e
from escale.tables.table import Done, Table

SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000
HEARTBEAT = int(house.SWEEP_SECONDS * SECOND)
ADA, BEN = "a" * 64, "b" * 64  # the marks of two cookies

FREE = e.Pace()
LIVE = e.Pace("live", 60)
SLOW = e.Pace("slow", 86_400)


class Wall:
    """A clock on the wall, with hands to turn."""

    def __init__(self) -> None:
        self.at = 1_800_000_000_000

    def __call__(self) -> int:
        return self.at


class NoBots(BotPool):
    """Nobody answers: the house then plays some allowed move, at once."""

    async def ask(self, request: Any, turn: Any = None) -> Any:
        raise NoAnswer


class PassingBots(BotPool):
    """They announce nothing, at once."""

    async def ask(self, request: Any, turn: Any = None) -> Any:
        return Pass()


class Visitor:
    """Somebody who is connected."""

    def __init__(self, mark: str) -> None:
        self.guest_hash = mark
        self.client = mark
        self.dismissed = False

    def wake(self) -> None:
        pass

    def dismiss(self) -> None:
        self.dismissed = True


Story = Callable[[House], Awaitable[None]]


class Lives:
    """A house that is opened, killed and opened again, on the same database."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.wall = Wall()

    def __call__(self, story: Story, *, killed: bool = True) -> None:
        asyncio.run(self._life(story, killed))

    async def _life(self, story: Story, killed: bool) -> None:
        store = SqliteStore.open(self.path, self.wall())
        home = House(store, NoBots(1), clock=self.wall, bot_pause=0)
        try:
            await story(home)
            await settled(home)
        finally:
            if killed:
                await _fall(home)
            else:
                await home.close()

    async def turn(self, home: House, milliseconds: int, step: int = HEARTBEAT) -> None:
        """Let time pass, and the house look after its tables as often as it does."""
        until = self.wall.at + milliseconds
        while self.wall.at < until:
            self.wall.at = min(until, self.wall.at + step)
            await home.sweep()
            await settled(home)


async def _fall(home: House) -> None:
    """As if killed: nothing is said to the database any more."""
    for table in home.tables.values():
        table.unload()
    for task in list(home._work):
        task.cancel()
    await asyncio.gather(*home._work, return_exceptions=True)
    await home.store.close()


async def settled(home: House) -> None:
    """Until nothing is under way."""
    while home._work or any(table.busy for table in home.tables.values()):
        await asyncio.sleep(0.001)


async def begun(
    home: House, pace: e.Pace = FREE, *, turn_seconds: int = 0, name: str = "t"
) -> Table:
    """Ada and Ben play Word Bank. Ada begins."""
    game = load_game("wordbank")
    options = game.options(language="en", starter=0, turn_seconds=turn_seconds)
    table = await home.make(ADA, name, NewTable(game, options, ("me", None), "Ada", pace))
    assert isinstance(table, Table)
    await done(table, BEN, commands.Sit("sit", "Ben"))
    await done(table, ADA, commands.Start("start"))
    return table


async def done(table: Table, mark: str, ask: commands.Command) -> None:
    assert isinstance(await table.do(mark, ask), Done)


async def passes(table: Table, mark: str, seat: int) -> None:
    """The seat announces nothing: the simplest move."""
    message = f"pass-{table.state.number}"
    await done(table, mark, commands.Act(message, seat, b'{"kind":"Pass"}'))  # type: ignore[arg-type]


async def announces(table: Table, mark: str, seat: int) -> None:
    """The seat announces some word, for one stone: a match in which nobody does soon ends."""
    running = table.state.playing
    assert running is not None
    match, number = running.match, table.state.number  # no word twice
    tried = (match.rules.sample(match.state, seat, Random(f"{number} {n}")) for n in count())
    word = replace(next(one for one in tried if isinstance(one, Announce)), cards=())
    action = json.dumps(to_plain(word)).encode()
    await done(table, mark, commands.Act(f"word-{table.state.number}", seat, action))  # type: ignore[arg-type]


async def again(home: House, table: Table) -> Table:
    found = await home.open(table.state.name)
    assert found is not None
    return found


def happenings(table: Table, kind: Any) -> list[Any]:
    return [one for entry in table.state.entries for one in entry.what if isinstance(one, kind)]


def events(table: Table, kind: Any) -> list[Any]:
    happened = happenings(table, e.Happened)
    return [event for one in happened for event in one.events if isinstance(event, kind)]


def seen_by(table: Table, mark: str) -> Any:
    person = table.state.person(mark)
    return json.loads(table.updates.update(person, 0, 0)[0])
