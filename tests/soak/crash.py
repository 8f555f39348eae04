"""Kills the server again and again while people play, and looks whether anything was lost.

python -m tests.soak.crash --kills 200
"""

from __future__ import annotations

import argparse
import asyncio
import atexit
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Protocol
from unittest.mock import patch

import httpx

from escale.cli.commands.new_game import new_game
from escale.games.registry import FOLDERS
from tests.nursery import Nursery, shared
from tests.server.attack import GAMES
from tests.soak import audit, habits
from tests.soak.crowd import Crowd, Device, new_token
from tests.soak.victim import Victim

GAME = "crash-cave"
PATIENCE = 60.0  # seconds for all matches to end, after the last kill


class Host(Protocol):
    """A house that can be killed, or some part of it, and started again."""

    urls: tuple[str, ...]

    def start(self) -> None: ...

    def kill(self) -> None: ...

    def stop(self) -> int: ...

    def said(self) -> str: ...

    def stored(self) -> dict[str, audit.StoredTable]: ...


@dataclass
class Evening:
    """The result of a run."""

    kills: int = 0
    seconds: float = 0.0
    entries: int = 0
    matches: int = 0  # over, and proved
    rescued: int = 0  # sent again after a kill, though they were in the log already
    counts: Counter[str] = field(default_factory=Counter)
    by_bots: int = 0
    by_clock: int = 0
    wrong: list[str] = field(default_factory=list)
    exit_code: int = -1

    def __str__(self) -> str:
        lines = [
            f"{self.kills} kills in {self.seconds:.0f} s",
            f"{self.counts['acknowledged']} messages acknowledged, {self.entries} entries kept",
            f"{self.counts['said again']} messages said again, {self.rescued} were there already",
            f"{self.matches} matches over and proved; {self.by_bots} moves of bots alone,"
            f" {self.by_clock} times the clock",
            *(f"{what}: {count}" for what, count in sorted(self.counts.items())),
            f"exit code {self.exit_code}",
            *self.wrong[:20],
        ]
        return "\n".join(lines)


def run(folder: Path, kills: int, seed: int = 1) -> Evening:
    """Run with so many kills. `wrong` must be empty at the end."""
    with quick_game():
        return asyncio.run(evening_at(Victim(born(), folder), kills, Random(seed)))


@contextmanager
def quick_game() -> Iterator[None]:
    """A game with short matches, on the shelf of this process and of those it starts."""
    with patch.dict(os.environ, {FOLDERS: _shelf()}):
        yield


def born() -> Nursery:
    """Its houses have the games of tests on their shelves."""
    return shared({FOLDERS: _shelf()})


def _shelf() -> str:
    """The folders with the games of tests: the quick one, and the one that is fuzzed."""
    return os.pathsep.join((str(_written() / GAME), GAMES[FOLDERS]))


@cache
def _written() -> Path:
    """Once for this process, which may import it only once."""
    folder = Path(tempfile.mkdtemp(prefix="escale-games-"))
    atexit.register(shutil.rmtree, folder)
    new_game(GAME, folder)
    return folder


async def evening_at(victim: Host, kills: int, dice: Random) -> Evening:
    evening = Evening()
    began = time.monotonic()
    victim.start()
    async with httpx.AsyncClient(trust_env=False, timeout=10) as http:
        crowd = Crowd(victim.urls, GAME, dice, http)
        unseen: set[str] = set()
        people = [
            *(asyncio.create_task(habits.pair(crowd)) for _ in range(18)),
            *(asyncio.create_task(habits.alone(crowd)) for _ in range(6)),
            asyncio.create_task(habits.bots(crowd, unseen, every=1.0)),
        ]
        clocks = await _clocks(crowd)
        idlers = [asyncio.create_task(device.live()) for device in clocks]
        try:
            await _kill_often(victim, crowd, kills)
        except TimeoutError:
            raise AssertionError(f"{dict(crowd.counts)}\n{victim.said()[-5000:]}") from None
        finally:
            crowd.finishing = True
        evening.kills = kills
        await _end(evening, people)
        await _end(evening, [asyncio.create_task(_until_alone(victim, unseen, clocks))])
        for device in clocks:
            device.play = habits.finishing
        await _nudge(crowd, clocks)
        await _end(evening, idlers)
    evening.exit_code = await asyncio.to_thread(victim.stop)
    _look_into(evening, victim, crowd, unseen)
    evening.seconds = time.monotonic() - began
    return evening


async def _end(evening: Evening, tasks: list[asyncio.Task[None]]) -> None:
    """Wait for all tasks; those that do not end are reported as stuck."""
    ended, stuck = await asyncio.wait(tasks, timeout=PATIENCE)
    for task in ended:
        task.result()
    for task in stuck:
        task.cancel()
        evening.wrong.append(f"{task.get_coro()} did not end")
    await asyncio.gather(*stuck, return_exceptions=True)


async def _clocks(crowd: Crowd) -> list[Device]:
    """Tables at which only the clock does something: by pace, and by the rules of Word Bank."""
    devices = []
    timed = {"language": "en", "turn_seconds": 2}
    wishes: list[dict[str, Any]] = [
        {"pace": {"speed": "live", "seconds": 5}},
        {"pace": {"speed": "live", "seconds": 5}},
        {"game": "wordbank", "options": timed},
        {"game": "wordbank", "options": timed},
    ]
    for wanted in wishes:
        token = new_token()
        table = await crowd.make(token, seats=["me", "me"], start=True, **wanted)
        devices.append(Device(crowd, table, token, "Ada", habits.idle))
    return devices


async def _kill_often(victim: Host, crowd: Crowd, kills: int) -> None:
    for _ in range(kills):
        if crowd.dice.random() < 0.3:
            await asyncio.sleep(crowd.dice.uniform(0, 0.5))  # it has hardly started
        else:
            await acknowledged(crowd, crowd.dice.randint(1, 80))
            await asyncio.sleep(crowd.dice.uniform(0, 0.02))
        await asyncio.to_thread(victim.kill)
        await asyncio.to_thread(victim.start)


async def acknowledged(crowd: Crowd, more: int) -> None:
    """Until the server has acknowledged so many messages more; `TimeoutError`."""
    until = crowd.counts["acknowledged"] + more
    async with asyncio.timeout(PATIENCE):
        while crowd.counts["acknowledged"] < until:
            await asyncio.sleep(0.002)


async def _until_alone(victim: Host, unseen: set[str], clocks: list[Device]) -> None:
    """Until the bots have finished by themselves, and the clock has struck at every table of its
    own. Only the database is looked at: whoever asks for a table would wake it."""
    while True:
        stored = await asyncio.to_thread(victim.stored)
        if unseen - stored.keys():
            return  # one is lost
        over = all(stored[table].summary.status == "over" for table in unseen)
        struck = all(_struck(stored[device.table]) for device in clocks)
        if over and struck:
            return
        await asyncio.sleep(0.2)


def _struck(stored: audit.StoredTable) -> int:
    return sum(b'"StoodIn"' in body or b'"Elapsed"' in body for body in stored.bodies)


async def _nudge(crowd: Crowd, devices: list[Device]) -> None:
    """Send chat, so that every device gets an update."""
    for device in devices:
        message = {"kind": "say", "id": crowd.new_id(), "text": "C'est tout"}
        await crowd.ask("POST", f"/api/tables/{device.table}/ask", device.token, message)


def _look_into(evening: Evening, victim: Host, crowd: Crowd, unseen: set[str]) -> None:
    stored = victim.stored()
    evening.counts = crowd.counts
    evening.wrong += crowd.wrong
    for table in stored.values():
        evening.wrong += audit.problems(table)
    evening.wrong += audit.lost(crowd.devices, stored)
    evening.wrong += [f"table {table} is lost" for table in {*crowd.made.values()} - {*stored}]
    evening.wrong += [f"stuck: {device}" for device in crowd.devices if not device.left]
    states = [table.state() for table in stored.values()]
    evening.entries = sum(state.number for state in states)
    evening.matches = sum(
        state.running is not None and state.running.match.over for state in states
    )
    # A rematch is created before it is announced: after a kill in between, nobody knows of it.
    heard_of = {*crowd.made.values(), *(device.table for device in crowd.devices)}
    evening.wrong += [
        f"table {state.name} was not finished"
        for state in states
        if state.name in heard_of and not (state.running and state.running.match.over)
    ]
    evening.rescued = sum(
        entry.at < crowd.again.get(entry.id, 0) for state in states for entry in state.entries
    )
    evening.by_bots = sum(state.number for state in states if state.name in unseen)
    evening.by_clock = sum(_struck(table) for table in stored.values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)  # noqa: T201
    with tempfile.TemporaryDirectory() as folder:
        evening = run(Path(folder), args.kills, args.seed)
        print(evening)  # noqa: T201
    return 1 if evening.wrong or evening.exit_code else 0


if __name__ == "__main__":
    sys.exit(main())
