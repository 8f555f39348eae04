"""The WebSocket of a table: each message is a command with an id, answered by an update or a
refusal."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from contextlib import suppress
from functools import partial
from math import ceil
from typing import Any
from urllib.parse import parse_qs

import msgspec

from escale.core.play import Ruling, refused
from escale.server.asgi import Receive, Scope, Send
from escale.server.guests import guest_hash_in
from escale.server.operations.json_logs import RequestContext, game_fields
from escale.server.operations.metrics import Metrics
from escale.server.rate_limits import AddressLimits, Bucket, client_of
from escale.server.refusal_texts import language_in
from escale.server.settings import SMALL_BYTES, Limits
from escale.server.websocket.connection import WebSocketConnection
from escale.server.websocket.subscription import Subscription, known_number
from escale.store.protocol import OutcomeUnknown, StoreError
from escale.tables.decisions.commands import Command, name_in
from escale.tables.house import House
from escale.tables.log.entry_codec import Unplayable
from escale.tables.table import Outcome, Table

log = logging.getLogger(__name__)

PATH = re.compile(r"/api/tables/([0-9a-f]{24})/socket")
ASKED_TO_LEAVE, NO_SUCH_TABLE, TOO_MANY_CONNECTIONS, GOING_AWAY = 4403, 4404, 4429, 1001
RETRY_AFTER_SECONDS = "1"

_decoder = msgspec.json.Decoder(Command)


def decode_command(message: str | bytes) -> Command | Ruling:
    try:
        command: Command = _decoder.decode(message)
        return command
    except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
        return refused("bad-message", "house-tables", problem=str(problem)[:200])


def message_id(message: str | bytes) -> str | None:
    """The id of a message that is no valid command: its refusal names it."""
    with suppress(msgspec.DecodeError, RecursionError, UnicodeError):
        found = msgspec.json.decode(message)
        if isinstance(found, dict) and isinstance(found.get("id"), str):
            return str(found["id"])[:64]
    return None


def _query(scope: Scope) -> dict[str, list[Any]]:
    with suppress(ValueError):  # too many fields
        return parse_qs(scope.get("query_string", b"").decode("latin-1"), max_num_fields=10)
    return {}


def _number(query: dict[str, list[Any]], name: str) -> int:
    text: str = query.get(name, ["0"])[0]
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else 0


class ClientSession:
    """One client on its WebSocket: handles a command at a time, sends updates when it can read.

    Nothing is queued for a slow reader: its subscription knows what was sent, and its next
    update holds all that it missed. One that reads nothing for long is disconnected.
    """

    __slots__ = (
        "_address",
        "_bucket",
        "_connection",
        "_endpoint",
        "_loop",
        "_subscription",
        "_table",
        "_update_scheduled",
    )

    def __init__(
        self,
        endpoint: WebSocketEndpoint,
        address: str,
        table: Table,
        connection: WebSocketConnection,
    ) -> None:
        self._endpoint = endpoint
        self._address = address
        self._table = table
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._subscription: Subscription
        self._bucket = Bucket(endpoint.limits.messages, time.monotonic())
        self._update_scheduled = False

    def start(self, guest: str, since: int, language: str) -> None:
        house, client = self._endpoint.house, client_of(self._address)
        self._subscription = Subscription(
            house, self._table, guest, client, since, language, self._schedule_update
        )
        self._table.watch(self._subscription)
        self._connection.start(self)
        self._schedule_update()

    # Sending

    def _schedule_update(self) -> None:
        """After the current callbacks, so that several changes make one update."""
        if not self._update_scheduled:
            self._update_scheduled = True
            self._loop.call_soon(self.on_writable)

    def on_writable(self) -> None:
        self._update_scheduled = False
        if self._subscription.over:
            shut_out = self._table.state.is_shut_out(self._subscription.guest_hash)
            self._connection.close(ASKED_TO_LEAVE if shut_out else GOING_AWAY)
        elif self._connection.writable:
            for message in self._subscription.take_messages():
                self._connection.send(message)

    def on_stalled(self) -> None:
        self._endpoint.metrics.stuck.inc()

    def on_close(self) -> None:
        self._table.unwatch(self._subscription)
        self._subscription.end()
        self._endpoint.address_limits.disconnect(self._address)

    # Receiving

    def on_message(self, message: str | bytes) -> None:
        wait = self._bucket.take(time.monotonic())
        if not wait and len(message) > SMALL_BYTES:
            limits = self._endpoint.address_limits
            wait = limits.take(self._address, "uploads", len(message))
        if wait:  # not reading slows down any sender
            self._endpoint.metrics.slowed.inc()
            self._connection.pause()
            self._loop.call_later(wait, self._on_delayed_message, message)
            return
        command = decode_command(message)
        if isinstance(command, Ruling):
            self._subscription.refuse(message_id(message), command)
        elif not self._subscription.guest_hash:
            self._subscription.refuse(command.id, refused("guests-only", "house-tables"))
        elif name_in(command) and (wait := self._newcomer_wait()):
            late = refused("too-fast", "house-tables", count=ceil(wait))
            self._subscription.refuse(command.id, late)
        else:
            self._connection.pause()
            request = RequestContext()
            reply = partial(self._answer, command, request, time.perf_counter())
            with request:
                self._table.submit(self._subscription.guest_hash, command, reply)

    def _newcomer_wait(self) -> float:
        if self._table.state.person(self._subscription.guest_hash) is not None:
            return 0.0
        return self._endpoint.address_limits.newcomer(self._address, self._table.state.name)

    def _on_delayed_message(self, message: str | bytes) -> None:
        if not self._subscription.over:
            self._connection.resume()
            self.on_message(message)

    def _answer(
        self, command: Command, request: RequestContext, began: float, outcome: Outcome
    ) -> None:
        if isinstance(outcome, OutcomeUnknown):  # better no answer than a wrong one
            self._subscription.dismiss()  # the client reconnects and retries
            return
        if isinstance(outcome, Unplayable):
            return  # the table dismisses us, and the client retries at a worker that has the rules
        if isinstance(outcome, Exception):
            if not isinstance(outcome, StoreError):  # a fault in a game, say
                log.error(
                    "a command failed; its client gets the refusal `not-kept`",
                    exc_info=outcome,
                    extra={"request_id": request.id, **game_fields(self._table.state.game)},
                )
            outcome = refused("not-kept", "house-tables")
        if isinstance(outcome, Ruling):
            self._subscription.refuse(command.id, outcome)
        else:
            self._endpoint.metrics.asked.observe(time.perf_counter() - began)
            self._subscription.done(command.id)
        self._connection.resume()


class WebSocketEndpoint:
    """Decides who may open a WebSocket, and to which table."""

    def __init__(
        self, house: House, limits: Limits, address_limits: AddressLimits, metrics: Metrics
    ) -> None:
        self.house = house
        self.limits = limits
        self.address_limits = address_limits
        self.metrics = metrics

    def end_subscriptions(self) -> None:
        """The server stops: ask every client to reconnect."""
        for table in self.house.tables.values():
            table.dismiss_watchers()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        found = PATH.fullmatch(scope["path"])
        address = (scope.get("client") or ("?",))[0]
        if found is None:
            await send({"type": "websocket.close", "code": NO_SUCH_TABLE})
            return
        if not self.address_limits.connect(address):
            await send({"type": "websocket.close", "code": TOO_MANY_CONNECTIONS})
            return
        opened = False
        try:
            opened = await self._open(found[1], address, scope, send)
        finally:
            if not opened:
                self.address_limits.disconnect(address)

    async def _open(self, name: str, address: str, scope: Scope, send: Send) -> bool:
        query = _query(scope)
        since = _number(query, "since")
        try:
            table = await self.house.open(name)
            if table is not None:
                await table.catch_up_with(since)
        except (StoreError, Unplayable) as problem:
            if self.house.shared or isinstance(problem, StoreError):
                await _send_retry_later(send)
                return False
            table = None
        guest = guest_hash_in(scope["headers"])
        if table is None:
            await send({"type": "websocket.close", "code": NO_SUCH_TABLE})
            return False
        if not table.accepts_watcher(guest, client_of(address), self.limits):
            shut_out = table.state.is_shut_out(guest)
            code = ASKED_TO_LEAVE if shut_out else TOO_MANY_CONNECTIONS
            await send({"type": "websocket.close", "code": code})
            return False
        await send({"type": "websocket.accept"})
        language = language_in(query.get("language", [None])[0])
        since = known_number(since, _number(query, "at"), table.state)
        connection = scope["extensions"]["escale.connection"](self.limits.stuck_seconds)
        ClientSession(self, address, table, connection).start(guest, since, language)
        return True


async def _send_retry_later(send: Send) -> None:
    """Another worker may have the rules of this table, or the database may be back in a moment: a
    proxy or the client tries again."""
    headers = [(b"retry-after", RETRY_AFTER_SECONDS.encode())]
    await send({"type": "websocket.http.response.start", "status": 503, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": b""})
