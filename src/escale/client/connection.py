"""A socket to a table that comes back by itself, and says again what was not answered."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from random import random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from escale.client.errors import Away

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0  # seconds between attempts to connect
TRIES = 10  # a message during which the connection was lost so often may be the cause of it
LARGEST = 64 * 1024 * 1024  # bytes of an update
CLOSING = 1.0  # seconds that a farewell may take
MOST_UNANSWERED = 32
"""Messages said before the first of them is answered: a table remembers the ids of the last few
dozen of each person, and what it has forgotten would happen twice."""


@dataclass(slots=True)
class _Asked:
    text: str
    answer: asyncio.Future[None]
    tries: int = 0


class Line:
    """What is asked gets its answer over this connection or over a later one.

    In each connection one task speaks, so that nothing is said twice in it; and all that was not
    answered is said first, in the order in which it was asked.
    """

    def __init__(
        self,
        address: Callable[[], tuple[str, dict[str, str]]],
        check: Callable[[], Awaitable[None]],
        patience: float,
    ) -> None:
        self._address = address  # where to connect, with which headers
        self._check = check  # raises, if it is of no use to try again
        self._patience = patience
        self._asked: dict[str, _Asked] = {}
        self._unsaid: deque[str] = deque()
        self._said: set[str] = set()  # and not answered, in this connection
        self._something = asyncio.Event()
        self._pause = 0.0
        self._lost = time.monotonic()

    def ask(self, name: str, text: str) -> asyncio.Future[None]:
        """Done when the server says so."""
        known = self._asked.get(name)
        if known is not None:
            return known.answer
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(lambda _: self._forget(name))
        self._asked[name] = _Asked(text, answer)
        self._unsaid.append(name)
        self._something.set()
        return answer

    def _forget(self, name: str) -> None:
        self._asked.pop(name, None)
        self._said.discard(name)
        self._something.set()

    def settle(self, name: str, problem: Exception | None = None) -> None:
        """The answer has come. One to a question that nobody asks any more is nobody's loss."""
        asked = self._asked.get(name)
        if asked is None or asked.answer.done():
            return
        if problem is None:
            asked.answer.set_result(None)
        else:
            asked.answer.set_exception(problem)

    def settle_all(self, problem: Exception) -> None:
        for name in list(self._asked):
            self.settle(name, problem)

    async def messages(self) -> AsyncGenerator[dict[str, Any], None]:
        """What the server says, over as many connections as it takes; in the end `Away`."""
        while True:
            connection = await self._connected()
            speaking = asyncio.create_task(self._speak(connection))
            try:
                async for text in connection:
                    self._pause = 0.0
                    yield msgspec.json.decode(text)
            except ConnectionClosed:
                pass
            finally:
                speaking.cancel()
                with suppress(asyncio.CancelledError):
                    await speaking
                await connection.close()
            if not self._pause:  # it was a connection, as opposed to an attempt
                self._lost = time.monotonic()

    async def _speak(self, connection: ClientConnection) -> None:
        self._unsaid = deque(self._asked)
        self._said.clear()
        self._something.set()
        with suppress(ConnectionClosed):  # the one who listens will notice too
            while True:
                await self._something.wait()
                self._something.clear()
                while self._unsaid and len(self._said) < MOST_UNANSWERED:
                    await self._say(connection, self._unsaid.popleft())

    async def _say(self, connection: ClientConnection, name: str) -> None:
        asked = self._asked.get(name)
        if asked is None:
            return
        asked.tries += 1
        if asked.tries > TRIES:
            self.settle(name, Away(f"the connection was lost {TRIES} times over this message"))
        else:
            self._said.add(name)
            await connection.send(asked.text)

    async def _connected(self) -> ClientConnection:
        """A new connection. The first attempt is made at once, the others more and more slowly."""
        while True:
            if self._pause:
                await asyncio.sleep(self._pause * (0.5 + random() / 2))
            self._pause = min(max(FIRST_PAUSE, 2 * self._pause), LONGEST_PAUSE)
            try:
                return await self._attempt()
            except InvalidStatus:
                await self._check()
            except (OSError, TimeoutError, WebSocketException):
                pass
            if time.monotonic() - self._lost > self._patience:
                raise Away(f"no connection for {self._patience:.0f} seconds") from None

    async def _attempt(self) -> ClientConnection:
        address, headers = self._address()
        return await connect(
            address,
            additional_headers=headers,
            open_timeout=max(1.0, self._patience),
            close_timeout=CLOSING,
            max_size=LARGEST,
        )
