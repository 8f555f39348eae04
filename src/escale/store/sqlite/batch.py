"""Decides which appends of a batch succeed, and builds the rows to write for them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from escale.store.base import Row
from escale.store.protocol import Append, Conflict, TableSummary


@dataclass(slots=True)
class CachedTable:
    """What the writer needs of a table to check an append without a query."""

    id: int
    count: int = 0
    code: str | None = None
    guests: tuple[str, ...] = ()


@dataclass(slots=True)
class WriterCache:
    """Tables may be dropped from the cache at any time, but it must never be stale."""

    last_table: int
    last_entry: int
    tables: dict[str, CachedTable] = field(default_factory=dict)


class Batch:
    """Checks appends in order, each as if those before it were written.

    It updates the cache before the rows are written: if the transaction fails, the cached tables
    must be dropped.
    """

    def __init__(self, cache: WriterCache, owners: Mapping[str, str | None]) -> None:
        self.cache = cache
        self.owners = dict(owners)  # of every code that an append could take
        self.entries: list[Row] = []
        self.summaries: dict[int, Row] = {}  # by table: only the last summary of each is written
        self.guests: dict[tuple[str, int], bool] = {}  # True: to insert; False: to delete

    def add(self, append: Append) -> int | Conflict:
        name, after, entry, summary = append
        cache = self.cache
        table = cache.tables.get(name)
        count = table.count if table else 0
        if after != count:
            return Conflict(f"table {name} has {count} entries, not {after}")
        if summary and self._is_code_taken(summary, table):
            return Conflict(f"code {summary.code} is taken")
        if table is None:
            cache.last_table += 1
            table = cache.tables[name] = CachedTable(cache.last_table)
        cache.last_entry += 1
        table.count += 1
        self.entries.append((cache.last_entry, table.id, table.count, entry))
        if summary:
            self._add_summary(summary, table)
        return table.count

    def _is_code_taken(self, summary: TableSummary, table: CachedTable | None) -> bool:
        if summary.code is None or (table and table.code == summary.code):
            return False
        return self.owners.get(summary.code) is not None

    def _add_summary(self, summary: TableSummary, table: CachedTable) -> None:
        if summary.code != table.code:
            if table.code is not None:
                self.owners[table.code] = None
            if summary.code is not None:
                self.owners[summary.code] = summary.table
            table.code = summary.code
        if summary.guests != table.guests:
            for guest in {*table.guests, *summary.guests}:
                self.guests[guest, table.id] = guest in summary.guests
            table.guests = summary.guests
        self.summaries[table.id] = (
            table.id,
            summary.table,
            summary.game,
            summary.status,
            summary.code,
            summary.listed,
            summary.wake,
            json.dumps(summary.guests),
            summary.summary,
            self.cache.last_entry,
            summary.bots,
        )
