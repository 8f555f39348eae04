"""A client's subscription to a table, whatever carries it: a WebSocket or server-sent events."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from escale.core.play import Ruling
from escale.server.refusal_texts import refusal
from escale.tables.house import House
from escale.tables.log.table_state import TableState
from escale.tables.table import Table

_encode = msgspec.json.Encoder().encode


class Subscription:
    """Remembers only the last entry that was sent to the client.

    A slow reader therefore costs no memory: its next update holds all that it missed.
    """

    __slots__ = (
        "_done",
        "_house",
        "_language",
        "_looked_at",
        "_presence_version",
        "_replies",
        "_sent",
        "_table",
        "client",
        "guest_hash",
        "over",
        "wake",
    )

    def __init__(
        self,
        house: House,
        table: Table,
        guest: str,
        client: str,
        since: int,
        language: str,
        notify: Callable[[], None],
    ) -> None:
        """`notify` is called whenever `take_messages` may have something new."""
        self._house = house
        self._table = table
        self.guest_hash = guest
        self.client = client
        self._sent = since
        self._language = language
        self.wake = notify
        self._looked_at = -1  # the table's number when the last update was made
        self._presence_version = -1
        self._replies: list[bytes] = []
        self._done: list[str] = []
        self.over = False

    def dismiss(self) -> None:
        self.over = True
        self.wake()

    def end(self) -> None:
        self.over = True
        self.wake = _ignore  # breaks a reference cycle: its owner is freed at once

    def keep_alive(self) -> None:
        self._replies.append(b"")
        self.wake()

    def done(self, message: str) -> None:
        self._done.append(message)
        self.wake()

    def refuse(self, message: str | None, ruling: Ruling) -> None:
        state = self._table.state
        names = [chair.name for chair in state.chairs]
        you = state.only_seat_of(self.guest_hash)
        body = refusal(ruling, self._language, state.game, names, you)
        self._replies.append(_encode({"kind": "refused", "id": message, **body}))
        self.wake()

    def take_messages(self) -> list[bytes]:
        """All that there is to tell now; it is not returned again."""
        if self.over:
            return []
        messages, self._replies = self._replies, []
        if self._table.uncommitted:
            return messages  # uncommitted state is not shown; the table wakes us after the write
        update = self._update()
        if update is not None:
            messages.append(update)
        if self._presence_version != self._table.presence_version:
            self._presence_version = self._table.presence_version
            messages.append(self._presence())
        return messages

    def _update(self) -> bytes | None:
        state = self._table.state
        if state.number == self._looked_at and not self._done:
            return None
        if state.asked_to_leave and state.is_shut_out(self.guest_hash):
            self.dismiss()
            return None
        looked_at, self._looked_at = self._looked_at, state.number
        person = state.person(self.guest_hash)
        done, self._done = self._done, []
        updates = self._table.updates
        since = known_number(self._sent, 0, state)
        if not (done or looked_at < 0 or updates.is_news(person, since, looked_at)):
            return None
        update, self._sent = updates.update(person, since, self._house.now(), done)
        return update

    def _presence(self) -> bytes:
        here = sorted(self._table.present)
        return _encode(
            {"kind": "presence", "here": here, "watching": self._table.watching_everywhere}
        )


def _ignore() -> None:
    pass


def snapshot(table: Table, guest: str, since: int, at: int, now: int) -> bytes:
    """The table as a guest may see it now, as one update."""
    state = table.state
    return table.updates.update(state.person(guest), known_number(since, at, state), now)[0]


def known_number(since: int, at: int, state: TableState) -> int:
    """The last entry that a client and the server agree on; 0: everything is sent again.

    They disagree after a backup was restored: then the client has seen more entries than there
    are, or another entry with the same number; `at` is the time of the entry it has seen (0: the
    client did not say).
    """
    if since > state.number or (since and at and state.entries[since - 1].at != at):
        return 0
    return since
