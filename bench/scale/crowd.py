"""The players: two at each table, each at another worker, as a balancer would have it.

Sockets, moves and their times are those of bench/server; new is the time until the opponent, who
is with another worker, sees the move.
"""

from __future__ import annotations

import asyncio
import time
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from cells import play
from driver import (
    ClosedLoop,
    Paced,
    Table,
    connect_sockets,
    disconnect,
    quiet,
    steady,
    take_over,
    until,
)
from escale_side import Escale
from figures import Found, Load, Reading, times_of
from houses import House
from sides import Pair, Refused

GOAL = 100_000_000  # so large that no match ends
SETTLED = 2.0  # seconds in which those who came are made known everywhere
REST = 1.0


@dataclass(frozen=True, slots=True)
class Plan:
    """How many tables, and how long each part lasts."""

    tables: int
    opening: int  # moves of each match before anything is measured
    every: float  # seconds between the moves of a table, when they are paced
    empty: float
    idle: float
    paced: float
    full: float


class Arrivals:
    """How long moves took to the opponent, in seconds."""

    def __init__(self) -> None:
        self.seconds = array("d")


class SharedTable(Table):
    """A match whose players may be with different workers."""

    __slots__ = ("arrivals",)

    def __init__(self, pair: Pair, arrivals: Arrivals) -> None:
        super().__init__(pair, GOAL)
        self.arrivals = arrivals

    def told(self, seat: int, moves: int) -> None:
        made = self.made
        if moves == made + 1 and seat != made & 1 and not self._heard & 1 << seat:
            self.arrivals.seconds.append(time.perf_counter() - self.sent)
        super().told(seat, moves)


class Crowd:
    def __init__(self, house: House) -> None:
        self.house = house
        self.tables: list[SharedTable] = []
        self._arrivals = Arrivals()

    async def seat(self, tables: int) -> list[SharedTable]:
        """Further tables: a share of them is made by each worker."""
        ports, new = self.house.ports, []
        for place, port in enumerate(ports):
            count = len(range(place, tables, len(ports)))
            new += [SharedTable(pair, self._arrivals) for pair in Escale().seat(port, count, GOAL)]
        await self._connect(new, 0)
        self.tables += new
        return new

    async def _connect(self, tables: Sequence[SharedTable], shift: int) -> None:
        """Seat 0 is with a worker, seat 1 with the next one; `shift` brings both elsewhere."""
        ports = self.house.ports
        for place, port in enumerate(ports):
            sockets = [
                socket
                for number, table in enumerate(tables)
                for seat, socket in enumerate(table.sockets)
                if (number * len(ports) // len(tables) + seat + shift) % len(ports) == place
            ]
            await connect_sockets(sockets, port)
        await take_over(tables)

    async def leave(self) -> None:
        await disconnect([socket for table in self.tables for socket in table.sockets])
        self.tables = []

    async def empty_house(self) -> None:
        await until(lambda: not self.house.tables_in_memory())

    async def during(self, seconds: float) -> Reading:
        """What goes on by itself."""
        before = self.house.reading()
        await asyncio.sleep(seconds)
        return self.house.reading().since(before)

    async def under(self, load: ClosedLoop | Paced, warm_up: float, seconds: float) -> Load:
        with steady():
            load.start(self.tables)
            await asyncio.sleep(warm_up)
            load.reset()
            self._arrivals.seconds = array("d")
            used = await self.during(seconds)
            moves, told, heard = load.moves, load.latencies, self._arrivals.seconds
            load.running = False
            await quiet(self.tables)
        await asyncio.sleep(REST)
        return Load(used, moves, times_of(told), times_of(heard))

    async def verify(self) -> None:
        """Both players come back, with other workers: each match stands where it was left."""
        old = self.tables
        await disconnect([socket for table in old for socket in table.sockets])
        pairs = [(one.sockets[0].voice, one.sockets[1].voice) for one in old]
        self.tables = [SharedTable(pair, self._arrivals) for pair in pairs]
        await self._connect(self.tables, 1)
        for before, now in zip(old, self.tables, strict=True):
            if (before.made, before.counter) != (now.made, now.counter):
                raise Refused(f"after {before.made} moves a match stands at {now.made}")


async def measured(house: House, plan: Plan) -> Found:
    crowd = Crowd(house)
    few = max(10, plan.tables // 10)
    # What a process loads and compiles for its first moves belongs to no table.
    await play(await crowd.seat(few), 3 * plan.opening)
    await crowd.leave()
    await crowd.empty_house()
    worker_kb = house.memory_kb() / len(house.workers)
    empty = await crowd.during(plan.empty)

    # The first half takes the room that the warm-up left; the second half needs new room.
    await play(await crowd.seat(plan.tables // 2), plan.opening)
    await asyncio.sleep(SETTLED)
    half, redis_half = house.memory_kb(), house.redis_kb()
    kept = house.reading().kept
    new = await crowd.seat(plan.tables - plan.tables // 2)
    kept_by_tables = (house.reading().kept - kept) / len(new)
    await play(new, plan.opening)
    await asyncio.sleep(SETTLED)
    table_kb = (house.memory_kb() - half) / len(new)
    redis_table_kb = (house.redis_kb() - redis_half) / len(new)

    idle = await crowd.during(plan.idle)
    house.checkpoint()
    paced = await crowd.under(Paced(plan.every), plan.every, plan.paced)
    full = await crowd.under(ClosedLoop(), plan.full / 4, plan.full)
    await crowd.verify()
    return Found(
        house.name, len(house.workers), plan.tables, empty, idle, paced, full, kept_by_tables,
        worker_kb / 1024, table_kb, redis_table_kb,
    )  # fmt: skip
