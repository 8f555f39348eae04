"""Export and import of tables: a text file with one table per line, as JSON.

Entries are copied byte for byte, so that a match can be verified wherever it goes.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import msgspec

from escale.store.protocol import Conflict, Store, TableSummary

FORMAT = 1
PAGE = 200  # table names per query


class BadFile(ValueError):
    """Not an export file, or one that this version cannot read. The message names the line."""


class Header(msgspec.Struct, frozen=True):
    escale_tables: int


class Footer(msgspec.Struct, frozen=True):
    """The last line: a file that was cut off, even between two lines, has none."""

    end_of_tables: int  # how many there are


class ExportedTable(msgspec.Struct, frozen=True):
    """Entries and `TableSummary.summary` are JSON, as text."""

    summary: TableSummary = msgspec.field(name="card")  # the field name in the file
    entries: tuple[str, ...]


SummaryCheck: TypeAlias = Callable[[TableSummary, Sequence[bytes]], TableSummary]
"""Returns the summary that belongs to the entries, or raises `ValueError` if they are invalid."""

_encode = msgspec.json.Encoder().encode


async def export_tables(store: Store, tables: Sequence[str] = ()) -> AsyncIterator[bytes]:
    yield _encode(Header(FORMAT)) + b"\n"
    count = 0
    async for name in _names(store, tables):
        yield _encode(await _exported_table(store, name)) + b"\n"
        count += 1
    yield _encode(Footer(count)) + b"\n"


async def _exported_table(store: Store, name: str) -> ExportedTable:
    """Read again until the summary did not change: a running server may append meanwhile."""
    summary = await store.summary(name)
    while summary is not None:
        entries = await store.entries_after(name, 0)
        before, summary = summary, await store.summary(name)
        if summary == before:
            return ExportedTable(summary, tuple(body.decode() for body in entries))
    raise BadFile(f"there is no table {name}")


async def _names(store: Store, tables: Sequence[str]) -> AsyncIterator[str]:
    for name in tables:
        yield name
    last = ""
    while not tables and (page := await store.table_names(last, PAGE)):
        for name in page:
            yield name
        last = page[-1]


@dataclass(slots=True)
class ImportResult:
    new: int = 0
    known: int = 0  # existed already, with all entries of the file
    codes: int = 0  # lost their code, because another table has it


def _unchecked(summary: TableSummary, _: Sequence[bytes]) -> TableSummary:
    return summary


async def import_tables(
    store: Store, lines: Iterable[bytes], check: SummaryCheck = _unchecked
) -> ImportResult:
    """Import tables with the summaries that `check` returns.

    A table that exists must begin with the same entries and gets the missing ones. Each append is
    durable, so an interrupted import can be repeated.
    """
    result = ImportResult()
    rows = enumerate(lines, start=1)
    _check_header(next(rows, (1, b""))[1])
    for number, line in rows:
        if _is_footer(line, number - 2):
            return result
        try:
            exported = msgspec.json.decode(line, type=ExportedTable)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as problem:
            raise BadFile(f"line {number}: {problem}") from None
        bodies = [text.encode() for text in exported.entries]
        name = exported.summary.table
        if not bodies:
            raise BadFile(f"line {number}: table {name!r} has no entries")
        try:
            summary = check(exported.summary, bodies)
        except ValueError as problem:
            raise BadFile(f"line {number}: table {name!r}: {problem}") from None
        await _import_table(store, summary, bodies, result, number)
    raise BadFile(
        f"the file is cut off: {result.new + result.known} tables were imported,"
        " others may be missing"
    )


def _is_footer(line: bytes, tables: int) -> bool:
    """Raises `BadFile` if the footer does not count `tables` tables."""
    if not line.startswith(b'{"end_of_tables"'):
        return False
    try:
        footer = msgspec.json.decode(line, type=Footer)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return False
    if footer.end_of_tables != tables:
        raise BadFile(f"the file has {tables} tables and should have {footer.end_of_tables}")
    return True


def _check_header(line: bytes) -> None:
    try:
        version = msgspec.json.decode(line, type=Header).escale_tables
    except (msgspec.MsgspecError, UnicodeError):
        raise BadFile("line 1: not an export file") from None
    if version != FORMAT:
        raise BadFile(f"line 1: unknown export format {version}; this version reads {FORMAT}")


async def _import_table(
    store: Store,
    summary: TableSummary,
    bodies: Sequence[bytes],
    result: ImportResult,
    line: int,
) -> None:
    name = summary.table
    existing = await store.entries_after(name, 0)
    same = min(len(existing), len(bodies))
    if list(existing[:same]) != bodies[:same]:
        raise BadFile(f"line {line}: a different table {name} exists already")
    if len(existing) >= len(bodies):
        result.known += 1
        return
    if summary.code is not None and await store.table_with_code(summary.code) not in (None, name):
        summary = replace(summary, code=None)
        result.codes += 1
    for after in range(len(existing), len(bodies)):
        last = after == len(bodies) - 1
        bare = replace(summary, wake=None, code=None) if after == 0 else None
        try:
            await store.append(name, after, bodies[after], summary if last else bare)
        except Conflict:
            raise BadFile(f"line {line}: table {name} is being played at meanwhile") from None
    result.new += 1
