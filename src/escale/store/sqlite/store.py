"""A store in one SQLite file, for a house with one server."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from escale.store.base import SELECT_SUMMARY, ThreadedStore
from escale.store.batch import Row
from escale.store.downtime import reopen
from escale.store.protocol import TableSummary
from escale.store.sqlite.files import hold, set_up, to_read, to_write
from escale.store.sqlite.migrations import MIGRATIONS, migrate
from escale.store.sqlite.writer import Writer


class SqliteStore(ThreadedStore[Writer]):
    """Nobody else has the file open."""

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
            opened, closed = reopen(connection, now)
            writer = Writer(connection)
            self._reader = to_read(path)
        except BaseException:
            connection.close()
            raise
        self._lock = lock
        super().__init__(opened, closed, writer, self._reader.close)

    async def news(self, table: str, number: int) -> tuple[Sequence[bytes], TableSummary] | None:
        entries, summary = await self.since(table, number), await self.summary(table)
        return (entries, summary) if entries and summary else None

    async def of_guest(self, guest: str, most: int) -> Sequence[TableSummary]:
        rows = await self._ask(
            f"{SELECT_SUMMARY} FROM guests JOIN tables ON id = table_id WHERE guest = ?"
            " ORDER BY changed DESC LIMIT ?",
            guest,
            most,
        )
        return [self._summary(row) for row in rows]

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

    def _rows(self, question: str, values: tuple[object, ...]) -> list[Row] | Exception:
        try:
            # To the last row: a question left open would see the same old state for ever.
            return self._reader.execute(question, values).fetchall()
        except Exception as problem:  # a text that is no Unicode, say; the others have answers
            return problem

    def _summary(self, row: Row) -> TableSummary:
        table, game, status, code, listed, wake, guests, summary, bots = row
        guests = tuple(json.loads(guests))
        return TableSummary(
            table, game, status, code, bool(listed), wake, guests, summary, bool(bots)
        )

    def _end(self) -> None:
        super()._end()
        os.close(self._lock)
