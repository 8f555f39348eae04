"""People at many tables, who keep playing whatever happens to the server.

Each device has one socket. When it breaks, the device comes back with the number that it knows,
and says again what was not answered, with the same id. It writes down all that it was told.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from random import Random
from secrets import token_urlsafe
from typing import Any, ClassVar, TypeAlias

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

Message: TypeAlias = dict[str, Any]
BROKEN = (OSError, EOFError, WebSocketException, TimeoutError, httpx.TransportError)
A_MOMENT = 0.05  # seconds between two tries to connect
SILENCE = 10.0  # seconds; a server that is there answers sooner


@dataclass
class Crowd:
    """State shared by all devices."""

    urls: tuple[str, ...]  # of the workers; nobody stays with one
    game: str
    dice: Random
    http: httpx.AsyncClient
    finishing: bool = False  # no more new games: play these to their end
    devices: list[Device] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    made: dict[str, str] = field(default_factory=dict)  # the table of each wanted
    again: dict[str, int] = field(default_factory=dict)  # when messages were first said again, ms
    ids: Any = field(default_factory=lambda: count(1))

    @property
    def url(self) -> str:
        return self.dice.choice(self.urls)

    def new_id(self) -> str:
        return f"m{next(self.ids)}"

    async def ask(self, method: str, path: str, token: str, plain: Any = None) -> httpx.Response:
        """Retry an HTTP request until it is answered."""
        while True:
            try:
                cookie = {"Cookie": f"escale={token}"}
                answer = await self.http.request(
                    method, self.url + path, json=plain, headers=cookie
                )
                if answer.status_code not in (429, 502, 503):
                    return answer
            except BROKEN:
                pass
            await asyncio.sleep(A_MOMENT * (1 + self.dice.random()))

    async def make(self, token: str, **wanted: Any) -> str:
        """Make a table; an unanswered request is retried with the same id."""
        body = {"id": self.new_id(), "game": self.game, "name": "Ada", **wanted}
        answer = await self.ask("POST", "/api/tables", token, body)
        assert answer.status_code == 201, answer.text
        table: str = answer.json()["table"]
        self.made[body["id"]] = table
        return table


@dataclass
class Device:
    """A person's socket at one table, and everything received over it."""

    opening: ClassVar[float] = SILENCE  # seconds that it waits for a connection
    crowd: Crowd
    table: str
    token: str
    name: str
    play: Callable[[Device], Message | None]
    number: int = 0  # up to which it knows what happened
    knows_of: int = 0  # an entry that HTTP has confirmed, perhaps not yet received
    entries: dict[int, Any] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)
    refused: dict[str, str] = field(default_factory=dict)
    twice: set[str] = field(default_factory=set)  # sent twice: one may be refused, one not
    unanswered: Message | None = None
    about: Any = None
    playing: Any = None
    views: list[Any] = field(default_factory=list)
    person: int | None = None
    seats: list[int] = field(default_factory=list)
    left: bool = False  # the person has nothing more to do at this table

    def __post_init__(self) -> None:
        self.crowd.devices.append(self)

    @property
    def over(self) -> bool:
        return self.about is not None and self.about["status"] == "over"

    def __str__(self) -> str:
        return (
            f"{self.name} (person {self.person}, seats {self.seats}) at {self.about}"
            f" after {self.number}, awaits {self.playing and self.playing['awaits']},"
            f" waits for an answer to {self.unanswered}, was refused {self.refused},"
            f" saw last {self.entries.get(self.number)}"
        )

    async def live(self) -> None:
        while not self.left:
            try:
                await self._connect()
            except BROKEN:
                self.crowd.counts["broken lines"] += 1
            await asyncio.sleep(A_MOMENT * (1 + self.crowd.dice.random()))

    async def _connect(self) -> None:
        place = self.crowd.url.replace("http", "ws", 1)
        async with connect(
            f"{place}/api/tables/{self.table}/socket?since={self.number}",
            additional_headers={"Cookie": f"escale={self.token}"},
            proxy=None,
            open_timeout=self.opening,
            close_timeout=0.1,
            ping_interval=None,
            compression=None,
        ) as socket:
            if self.unanswered is not None:
                await self._say_again(socket, self.unanswered)
            await self._talk(socket)

    async def _say_again(self, socket: ClientConnection, message: Message) -> None:
        """Over the new socket, or by HTTP: the id is the same."""
        self.crowd.counts["said again"] += 1
        self.crowd.again.setdefault(message["id"], time.time_ns() // 1_000_000)
        if self.crowd.dice.random() < 0.8:
            await socket.send(json.dumps(message))
            return
        await self._ask(message)

    async def _ask(self, message: Message) -> None:
        """By HTTP."""
        path = f"/api/tables/{self.table}/ask"
        answer = await self.crowd.ask("POST", path, self.token, message)
        if answer.status_code == 200:
            self.knows_of = answer.json()["number"]
            self._note_done([message["id"]])
        else:
            self._note_refusal(message["id"], answer.json()["reason"])

    async def _talk(self, socket: ClientConnection) -> None:
        while not self.left:
            async with asyncio.timeout(SILENCE):
                told = await socket.recv()
            self._note(json.loads(told))
            if self.unanswered is None and self.number >= self.knows_of and not self.left:
                message = self.play(self)
                if message is not None:
                    await self._say(socket, message)

    async def _say(self, socket: ClientConnection, message: Message) -> None:
        self.unanswered = {"id": self.crowd.new_id(), **message}
        text = json.dumps(self.unanswered)
        await socket.send(text)
        if self.crowd.dice.random() < 0.05:  # like a double click
            self.twice.add(self.unanswered["id"])
            await socket.send(text)

    # Receiving

    def stored(self, entry: Any) -> Any:
        """What it remembers of an entry, to be compared with the database at the end."""
        return entry

    def _note(self, told: Message) -> None:
        if told["kind"] == "refused":
            self._note_refusal(told["id"], told["reason"])
        elif told["kind"] == "update":
            self._note_update(told)

    def _note_refusal(self, message: str, reason: str) -> None:
        self.refused[message] = reason
        self.crowd.counts[f"refused: {reason}"] += 1
        # Sent twice with the store lost in between: the second refusal proves nothing.
        unknown = reason == "not-kept" and message in self.twice
        if message in self.done and not unknown:
            self.crowd.wrong.append(f"{message} was done, and then refused: {reason}")
        if self.unanswered and self.unanswered["id"] == message:
            self.unanswered = None

    def _note_done(self, messages: list[str]) -> None:
        for message in messages:
            self.crowd.counts["acknowledged"] += message not in self.done
            self.done.add(message)
            if message in self.refused and message not in self.twice:
                self.crowd.wrong.append(f"{message} was refused, and then done")
            if self.unanswered and self.unanswered["id"] == message:
                self.unanswered = None

    def _note_update(self, update: Message) -> None:
        if update["number"] < self.number:
            self.crowd.wrong.append(
                f"table {self.table} has {update['number']} entries: {self.number} were seen"
            )
        for entry in update["happened"]:
            if entry["number"] != self.number + 1:
                self.crowd.wrong.append(
                    f"table {self.table}: {entry['number']} came after {self.number}"
                )
            self.number = entry["number"]
            self.entries[self.number] = self.stored(entry)
            self.crowd.counts["entries seen"] += 1
        if "table" in update:
            self.about = update["table"]
            self.person, self.seats = update["you"]["person"], update["you"]["seats"]
        self.playing = update.get("play", self.playing)
        self.views = update.get("views", self.views)
        self._note_done(update.get("done", []))


def new_token() -> str:
    return token_urlsafe(32)
