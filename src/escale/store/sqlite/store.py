"""A store in one SQLite file, for a house with a single server."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from escale.store.base import SELECT_SUMMARY, Row, ThreadedStore
from escale.store.protocol import Downtime, TableSummary
from escale.store.sqlite.damage import check_quickly, raise_damaged
from escale.store.sqlite.downtime import record_downtime
from escale.store.sqlite.files import configure, lock_files, open_reader, open_writer, release
from escale.store.sqlite.migrations import MIGRATIONS, check_migrated, migrate
from escale.store.sqlite.writer import NoWriter, SqliteWriter


class SqliteStore(ThreadedStore[SqliteWriter | NoWriter]):
    """Holds a lock on the file: no other server has it open."""

    @classmethod
    def open(
        cls, path: Path | str, now: int, migrations: Sequence[str] = MIGRATIONS
    ) -> SqliteStore:
        """Raises `BadDatabase`, `InUse` or another `OSError`, with the reason in one line.

        Blocking: call it before the event loop is busy.
        """
        path = Path(path).resolve()
        locks = lock_files(path)
        try:
            with _reasons(path):
                connection = open_writer(path)
                try:
                    migrate(connection, path, migrations)
                    check_quickly(connection, path)
                    configure(connection)
                    opened_at, downtimes = record_downtime(connection, now)
                    writer = SqliteWriter(connection)
                    return cls(path, opened_at, downtimes, writer, locks)
                except BaseException:
                    connection.close()
                    raise
        except BaseException:
            release(locks)
            raise

    @classmethod
    def open_to_read(cls, path: Path | str, now: int) -> SqliteStore:
        """Without a lock, beside a server that may be running, and even if the file is damaged."""
        path = Path(path).resolve()
        if not path.is_file():
            raise FileNotFoundError(f"{path} does not exist")
        with _reasons(path), closing(open_reader(path)) as connection:
            check_migrated(connection, path)
            return cls(path, now, (), NoWriter(), ())

    def __init__(
        self,
        path: Path,
        opened_at: int,
        downtimes: Sequence[Downtime],
        writer: SqliteWriter | NoWriter,
        locks: tuple[int, ...],
    ) -> None:
        self._reader = open_reader(path)
        self._locks = locks
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
        release(self._locks)


@contextmanager
def _reasons(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as problem:
        raise OSError(f"{path} cannot be opened: {problem}") from None
    except sqlite3.DatabaseError as problem:
        raise_damaged(path, str(problem))
