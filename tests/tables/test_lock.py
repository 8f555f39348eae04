"""The lock is acquired in order, and a cancelled waiter does not block the others."""

from __future__ import annotations

import asyncio

from escale.tables.lock import FifoLock


def test_waiters_acquire_it_in_order() -> None:
    async def run() -> list[int]:
        lock, done = FifoLock(), []

        async def work(number: int) -> None:
            async with lock:
                await asyncio.sleep(0)
                done.append(number)

        assert lock.try_acquire()
        assert not lock.try_acquire()
        tasks = [asyncio.create_task(work(number)) for number in range(5)]
        await asyncio.sleep(0)
        lock.release()
        assert not lock.try_acquire()  # it belongs to the first waiter already
        await asyncio.gather(*tasks)
        assert lock.try_acquire()
        return done

    assert asyncio.run(run()) == [0, 1, 2, 3, 4]


def test_a_cancelled_waiter_blocks_nobody() -> None:
    async def run() -> None:
        lock = FifoLock()

        async def wait() -> None:
            async with lock:
                pass

        for given in (False, True):  # it is cancelled before, or just after, it was handed over
            assert lock.try_acquire()
            first, second = asyncio.create_task(wait()), asyncio.create_task(wait())
            await asyncio.sleep(0)
            if given:
                lock.release()
            first.cancel()
            await asyncio.sleep(0)
            if not given:
                lock.release()
            async with asyncio.timeout(5):
                await second
            assert first.cancelled()
            assert not lock.locked

    asyncio.run(run())
