"""A first-in, first-out lock that can also be acquired without waiting."""

from __future__ import annotations

import asyncio
from collections import deque


class FifoLock:
    """Unlike `asyncio.Lock` it can be acquired by a callback, outside of any task."""

    __slots__ = ("_waiting", "locked")

    def __init__(self) -> None:
        self.locked = False
        self._waiting: deque[asyncio.Future[None]] | None = None  # few tables ever need one

    def try_acquire(self) -> bool:
        if self.locked:
            return False
        self.locked = True
        return True

    def release(self) -> None:
        """Hand the lock to the first waiter, who owns it from now on, even before it runs."""
        while self._waiting:
            first = self._waiting.popleft()
            if not first.done():
                first.set_result(None)
                return
        self.locked = False

    async def acquire(self) -> None:
        if self.try_acquire():
            return
        mine = asyncio.get_running_loop().create_future()
        if self._waiting is None:
            self._waiting = deque()
        self._waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # handed to us in the meantime
                self.release()
            raise

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *_: object) -> None:
        self.release()
