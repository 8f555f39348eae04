"""What the tables ask of a store. It knows no game and no table: only numbered entries of bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol, TypeAlias

Status: TypeAlias = Literal["gathering", "playing", "over"]
Kept: TypeAlias = Callable[[int | Exception], None]


class Conflict(Exception):
    """Somebody else appended first. Nothing was kept: read what is new, and decide again."""


class NotKept(Exception):
    """The store could not keep this (a full disk, say). Nothing of it was kept, as far as it can
    tell: a database that is lost in the middle of it may have done it all the same. Whoever reads
    again knows."""


def not_kept(problem: Exception, told: str = "") -> NotKept:
    """With its cause, for those who look after the house."""
    answer = NotKept(told or str(problem))
    answer.__cause__ = problem
    return answer


def kind_of(problem: NotKept) -> str:
    """Of its cause, in a word, such as `DiskFull` or `SQLITE_FULL`: its message may quote what was
    to be kept."""
    cause = problem.__cause__ or problem
    return str(getattr(cause, "sqlite_errorname", type(cause).__name__))


class Unsure(NotKept):
    """It cannot be read either: nobody can tell whether it was kept."""


@dataclass(frozen=True, slots=True)
class TableSummary:
    """What the house knows of a table without reading its log."""

    table: str
    game: str
    status: Status
    code: str | None = None  # a short code to join by; no two tables have the same one
    listed: bool = False  # in the list of open tables
    wake: int | None = None  # wall time (ms) at which to look after it even if nobody asks
    guests: tuple[str, ...] = ()  # whose tables these are
    summary: bytes = b""  # what lists show of it
    bots: bool = False  # bots are awaited: the table wakes for them


class Append(NamedTuple):
    """What `append` is asked to keep."""

    table: str
    after: int
    entry: bytes
    summary: TableSummary | None


def append_of(table: str, after: int, entry: bytes, summary: TableSummary | None) -> Append:
    if summary is None and after == 0:
        raise ValueError(f"table {table}: the first entry must come with a summary")
    if summary is not None and summary.table != table:
        raise ValueError(f"table {table}: this is the summary of {summary.table}")
    return Append(table, after, entry, summary)


@dataclass(frozen=True, slots=True)
class Closed:
    """The house was closed from some time after `since` until `until` (wall time, ms)."""

    since: int
    until: int


class Store(Protocol):
    async def append(
        self, table: str, after: int, entry: bytes, summary: TableSummary | None = None
    ) -> int:
        """Keep entry number `after + 1`, and the summary if it changed. Durable on return.

        Raises `Conflict` if the table has another number of entries, or the code of the summary is
        taken; `NotKept` if the store cannot keep it.
        """
        ...

    def keep(
        self, table: str, after: int, entry: bytes, summary: TableSummary | None, then: Kept
    ) -> None:
        """`append` for those who do not wait: `then` gets the number, or what would be raised."""
        ...

    async def since(self, table: str, number: int) -> Sequence[bytes]:
        """The entries after this number; none for a table that is not there."""
        ...

    async def summary(self, table: str) -> TableSummary | None: ...

    async def news(self, table: str, number: int) -> tuple[Sequence[bytes], TableSummary] | None:
        """What others have kept after this number, and the summary with it; None: nothing."""
        ...

    async def with_code(self, code: str) -> str | None:
        """The table that has this code now."""
        ...

    async def listed(self, most: int) -> Sequence[TableSummary]:
        """The open tables, those that changed last first."""
        ...

    async def of_guest(self, guest: str, most: int) -> Sequence[TableSummary]:
        """The tables of a guest, those that changed last first."""
        ...

    async def due(self, until: int, most: int) -> Sequence[str]:
        """Tables that must be looked after by this time, the first ones first."""
        ...

    async def numbers(self, tables: Sequence[str]) -> dict[str, int]:
        """How many entries each of these tables has; those that are not there are left out."""
        ...

    async def names(self, after: str, most: int) -> Sequence[str]:
        """All tables, some at a time, in the order of their names."""
        ...

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
        """Tables that are due by this time (for bots, or not) and that no other worker looks after:
        from now on this one does, for `lasts` ms, and as long again those that it has `held`.

        None of those in `but`: this worker cannot open them, and leaves them to others."""
        ...

    async def alive(self, now: int) -> None:
        """Note that the house is open: after a crash this tells since when it was not."""
        ...

    def now(self) -> int:
        """The wall time of the house in ms, the same for all workers. It never goes back."""
        ...

    def opened(self) -> int:
        """The hour from which the house goes on: now, or later if the clock was set back."""
        ...

    def closed(self) -> Sequence[Closed]:
        """When the house was closed, as far back as it matters."""
        ...

    async def close(self) -> None: ...
