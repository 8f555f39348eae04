"""A client that keeps sending invalid messages to a server on which others play."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from random import Random

from tests.server.attack import http
from tests.server.fuzz import Campaign, Tally, table_of
from tests.soak.crowd import BROKEN
from tests.soak.guests import Guests

TABLES = 2
BATCH = 25  # messages


@dataclass(frozen=True)
class Door:
    url: str


async def pester(guests: Guests, dice: Random, tally: Tally, every: float) -> None:
    """At any worker, until all are told to finish. Each message must be answered once, unless the
    house was killed meanwhile."""
    while not guests.finishing:
        began = time.monotonic()
        try:
            await _round(Door(guests.url), guests, dice, tally, every)
        except (AssertionError, *BROKEN) as problem:
            guests.fail(began, f"to nonsense: {problem!r}")
            await asyncio.sleep(every)


async def _round(door: Door, guests: Guests, dice: Random, tally: Tally, every: float) -> None:
    async with http(door) as web:
        attack = Campaign(door, web, dice)
        attack.tally = tally
        async with attack.tables(TABLES):
            for _ in range(10):
                if guests.finishing:
                    break
                await attack.batch(BATCH)
                await attack.by_http(BATCH // 5)
                await attack.hang_up()
                await asyncio.sleep(every)
            await _give_up(attack)


async def _give_up(attack: Campaign) -> None:
    """End its matches: their clocks would otherwise run for ever."""
    for table in {table_of(mouth) for mouth in attack.mouths}:
        for guest in attack.guests:
            for seat in range(3):
                await guest.ask(table, "resign", seat=seat)
