"""The WebSocket: every message is a question with an id, every answer an update or a refusal."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias
from urllib.parse import parse_qs

import msgspec

from escale.core.play import Ruling, refused
from escale.server.guests import mark_in
from escale.server.limits import Addresses, Bucket
from escale.server.line import Line
from escale.server.metrics import Metrics
from escale.server.settings import Limits
from escale.server.words import language_in
from escale.store.protocol import NotKept
from escale.tables.asks import Ask
from escale.tables.house import House, Unplayable
from escale.tables.table import Table

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]

log = logging.getLogger(__name__)

PATH = re.compile(r"/api/tables/([0-9a-f]{24})/socket")
GONE, BUSY, AWAY = 4404, 4429, 1001

_decoder = msgspec.json.Decoder(Ask)


def read(text: str | bytes) -> Ask | Ruling:
    """A message, or what is wrong with it."""
    try:
        ask: Ask = _decoder.decode(text)
        return ask
    except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
        return refused("bad-message", "house-tables", problem=str(problem)[:200])


def message_id(text: str | bytes) -> str | None:
    """The id of a message that cannot be read otherwise, so that its sender knows which."""
    with suppress(msgspec.DecodeError, RecursionError, UnicodeError):
        found = msgspec.json.decode(text)
        if isinstance(found, dict) and isinstance(found.get("id"), str):
            return str(found["id"])[:64]
    return None


def _query(scope: Scope) -> dict[str, list[Any]]:
    with suppress(ValueError):  # too many fields
        return parse_qs(scope.get("query_string", b"").decode("latin-1"), max_num_fields=10)
    return {}


def _nothing() -> None:
    """A server that cannot cut a connection off."""


class Guard:
    """Sees to it that sending ends. One timer for a connection, not one for every message."""

    def __init__(self, seconds: float, cut: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._seconds = seconds
        self._cut = cut
        self._since: float | None = None
        self._timer = self._loop.call_later(seconds / 2, self._look)

    def begins(self) -> None:
        self._since = self._loop.time()

    def ends(self) -> None:
        self._since = None

    def stop(self) -> None:
        self._timer.cancel()

    def _look(self) -> None:
        if self._since is not None and self._loop.time() - self._since >= self._seconds:
            self._cut()
        else:
            self._timer = self._loop.call_later(self._seconds / 2, self._look)


class Sockets:
    def __init__(
        self, house: House, limits: Limits, addresses: Addresses, metrics: Metrics
    ) -> None:
        self._house = house
        self._limits = limits
        self._addresses = addresses
        self._metrics = metrics

    def farewell(self) -> None:
        """The house closes: all who look at a table are told to come again, and their lines end."""
        for table in self._house.tables.values():
            table.dismiss()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # the wish to connect
        found = PATH.fullmatch(scope["path"])
        address = (scope.get("client") or ("?",))[0]
        if found is None:
            await send({"type": "websocket.close", "code": GONE})
            return
        if not self._addresses.connect(address):
            await send({"type": "websocket.close", "code": BUSY})
            return
        try:
            try:
                table = await self._house.open(found[1])
            except Unplayable:
                table = None
            mark = mark_in(scope["headers"])
            if table is None or not table.has_room(mark, self._limits.watchers):
                await send({"type": "websocket.close", "code": GONE if table is None else BUSY})
                return
            await send({"type": "websocket.accept"})
            await self._talk(scope, receive, send, table)
        finally:
            self._addresses.disconnect(address)

    async def _talk(self, scope: Scope, receive: Receive, send: Send, table: Table) -> None:
        query = _query(scope)
        since = query.get("since", ["0"])[0]
        language = language_in(query.get("language", [None])[0])
        mark = mark_in(scope["headers"])
        past = int(since) if since.isdecimal() and len(since) < 10 else 0
        line = Line(self._house, table, mark, past, language)
        table.watch(line)
        teller = asyncio.create_task(self._tell(line, scope, send))
        try:
            await self._listen(receive, line, table, mark)
        finally:
            table.unwatch(line)
            line.dismiss()
            teller.cancel()
            with suppress(asyncio.CancelledError):
                await teller

    async def _tell(self, line: Line, scope: Scope, send: Send) -> None:
        """Send what there is to tell. A reader that takes nothing for long is let go."""
        guard = Guard(self._limits.stuck_seconds, partial(self._cut, line, scope))
        try:
            while not line.over:
                for message in await line.news():
                    guard.begins()
                    await send({"type": "websocket.send", "text": message.decode()})
                    guard.ends()
            await send({"type": "websocket.close", "code": AWAY})
        except (OSError, RuntimeError):
            line.dismiss()  # it has gone
        finally:
            guard.stop()

    def _cut(self, line: Line, scope: Scope) -> None:
        """To close it would be to wait until all is sent. Whoever listens will notice."""
        self._metrics.stuck.inc()
        line.dismiss()
        scope["extensions"].get("abort", _nothing)()

    async def _listen(self, receive: Receive, line: Line, table: Table, mark: str) -> None:
        bucket = Bucket(self._limits.messages, time.monotonic())
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect" or line.over:
                return
            while wait := bucket.take(time.monotonic()):
                # Not reading is what slows a sender down, whoever it is.
                self._metrics.slowed.inc()
                await asyncio.sleep(wait)
            text = message.get("text") or message.get("bytes") or b""
            await self._answer(text, line, table, mark)

    async def _answer(self, text: str | bytes, line: Line, table: Table, mark: str) -> None:
        ask = read(text)
        if isinstance(ask, Ruling):
            line.refuse(message_id(text), ask)
            return
        if not mark:
            line.refuse(ask.id, refused("guests-only", "house-tables"))
            return
        began = time.perf_counter()
        try:
            outcome = await table.do(mark, ask)
        except NotKept:
            line.refuse(ask.id, refused("not-kept", "house-tables"))
            return
        except Exception:  # a game that breaks down, say: the line and the table go on
            log.exception("error at a table")
            line.refuse(ask.id, refused("not-kept", "house-tables"))
            return
        if isinstance(outcome, Ruling):
            line.refuse(ask.id, outcome)
        else:
            self._metrics.asked.observe(time.perf_counter() - began)
            line.done(ask.id)
