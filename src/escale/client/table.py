"""A table as this guest sees it, kept up to date over a live line."""

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
from escale.client.connection import Line
from escale.client.errors import Away, Refused
from escale.client.table_state import Seen

if TYPE_CHECKING:
    from escale.client.client import Client


LASTING = (404, 409)  # there is no such table, or this house cannot play it


@dataclass(frozen=True, slots=True)
class Turn:
    """A moment in which the match waits for a seat of ours, and what that seat knows."""

    table: Table = field(repr=False)
    seat: int
    seen: dict[str, Any]
    offers: list[dict[str, Any]]
    awaits: tuple[int, ...]  # all seats that the match waits for
    number: int  # of the update that this was seen in
    since: int  # the number with which this moment came for the seat

    @property
    def seconds(self) -> float | None:
        """How long there still is; None: no clock runs."""
        return self.table.seconds_left()

    @property
    def passed(self) -> bool:
        """Is it over? That another seat has played at the same time does not end it."""
        return self.table.moment(self.seat) != self.since

    async def until_passed(self) -> None:
        await self.table.until(lambda _: self.passed)

    async def until(self, match_time: float) -> None:
        """Until the clock of the match shows this, whatever the others do meanwhile."""
        while (left := self.table.seconds_until(match_time)) != 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self.table.changed()

    def afresh(self) -> Turn:
        """The same moment, with what the seat knows now: others may have played in it."""
        return self if self.passed else self.table.turn(self.seat)

    async def act(self, action: Mapping[str, Any]) -> None:
        """Play. If the moment has passed, it is refused, and `table.turns` goes on."""
        await self.table.act(self.seat, action, after=self.number)


class Table(Seen):
    """`async with client.table(found) as table`: from here on it is up to date."""

    def __init__(self, client: Client, table: str) -> None:
        super().__init__()
        self.client = client
        self.id = table
        self._line = Line(self._address, self._check, client.patience)
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
        """Hang up. The seats stay ours."""
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
        self._fail(Away("the line was closed"))

    # What is asked of it

    async def ask(self, kind: str, *, id: str | None = None, **fields: Any) -> None:
        """Any message to a table. Returns when it is done, and what followed from it is here."""
        self._check_line()
        name = id or uuid4().hex
        text = msgspec.json.encode({"kind": kind, "id": name, **fields}).decode()
        await self._line.ask(name, text)

    async def sit(
        self,
        name: str,
        *,
        seat: int | None = None,
        salt: bool = False,
        id: str | None = None,
    ) -> int:
        """Take a seat: this one or any. With a salt, it is told when the game begins."""
        before = self.seats
        fields: dict[str, Any] = {} if seat is None else {"seat": seat}
        if salt:
            own = salts.new()
            fields["pledge"] = salts.pledge(own)
            self.client.salts[fields["pledge"]] = own
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
        """Play. `after` is the number of the update that the choice was made from."""
        seen = self.number if after is None else after
        await self.ask("act", id=id, seat=seat, action=dict(action), after=seen)

    async def say(self, text: str, *, name: str | None = None) -> None:
        await self.ask("say", text=text, **({} if name is None else {"name": name}))

    # Waiting

    async def changed(self) -> None:
        """Until there is something new."""
        self._check_line()
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(waiter)
        try:
            await waiter
        finally:
            self._waiting.discard(waiter)
        self._check_line()

    async def until(self, test: Callable[[Table], bool]) -> None:
        """Until the table is as the test wants it."""
        while not test(self):
            await self.changed()

    async def updates(self) -> AsyncGenerator[dict[str, Any], None]:
        """Every update from now on, as the server says it; it is here already when it comes."""
        news: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._readers.add(news)
        try:
            self._check_line()
            while (update := await news.get()) is not None:
                yield update
            self._check_line()
        finally:
            self._readers.discard(news)

    async def turns(self) -> AsyncGenerator[Turn, None]:
        """Every moment in which the match waits for a seat of ours, until it is over.

        A timed moment of slow play is opened first: whoever asks for turns is ready for them.
        """
        shown: dict[int, int] = {}
        while self.status != "over":
            seat = next((one for one in self._asked() if self.moment(one) != shown.get(one)), None)
            if seat is None:
                await self.changed()
            elif self.views[seat]["held"]:
                await self._open(seat)
            else:
                turn = self.turn(seat)
                shown[seat] = turn.since
                yield turn

    def _asked(self) -> tuple[int, ...]:
        """Our seats that the match waits for."""
        return tuple(seat for seat in self.seats if self.moment(seat) and seat in self.views)

    def turn(self, seat: int) -> Turn:
        """The moment in which the match waits for this seat."""
        assert self.play is not None
        view = self.views[seat]
        awaits = tuple(self.play["awaits"])
        since = self._moments[seat]
        return Turn(self, seat, view["seen"], view["offers"], awaits, self.number, since)

    async def _open(self, seat: int) -> None:
        number = self.number
        try:
            await self.ask("open", seat=seat)
        except Refused:  # something else has come first, or is about to be told
            if self.number == number:
                await self.changed()

    # The line

    def _address(self) -> tuple[str, dict[str, str]]:
        last = self.happened[-1] if self.happened else {"number": 0, "at": 0}
        known = {"since": self.number} | (
            {"at": last["at"]} if last["number"] == self.number else {}
        )
        asked = urlencode({**known, "language": self.client.language})
        place = f"ws{self.client.url.removeprefix('http')}/api/tables/{self.id}/socket"
        return f"{place}?{asked}", self.client.cookie

    async def _check(self) -> None:
        """Before accepting, a server cannot say why it does not: no such table, or too busy?"""
        with suppress(Away):
            try:
                await self.client.look(self.id, since=10**9)
            except Refused as refusal:
                if refusal.status in LASTING:
                    raise

    def _check_line(self) -> None:
        if self._problem is not None:
            raise self._problem

    async def _listen(self) -> None:
        try:
            async with aclosing(self._line.messages()) as messages:
                async for message in messages:
                    self._take(message)
        except Exception as problem:
            self._fail(problem)

    def _fail(self, problem: Exception) -> None:
        """The line is over: whoever waits is told why."""
        if self._problem is None:
            self._problem = problem
        self._line.settle_all(self._problem)
        self._wake()
        for reader in self._readers:
            reader.put_nowait(None)

    def _wake(self) -> None:
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)

    def _take(self, message: dict[str, Any]) -> None:
        match message["kind"]:
            case "update":
                self.take_update(message)
                for entry in message["happened"]:
                    self._tell_salts(entry)
                for reader in self._readers:
                    reader.put_nowait(message)
                for name in message.get("done", ()):
                    self._line.settle(name)
            case "refused":
                self._line.settle(message["id"], Refused.told(message))
            case "presence":
                self.take_presence(message)
        self._wake()

    def _tell_salts(self, entry: dict[str, Any]) -> None:
        for seat, salt in salts.to_tell(entry, self.seats, self.client.salts).items():
            name = f"salt-{entry['number']}-{seat}"  # the same from every device
            text = msgspec.json.encode({"kind": "salt", "id": name, "seat": seat, "salt": salt})
            told = self._line.ask(name, text.decode())
            told.add_done_callback(_look_away)


def _look_away(told: asyncio.Future[None]) -> None:
    """A salt that is refused was told before: by another device, or in an older connection."""
    if not told.cancelled():
        told.exception()
