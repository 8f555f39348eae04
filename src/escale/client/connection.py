"""A WebSocket to a table that reconnects by itself and sends unanswered requests again."""

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

FIRST_PAUSE, MAX_PAUSE = 0.05, 2.0  # seconds between attempts to connect
MAX_TRIES = 10  # per message: if the connection is lost each time, the message may be the cause
MAX_UPDATE_BYTES = 64 * 1024 * 1024  # bytes of an update
CLOSE_TIMEOUT = 1.0  # seconds
MAX_UNANSWERED = 32
"""Requests on the wire at once: a table remembers only the ids of the last few dozen of each
person, and a forgotten one that is sent again would happen twice."""


@dataclass(slots=True)
class _Request:
    text: str
    answer: asyncio.Future[None]
    attempts: int = 0


class Connection:
    """A request gets its answer over this WebSocket or over a later one.

    One task per WebSocket sends, so that nothing is sent twice over it. It begins with the
    requests that were not answered before, in their order.
    """

    def __init__(
        self,
        address: Callable[[], tuple[str, dict[str, str]]],
        check: Callable[[], Awaitable[None]],
        patience: float,
    ) -> None:
        self._address = address  # URL and headers
        self._check = check  # raises if retrying is useless
        self._patience = patience
        self._requests: dict[str, _Request] = {}
        self._unsent: deque[str] = deque()
        self._sent: set[str] = set()  # over this WebSocket, and not answered
        self._work = asyncio.Event()
        self._pause = 0.0
        self._lost = time.monotonic()

    def ask(self, name: str, text: str) -> asyncio.Future[None]:
        """Done when the server says so."""
        known = self._requests.get(name)
        if known is not None:
            return known.answer
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(lambda _: self._remove(name))
        self._requests[name] = _Request(text, answer)
        self._unsent.append(name)
        self._work.set()
        return answer

    def _remove(self, name: str) -> None:
        self._requests.pop(name, None)
        self._sent.discard(name)
        self._work.set()

    def settle(self, name: str, problem: Exception | None = None) -> None:
        """The answer has come. Ignored if nobody waits for it any more."""
        request = self._requests.get(name)
        if request is None or request.answer.done():
            return
        if problem is None:
            request.answer.set_result(None)
        else:
            request.answer.set_exception(problem)

    def settle_all(self, problem: Exception) -> None:
        for name in list(self._requests):
            self.settle(name, problem)

    async def messages(self) -> AsyncGenerator[dict[str, Any], None]:
        """All messages of the server, across reconnections. Raises `Away` in the end."""
        while True:
            connection = await self._connect()
            sending = asyncio.create_task(self._send_requests(connection))
            try:
                async for text in connection:
                    self._pause = 0.0
                    yield msgspec.json.decode(text)
            except ConnectionClosed:
                pass
            finally:
                sending.cancel()
                with suppress(asyncio.CancelledError):
                    await sending
                await connection.close()
            if not self._pause:  # a message had come: it was more than an attempt
                self._lost = time.monotonic()

    async def _send_requests(self, connection: ClientConnection) -> None:
        self._unsent = deque(self._requests)
        self._sent.clear()
        self._work.set()
        with suppress(ConnectionClosed):  # `messages` notices it too
            while True:
                await self._work.wait()
                self._work.clear()
                while self._unsent and len(self._sent) < MAX_UNANSWERED:
                    await self._send(connection, self._unsent.popleft())

    async def _send(self, connection: ClientConnection, name: str) -> None:
        request = self._requests.get(name)
        if request is None:
            return
        request.attempts += 1
        if request.attempts > MAX_TRIES:
            self.settle(name, Away(f"the connection was lost {MAX_TRIES} times over this message"))
        else:
            self._sent.add(name)
            await connection.send(request.text)

    async def _connect(self) -> ClientConnection:
        while True:
            if self._pause:
                await asyncio.sleep(self._pause * (0.5 + random() / 2))
            self._pause = min(max(FIRST_PAUSE, 2 * self._pause), MAX_PAUSE)
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
            close_timeout=CLOSE_TIMEOUT,
            max_size=MAX_UPDATE_BYTES,
        )
