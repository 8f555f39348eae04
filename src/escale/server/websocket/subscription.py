"""A device's line to a table: whatever carries it, a socket or a stream of events."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from escale.core.play import Ruling
from escale.server.refusal_texts import refusal
from escale.tables.house import House
from escale.tables.log.table_state import TableState
from escale.tables.table import Table

_encode = msgspec.json.Encoder().encode


class Line:
    """It remembers only how far the device has been told.

    A slow reader therefore costs no memory: whatever it missed is in the next update.
    """

    __slots__ = (
        "_alert",
        "_done",
        "_house",
        "_language",
        "_looked",
        "_replies",
        "_sent",
        "_table",
        "_told",
        "guest_hash",
        "over",
    )

    def __init__(
        self,
        house: House,
        table: Table,
        guest_hash: str,
        since: int,
        language: str,
        alert: Callable[[], None],
    ) -> None:
        """`alert` is called whenever there may be something to tell."""
        self._house = house
        self._table = table
        self.guest_hash = guest_hash
        self._sent = since
        self._language = language
        self._alert = alert
        self._looked = -1  # the number of the table at the last look
        self._told = -1  # how many comings and goings it knows of
        self._replies: list[bytes] = []
        self._done: list[str] = []
        self.over = False

    def wake(self) -> None:
        self._alert()

    def dismiss(self) -> None:
        self.over = True
        self._alert()

    def hang_up(self) -> None:
        """Nobody is there any more. Without the way back to us, our owner leaves memory at once."""
        self.over = True
        self._alert = _nobody

    def ping(self) -> None:
        """An empty message: a sign of life."""
        self._replies.append(b"")
        self._alert()

    def done(self, message: str) -> None:
        self._done.append(message)
        self._alert()

    def refuse(self, message: str | None, ruling: Ruling) -> None:
        room = self._table.state
        said = refusal(ruling, self._language, room.game, [chair.name for chair in room.chairs])
        self._replies.append(_encode({"kind": "refused", "id": message, **said}))
        self._alert()

    def news(self) -> list[bytes]:
        """All that there is to tell now, which then counts as told."""
        if self.over:
            return []
        told, self._replies = self._replies, []
        if self._table.uncommitted:
            return told  # nobody looks while something is being written; the table wakes us
        update = self._update()
        if update is not None:
            told.append(update)
        if self._told != self._table.presence_version:
            self._told = self._table.presence_version
            told.append(self._presence())
        return told

    def _update(self) -> bytes | None:
        room = self._table.state
        if room.number == self._looked and not self._done:
            return None
        self._looked = room.number
        person = room.person(self.guest_hash)
        done, self._done = self._done, []
        updates = self._table.updates
        since = known(self._sent, 0, room)
        update, self._sent = updates.update(person, since, self._house.now(), done)
        return update

    def _presence(self) -> bytes:
        here = sorted(self._table.present)
        return _encode(
            {"kind": "presence", "here": here, "watching": self._table.watching_everywhere}
        )


def _nobody() -> None:
    """There is nobody to be alerted."""


def snapshot(table: Table, mark: str, since: int, at: int, now: int) -> bytes:
    """The table as a device may see it now."""
    room = table.state
    return table.updates.update(room.person(mark), known(since, at, room), now)[0]


def known(since: int, at: int, room: TableState) -> int:
    """The number up to which a device is right about a table.

    Who has seen more than there is, before a backup was put back, is told everything anew; and so
    is who comes when others have played on from there: `at` (0: not told) is the hour of the entry
    `since`, and in the other story it was another one.
    """
    if since > room.number or (since and at and room.entries[since - 1].at != at):
        return 0
    return since
