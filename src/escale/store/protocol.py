"""The interface of a store. It knows neither games nor tables, only numbered entries of bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol, TypeAlias

Status: TypeAlias = Literal["gathering", "playing", "over"]
OnAppended: TypeAlias = Callable[[int | Exception], None]
"""Gets the number of the new entry, or the exception that `append` would raise."""


class BadDatabase(ValueError):
    """Not a database of Escale, or one of a newer version. The message says which."""


class Conflict(Exception):
    """Somebody else appended first. Nothing was written: read the new entries and decide again."""


class StoreError(Exception):
    """A read or write failed (a full disk, a lost connection).

    A failed write left nothing behind as far as the store can tell: if the connection was lost
    during the commit, the database may have committed. Reading again tells.
    """


def store_error(problem: Exception, message: str = "") -> StoreError:
    error = StoreError(message or str(problem))
    error.__cause__ = problem
    return error


def error_kind(problem: StoreError) -> str:
    """The kind of the cause for the log, such as `DiskFull` or `SQLITE_FULL`. The message itself
    may quote the data, which must not be logged."""
    cause = problem.__cause__ or problem
    return str(getattr(cause, "sqlite_errorname", type(cause).__name__))


class OutcomeUnknown(StoreError):
    """A write failed and the table cannot be read either: it may or may not have been written."""


@dataclass(frozen=True, slots=True)
class TableSummary:
    """What the house knows about a table without reading its log.

    The field names are those of export files.
    """

    table: str
    game: str
    status: Status
    code: str | None = None  # a short code to join by; unique among all tables
    listed: bool = False  # in the list of open tables
    wake: int | None = None  # wall time (ms) at which to open the table even if nobody asks
    guests: tuple[str, ...] = ()  # hashes of the guests whose table this is
    summary: bytes = b""  # JSON that lists show
    bots: bool = False  # waiting for a bot: `wake` is for a worker that runs bots


class Append(NamedTuple):
    table: str
    after: int
    entry: bytes
    summary: TableSummary | None


def checked_append(table: str, after: int, entry: bytes, summary: TableSummary | None) -> Append:
    if summary is None and after == 0:
        raise ValueError(f"table {table}: the first entry needs a summary")
    if summary is not None and summary.table != table:
        raise ValueError(f"table {table}: the summary is of table {summary.table}")
    return Append(table, after, entry, summary)


MAX_DOWNTIMES = 1000  # recorded; the oldest are deleted


@dataclass(frozen=True, slots=True)
class Downtime:
    """No server ran from some time after `since` until `until` (wall time, ms)."""

    since: int
    until: int


class Store(Protocol):
    async def append(
        self, table: str, after: int, entry: bytes, summary: TableSummary | None = None
    ) -> int:
        """Write entry number `after + 1`, and the summary if given. Durable on return.

        Raises `Conflict` if the table has another number of entries or another table has the code
        of the summary; `StoreError` if the write fails.
        """
        ...

    def append_nowait(
        self,
        table: str,
        after: int,
        entry: bytes,
        summary: TableSummary | None,
        on_appended: OnAppended,
    ) -> None:
        """`append` with a callback in the event loop instead of a future."""
        ...

    async def entries_after(self, table: str, number: int) -> Sequence[bytes]:
        """The entries after this number; none if there is no such table."""
        ...

    async def summary(self, table: str) -> TableSummary | None: ...

    async def changes_after(
        self, table: str, number: int
    ) -> tuple[Sequence[bytes], TableSummary] | None:
        """The entries after this number and the current summary; None if there are none."""
        ...

    async def table_with_code(self, code: str) -> str | None: ...

    async def listed_tables(self, limit: int) -> Sequence[TableSummary]:
        """The open tables, last changed first."""
        ...

    async def newest_tables(self, limit: int) -> Sequence[TableSummary]:
        """The tables that were made last, those first."""
        ...

    async def tables_of_guest(self, guest: str, limit: int) -> Sequence[TableSummary]:
        """The tables of a guest, last changed first."""
        ...

    async def due_tables(self, until: int, limit: int) -> Sequence[str]:
        """Tables whose wake time is not after `until`, earliest first."""
        ...

    async def entry_counts(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of entries of each of these tables that exists."""
        ...

    async def table_names(self, after: str, limit: int) -> Sequence[str]:
        """All tables in the order of their names, one page at a time."""
        ...

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
        """Lease tables that are due by `until` (for bots, or not) and leased by no other worker.

        Leases last `duration` ms; those of the tables in `held` are renewed. Tables in `exclude`
        cannot be opened by this worker: it leaves them to others.
        """
        ...

    async def finished_tables(self, limit: int) -> Sequence[str]:
        """Tables whose match is over, those that ended first."""
        ...

    async def delete(self, tables: Sequence[str]) -> None:
        """Delete the entries, summaries and guests of tables. Backups still have them."""
        ...

    async def replace_entries(self, table: str, bodies: Mapping[int, bytes]) -> None:
        """Overwrite entries, by their numbers. Only to erase: what follows from them must not
        change."""
        ...

    async def document(self, name: str) -> tuple[int, bytes]:
        """The version and the body of a document of the house; (0, b"") if there is none."""
        ...

    async def write_document(self, name: str, after: int, body: bytes) -> None:
        """Write version `after + 1`. Raises `Conflict` if the document has another version."""
        ...

    async def record_alive(self, now: int) -> None:
        """Record that the server runs: after a crash, downtime is counted from the last record."""
        ...

    def now(self) -> int:
        """Wall time in ms, the same for all workers. It never goes back."""
        ...

    def opened_at(self) -> int:
        """Wall time (ms) at opening; later than the clock if that was set back meanwhile."""
        ...

    def downtimes(self) -> Sequence[Downtime]:
        """The recorded downtimes, oldest first."""
        ...

    async def close(self) -> None: ...
