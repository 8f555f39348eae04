"""A thread beside the event loop that runs jobs in batches."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, Generic, TypeAlias, TypeVar

log = logging.getLogger(__name__)

J = TypeVar("J")
Callback: TypeAlias = Callable[[Any], None]
"""Gets the result in the event loop. An exception can be the result."""
Submitted: TypeAlias = tuple[J, asyncio.AbstractEventLoop, Callback]


class Stopped(RuntimeError):
    """A job was submitted after `stop`."""


class WorkerThread(Generic[J]):
    """`run` gets every job that waits and returns one result for each; an exception among the
    results is raised where the job was submitted. Waking the event loop costs more than a small
    job, so it is woken once per batch. `on_stop` runs last, in the same thread.
    """

    def __init__(
        self, name: str, run: Callable[[list[J]], Sequence[object]], on_stop: Callable[[], None]
    ) -> None:
        self._run_jobs = run
        self._on_stop = on_stop
        self._queue: SimpleQueue[list[Submitted[J]] | asyncio.Future[Any]] = SimpleQueue()
        self._pending: list[Submitted[J]] = []
        self._stopped = False
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def submit(self, job: J) -> asyncio.Future[Any]:
        future = asyncio.get_running_loop().create_future()
        self.submit_callback(job, partial(_settle, future))
        return future

    def submit_callback(self, job: J, callback: Callback) -> None:
        """`submit` without the cost of a future."""
        if self._stopped:
            raise Stopped("the store is closed")
        loop = asyncio.get_running_loop()
        if not self._pending or self._pending[-1][1] is not loop:
            loop.call_soon(self._flush)
        self._pending.append((job, loop, callback))

    def _flush(self) -> None:
        """Queue all jobs of one turn of the loop as one batch. Otherwise the thread would start
        with the first alone, and hold the interpreter while the loop waits."""
        if self._pending:
            self._queue.put(self._pending)
            self._pending = []

    def stop(self) -> asyncio.Future[Any]:
        """Refuse further jobs. The future is done when all waiting jobs are."""
        self._stopped = True
        self._flush()
        future = asyncio.get_running_loop().create_future()
        self._queue.put(future)
        return future

    def join(self) -> None:
        self._thread.join()

    def _run(self) -> None:
        stops: list[asyncio.Future[Any]] = []
        while not stops:
            stops = self._run_batch()
        waiting = [(None, future.get_loop(), partial(_settle, future)) for future in stops]
        _deliver(waiting, self._stop_result())

    def _run_batch(self) -> list[asyncio.Future[Any]]:
        """Wait for jobs and run them. In a call of its own: while the thread waits it must not hold
        the callbacks of the last batch, and with them tables that nobody needs. Returns who waits
        for the thread to stop."""
        taken = [self._queue.get()]
        # Only this thread takes from the queue, so `qsize` is a safe lower bound.
        taken += [self._queue.get() for _ in range(self._queue.qsize())]
        jobs = [one for batch in taken if isinstance(batch, list) for one in batch]
        if jobs:
            _deliver(jobs, self._results([job for job, _, _ in jobs]))
        return [one for one in taken if not isinstance(one, list)]

    def _results(self, jobs: list[J]) -> Sequence[object]:
        try:
            return self._run_jobs(jobs)
        except Exception as problem:  # no caller may wait for ever
            return [problem] * len(jobs)

    def _stop_result(self) -> Sequence[object]:
        try:
            return [self._on_stop()]
        except Exception as problem:
            return [problem]


def _deliver(submitted: Sequence[Submitted[Any]], results: Sequence[object]) -> None:
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Callback, object]]] = {}
    for (_, loop, callback), result in zip(submitted, results, strict=True):
        by_loop.setdefault(loop, []).append((callback, result))
    for loop, calls in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed: nobody waits
            loop.call_soon_threadsafe(_call_all, calls)


def _call_all(calls: list[tuple[Callback, object]]) -> None:
    for callback, result in calls:
        try:
            callback(result)
        except Exception:  # the other callbacks must still run
            log.exception("error in the callback of a store job; the job itself is done")


def _settle(future: asyncio.Future[Any], result: object) -> None:
    if future.done():  # the caller was cancelled
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)
