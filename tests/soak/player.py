"""Somebody at a table of any game: plays what the rules allow, thinks a while, and is cut off now
and then, in the middle of a word perhaps; then they come back by another way."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection

from escale.core.codec import from_plain, to_plain
from escale.core.game import Game
from escale.core.rules import Rules
from escale.core.secrecy import View
from escale.games.registry import load_game
from tests.soak.crowd import A_MOMENT, BROKEN, Device, Message
from tests.soak.guests import PATIENCE, Guests

DOZE = 4.0  # seconds; who hears nothing for so long falls asleep, and comes again
LOOKS = 15  # before somebody who only looks now and then tries another way


class CutOff(Exception):
    """The connection was lost on purpose, not by the server."""


@dataclass
class Player(Device):
    opening = PATIENCE
    said_at: float = 0.0  # when it last sent what is not answered yet
    came_at: float = 0.0

    @property
    def guests(self) -> Guests:
        assert isinstance(self.crowd, Guests)
        return self.crowd

    def stored(self, entry: Any) -> str:
        """A digest: an hour of entries would need much memory."""
        return hashlib.sha256(json.dumps(entry, sort_keys=True).encode()).hexdigest()[:16]

    async def live(self) -> None:
        self.came_at = time.monotonic()
        while not self.left:
            began = time.monotonic()
            try:
                await self._come()
            except CutOff:
                self.crowd.counts["came back"] += 1
            except BROKEN as problem:
                self.guests.fail(began, f"the line of {self.name} to {self.table}: {problem!r}")
            await asyncio.sleep(A_MOMENT * (1 + self.crowd.dice.random()))
        self.views, self.playing = [], None  # there will be many others

    async def _come(self) -> None:
        way = self.crowd.dice.random()
        if way < 0.84:
            await self._connect()
        elif self.unanswered is not None:
            await self._ask(self.unanswered)
        elif way < 0.92:
            await self._by(self._events())
        else:
            await self._by(self._looks())

    # By a socket

    async def _say_again(self, socket: ClientConnection, message: Message) -> None:
        self.said_at = time.monotonic()
        await super()._say_again(socket, message)

    async def _talk(self, socket: ClientConnection) -> None:
        while not self.left:
            self._note(json.loads(await self._heard(socket)))
            message = await self._next()
            if message is not None:
                self.said_at = time.monotonic()
                self.crowd.counts["messages"] += 1
                await self._say(socket, message)
            if self._is_cut_off():
                socket.transport.abort()
                raise CutOff

    async def _heard(self, socket: ClientConnection) -> str | bytes:
        """Wait for an answer that is due; otherwise disconnect after a while and come again."""
        owed = self.unanswered
        now = time.monotonic()
        wait = DOZE if owed is None else max(0.0, self.said_at + PATIENCE - now)
        try:
            async with asyncio.timeout(wait):
                return await socket.recv()
        except TimeoutError:
            if owed is not None:
                self.guests.owed(self.said_at, f"{owed} at table {self.table}")
            raise CutOff from None

    # By HTTP alone

    async def _by(self, told: AsyncGenerator[Message, None]) -> None:
        async with aclosing(told):
            async for one in told:
                self._note(one)
                message = await self._next()
                if message is not None:
                    self.unanswered = {"id": self.crowd.new_id(), **message}
                    self.said_at = time.monotonic()
                    self.crowd.counts["messages"] += 1
                    await self._ask(self.unanswered)
                if self.left:
                    return
                if self._is_cut_off():
                    break
        raise CutOff

    async def _events(self) -> AsyncGenerator[Message, None]:
        """As they come. Who hears but a sign of life falls asleep, as at a socket."""
        self.crowd.counts["streams of events"] += 1
        path = f"{self.crowd.url}/api/tables/{self.table}/events?since={self.number}"
        cookie = {"Cookie": f"escale={self.token}"}
        async with self.crowd.http.stream("GET", path, headers=cookie) as answer:
            if answer.status_code != 200:
                raise OSError(f"events: {answer.status_code}")
            async for line in answer.aiter_lines():
                if line.startswith("data: "):
                    yield json.loads(line[6:])
                elif line.startswith(":"):
                    return

    async def _looks(self) -> AsyncGenerator[Message, None]:
        """Again and again."""
        for _ in range(LOOKS):
            self.crowd.counts["looks"] += 1
            path = f"/api/tables/{self.table}?since={self.number}"
            answer = await self.crowd.ask("GET", path, self.token)
            if answer.status_code != 200:
                raise OSError(f"look: {answer.status_code} {answer.text}")
            yield answer.json()
            await asyncio.sleep(self.crowd.dice.uniform(0.1, 0.6))

    # What they do

    def _is_cut_off(self) -> bool:
        return self.crowd.dice.random() < self.guests.cut_off

    async def _next(self) -> Message | None:
        """The next message, after some thinking time."""
        if self.unanswered is not None or self.number < self.knows_of or self.left:
            return None
        message = self.play(self)
        if message is not None and not self.crowd.finishing:
            await asyncio.sleep(self.crowd.dice.expovariate(1 / self.guests.thinking))
        return message

    def _note_done(self, messages: list[str]) -> None:
        self._note_answer(messages)
        super()._note_done(messages)
        if self.over:
            self.guests.over.setdefault(self.table, self.about["game"])

    def _note_refusal(self, message: str, reason: str) -> None:
        self._note_answer([message])
        if reason == "not-kept":
            self.guests.fail(self.said_at, f"table {self.table}: {message} was not kept")
        super()._note_refusal(message, reason)

    def _note_answer(self, messages: list[str]) -> None:
        if self.unanswered is not None and self.unanswered["id"] in messages:
            self.guests.answered(self.said_at)


# Any game


def move(device: Device) -> Message | None:
    """Some action that the rules allow, in a world that fits all that the seat sees."""
    awaits = () if device.playing is None else device.playing["awaits"]
    for seen in device.views:
        seat = seen["seat"]
        if seat in awaits and seat in device.seats and not seen["held"]:
            action = _sampled(device.about, seat, seen["seen"], device.crowd.dice)
            return {"kind": "act", "seat": seat, "action": action, "after": device.number}
    return None


def _sampled(about: Message, seat: int, seen: Message, dice: Random) -> Any:
    game, rules = _box(about["game"], json.dumps(about["options"]))
    view: View[Any] = View(seat, from_plain(game.state, seen, hidden=True))
    return to_plain(rules.sample(rules.imagine(view, dice), seat, dice))


@lru_cache(maxsize=64)
def _box(name: str, options: str) -> tuple[Game[Any, Any, Any], Rules[Any, Any, Any]]:
    game = load_game(name)
    return game, game.rules(from_plain(game.options, json.loads(options), hidden=True))
