"""A device's line to a table: whatever carries it, a socket or a stream of events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import msgspec

from escale.core.play import Ruling
from escale.server.words import refusal
from escale.tables.house import House
from escale.tables.room import Room
from escale.tables.table import Table

_encode = msgspec.json.Encoder().encode


class Line:
    """It remembers only how far the device has been told.

    A slow reader therefore costs no memory: whatever it missed is in the next update.
    """

    def __init__(self, house: House, table: Table, mark: str, since: int, language: str) -> None:
        self._house = house
        self._table = table
        self._mark = mark
        self._sent = since
        self._language = language
        self._looked = -1  # the number of the table at the last look
        self._told = -1  # how many comings and goings it knows of
        self._replies: list[bytes] = []
        self._done: list[str] = []
        self._news = asyncio.Event()
        self._news.set()
        self.over = False

    @property
    def mark(self) -> str:
        return self._mark

    def wake(self) -> None:
        self._news.set()

    def dismiss(self) -> None:
        self.over = True
        self._news.set()

    def ping(self) -> None:
        """An empty message: a sign of life."""
        self._replies.append(b"")
        self._news.set()

    def done(self, message: str) -> None:
        self._done.append(message)
        self._news.set()

    def refuse(self, message: str | None, ruling: Ruling) -> None:
        room = self._table.room
        said = refusal(ruling, self._language, room.game, [chair.name for chair in room.chairs])
        self._replies.append(_encode({"kind": "refused", "id": message, **said}))
        self._news.set()

    async def messages(self) -> AsyncGenerator[bytes, None]:
        """What the device is told, as it happens, until the line is over."""
        while not self.over:
            for message in await self.news():
                yield message

    async def news(self) -> list[bytes]:
        """Wait until there is something to tell; none at the end."""
        await self._news.wait()
        self._news.clear()
        if self.over:
            return []
        told, self._replies = self._replies, []
        if self._table.writing:
            return told  # nobody looks while something is being written; the table wakes us
        update = self._update()
        if update is not None:
            told.append(update)
        if self._told != self._table.comings:
            self._told = self._table.comings
            told.append(self._presence())
        return told

    def _update(self) -> bytes | None:
        room = self._table.room
        if room.number == self._looked and not self._done:
            return None
        self._looked = room.number
        person = room.person(self._mark)
        done, self._done = self._done, []
        sight = self._table.sight
        update, self._sent = sight.update(person, _known(self._sent, room), self._house.now(), done)
        return update

    def _presence(self) -> bytes:
        here = sorted(self._table.present)
        return _encode({"kind": "presence", "here": here, "watching": self._table.watching})


def snapshot(table: Table, mark: str, since: int, now: int) -> bytes:
    """The table as a device may see it now."""
    room = table.room
    return table.sight.update(room.person(mark), _known(since, room), now)[0]


def _known(since: int, room: Room) -> int:
    """Who has seen more than there is, before a backup was restored, is told everything anew."""
    return since if since <= room.number else 0
