"""ASGI middleware: sends WebSockets and requests their ways, limits rates, rejects foreign pages
and foreign host names, and adds security headers and a request id."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import ceil
from typing import Any
from urllib.parse import urlsplit

import msgspec

from escale.server.asgi import Message, Receive, Scope, Send
from escale.server.door import Door
from escale.server.hosts import HostCheck
from escale.server.operations.json_logs import RequestContext
from escale.server.operations.metrics import Metrics
from escale.server.rate_limits import AddressLimits
from escale.server.refusal_texts import Reason, language_in, problem
from escale.server.settings import MATCH_FILE_BYTES, SMALL_BYTES, Settings
from escale.server.streaming import PART_BYTES
from escale.server.websocket.endpoint import WebSocketEndpoint

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
PRIVATE = ("/api/tables", "/api/matches", "/api/guest")
IMPORTS = "/api/matches"
REPEATED_SLASHES = re.compile("//+")
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
        settings: Settings,
        door: Door,
    ) -> None:
        self._app = app
        self._websockets = websockets
        self._address_limits = address_limits
        self.metrics = metrics
        self._origins = settings.origins
        self._is_our_host = HostCheck(settings)
        self._body_bytes = settings.limits.body_bytes
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        with RequestContext() as request:
            if scope["type"] == "websocket":
                await self._open_websocket(scope, receive, send)
            else:
                # Litestar finds a route below "//" as well: what is checked is what it will see.
                scope = {**scope, "path": REPEATED_SLASHES.sub("/", scope["path"])}
                await self._answer(scope, receive, send, request.id)

    def end_subscriptions(self) -> None:
        self._websockets.end_subscriptions()

    async def _open_websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = (scope.get("client") or ("?",))[0]
        headers = scope["headers"]
        ours = self._is_our_host(headers) and self._is_same_origin(headers)
        if not ours or self._wait(address) or await self._door.refusal(scope):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        await self._websockets(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, request_id: str) -> None:
        headers = [*HEADERS, (b"x-request-id", request_id.encode())]
        private = is_private(scope["path"])

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.metrics.requests.labels(str(message["status"])).inc()
                given = message.get("headers", ())
                message["headers"] = [*(_private(given) if private else given), *headers]
            await _send_in_parts(send, message)

        address = (scope.get("client") or ("?",))[0]
        wait = self._wait(address) or self._wait_for_body(address, scope)
        if wait:
            self.metrics.slowed.inc()
            seconds = ceil(wait)
            after = (b"retry-after", b"%d" % seconds)
            await _reject(scope, send_with_headers, 429, "too-fast", after, count=seconds)
        elif not self._is_our_host(scope["headers"]):
            await _reject(scope, send_with_headers, 421, "foreign-host")
        elif scope["method"] not in SAFE_METHODS and not self._is_same_origin(scope["headers"]):
            await _reject(scope, send_with_headers, 403, "foreign-page")
        elif refusal := await self._door.refusal(scope):
            await _reject(scope, send_with_headers, 403, refusal)
        elif not self._address_limits.begin_request(address):
            await _reject(scope, send_with_headers, 429, "too-many")
        else:
            try:
                await self._app(scope, receive, send_with_headers)
            finally:
                self._address_limits.end_request(address)

    def _wait(self, address: str) -> float:
        return self._address_limits.take(address, "requests")

    def _wait_for_body(self, address: str, scope: Scope) -> float:
        """Refused before it is read. What is larger than any route takes is refused there."""
        found = dict(scope["headers"])
        length = found.get(b"content-length", b"")
        most = MATCH_FILE_BYTES if scope["path"].startswith(IMPORTS) else self._body_bytes
        size = int(length) if length.isdigit() else most * (b"transfer-encoding" in found)
        if not SMALL_BYTES < size <= most:
            return 0.0
        return self._address_limits.take(address, "uploads", size)

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


def is_private(path: str) -> bool:
    """What depends on who asks, or changes with every move."""
    return path.startswith(PRIVATE)


def _private(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """No cache may keep it, whatever a route says."""
    kept, vary = [], [b"Cookie"]
    for name, value in headers:
        if name.lower() == b"vary":
            vary.append(value)
        elif name.lower() != b"cache-control":
            kept.append((name, value))
    return [*kept, (b"cache-control", b"no-store"), (b"vary", b", ".join(vary))]


async def _send_in_parts(send: Send, message: Message) -> None:
    """Each part waits until the client has read most of those before it. The transport would
    otherwise copy the whole body for a client that reads nothing."""
    body = message.get("body", b"")
    if len(body) <= PART_BYTES:
        await send(message)
        return
    more = message.get("more_body", False)
    whole = memoryview(body)
    for start in range(0, len(body), PART_BYTES):
        part = bytes(whole[start : start + PART_BYTES])
        last = start + PART_BYTES >= len(body)
        await send({"type": message["type"], "body": part, "more_body": more or not last})


async def _reject(
    scope: Scope,
    send: Send,
    status: int,
    reason: Reason,
    *headers: tuple[bytes, bytes],
    **details: int,
) -> None:
    found = dict(scope["headers"])
    accepted = found.get(b"accept-language", b"").decode("latin-1")
    told = problem(reason, language_in(None, accepted), **details)
    if b"text/html" in found.get(b"accept", b""):  # a person opened it
        kind, body = b"text/plain; charset=utf-8", told["text"].encode()
    else:
        kind, body = b"application/json", msgspec.json.encode(told)
    usual = ((b"content-type", kind), (b"vary", b"Accept-Language"))
    await send({"type": "http.response.start", "status": status, "headers": [*usual, *headers]})
    await send({"type": "http.response.body", "body": body})
