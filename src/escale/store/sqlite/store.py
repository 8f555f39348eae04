"""A store in one SQLite file, for a house with a single server."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from escale.store.base import SELECT_SUMMARY, Row, ThreadedStore
from escale.store.protocol import TableSummary
from escale.store.sqlite.downtime import record_downtime
from escale.store.sqlite.files import configure, lock_file, open_reader, open_writer
from escale.store.sqlite.migrations import MIGRATIONS, migrate
from escale.store.sqlite.writer import SqliteWriter


class SqliteStore(ThreadedStore[SqliteWriter]):
    """Holds a lock on the file: no other server has it open."""

    @classmethod
    def open(
        cls, path: Path | str, now: int, migrations: Sequence[str] = MIGRATIONS
    ) -> SqliteStore:
        """Raises `BadDatabase`, `InUse` or another `OSError`, with the reason in one line.

        Blocking: call it before the event loop is busy.
        """
        path = Path(path).resolve()
        lock = lock_file(path)
        try:
            return cls(path, now, migrations, lock)
        except sqlite3.Error as problem:
            os.close(lock)
            raise OSError(f"{path} cannot be opened: {problem}") from None
        except BaseException:
            os.close(lock)
            raise

    def __init__(self, path: Path, now: int, migrations: Sequence[str], lock: int) -> None:
        connection = open_writer(path)
        try:
            migrate(connection, path, migrations)
            configure(connection)
            opened_at, downtimes = record_downtime(connection, now)
            writer = SqliteWriter(connection)
            self._reader = open_reader(path)
        except BaseException:
            connection.close()
            raise
        self._lock = lock
        super().__init__(opened_at, downtimes, writer, self._reader.close)

    async def changes_after(
        self, table: str, number: int
    ) -> tuple[Sequence[bytes], TableSummary] | None:
        entries, summary = await self.entries_after(table, number), await self.summary(table)
        return (entries, summary) if entries and summary else None

    async def tables_of_guest(self, guest: str, limit: int) -> Sequence[TableSummary]:
        rows = await self._query(
            f"{SELECT_SUMMARY} FROM guests JOIN tables ON id = table_id WHERE guest = ?"
            " ORDER BY changed DESC LIMIT ?",
            guest,
            limit,
        )
        return [self._summary(row) for row in rows]

    async def entry_counts(self, tables: Sequence[str]) -> dict[str, int]:
        rows = await self._query(
            "SELECT name, (SELECT max(number) FROM entries WHERE table_id = tables.id)"
            " FROM tables WHERE name IN (SELECT value FROM json_each(?))",
            json.dumps([*tables]),
        )
        return dict(rows)

    async def table_names(self, after: str, limit: int) -> Sequence[str]:
        rows = await self._query(
            "SELECT name FROM tables WHERE name > ? ORDER BY name LIMIT ?", after, limit
        )
        return [name for (name,) in rows]

    async def lease(
        self,
        until: int,
        limit: int,
        *,
        bots: bool,
        duration: int,
        held: Sequence[str],
        exclude: Sequence[str] = (),
    ) -> Sequence[str]:
        """There is no other worker: whatever is due and not held already is leased."""
        rows = await self._query(
            "SELECT name FROM tables WHERE wake <= ? AND bots = ?"
            " AND name NOT IN (SELECT value FROM json_each(?)) ORDER BY wake LIMIT ?",
            until,
            bots,
            json.dumps([*held, *exclude]),
            limit,
        )
        return [name for (name,) in rows]

    def _rows(self, statement: str, values: tuple[object, ...]) -> list[Row] | Exception:
        try:
            # Fetch all rows: an open cursor would keep reading its old snapshot.
            return self._reader.execute(statement, values).fetchall()
        except Exception as problem:  # such as invalid Unicode; other queries of the batch go on
            return problem

    def _summary(self, row: Row) -> TableSummary:
        table, game, status, code, listed, wake, guests, summary, bots = row
        guests = tuple(json.loads(guests))
        return TableSummary(
            table, game, status, code, bool(listed), wake, guests, summary, bool(bots)
        )

    def _close_writer(self) -> None:
        super()._close_writer()
        os.close(self._lock)
