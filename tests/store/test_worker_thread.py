"""The threads beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Event

import pytest

from escale.store.worker_thread import Stopped, WorkerThread


class Clerk:
    """Doubles numbers, once it may start, and remembers what came together."""

    def __init__(self) -> None:
        self.may_start = Event()
        self.batches: list[list[int]] = []
        self.ended = False

    def run(self, jobs: list[int]) -> list[object]:
        self.may_start.wait(5)
        self.batches.append(jobs)
        return [job * 2 if job >= 0 else KeyError(job) for job in jobs]

    def end(self) -> None:
        self.ended = True


def test_waiting_jobs_run_as_one_batch() -> None:
    async def go() -> None:
        loop = asyncio.get_running_loop()
        calls: list[object] = []
        call = loop.call_soon_threadsafe

        def counted(callback: Callable[..., object], *values: object) -> asyncio.Handle:
            calls.append(callback)
            return call(callback, *values)

        loop.call_soon_threadsafe = counted  # type: ignore[method-assign, assignment]
        clerk = Clerk()
        worker = WorkerThread("clerk", clerk.run, clerk.end)
        first = worker.submit(0)
        await asyncio.sleep(0.05)  # it is at work on this one
        others = [worker.submit(number) for number in range(1, 100)]
        clerk.may_start.set()
        assert await asyncio.gather(first, *others) == [number * 2 for number in range(100)]
        assert [len(batch) for batch in clerk.batches] == [1, 99]
        assert len(calls) == 2
        await worker.stop()
        worker.join()
        assert clerk.ended

    asyncio.run(go())


def test_an_exception_reaches_only_its_caller() -> None:
    async def go() -> None:
        clerk = Clerk()
        clerk.may_start.set()
        worker = WorkerThread("clerk", clerk.run, clerk.end)
        told = await asyncio.gather(worker.submit(1), worker.submit(-1), return_exceptions=True)
        assert told[0] == 2
        assert isinstance(told[1], KeyError)
        await worker.stop()
        with pytest.raises(Stopped):
            worker.submit(1)

    asyncio.run(go())


def test_a_failing_batch_fails_all_its_jobs() -> None:
    def fail(jobs: list[int]) -> list[object]:
        raise ZeroDivisionError

    def end() -> None:
        raise KeyError("end")

    async def go() -> None:
        worker = WorkerThread("clerk", fail, end)
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                await worker.submit(1)
        with pytest.raises(KeyError, match="end"):
            await worker.stop()

    asyncio.run(go())


def test_a_closed_event_loop_is_ignored() -> None:
    clerk = Clerk()
    worker = WorkerThread("clerk", clerk.run, clerk.end)

    async def leave() -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(worker.submit(1), 0.01)

    async def stay() -> None:
        asked = worker.submit(2)
        clerk.may_start.set()
        assert await asked == 4
        await worker.stop()

    asyncio.run(leave())
    asyncio.run(stay())
