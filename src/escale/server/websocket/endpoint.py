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
from escale.server.operations.metrics import Metrics
from escale.server.rate_limits import Addresses, Bucket
from escale.server.refusal_texts import language_in
from escale.server.settings import Limits
from escale.server.websocket.connection import Frames
from escale.server.websocket.subscription import Line, known
from escale.store.protocol import NotKept, Unsure
from escale.tables.decisions.commands import Command
from escale.tables.house import House
from escale.tables.log.entry_codec import Unplayable
from escale.tables.table import Outcome, Table

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]

log = logging.getLogger(__name__)

PATH = re.compile(r"/api/tables/([0-9a-f]{24})/socket")
GONE, BUSY, AWAY = 4404, 4429, 1001
ELSEWHERE_SECONDS = "1"

_decoder = msgspec.json.Decoder(Command)


def read(text: str | bytes) -> Command | Ruling:
    """A message, or what is wrong with it."""
    try:
        ask: Command = _decoder.decode(text)
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


def _number(query: dict[str, list[Any]], name: str) -> int:
    text: str = query.get(name, ["0"])[0]
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else 0


class Talk:
    """One device on its socket: a question at a time, and what there is to tell when it can read.

    There is no queue: the line knows how far the device was told, so whatever a slow reader missed
    is in its next update. One that takes nothing for long is let go (frames.py).
    """

    __slots__ = (
        "_address",
        "_bucket",
        "_frames",
        "_line",
        "_loop",
        "_sockets",
        "_table",
        "_telling",
    )

    def __init__(self, sockets: Sockets, address: str, table: Table, frames: Frames) -> None:
        self._sockets = sockets
        self._address = address
        self._table = table
        self._frames = frames
        self._loop = asyncio.get_running_loop()
        self._line: Line
        self._bucket = Bucket(sockets.limits.messages, time.monotonic())
        self._telling = False

    def begin(self, mark: str, since: int, language: str, early: bytes) -> None:
        house = self._sockets.house
        self._line = Line(house, self._table, mark, since, language, self._tell_soon)
        self._table.watch(self._line)
        self._frames.begin(self, early)
        self._tell_soon()

    # Telling

    def _tell_soon(self) -> None:
        """After all that happens now, so that several things are told at once."""
        if not self._telling:
            self._telling = True
            self._loop.call_soon(self.ready)

    def ready(self) -> None:
        self._telling = False
        if self._line.over:
            self._frames.close(AWAY)
        elif self._frames.writable:
            for message in self._line.news():
                self._frames.send(message)

    def stuck(self) -> None:
        self._sockets.metrics.stuck.inc()

    def gone(self) -> None:
        self._table.unwatch(self._line)
        self._line.hang_up()
        self._sockets.addresses.disconnect(self._address)

    # Hearing

    def heard(self, text: str | bytes) -> None:
        wait = self._bucket.take(time.monotonic())
        if wait:
            # Not reading is what slows a sender down, whoever it is.
            self._sockets.metrics.slowed.inc()
            self._frames.hold()
            self._loop.call_later(wait, self._heard_at_last, text)
            return
        ask = read(text)
        if isinstance(ask, Ruling):
            self._line.refuse(message_id(text), ask)
        elif not self._line.guest_hash:
            self._line.refuse(ask.id, refused("guests-only", "house-tables"))
        else:
            self._frames.hold()
            answered = partial(self._answered, ask, time.perf_counter())
            self._table.submit(self._line.guest_hash, ask, answered)

    def _heard_at_last(self, text: str | bytes) -> None:
        if not self._line.over:
            self._frames.go_on()
            self.heard(text)

    def _answered(self, ask: Command, began: float, outcome: Outcome) -> None:
        if isinstance(outcome, Unsure):  # no answer is better than a wrong one: the client retries
            self._line.dismiss()
            return
        if isinstance(outcome, Unplayable):
            return  # this connection ends, and the client retries at a worker that has the rules
        if isinstance(outcome, Exception):
            if not isinstance(outcome, NotKept):  # a game that breaks down, say
                log.error(
                    "command failed; the table goes on",
                    exc_info=outcome,
                    extra=self._table.log_extra,
                )
            outcome = refused("not-kept", "house-tables")
        if isinstance(outcome, Ruling):
            self._line.refuse(ask.id, outcome)
        else:
            self._sockets.metrics.asked.observe(time.perf_counter() - began)
            self._line.done(ask.id)
        self._frames.go_on()


class Sockets:
    """Who may open a socket, and to which table. What is said on it is a `Talk`."""

    def __init__(
        self, house: House, limits: Limits, addresses: Addresses, metrics: Metrics
    ) -> None:
        self.house = house
        self.limits = limits
        self.addresses = addresses
        self.metrics = metrics

    def farewell(self) -> None:
        """The house closes: all who look at a table are told to come again, and their lines end."""
        for table in self.house.tables.values():
            table.dismiss_watchers()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # the wish to connect
        found = PATH.fullmatch(scope["path"])
        address = (scope.get("client") or ("?",))[0]
        if found is None:
            await send({"type": "websocket.close", "code": GONE})
            return
        if not self.addresses.connect(address):
            await send({"type": "websocket.close", "code": BUSY})
            return
        try:
            await self._open(found[1], address, scope, send)
        except BaseException:
            self.addresses.disconnect(address)
            raise

    async def _open(self, name: str, address: str, scope: Scope, send: Send) -> None:
        query = _query(scope)
        past = _number(query, "since")
        try:
            table = await self.house.open(name)
            if table is not None:
                await table.catch_up_with(past)
        except (NotKept, Unplayable) as problem:
            if self.house.shared or isinstance(problem, NotKept):
                await _not_now(send)
                self.addresses.disconnect(address)
                return
            table = None
        mark = mark_in(scope["headers"])
        if table is None or not table.accepts_watcher(mark, self.limits.watchers):
            await send({"type": "websocket.close", "code": GONE if table is None else BUSY})
            self.addresses.disconnect(address)
            return
        await send({"type": "websocket.accept"})
        language = language_in(query.get("language", [None])[0])
        past = known(past, _number(query, "at"), table.state)
        take_over = scope["extensions"]["take_over"]
        frames, early = take_over(self.limits.message_bytes, self.limits.stuck_seconds)
        Talk(self, address, table, frames).begin(mark, past, language, early)


async def _not_now(send: Send) -> None:
    """Another worker may have the rules of this table, or the database may be back in a moment: a
    proxy or the device tries again."""
    headers = [(b"retry-after", ELSEWHERE_SECONDS.encode()), (b"content-length", b"0")]
    start = {"type": "websocket.http.response.start", "status": 503, "headers": headers}
    await send(start)
    await send({"type": "websocket.http.response.body", "body": b""})
