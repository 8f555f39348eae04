"""Clients take turns in the work pool, however much each of them asks for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Generator, Iterator
from functools import partial
from typing import Any

import pytest

from escale.tables import work_pool
from escale.tables.work_pool import MOST_WAITING, TookTooLong, TooMuchWork, WorkPool


def run(work: Coroutine[Any, Any, None]) -> None:
    async def timed() -> None:
        async with asyncio.timeout(30):
            await work

    asyncio.run(timed())


class Held:
    """Work that is under way until it is let go."""

    def __init__(self, pool: WorkPool) -> None:
        self._go = threading.Event()
        self._running = asyncio.create_task(pool.run("holder", self._go.wait))

    async def let_go(self) -> None:
        self._go.set()
        await self._running


def test_clients_take_turns() -> None:
    async def story() -> None:
        pool = WorkPool()
        order: list[str] = []
        held = Held(pool)
        await asyncio.sleep(0)
        wanted = ["greedy"] * 5 + ["honest", "other"] + ["greedy"] * 3
        jobs = [pool.run(one, partial(order.append, one)) for one in wanted]
        tasks = [asyncio.create_task(job) for job in jobs]
        await asyncio.sleep(0)
        await held.let_go()
        await asyncio.gather(*tasks)
        assert order[:3] == ["greedy", "honest", "other"]
        assert order[3:] == ["greedy"] * 7
        pool.close()

    run(story())


def test_long_work_is_done_in_slices_between_which_others_have_their_turn() -> None:
    async def story() -> None:
        pool, over = WorkPool(), threading.Event()

        def endless() -> Generator[None, None, str]:
            while not over.is_set():
                yield
            return "over"

        long = asyncio.create_task(pool.run_in_slices("greedy", endless()))
        for number in range(5):
            assert await pool.run("honest", partial(abs, number)) == number
        over.set()
        assert await long == "over"
        pool.close()

    run(story())


def test_work_that_takes_too_much_processor_time_is_ended() -> None:
    async def story() -> None:
        pool = WorkPool()

        def endless() -> Generator[None, None, None]:
            while True:
                yield

        with pytest.raises(TookTooLong):
            await pool.run_in_slices("greedy", endless(), 2 * work_pool.SLICE_SECONDS)
        assert await pool.run("greedy", int) == 0
        pool.close()

    run(story())


def test_what_nobody_waits_for_any_more_is_not_done() -> None:
    async def story() -> None:
        pool = WorkPool()
        done: list[str] = []
        held = Held(pool)
        await asyncio.sleep(0)
        left = asyncio.create_task(pool.run("gone", lambda: done.append("gone")))
        await asyncio.sleep(0)
        left.cancel()
        await held.let_go()
        await pool.run("there", lambda: done.append("there"))
        assert done == ["there"]
        pool.close()

    run(story())


def test_a_client_may_not_queue_for_ever() -> None:
    async def story() -> None:
        pool = WorkPool()
        held = Held(pool)
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(pool.run("greedy", int)) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(TooMuchWork):
            await pool.run("greedy", int)
        other = asyncio.create_task(pool.run("honest", int))
        await held.let_go()
        assert await asyncio.gather(other, *waiting) == [0] * (MOST_WAITING + 1)
        pool.close()

    run(story())


def test_what_goes_wrong_is_told_to_whoever_asked() -> None:
    async def story() -> None:
        pool = WorkPool()

        def wrong() -> Iterator[None]:
            raise KeyError("where")

        with pytest.raises(KeyError):
            await pool.run("ada", wrong)
        assert await pool.run("ada", int) == 0
        pool.close()

    run(story())
