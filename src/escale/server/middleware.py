"""ASGI middleware: sends WebSockets and requests their ways, limits rates, rejects foreign pages,
and adds security headers and a request id."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import Any
from urllib.parse import urlsplit

import msgspec

from escale.server.asgi import Message, Receive, Scope, Send
from escale.server.door import Door
from escale.server.operations.json_logs import new_request_id, request_fields
from escale.server.operations.metrics import Metrics
from escale.server.rate_limits import AddressLimits
from escale.server.refusal_texts import Reason, language_in, problem
from escale.server.websocket.endpoint import WebSocketEndpoint

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        b" font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self';"
        b" base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # "no-referrer" makes browsers hide the origin of forms
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


class Middleware:
    def __init__(
        self,
        app: Any,
        websockets: WebSocketEndpoint,
        address_limits: AddressLimits,
        metrics: Metrics,
        origins: tuple[str, ...],
        door: Door,
    ) -> None:
        self._app = app
        self._websockets = websockets
        self._address_limits = address_limits
        self._metrics = metrics
        self._origins = origins
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        request_id = new_request_id()
        with request_fields(request_id):
            if scope["type"] == "websocket":
                await self._open_websocket(scope, receive, send)
            else:
                await self._answer(scope, receive, send, request_id)

    def end_subscriptions(self) -> None:
        self._websockets.end_subscriptions()

    async def _open_websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = (scope.get("client") or ("?",))[0]
        if not self._is_same_origin(scope["headers"]) or self._wait(address):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        if await self._door.refusal(scope):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        await self._websockets(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, request_id: str) -> None:
        headers = [*HEADERS, (b"x-request-id", request_id.encode())]

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._metrics.requests.labels(str(message["status"])).inc()
                message["headers"] = [*message.get("headers", ()), *headers]
            await send(message)

        wait = self._wait((scope.get("client") or ("?",))[0])
        if wait:
            self._metrics.slowed.inc()
            seconds = ceil(wait)
            after = (b"retry-after", b"%d" % seconds)
            await _reject(scope, send_with_headers, 429, "too-fast", after, count=seconds)
        elif scope["method"] not in SAFE_METHODS and not self._is_same_origin(scope["headers"]):
            await _reject(scope, send_with_headers, 403, "foreign-page")
        elif refusal := await self._door.refusal(scope):
            await _reject(scope, send_with_headers, 403, refusal)
        else:
            await self._app(scope, receive, send_with_headers)

    def _wait(self, address: str) -> float:
        return self._address_limits.take(address, "requests")

    def _is_same_origin(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """A browser names the page that sends a request: it must be one of ours."""
        found = {name: value.decode("latin-1") for name, value in headers}
        origin = found.get(b"origin")
        if origin is None or origin in self._origins:
            return True
        try:
            page = urlsplit(origin).netloc
        except ValueError:
            return False
        return page != "" and page == found.get(b"host")


async def _reject(
    scope: Scope,
    send: Send,
    status: int,
    reason: Reason,
    *headers: tuple[bytes, bytes],
    **details: int,
) -> None:
    accepted = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    body = msgspec.json.encode(problem(reason, language_in(None, accepted), **details))
    usual = ((b"content-type", b"application/json"), (b"vary", b"Accept-Language"))
    await send({"type": "http.response.start", "status": status, "headers": [*usual, *headers]})
    await send({"type": "http.response.body", "body": body})
