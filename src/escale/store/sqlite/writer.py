"""The only writer of a database file. Appends that wait together share a transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from itertools import chain
from typing import Any, TypeAlias

from escale.store.base import Job, Row
from escale.store.protocol import Append, Conflict, StoreError, store_error
from escale.store.sqlite.batch import Batch, CachedTable, WriterCache

Result: TypeAlias = int | Conflict | StoreError

MAX_CACHED = 20_000  # tables; some 300 bytes each
MAX_ROWS = 256  # in one statement

INSERT_ENTRIES = "INSERT INTO entries (id, table_id, number, body) VALUES"
INSERT_SUMMARIES = (
    "INSERT INTO tables"
    " (id, name, game, status, code, listed, wake, guests, summary, changed, bots) VALUES"
)
ON_EXISTING_SUMMARY = (
    " ON CONFLICT (id) DO UPDATE SET game = excluded.game, status = excluded.status,"
    " code = excluded.code, listed = excluded.listed, wake = excluded.wake,"
    " guests = excluded.guests, summary = excluded.summary, changed = excluded.changed,"
    " bots = excluded.bots"
)
INSERT_GUESTS = "INSERT OR IGNORE INTO guests (guest, table_id) VALUES"

SELECT_CACHED = """
    SELECT name, id, code, guests,
        (SELECT max(number) FROM entries WHERE table_id = tables.id)
    FROM tables
    WHERE name IN (SELECT value FROM json_each(?)) OR code IN (SELECT value FROM json_each(?))
"""


class SqliteWriter:
    """Between statements Python may release the GIL to a busy event loop and wait long to get it
    back. So a batch is checked in memory and written in a handful of statements, however large.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._cache = WriterCache(
            last_table=self._last("SELECT max(id) FROM tables"),
            last_entry=self._last("SELECT max(id) FROM entries"),
        )

    def run(self, jobs: list[Job]) -> list[Any]:
        """Appends first, then the other jobs."""
        results = iter(self.append([job for job in jobs if isinstance(job, Append)]))
        return [next(results) if isinstance(job, Append) else self._do(job) for job in jobs]

    def append(self, appends: Sequence[Append]) -> Sequence[Result]:
        """The number of every entry that is durable now, and the reason for every other one."""
        if not appends:
            return []
        try:
            return self._append_batch(appends)
        except sqlite3.OperationalError as problem:  # such as a full disk: all of them fail
            return [StoreError(str(problem)) for _ in appends]
        except Exception as problem:
            if len(appends) == 1:
                return [StoreError(f"{type(problem).__name__}: {problem}")]
            # One of them is invalid (bad Unicode, a number too large), or two tables exchange
            # their codes and one claims a code before its old owner gives it up: one by one.
            return list(chain.from_iterable(self.append([append]) for append in appends))

    def record_alive(self, now: int) -> None:
        with self._transaction():
            record_alive(self._connection, now)

    def delete(self, tables: Sequence[str]) -> None:
        with self._transaction():
            for (number,) in self._rows(
                "SELECT id FROM tables WHERE name IN (SELECT value FROM json_each(?))",
                json.dumps([*tables]),
            ):
                self._rows("DELETE FROM entries WHERE table_id = ?", number)
                self._rows(
                    "DELETE FROM guests WHERE table_id = ?1 AND guest IN"
                    " (SELECT value FROM tables, json_each(tables.guests) WHERE tables.id = ?1)",
                    number,
                )
                self._rows("DELETE FROM tables WHERE id = ?", number)
        for table in tables:
            self._cache.tables.pop(table, None)
        self._erase_log()

    def replace_entries(self, table: str, bodies: Mapping[int, bytes]) -> None:
        with self._transaction():
            for number, body in bodies.items():
                self._rows(
                    "UPDATE entries SET body = ? WHERE number = ?"
                    " AND table_id = (SELECT id FROM tables WHERE name = ?)",
                    *(body, number, table),
                )
        self._erase_log()

    def write_document(self, name: str, after: int, body: bytes) -> bool:
        with self._transaction():
            if after == 0:
                self._rows("INSERT OR IGNORE INTO documents VALUES (?, 0, x'')", name)
            changed = self._connection.execute(
                "UPDATE documents SET version = version + 1, body = ?"
                " WHERE name = ? AND version = ?",
                [body, name, after],
            ).rowcount
        return changed == 1

    def _erase_log(self) -> None:
        """The write-ahead log still has what was deleted or overwritten."""
        self._rows("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        self._connection.close()

    def _do(self, job: Callable[[], Any]) -> Any:
        try:
            return job()
        except Exception as problem:
            return store_error(problem)

    def _append_batch(self, appends: Sequence[Append]) -> list[Result]:
        with self._transaction():
            batch = Batch(self._cache, self._load_cache(appends))
            results: list[Result] = [batch.add(append) for append in appends]
            self._write(batch)
        return results

    def _load_cache(self, appends: Sequence[Append]) -> dict[str, str | None]:
        """Cache the tables of these appends; returns the owners of the codes that they want."""
        cached = self._cache.tables
        if len(cached) > MAX_CACHED:
            cached.clear()
        names = {append.table for append in appends if append.table not in cached}
        codes = {
            summary.code
            for table, _, _, summary in appends
            if summary and (table in names or summary.code != cached[table].code)
        }
        owners: dict[str, str | None] = {}
        if names or codes:
            wanted = json.dumps([*names]), json.dumps([*codes])
            for name, number, code, guests, count in self._rows(SELECT_CACHED, *wanted):
                cached[name] = CachedTable(number, count, code, tuple(json.loads(guests)))
                owners[code] = name
        return owners

    def _write(self, batch: Batch) -> None:
        self._insert(INSERT_ENTRIES, batch.entries)
        self._insert(INSERT_SUMMARIES, list(batch.summaries.values()), ON_EXISTING_SUMMARY)
        self._insert(INSERT_GUESTS, [row for row, present in batch.guests.items() if present])
        for guest, number in (row for row, present in batch.guests.items() if not present):
            self._rows("DELETE FROM guests WHERE guest = ? AND table_id = ?", guest, number)

    def _insert(self, what: str, rows: list[Row], otherwise: str = "") -> None:
        start = 0
        while start < len(rows):
            some = rows[start : start + _step(len(rows) - start)]
            statement = _statement(what, len(some[0]), len(some), otherwise)
            self._rows(statement, *chain.from_iterable(some))
            start += len(some)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Commits, or rolls back and clears the cache, which may be ahead of the file."""
        self._rows("BEGIN IMMEDIATE")
        try:
            yield
            self._rows("COMMIT")
        except BaseException:
            self._cache.tables.clear()
            with suppress(sqlite3.Error):
                self._connection.rollback()
            raise

    def _last(self, query: str) -> int:
        ((last,),) = self._rows(query)
        return last or 0

    def _rows(self, statement: str, *values: object) -> list[Row]:
        return self._connection.execute(statement, values).fetchall()


class NoWriter:
    """Of a store that was opened to read."""

    def run(self, jobs: list[Job]) -> list[Result]:
        return [StoreError("the database is open for reading only") for _ in jobs]

    def record_alive(self, now: int) -> None: ...

    def delete(self, tables: Sequence[str]) -> None: ...

    def replace_entries(self, table: str, bodies: Mapping[int, bytes]) -> None: ...

    def write_document(self, name: str, after: int, body: bytes) -> bool:
        return False

    def close(self) -> None: ...


def record_alive(connection: sqlite3.Connection, now: int) -> None:
    connection.execute("INSERT OR REPLACE INTO meta VALUES ('alive', ?)", [now])


def _step(rows: int) -> int:
    """A power of two, so that a few prepared statements serve any number of rows."""
    return min(1 << rows.bit_length() - 1, MAX_ROWS)


@cache
def _statement(what: str, width: int, rows: int, otherwise: str) -> str:
    row = f"({', '.join('?' * width)})"
    return f"{what} {', '.join([row] * rows)}{otherwise}"
