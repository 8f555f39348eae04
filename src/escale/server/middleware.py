"""The outer door: sockets go one way, requests another, and nobody comes in from a foreign page."""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from math import ceil
from typing import Any
from urllib.parse import urlsplit

import msgspec

from escale.server.operations.metrics import Metrics
from escale.server.rate_limits import Addresses
from escale.server.refusal_texts import Reason, language_in, problem
from escale.server.websocket.endpoint import Receive, Scope, Send, Sockets

SAFE = ("GET", "HEAD", "OPTIONS")
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


class Edge:
    def __init__(
        self,
        app: Any,
        sockets: Sockets,
        addresses: Addresses,
        metrics: Metrics,
        origins: tuple[str, ...],
    ) -> None:
        self._app = app
        self._sockets = sockets
        self._addresses = addresses
        self._metrics = metrics
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._request(scope, receive, send)

    def farewell(self) -> None:
        self._sockets.farewell()

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = (scope.get("client") or ("?",))[0]
        if not self._is_ours(scope["headers"]) or self._addresses.wait(address, "requests"):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        await self._sockets(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                self._metrics.requests.labels(str(message["status"])).inc()
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        address = (scope.get("client") or ("?",))[0]
        wait = self._addresses.wait(address, "requests")
        if wait:
            self._metrics.slowed.inc()
            seconds = ceil(wait)
            after = (b"retry-after", b"%d" % seconds)
            await _turned_away(scope, guarded, 429, "too-fast", after, count=seconds)
        elif scope["method"] not in SAFE and not self._is_ours(scope["headers"]):
            await _turned_away(scope, guarded, 403, "foreign-page")
        else:
            await self._app(scope, receive, guarded)

    def _is_ours(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """A browser names the page that asks; it must be a page of this house."""
        found = {name: value.decode("latin-1") for name, value in headers}
        origin = found.get(b"origin")
        if origin is None or origin in self._origins:
            return True
        try:
            page = urlsplit(origin).netloc
        except ValueError:
            return False
        return page != "" and page == found.get(b"host")


async def _turned_away(
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
