"""Threads for computations on behalf of clients, with a fair queue.

What takes more than a few milliseconds must not run in the event loop, and must not wait behind
another client's work: clients take turns, however much each of them asks for. Long work is an
iterator that is run in slices, so that a turn is short.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, NamedTuple, TypeVar

from escale.tables.fair_queue import FairQueue, Turn

T = TypeVar("T")

SLICE_SECONDS = 0.03  # of processor time, between two turns
MOST_WAITING = 64  # of one client


class TooMuchWork(Exception):
    """This client has too many requests in the queue."""


class TookTooLong(Exception):
    """More processor time than was allowed."""


class _Job(NamedTuple):
    work: Callable[[], Any]
    done: asyncio.Future[Any]


class WorkPool:
    """Used from the event loop only. The threads start when there is work."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="escale-work")
        self._running = 0
        self._waiting: FairQueue[_Job] = FairQueue()

    async def run(self, client: str, work: Callable[[], T]) -> T:
        """The result of a function that runs in a thread. Raises `TooMuchWork`."""
        if self._waiting.count(client) >= MOST_WAITING:
            raise TooMuchWork
        loop = asyncio.get_running_loop()
        job = _Job(partial(copy_context().run, work), loop.create_future())
        self._waiting.put(job, Turn(client))
        self._start(loop)
        result: T = await job.done
        return result

    async def run_in_slices(
        self, client: str, work: Generator[Any, None, T], seconds: float | None = None
    ) -> T:
        """What a generator returns; the values that it yields are dropped. Raises `TookTooLong`
        after so many seconds of processor time."""
        left = seconds
        while True:
            over, spent = await self.run(client, partial(_run_slice, work))
            if over:
                return over[0]
            if left is not None:
                left -= spent
                if left < 0:
                    raise TookTooLong

    def close(self) -> None:
        for job in self._waiting.clear():
            job.done.cancel()
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _start(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._running < self._threads and (job := self._waiting.pop()) is not None:
            if job.done.done():  # cancelled: nobody waits for it
                continue
            self._running += 1
            began = loop.run_in_executor(self._executor, job.work)
            began.add_done_callback(partial(self._finish, loop, job))

    def _finish(
        self, loop: asyncio.AbstractEventLoop, job: _Job, outcome: asyncio.Future[Any]
    ) -> None:
        self._running -= 1
        if outcome.cancelled():
            job.done.cancel()
        elif not job.done.done():
            problem = outcome.exception()
            if problem is None:
                job.done.set_result(outcome.result())
            else:
                job.done.set_exception(problem)
        else:
            outcome.exception()  # retrieved: nobody waits for it
        self._start(loop)


def _run_slice(work: Generator[Any, None, T]) -> tuple[tuple[T] | None, float]:
    """What it returned, if it is over; and the processor time that it took."""
    began = time.thread_time()
    while (spent := time.thread_time() - began) < SLICE_SECONDS:
        try:
            next(work)
        except StopIteration as end:
            return (end.value,), spent
    return None, spent
