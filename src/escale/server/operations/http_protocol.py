"""uvicorn's HTTP protocol, with limits on the size and the duration of a request.

By itself uvicorn reads a request head however long it is and however long it takes. The methods
and attributes used here are not public: pyproject.toml bounds uvicorn's version, and
tests/server/test_uvicorn_internals.py fails when they change.
"""

from __future__ import annotations

import asyncio
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
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._in_head = True
        self._head_bytes = 0
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._set_deadline(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_deadline()
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

    def _set_deadline(self, seconds: float) -> None:
        self._cancel_deadline()
        self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
