"""uvicorn's HTTP protocol, with limits on the size and the duration of a request, and on how long
a client may read nothing of a response.

By itself uvicorn reads a request head however long it is and however long it takes. The methods
and attributes used here are not public: pyproject.toml bounds uvicorn's version, and
tests/server/test_uvicorn_internals.py fails when they change.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_BYTES = 32 * 1024
HEAD_SECONDS = 15.0  # from the first byte of a request to the end of its head
BODY_SECONDS = 120.0  # and to the end of its body: a match file may come over a slow line
HEAD_TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class LimitedHttpProtocol(HttpToolsProtocol):
    def __init__(
        self,
        *args: Any,
        stall_seconds: float = 30.0,
        on_stalled: Callable[[], None] = lambda: None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._stall_seconds = stall_seconds
        self._on_stalled = on_stalled
        self._stalled: asyncio.TimerHandle | None = None
        self._in_head = True
        self._head_bytes = 0
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._set_deadline(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_deadline()
        self._cancel_stalled()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._in_head and self._deadline is None:
            self._set_deadline(HEAD_SECONDS)
        for start in range(0, len(data), HEAD_BYTES // 2):
            part = data[start : start + HEAD_BYTES // 2]
            super().data_received(part)
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            if self._in_head:
                self._head_bytes += len(part)
                if self._head_bytes > HEAD_BYTES:
                    self.transport.write(HEAD_TOO_LARGE)
                    self.transport.close()
                    return

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._set_deadline(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_head, self._head_bytes = True, 0
        self._cancel_deadline()

    def handle_websocket_upgrade(self) -> None:
        self._cancel_deadline()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._cancel_stalled()
        self._stalled = self.loop.call_later(self._stall_seconds, self._abort_stalled)

    def resume_writing(self) -> None:
        self._cancel_stalled()
        super().resume_writing()

    def _abort_stalled(self) -> None:
        self._on_stalled()
        self.transport.abort()  # close() would flush first

    def _cancel_stalled(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _set_deadline(self, seconds: float) -> None:
        self._cancel_deadline()
        self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
