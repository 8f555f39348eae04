"""A store in one SQLite file, for a house with one server."""

from __future__ import annotations

import json
import os
import sqlite3
from asyncio import Future
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from escale.store.batch import Row
from escale.store.clock import SteadyClock
from escale.store.files import hold, set_up, to_read, to_write
from escale.store.hours import reopen
from escale.store.migrations import MIGRATIONS, migrate
from escale.store.protocol import Card, Closed, Kept, NotKept, append_of
from escale.store.worker import Worker
from escale.store.writer import Job, Writer

Question: TypeAlias = tuple[str, tuple[object, ...]]

CARDS = "SELECT name, game, status, code, listed, wake, guests, summary, bots FROM"


class SqliteStore:
    """A `Store`: one thread writes, another reads, and the event loop waits for neither.

    Whatever waits while a transaction is on its way to the disk goes into the next one, so that
    a hundred appends cost one sync. An append that is cancelled may be kept all the same.
    """

    @classmethod
    def open(
        cls, path: Path | str, now: int, migrations: Sequence[str] = MIGRATIONS
    ) -> SqliteStore:
        """Raises `BadDatabase`, `InUse` or another `OSError`; each says why in one line.

        Blocks: call it before the event loop has other things to do.
        """
        path = Path(path).resolve()
        lock = hold(path)
        try:
            return cls(path, now, migrations, lock)
        except sqlite3.Error as problem:
            os.close(lock)
            raise OSError(f"{path} cannot be opened: {problem}") from None
        except BaseException:
            os.close(lock)
            raise

    def __init__(self, path: Path, now: int, migrations: Sequence[str], lock: int) -> None:
        connection = to_write(path)
        try:
            migrate(connection, path, migrations)
            set_up(connection)
            self._opened, self._closed = reopen(connection, now)
            self._clock = SteadyClock(self._opened)
            self._writer = Writer(connection)
            self._reader = to_read(path)
        except BaseException:
            connection.close()
            raise
        self._lock = lock
        self._shut = False
        self._reading: Worker[Question] = Worker("escale-read", self._read, self._reader.close)
        self._writing: Worker[Job] = Worker("escale-write", self._writer.work, self._end)

    async def append(self, table: str, after: int, entry: bytes, card: Card | None = None) -> int:
        number: int = await self._write(append_of(table, after, entry, card))
        return number

    def keep(self, table: str, after: int, entry: bytes, card: Card | None, then: Kept) -> None:
        if self._shut:
            raise NotKept("the store is closed")
        self._writing.hand(append_of(table, after, entry, card), then)

    async def since(self, table: str, number: int) -> Sequence[bytes]:
        rows = await self._ask(
            "SELECT body FROM entries"
            " WHERE table_id = (SELECT id FROM tables WHERE name = ?) AND number > ?"
            " ORDER BY number",
            table,
            number,
        )
        return [body for (body,) in rows]

    async def card(self, table: str) -> Card | None:
        rows = await self._ask(f"{CARDS} tables WHERE name = ?", table)
        return _card(rows[0]) if rows else None

    async def news(self, table: str, number: int) -> tuple[Sequence[bytes], Card] | None:
        entries, card = await self.since(table, number), await self.card(table)
        return (entries, card) if entries and card else None

    async def with_code(self, code: str) -> str | None:
        rows = await self._ask("SELECT name FROM tables WHERE code = ?", code)
        return rows[0][0] if rows else None

    async def listed(self, most: int) -> Sequence[Card]:
        rows = await self._ask(f"{CARDS} tables WHERE listed ORDER BY changed DESC LIMIT ?", most)
        return [_card(row) for row in rows]

    async def of_guest(self, guest: str, most: int) -> Sequence[Card]:
        rows = await self._ask(
            f"{CARDS} guests JOIN tables ON id = table_id WHERE guest = ?"
            " ORDER BY changed DESC LIMIT ?",
            guest,
            most,
        )
        return [_card(row) for row in rows]

    async def due(self, until: int, most: int) -> Sequence[str]:
        rows = await self._ask(
            "SELECT name FROM tables WHERE wake <= ? ORDER BY wake LIMIT ?", until, most
        )
        return [name for (name,) in rows]

    async def numbers(self, tables: Sequence[str]) -> dict[str, int]:
        rows = await self._ask(
            "SELECT name, (SELECT max(number) FROM entries WHERE table_id = tables.id)"
            " FROM tables WHERE name IN (SELECT value FROM json_each(?))",
            json.dumps([*tables]),
        )
        return dict(rows)

    async def names(self, after: str, most: int) -> Sequence[str]:
        rows = await self._ask(
            "SELECT name FROM tables WHERE name > ? ORDER BY name LIMIT ?", after, most
        )
        return [name for (name,) in rows]

    async def lease(
        self,
        until: int,
        most: int,
        *,
        bots: bool,
        lasts: int,
        held: Sequence[str],
        but: Sequence[str] = (),
    ) -> Sequence[str]:
        """Nobody else is here: all that is due is this worker's, but for what it has already."""
        rows = await self._ask(
            "SELECT name FROM tables WHERE wake <= ? AND bots = ?"
            " AND name NOT IN (SELECT value FROM json_each(?)) ORDER BY wake LIMIT ?",
            until,
            bots,
            json.dumps([*held, *but]),
            most,
        )
        return [name for (name,) in rows]

    async def alive(self, now: int) -> None:
        await self._write(partial(self._writer.alive, now))

    async def forget(self, table: str) -> None:
        """Erase a table: entries, card and guests. Backups have it still."""
        await self._write(partial(self._writer.forget, table))

    def now(self) -> int:
        return self._clock()

    def opened(self) -> int:
        return self._opened

    def closed(self) -> Sequence[Closed]:
        return self._closed

    async def close(self, now: int | None = None) -> None:
        """Keep all that waits, and give the file up. `now`: the house was open until then."""
        if self._shut:
            return
        last = None if now is None else self._write(partial(self._writer.alive, now))
        self._shut = True
        self._reading.stop()
        await self._writing.stop()
        if last:
            await last

    def _write(self, job: Job) -> Future[Any]:
        if self._shut:
            raise NotKept("the store is closed")
        return self._writing.ask(job)

    async def _ask(self, question: str, *values: object) -> list[Row]:
        rows: list[Row] = await self._reading.ask((question, values))
        return rows

    def _read(self, questions: list[Question]) -> list[list[Row] | Exception]:
        return [self._rows(*question) for question in questions]

    def _rows(self, question: str, values: tuple[object, ...]) -> list[Row] | Exception:
        try:
            # To the last row: a question left open would see the same old state for ever.
            return self._reader.execute(question, values).fetchall()
        except Exception as problem:  # a text that is no Unicode, say; the others have answers
            return problem

    def _end(self) -> None:
        self._reading.join()  # the last to leave moves the write-ahead log into the file
        self._writer.close()
        os.close(self._lock)


def _card(row: Row) -> Card:
    table, game, status, code, listed, wake, guests, summary, bots = row
    guests = tuple(json.loads(guests))
    return Card(table, game, status, code, bool(listed), wake, guests, summary, bool(bots))
