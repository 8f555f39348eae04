"""The lowest layer: bounds that uvicorn does not set.

By itself uvicorn reads the head of a request however long it is and however long it takes.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from escale.server.websocket.connection import Frames

log = logging.getLogger(__name__)

HEAD_BYTES = 32 * 1024
HEAD_SECONDS = 15.0  # from the first word of a request to the end of its head
BODY_SECONDS = 120.0  # and to the end of its body: a match file may come over a slow line
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


class Opening(WebSocketsSansIOProtocol):
    """The handshake of a socket. Whoever lets it in takes the connection over (frames.py)."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._early = b""
        self._taken_over = False

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated:  # and not answered yet
            self._early += data
            self.transport.pause_reading()
        else:
            super().data_received(data)

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = cast(Any, self.scope["extensions"])
        extensions["take_over"] = self._take_over
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            log.exception("error at the opening of a socket")
            self.send_500_response()
        if not self._taken_over and self.close_timer is None:
            self.transport.close()

    def _take_over(self, most: int, stuck: float) -> tuple[Frames, bytes]:
        """The frames from now on, and what was sent too early."""
        if self.transport.is_closing():
            raise ClientDisconnected
        self._taken_over = True
        self.connections.discard(self)
        self.transport.pause_reading()
        return Frames(self.transport, self.connections, most, stuck), self._early
