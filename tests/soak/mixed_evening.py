"""An evening of mixed games in one house: a steady part in which its memory is looked at, and then
a part in which it is killed again and again; somebody sends nonsense all the while."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from traceback import format_exception
from typing import Any

from tests.soak import audit, mixed
from tests.soak.crash import GAME
from tests.soak.crowd import BROKEN
from tests.soak.found import Found, complaints
from tests.soak.guests import PATIENCE, Guests, client
from tests.soak.hosts import Long
from tests.soak.memory import Curve, grown, held_by
from tests.soak.pester import pester

FAREWELL = 120.0  # seconds for all clients to finish
LOOK = 2.0  # seconds between two looks at memory
ALONE = 60.0  # seconds in which bots have finished a short game


@dataclass(frozen=True)
class Plan:
    """Seconds, how many tables of people there are at a time, and how often people are cut off."""

    warm_up: float
    steady: float
    kills: float
    between_kills: tuple[float, float] = (15.0, 45.0)
    tables: int = len(mixed.WISHES)
    thinking: float = 0.3
    fuzz_pause: float = 2.0
    cut_off: float = 0.02


class Broken(Exception):
    """A client failed: the run ends early and reports why."""


class MixedEvening:
    """`await MixedEvening(host, plan, dice).run()`"""

    def __init__(
        self, host: Long, plan: Plan, dice: Random, tell: Callable[[str], None] = lambda _: None
    ) -> None:
        self.found = Found()
        self._host, self._plan, self._dice, self._tell = host, plan, dice, tell
        self._unseen: dict[str, float] = {}
        self._began = self._ended = time.monotonic()
        self._part = "opening"
        self._guests: Guests

    async def run(self) -> Found:
        found, plan = self.found, self._plan
        async with client() as web:
            urls = self._host.urls
            guests = self._guests = Guests(
                urls, GAME, self._dice, web, thinking=plan.thinking, cut_off=plan.cut_off
            )
            found.counts, found.waits = guests.counts, guests.waits
            found.killed = self._host.killed
            await asyncio.to_thread(self._host.start)
            await self._is_up()
            people = self._people()
            telling = asyncio.create_task(self._keep_telling())
            try:
                with suppress(Broken):
                    await self._evening(people)
            finally:
                self._part, guests.finishing = "finishing", True
                await self._end(people)
                telling.cancel()
        self._part = "audit"
        code = await asyncio.to_thread(self._host.stop)
        self._ended = time.monotonic()
        found.complaints = complaints(self._host.said())
        if code:
            found.wrong.append(f"exit code {code}")
        found.wrong += guests.wrong
        found.wrong += grown(found.curves)
        await asyncio.to_thread(self._look_into)
        return found

    async def _evening(self, people: list[asyncio.Task[None]]) -> None:
        plan = self._plan
        await self._during("warming up", plan.warm_up, people)
        if plan.steady:
            await self._during("steady", plan.steady, people, self._look_at_memory)
        quiet = complaints(self._host.said())
        self.found.wrong += [f"in quiet times, in the log: {what}" for what in quiet]
        await self._during("kills", plan.kills, people, self._keep_killing)

    def _people(self) -> list[asyncio.Task[None]]:
        guests, plan = self._guests, self._plan
        wishes = [mixed.WISHES[place % len(mixed.WISHES)] for place in range(plan.tables)]
        hostile = pester(guests, Random(self._dice.random()), self.found.tally, plan.fuzz_pause)
        works: list[Coroutine[Any, Any, None]] = [
            *(mixed.party(guests, wanted) for wanted in wishes),
            mixed.bots(guests, self._unseen, every=10.0),
            hostile,
        ]
        return [asyncio.create_task(work) for work in works]

    async def _during(
        self,
        part: str,
        seconds: float,
        people: list[asyncio.Task[None]],
        work: Callable[[asyncio.Event], Coroutine[Any, Any, None]] | None = None,
    ) -> None:
        """Let this part last so long, unless somebody cannot go on. The work of this part ends by
        itself when the event is set: a house that is down is up again then."""
        self._part = part
        enough = asyncio.Event()
        doing = [] if work is None else [asyncio.create_task(work(enough))]
        ended, _ = await asyncio.wait(
            [*people, *doing], timeout=seconds, return_when=asyncio.FIRST_COMPLETED
        )
        enough.set()
        await asyncio.gather(*doing)
        if ended:
            raise Broken

    async def _end(self, people: list[asyncio.Task[None]]) -> None:
        """Clients that do not finish in time are stuck."""
        _, stuck = await asyncio.wait(people, timeout=FAREWELL)
        for task in stuck:
            task.cancel()
            self.found.wrong.append(f"{task.get_coro()} did not end")
        outcomes = await asyncio.gather(*people, return_exceptions=True)
        self.found.wrong += [
            f"{task.get_coro()}: {''.join(format_exception(one))}"
            for task, one in zip(people, outcomes, strict=True)
            if isinstance(one, Exception)
        ]
        self.found.wrong += [
            f"stuck: {str(device)[:2500]}" for device in self._guests.devices if not device.left
        ]

    # The house

    async def _is_up(self) -> None:
        guests = self._guests
        try:
            async with asyncio.timeout(2 * PATIENCE):
                for url in self._host.urls:
                    while not await self._is_ready(url):
                        await asyncio.sleep(0.1)
        except TimeoutError:
            raise AssertionError(f"it does not open: {self._host.said()[-3000:]}") from None
        if guests.up_since is None:
            guests.up_since = time.monotonic()

    async def _is_ready(self, url: str) -> bool:
        with suppress(*BROKEN):
            return (await self._guests.http.get(f"{url}/readyz")).status_code == 200
        return False

    async def _keep_killing(self, enough: asyncio.Event) -> None:
        while not await _set_within(enough, self._dice.uniform(*self._plan.between_kills)):
            self._guests.up_since = None
            await asyncio.to_thread(self._host.kill)
            await asyncio.to_thread(self._host.start)
            await self._is_up()

    async def _look_at_memory(self, enough: asyncio.Event) -> None:
        curves = {name: Curve(name) for name in self._host.processes()}
        self.found.curves = [*curves.values()]
        while not await _set_within(enough, LOOK):
            for name, pids in self._host.processes().items():
                curves[name].add(time.monotonic() - self._began, held_by(pids))

    async def _keep_telling(self) -> None:
        while True:
            await asyncio.sleep(60)
            self._tell(self.told())

    def told(self) -> str:
        """In one line."""
        guests = self._guests
        held = ", ".join(
            f"{name} {held_by(pids) / 1024:.0f}" for name, pids in self._host.processes().items()
        )
        return (
            f"{(time.monotonic() - self._began) / 60:5.1f} min, {self._part}:"
            f" {len(guests.made)} tables, {len(guests.over)} matches over,"
            f" {guests.counts['answers']} answers, {self.found.tally.sent} of nonsense,"
            f" {self._host.killed.total()} kills, MiB: {held}; wrong: {len(guests.wrong)}"
        )

    # Checks at the end

    def _look_into(self) -> None:
        found, guests = self.found, self._guests
        stored = self._host.stored()
        for table in stored.values():
            found.wrong += audit.problems(table)
            state = table.state()
            found.entries += state.number
            if state.running is not None and state.running.match.over:
                found.matches[state.game.name] += 1
            else:
                found.unfinished += 1
        found.wrong += audit.lost(guests.devices, stored)
        found.wrong += [f"table {table} is lost" for table in {*guests.made.values()} - {*stored}]
        found.wrong += [
            f"table {table}: seen to be over, and is not"
            for table in guests.over
            if table in stored and stored[table].summary.status != "over"
        ]
        long_ago = self._ended - ALONE
        found.wrong += [
            f"table {table} of bots was not finished"
            for table, made in self._unseen.items()
            if made < long_ago and table in stored and stored[table].summary.status != "over"
        ]


async def _set_within(event: asyncio.Event, seconds: float) -> bool:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    return event.is_set()


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
