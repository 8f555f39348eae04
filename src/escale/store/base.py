"""Base class of both stores: one thread writes, one thread reads."""

from __future__ import annotations

from abc import ABC, abstractmethod
from asyncio import Future
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from escale.store.clock import SteadyClock
from escale.store.protocol import (
    Append,
    Conflict,
    Downtime,
    OnAppended,
    StoreError,
    TableSummary,
    checked_append,
)
from escale.store.worker_thread import WorkerThread

Row: TypeAlias = tuple[Any, ...]
Job: TypeAlias = Append | Callable[[], Any]
Query: TypeAlias = tuple[str, tuple[object, ...]]

SELECT_SUMMARY = "SELECT name, game, status, code, listed, wake, guests, summary, bots"


class Writer(Protocol):
    """Writes to the database; its methods run in the writer thread."""

    def run(self, jobs: list[Job]) -> Sequence[object]:
        """Return one result for each job; an exception can be a result."""
        ...

    def record_alive(self, now: int) -> Any: ...

    def delete(self, tables: Sequence[str]) -> None: ...

    def replace_entries(self, table: str, bodies: Mapping[int, bytes]) -> None: ...

    def write_document(self, name: str, after: int, body: bytes) -> bool:
        """False: the document has another version."""
        ...

    def close(self) -> None: ...


W = TypeVar("W", bound=Writer)


class ThreadedStore(ABC, Generic[W]):
    """A `Store` whose database calls never block the event loop.

    Appends that arrive while a transaction is committed share the next one, so a hundred appends
    cost one sync. A cancelled append may be written all the same.
    """

    def __init__(
        self,
        opened_at: int,
        downtimes: Sequence[Downtime],
        writer: W,
        close_reader: Callable[[], None],
    ) -> None:
        self._opened_at, self._downtimes = opened_at, downtimes
        self._clock = SteadyClock(opened_at)
        self.now = self._clock.now
        self._writer = writer
        self._is_closed = False
        self._reader_thread: WorkerThread[Query] = WorkerThread(
            "escale-read", self._read, close_reader
        )
        self._writer_thread: WorkerThread[Job] = WorkerThread(
            "escale-write", writer.run, self._close_writer
        )

    async def append(
        self, table: str, after: int, entry: bytes, summary: TableSummary | None = None
    ) -> int:
        number: int = await self._write(checked_append(table, after, entry, summary))
        return number

    def append_nowait(
        self,
        table: str,
        after: int,
        entry: bytes,
        summary: TableSummary | None,
        on_appended: OnAppended,
    ) -> None:
        self._check_open()
        job = checked_append(table, after, entry, summary)
        self._writer_thread.submit_callback(job, on_appended)

    async def entries_after(self, table: str, number: int) -> Sequence[bytes]:
        rows = await self._query(
            "SELECT body FROM entries"
            " WHERE table_id = (SELECT id FROM tables WHERE name = ?) AND number > ?"
            " ORDER BY number",
            table,
            number,
        )
        return [body for (body,) in rows]

    async def summary(self, table: str) -> TableSummary | None:
        rows = await self._query(f"{SELECT_SUMMARY} FROM tables WHERE name = ?", table)
        return self._summary(rows[0]) if rows else None

    async def table_with_code(self, code: str) -> str | None:
        rows = await self._query("SELECT name FROM tables WHERE code = ?", code)
        return rows[0][0] if rows else None

    async def listed_tables(self, limit: int) -> Sequence[TableSummary]:
        rows = await self._query(
            f"{SELECT_SUMMARY} FROM tables WHERE listed ORDER BY changed DESC LIMIT ?", limit
        )
        return [self._summary(row) for row in rows]

    async def newest_tables(self, limit: int) -> Sequence[TableSummary]:
        rows = await self._query(f"{SELECT_SUMMARY} FROM tables ORDER BY id DESC LIMIT ?", limit)
        return [self._summary(row) for row in rows]

    async def due_tables(self, until: int, limit: int) -> Sequence[str]:
        rows = await self._query(
            "SELECT name FROM tables WHERE wake <= ? ORDER BY wake LIMIT ?", until, limit
        )
        return [name for (name,) in rows]

    async def record_alive(self, now: int) -> None:
        await self._write(partial(self._writer.record_alive, now))

    async def finished_tables(self, limit: int) -> Sequence[str]:
        rows = await self._query(
            "SELECT name FROM tables WHERE status = 'over' ORDER BY changed LIMIT ?", limit
        )
        return [name for (name,) in rows]

    async def delete(self, tables: Sequence[str]) -> None:
        await self._write(partial(self._writer.delete, tables))

    async def replace_entries(self, table: str, bodies: Mapping[int, bytes]) -> None:
        await self._write(partial(self._writer.replace_entries, table, bodies))

    async def document(self, name: str) -> tuple[int, bytes]:
        rows = await self._query("SELECT version, body FROM documents WHERE name = ?", name)
        return (rows[0][0], rows[0][1]) if rows else (0, b"")

    async def write_document(self, name: str, after: int, body: bytes) -> None:
        if not await self._write(partial(self._writer.write_document, name, after, body)):
            raise Conflict(f"document {name} does not have version {after}")

    def opened_at(self) -> int:
        return self._opened_at

    def downtimes(self) -> Sequence[Downtime]:
        return self._downtimes

    async def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        self._reader_thread.stop()
        await self._writer_thread.stop()

    @abstractmethod
    def _rows(self, statement: str, values: tuple[object, ...]) -> list[Row] | Exception:
        """Run a query in the reader thread. `?` stands for a value."""

    @abstractmethod
    def _summary(self, row: Row) -> TableSummary:
        """From the columns of `SELECT_SUMMARY`."""

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreError("the store is closed")

    def _write(self, job: Job) -> Future[Any]:
        self._check_open()
        return self._writer_thread.submit(job)

    async def _query(self, statement: str, *values: object) -> list[Row]:
        rows: list[Row] = await self._reader_thread.submit((statement, values))
        return rows

    def _read(self, queries: list[Query]) -> list[list[Row] | Exception]:
        return [self._rows(*query) for query in queries]

    def _close_writer(self) -> None:
        # SQLite moves the write-ahead log into the file when the last connection closes, which
        # must be the one that writes.
        self._reader_thread.join()
        self._writer.close()
