"""Tables on their way from one store to another: a line of JSON each.

What was kept is carried along to the letter, so that a match can be proved wherever it goes.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

import msgspec

from escale.store.protocol import Conflict, Store, TableSummary

FORM = 1
SOME = 200  # names asked for at once


class BadFile(ValueError):
    """Not a file of tables, or not one that is known here. The message says why, and the line."""


class Head(msgspec.Struct, frozen=True):
    escale_tables: int


class Foot(msgspec.Struct, frozen=True):
    """The last line: a file that was cut off, even between two lines, has none."""

    end_of_tables: int  # how many there were


class Carried(msgspec.Struct, frozen=True):
    """A table. Entries and summary are JSON, as texts."""

    summary: TableSummary = msgspec.field(name="card")  # the name in files since form 1
    entries: tuple[str, ...]


Judge: TypeAlias = Callable[[TableSummary, Sequence[bytes]], TableSummary]
"""The summary that a table has by its entries. A `ValueError` says what is wrong with them."""

_encode = msgspec.json.Encoder().encode


async def exported(store: Store, tables: Sequence[str] = ()) -> AsyncIterator[bytes]:
    """The lines of a file with these tables, or with all."""
    yield _encode(Head(FORM)) + b"\n"
    count = 0
    async for name in _names(store, tables):
        yield _encode(await _carried(store, name)) + b"\n"
        count += 1
    yield _encode(Foot(count)) + b"\n"


async def _carried(store: Store, name: str) -> Carried:
    """In an open house somebody may move meanwhile: the summary must be that of these entries."""
    summary = await store.summary(name)
    while summary is not None:
        entries = await store.since(name, 0)
        before, summary = summary, await store.summary(name)
        if summary == before:
            return Carried(summary, tuple(body.decode() for body in entries))
    raise BadFile(f"there is no table {name}")


async def _names(store: Store, tables: Sequence[str]) -> AsyncIterator[str]:
    for name in tables:
        yield name
    last = ""
    while not tables and (some := await store.names(last, SOME)):
        for name in some:
            yield name
        last = some[-1]


class Told(msgspec.Struct):
    """What became of the tables of a file."""

    new: int = 0
    known: int = 0  # they were there already, with all that the file has
    codes: int = 0  # they lost their code, because another table has it


def _believed(summary: TableSummary, _: Sequence[bytes]) -> TableSummary:
    return summary


async def imported(store: Store, lines: Iterable[bytes], judge: Judge = _believed) -> Told:
    """Import tables with the summaries that `judge` returns.

    A table that exists must begin with the same entries and gets the missing ones. Each append is
    durable, so an interrupted import can be repeated."""
    told = Told()
    rows = enumerate(lines, start=1)
    _check_head(next(rows, (1, b""))[1])
    for number, line in rows:
        if _is_foot(line, number - 2):
            return told
        try:
            carried = msgspec.json.decode(line, type=Carried)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as problem:
            raise BadFile(f"line {number}: {problem}") from None
        bodies = [text.encode() for text in carried.entries]
        if not bodies:
            raise BadFile(f"line {number}: table {carried.summary.table!r} has no entries")
        try:
            summary = judge(carried.summary, bodies)
        except ValueError as problem:
            raise BadFile(f"line {number}: table {carried.summary.table!r}: {problem}") from None
        await _take_in(store, summary, bodies, told, number)
    raise BadFile(
        f"its end is missing: {told.new + told.known} tables came through, others may be lost"
    )


def _is_foot(line: bytes, tables: int) -> bool:
    """After so many tables."""
    if not line.startswith(b'{"end_of_tables"'):
        return False
    try:
        foot = msgspec.json.decode(line, type=Foot)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return False
    if foot.end_of_tables != tables:
        raise BadFile(f"it has {tables} tables, and should have {foot.end_of_tables}")
    return True


def _check_head(line: bytes) -> None:
    try:
        form = msgspec.json.decode(line, type=Head).escale_tables
    except (msgspec.MsgspecError, UnicodeError):
        raise BadFile("line 1: this is no file of tables") from None
    if form != FORM:
        raise BadFile(f"line 1: form {form} of such files is not known here")


async def _take_in(
    store: Store, summary: TableSummary, bodies: Sequence[bytes], told: Told, line: int
) -> None:
    name = summary.table
    there = await store.since(name, 0)
    same = min(len(there), len(bodies))
    if list(there[:same]) != bodies[:same]:
        raise BadFile(f"line {line}: another table {name} is there already")
    if len(there) >= len(bodies):
        told.known += 1
        return
    if summary.code is not None and await store.with_code(summary.code) not in (None, name):
        summary = replace(summary, code=None)
        told.codes += 1
    for after in range(len(there), len(bodies)):
        last = after == len(bodies) - 1
        bare = replace(summary, wake=None, code=None) if after == 0 else None
        try:
            await store.append(name, after, bodies[after], summary if last else bare)
        except Conflict:
            raise BadFile(f"line {line}: somebody plays at table {name}") from None
    told.new += 1
