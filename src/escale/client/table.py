"""A table as this guest sees it, kept up to date over a WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlencode
from uuid import uuid4

import msgspec

from escale.client import salts
from escale.client.connection import Connection
from escale.client.errors import Away, Refused
from escale.client.table_state import TableState

if TYPE_CHECKING:
    from escale.client.client import Client


PERMANENT = (404, 409)  # no such table, or the server cannot play its game


@dataclass(frozen=True, slots=True)
class Turn:
    """The match waits for one of our seats: what that seat knows and may do."""

    table: Table = field(repr=False)
    seat: int
    seen: dict[str, Any]
    offers: list[dict[str, Any]]
    awaits: tuple[int, ...]  # all seats that the match waits for
    number: int  # of the update that this was seen in
    since: int  # the number of the update since which the seat is awaited

    @property
    def seconds(self) -> float | None:
        """Time left; None if no clock runs."""
        return self.table.seconds_left()

    @property
    def passed(self) -> bool:
        """The turn is over. A simultaneous move of another seat does not end it."""
        return self.table.moment(self.seat) != self.since

    async def until_passed(self) -> None:
        await self.table.until(lambda _: self.passed)

    async def until(self, match_time: float) -> None:
        """Wait until this match time (ms), whatever the others do meanwhile."""
        while (left := self.table.seconds_until(match_time)) != 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self.table.changed()

    def afresh(self) -> Turn:
        """The same turn with what the seat knows now: others may have played meanwhile."""
        return self if self.passed else self.table.turn(self.seat)

    async def act(self, action: Mapping[str, Any]) -> None:
        """Play. Raises `Refused` if the turn has passed; `table.turns` goes on."""
        await self.table.act(self.seat, action, after=self.number)


class Table(TableState):
    """`async with client.table(found) as table`: kept up to date inside the block.

    Methods raise `Away` once the connection is lost for longer than the client's patience.
    """

    def __init__(self, client: Client, table: str) -> None:
        super().__init__()
        self.client = client
        self.id = table
        self._connection = Connection(self._address, self._check, client.patience)
        self._listening: asyncio.Task[None] | None = None
        self._waiting: set[asyncio.Future[None]] = set()
        self._readers: set[asyncio.Queue[dict[str, Any] | None]] = set()
        self._problem: Exception | None = None

    async def __aenter__(self) -> Self:
        await self.client.be_a_guest()
        self._listening = asyncio.create_task(self._listen())
        try:
            await self.until(lambda table: bool(table.about))
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Disconnect. The guest keeps its seats."""
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
        self._fail(Away("the connection was closed"))

    # Requests

    async def ask(self, kind: str, *, id: str | None = None, **fields: Any) -> None:
        """Send any message to the table. Returns when it is done and its effects are visible here.

        Raises `Refused` with the reason. The same `id` makes a repetition harmless."""
        self._check_open()
        name = id or uuid4().hex
        if _begins_a_match(kind, fields):
            fields.setdefault("pledge", self.client.pledge())
        text = msgspec.json.encode({"kind": kind, "id": name, **fields}).decode()
        await self._connection.ask(name, text)

    async def sit(
        self,
        name: str,
        *,
        seat: int | None = None,
        id: str | None = None,
    ) -> int:
        """Take this seat or any free one; returns its number."""
        before = self.seats
        fields: dict[str, Any] = {} if seat is None else {"seat": seat}
        await self.ask("sit", id=id, name=name, **fields)
        new = [one for one in self.seats if one not in before]
        return seat if seat is not None else min(new or self.seats)

    async def act(
        self,
        seat: int,
        action: Mapping[str, Any],
        *,
        after: int | None = None,
        id: str | None = None,
    ) -> None:
        """Play. `after`: the number of the update that the choice is based on."""
        seen = self.number if after is None else after
        await self.ask("act", id=id, seat=seat, action=dict(action), after=seen)

    async def say(self, text: str, *, name: str | None = None) -> None:
        await self.ask("say", text=text, **({} if name is None else {"name": name}))

    # Waiting

    async def changed(self) -> None:
        """Wait for the next message of the server."""
        self._check_open()
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(waiter)
        try:
            await waiter
        finally:
            self._waiting.discard(waiter)
        self._check_open()

    async def until(self, test: Callable[[Table], bool]) -> None:
        """Wait until `test` is true."""
        while not test(self):
            await self.changed()

    async def updates(self) -> AsyncGenerator[dict[str, Any], None]:
        """Every update from now on, as sent by the server and applied already."""
        news: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._readers.add(news)
        try:
            self._check_open()
            while (update := await news.get()) is not None:
                yield update
            self._check_open()
        finally:
            self._readers.discard(news)

    async def turns(self) -> AsyncGenerator[Turn, None]:
        """Every turn of our seats, until the match is over.

        In slow play a timed turn is opened first, which starts its clock.
        """
        shown: dict[int, int] = {}
        while self.status != "over":
            seat = next(
                (one for one in self._awaited_seats() if self.moment(one) != shown.get(one)), None
            )
            if seat is None:
                await self.changed()
            elif self.views[seat]["held"]:
                await self._open(seat)
            else:
                turn = self.turn(seat)
                shown[seat] = turn.since
                yield turn

    def _awaited_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.seats if self.moment(seat) and seat in self.views)

    def turn(self, seat: int) -> Turn:
        """The current turn of this seat."""
        assert self.play is not None
        view = self.views[seat]
        awaits = tuple(self.play["awaits"])
        since = self._moments[seat]
        return Turn(self, seat, view["seen"], view["offers"], awaits, self.number, since)

    async def _open(self, seat: int) -> None:
        number = self.number
        try:
            await self.ask("open", seat=seat)
        except Refused:  # something else came first
            if self.number == number:
                await self.changed()

    # The connection

    def _address(self) -> tuple[str, dict[str, str]]:
        last = self.happened[-1] if self.happened else {"number": 0, "at": 0}
        known = {"since": self.number} | (
            {"at": last["at"]} if last["number"] == self.number else {}
        )
        asked = urlencode({**known, "language": self.client.language})
        place = f"ws{self.client.url.removeprefix('http')}/api/tables/{self.id}/socket"
        return f"{place}?{asked}", self.client.cookie

    async def _check(self) -> None:
        """A refused WebSocket has no reason: ask over HTTP whether retrying is useless."""
        with suppress(Away):
            try:
                await self.client.look(self.id, since=10**9)
            except Refused as refusal:
                if refusal.status in PERMANENT:
                    raise

    def _check_open(self) -> None:
        if self._problem is not None:
            raise self._problem

    async def _listen(self) -> None:
        try:
            async with aclosing(self._connection.messages()) as messages:
                async for message in messages:
                    self._handle(message)
        except Exception as problem:
            self._fail(problem)

    def _fail(self, problem: Exception) -> None:
        if self._problem is None:
            self._problem = problem
        self._connection.settle_all(self._problem)
        self._wake_waiters()
        for reader in self._readers:
            reader.put_nowait(None)

    def _wake_waiters(self) -> None:
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)

    def _handle(self, message: dict[str, Any]) -> None:
        match message["kind"]:
            case "update":
                self.take_update(message)
                for entry in message["happened"]:
                    self._reveal_salts(entry)
                for reader in self._readers:
                    reader.put_nowait(message)
                for name in message.get("done", ()):
                    self._connection.settle(name)
            case "refused":
                self._connection.settle(message["id"], Refused.from_message(message))
            case "presence":
                self.take_presence(message)
        self._wake_waiters()

    def _reveal_salts(self, entry: dict[str, Any]) -> None:
        known = (self.client.salts, self.client.told)
        for seat, salt in salts.to_tell(entry, self.seats, *known).items():
            name = f"salt-{entry['number']}-{seat}"  # the same on every device of the guest
            text = msgspec.json.encode({"kind": "salt", "id": name, "seat": seat, "salt": salt})
            reply = self._connection.ask(name, text.decode())
            reply.add_done_callback(_ignore_result)


def _begins_a_match(kind: str, fields: Mapping[str, Any]) -> bool:
    """With these messages a seat also pledges a salt."""
    if kind == "propose":
        return fields.get("what") == "rematch"
    return kind == "sit" or (kind == "answer" and bool(fields.get("agree")))


def _ignore_result(reply: asyncio.Future[None]) -> None:
    """A refused salt was revealed before, by another device or connection."""
    if not reply.cancelled():
        reply.exception()
