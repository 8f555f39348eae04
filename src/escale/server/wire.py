"""The lowest layer: bounds that uvicorn does not set.

By itself uvicorn reads the head of a request however long it is and however long it takes, takes
in any number of empty frames before others have their turn, and answers the pings of one who does
not read the answers.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from escale.server.limits import Bucket
from escale.server.settings import Rate

HEAD_BYTES = 32 * 1024
HEAD_SECONDS = 15.0  # from the first word of a request to the end of its head
BODY_SECONDS = 120.0  # and to the end of its body: a match file may come over a slow line
SLICE = 2048  # bytes of a socket that are dealt with before others have their turn
TRIFLES = Rate(20, 200)  # pings, pongs and parts of messages
TOO_MANY = 1008
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class Requests(HttpToolsProtocol):
    """A request ends: after so many bytes, and after so many seconds."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._in_head = True
        self._head = 0  # bytes of the head so far
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._within(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._in_head and self._timer is None:
            self._within(HEAD_SECONDS)
        for start in range(0, len(data), HEAD_BYTES // 2):
            part = data[start : start + HEAD_BYTES // 2]
            super().data_received(part)
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            if self._in_head:
                self._head += len(part)
                if self._head > HEAD_BYTES:
                    self.transport.write(TOO_LARGE)
                    self.transport.close()
                    return

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._within(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_head, self._head = True, 0
        self._in_time()

    def handle_websocket_upgrade(self) -> None:
        self._in_time()
        super().handle_websocket_upgrade()

    def _within(self, seconds: float) -> None:
        self._in_time()
        self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _in_time(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Frames(WebSocketsSansIOProtocol):
    """A socket is read a little at a time, and not at all while its owner does not read."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._unread = bytearray()
        self._soon: asyncio.Handle | None = None
        self._trifles = Bucket(TRIFLES, self.loop.time())

    def data_received(self, data: bytes) -> None:
        is_one_message = not self._unread and not self.read_paused and len(data) <= SLICE
        if not self.handshake_initiated or (is_one_message and self.writable.is_set()):
            super().data_received(data)
            return
        self._unread += data
        if self._soon is None:
            self._read_on()

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = cast(Any, self.scope["extensions"])
        extensions["abort"] = self.transport.abort
        await super().run_asgi()

    async def receive(self) -> Any:
        message = await super().receive()
        self._read_on_soon()
        return message

    def resume_writing(self) -> None:
        super().resume_writing()
        self._read_on_soon()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unread.clear()
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        if self._is_bearable():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._is_bearable():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._is_bearable():
            super().handle_cont(event)

    def _read_on_soon(self) -> None:
        if self._unread and self._soon is None:
            self._soon = self.loop.call_soon(self._read_on)

    def _read_on(self) -> None:
        self._soon = None
        if self.transport.is_closing():
            self._unread.clear()
            return
        reads = not self.read_paused and self.writable.is_set()
        if reads and self._unread:
            part = bytes(self._unread[:SLICE])
            del self._unread[:SLICE]
            super().data_received(part)
            self._read_on_soon()
            reads = not self.read_paused and self.writable.is_set()
        if reads and not self._unread:
            self.transport.resume_reading()
        else:
            self.transport.pause_reading()

    def _is_bearable(self) -> bool:
        if self.close_sent:
            return False
        if self._trifles.take(self.loop.time()) == 0:
            return True
        self.conn.fail(TOO_MANY, "too many frames")
        self.handle_parser_exception()
        return False
