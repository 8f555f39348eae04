"""Appends that share a transaction: which of them hold, and the rows that they come to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from escale.store.protocol import Append, Conflict, TableSummary

Row: TypeAlias = tuple[Any, ...]


@dataclass(slots=True)
class Known:
    """What the writer remembers of a table, to judge an append without a question to the file."""

    id: int
    count: int = 0
    code: str | None = None
    guests: tuple[str, ...] = ()


@dataclass(slots=True)
class Memory:
    """What the writer remembers. It may forget any table at any time, but must not be wrong."""

    last_table: int
    last_entry: int
    known: dict[str, Known] = field(default_factory=dict)


class Batch:
    """Judges appends one after the other, each as if those before it were kept.

    It runs ahead of the file: if the rows cannot be kept, what is `known` must be forgotten.
    """

    def __init__(self, memory: Memory, owners: Mapping[str, str | None]) -> None:
        self.memory = memory
        self.owners = dict(owners)  # of every code that an append could take
        self.entries: list[Row] = []
        self.summaries: dict[int, Row] = {}  # by table: only the last summary of each is written
        self.guests: dict[tuple[str, int], bool] = {}  # those who came, and those who left

    def judge(self, append: Append) -> int | Conflict:
        """The number of the entry."""
        table, after, entry, summary = append
        memory = self.memory
        known = memory.known.get(table)
        count = known.count if known else 0
        if after != count:
            return Conflict(f"table {table} has {count} entries, not {after}")
        if summary and self._taken(summary, known):
            return Conflict(f"code {summary.code} is taken")
        if known is None:
            memory.last_table += 1
            known = memory.known[table] = Known(memory.last_table)
        memory.last_entry += 1
        known.count += 1
        self.entries.append((memory.last_entry, known.id, known.count, entry))
        if summary:
            self._write(summary, known)
        return known.count

    def _taken(self, summary: TableSummary, known: Known | None) -> bool:
        if summary.code is None or (known and known.code == summary.code):
            return False
        return self.owners.get(summary.code) is not None

    def _write(self, summary: TableSummary, known: Known) -> None:
        if summary.code != known.code:
            if known.code is not None:
                self.owners[known.code] = None
            if summary.code is not None:
                self.owners[summary.code] = summary.table
            known.code = summary.code
        if summary.guests != known.guests:
            for guest in {*known.guests, *summary.guests}:
                self.guests[guest, known.id] = guest in summary.guests
            known.guests = summary.guests
        self.summaries[known.id] = (
            known.id,
            summary.table,
            summary.game,
            summary.status,
            summary.code,
            summary.listed,
            summary.wake,
            json.dumps(summary.guests),
            summary.summary,
            self.memory.last_entry,
            summary.bots,
        )
