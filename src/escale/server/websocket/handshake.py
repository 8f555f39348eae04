"""The opening handshake of a WebSocket, for uvicorn (`Config(ws=WebSocketHandshake)`).

It runs the ASGI application until that accepts or rejects the request. An application that accepts
takes the open connection from the scope's extension `escale.connection`; no ASGI message follows.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, cast
from urllib.parse import unquote

import uvicorn
from uvicorn.server import ServerState
from websockets.http11 import Request, Response
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol

from escale.server.asgi import Message, Scope
from escale.server.websocket.connection import WebSocketConnection

log = logging.getLogger(__name__)


class WebSocketHandshake(asyncio.Protocol):
    """Made by uvicorn's HTTP protocol, which passes on the request that asks for the upgrade.

    This signature, `config.loaded_app` and `server_state` are not public: pyproject.toml bounds
    uvicorn's version, and tests/server/test_uvicorn_internals.py fails when they change.
    """

    def __init__(
        self, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any]
    ) -> None:
        self._app: Any = config.loaded_app
        self._max_message_bytes = config.ws_max_size
        self._connections: set[Any] = server_state.connections
        self._tasks = server_state.tasks
        self._protocol = ServerProtocol()
        self.transport: asyncio.Transport
        self._accepted: Response | None = None  # sent if the application accepts
        self._rejection: Message = {}  # status and headers, until the body comes
        self._early = b""  # what the client sent before the answer
        self._handed_over = False

    # Called by uvicorn and by the transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)

    def data_received(self, data: bytes) -> None:
        if self._accepted is not None:
            self._early += data
            self.transport.pause_reading()
            return
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Request):
                self._on_request(event)
        self._flush()

    def shutdown(self) -> None:
        self._abandon()
        self.transport.close()

    def _on_request(self, request: Request) -> None:
        response = self._protocol.accept(request)
        if response.status_code != 101:
            self._protocol.send_response(response)
            return
        self._accepted = response
        task = asyncio.get_running_loop().create_task(self._run(self._scope(request)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _scope(self, request: Request) -> Scope:
        path, _, query = request.path.partition("?")
        peer = self.transport.get_extra_info("peername")
        return {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "wss" if self.transport.get_extra_info("sslcontext") else "ws",
            "client": peer[:2] if isinstance(peer, tuple) else None,
            "path": unquote(path),
            "query_string": query.encode("ascii"),
            "headers": [
                (name.lower().encode("ascii"), value.encode("latin-1", "surrogateescape"))
                for name, value in request.headers.raw_items()
            ],
            "extensions": {"websocket.http.response": {}, "escale.connection": self._hand_over},
        }

    async def _run(self, scope: Scope) -> None:
        try:
            await self._app(scope, self._receive, self._send)
        except ConnectionResetError:
            pass  # the client has left
        except Exception:
            log.exception("a WebSocket could not be opened; its client gets status 500")
            self._abandon()
        if not self._handed_over:
            self.transport.close()
        self._protocol.parser.close()  # breaks a reference cycle: it is freed at once

    # Called by the application

    async def _receive(self) -> Message:
        return {"type": "websocket.connect"}

    async def _send(self, message: Message) -> None:
        if self.transport.is_closing():
            raise ConnectionResetError
        match message["type"]:
            case "websocket.accept":
                assert self._accepted is not None
                self._protocol.send_response(self._accepted)
            case "websocket.close":
                self._protocol.send_response(self._protocol.reject(403, ""))
            case "websocket.http.response.start":
                self._rejection = message
            case "websocket.http.response.body":
                status, body = self._rejection["status"], message["body"].decode()
                response = self._protocol.reject(status, body)
                for name, value in self._rejection["headers"]:
                    response.headers[name.decode("ascii")] = value.decode("latin-1")
                self._protocol.send_response(response)
        self._flush()

    def _hand_over(self, stall_seconds: float) -> WebSocketConnection:
        """The open connection, whose reading is paused."""
        if self.transport.is_closing():
            raise ConnectionResetError
        self._handed_over = True
        self._connections.discard(self)
        self.transport.pause_reading()
        return WebSocketConnection(
            self.transport, self._connections, self._max_message_bytes, stall_seconds, self._early
        )

    # Writing

    def _abandon(self) -> None:
        if self._protocol.state is State.CONNECTING and not self.transport.is_closing():
            self._protocol.send_response(self._protocol.reject(500, "Internal Server Error"))
            self._flush()

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data == SEND_EOF:
                self.transport.close()
            else:
                self.transport.write(data)
