"""What a store does whatever its database is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from asyncio import Future
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from escale.store.batch import Row
from escale.store.clock import SteadyClock
from escale.store.protocol import Append, Closed, Kept, NotKept, TableSummary, append_of
from escale.store.worker_thread import Worker

Job: TypeAlias = Append | Callable[[], Any]
Question: TypeAlias = tuple[str, tuple[object, ...]]

SELECT_SUMMARY = "SELECT name, game, status, code, listed, wake, guests, summary, bots"


class Writing(Protocol):
    """The one who writes, in a thread of their own."""

    def work(self, jobs: list[Job]) -> Sequence[object]:
        """One answer for each; an exception may be the answer."""
        ...

    def alive(self, now: int) -> Any: ...

    def forget(self, table: str) -> None: ...

    def close(self) -> None: ...


W = TypeVar("W", bound=Writing)


class ThreadedStore(ABC, Generic[W]):
    """A `Store`: one thread writes, another reads, and the event loop waits for neither.

    Whatever waits while a transaction is on its way to the disk goes into the next one, so that
    a hundred appends cost one sync. An append that is cancelled may be kept all the same.
    """

    def __init__(
        self,
        opened: int,
        closed: Sequence[Closed],
        writer: W,
        stop_reading: Callable[[], None],
    ) -> None:
        self._opened, self._closed = opened, closed
        self._clock = SteadyClock(opened)
        self._writer = writer
        self._shut = False
        self._reading: Worker[Question] = Worker("escale-read", self._read, stop_reading)
        self._writing: Worker[Job] = Worker("escale-write", writer.work, self._end)

    async def append(
        self, table: str, after: int, entry: bytes, summary: TableSummary | None = None
    ) -> int:
        number: int = await self._write(append_of(table, after, entry, summary))
        return number

    def keep(
        self, table: str, after: int, entry: bytes, summary: TableSummary | None, then: Kept
    ) -> None:
        if self._shut:
            raise NotKept("the store is closed")
        self._writing.hand(append_of(table, after, entry, summary), then)

    async def since(self, table: str, number: int) -> Sequence[bytes]:
        rows = await self._ask(
            "SELECT body FROM entries"
            " WHERE table_id = (SELECT id FROM tables WHERE name = ?) AND number > ?"
            " ORDER BY number",
            table,
            number,
        )
        return [body for (body,) in rows]

    async def summary(self, table: str) -> TableSummary | None:
        rows = await self._ask(f"{SELECT_SUMMARY} FROM tables WHERE name = ?", table)
        return self._summary(rows[0]) if rows else None

    async def with_code(self, code: str) -> str | None:
        rows = await self._ask("SELECT name FROM tables WHERE code = ?", code)
        return rows[0][0] if rows else None

    async def listed(self, most: int) -> Sequence[TableSummary]:
        rows = await self._ask(
            f"{SELECT_SUMMARY} FROM tables WHERE listed ORDER BY changed DESC LIMIT ?", most
        )
        return [self._summary(row) for row in rows]

    async def due(self, until: int, most: int) -> Sequence[str]:
        rows = await self._ask(
            "SELECT name FROM tables WHERE wake <= ? ORDER BY wake LIMIT ?", until, most
        )
        return [name for (name,) in rows]

    async def alive(self, now: int) -> None:
        await self._write(partial(self._writer.alive, now))

    async def forget(self, table: str) -> None:
        """Erase a table: entries, summary and guests. Backups have it still."""
        await self._write(partial(self._writer.forget, table))

    def now(self) -> int:
        return self._clock()

    def opened(self) -> int:
        return self._opened

    def closed(self) -> Sequence[Closed]:
        return self._closed

    async def close(self) -> None:
        """Keep all that waits, take no more from this moment on, and go."""
        if self._shut:
            return
        self._shut = True
        self._reading.stop()
        await self._writing.stop()

    @abstractmethod
    def _rows(self, question: str, values: tuple[object, ...]) -> list[Row] | Exception:
        """The answer of the database, in the thread that reads. `?` is the place of a value."""

    @abstractmethod
    def _summary(self, row: Row) -> TableSummary:
        """From what `SELECT_SUMMARY` asks for."""

    def _write(self, job: Job) -> Future[Any]:
        if self._shut:
            raise NotKept("the store is closed")
        return self._writing.ask(job)

    async def _ask(self, question: str, *values: object) -> list[Row]:
        rows: list[Row] = await self._reading.ask((question, values))
        return rows

    def _read(self, questions: list[Question]) -> list[list[Row] | Exception]:
        return [self._rows(*question) for question in questions]

    def _end(self) -> None:
        self._reading.join()  # the last to leave SQLite moves the write-ahead log into the file
        self._writer.close()
