"""One thing at a time, in the order of asking."""

from __future__ import annotations

import asyncio
from collections import deque
from types import TracebackType


class Turns:
    """A lock that can also be taken without waiting, by one who is not a task."""

    __slots__ = ("_waiting", "taken")

    def __init__(self) -> None:
        self.taken = False
        self._waiting: deque[asyncio.Future[None]] | None = None  # few tables ever need one

    def take(self) -> bool:
        """Now, or not at all."""
        if self.taken:
            return False
        self.taken = True
        return True

    def give_back(self) -> None:
        """To whoever has waited longest: they have it from now on, though they run later."""
        while self._waiting:
            first = self._waiting.popleft()
            if not first.done():
                first.set_result(None)
                return
        self.taken = False

    async def __aenter__(self) -> None:
        if self.take():
            return
        mine = asyncio.get_running_loop().create_future()
        if self._waiting is None:
            self._waiting = deque()
        self._waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it was given to us meanwhile
                self.give_back()
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.give_back()
