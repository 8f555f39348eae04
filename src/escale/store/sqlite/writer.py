"""The one who writes to the file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from itertools import chain
from typing import TypeAlias

from escale.store.base import Job
from escale.store.batch import Batch, Known, Memory, Row
from escale.store.protocol import Append, Conflict, NotKept, not_kept

Answer: TypeAlias = int | Conflict | NotKept | None

MOST_KNOWN = 20_000  # tables remembered; some 300 bytes each
MOST_ROWS = 256  # in one statement

ENTRIES = "INSERT INTO entries (id, table_id, number, body) VALUES"
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
GUESTS = "INSERT OR IGNORE INTO guests (guest, table_id) VALUES"

RECALL = """
    SELECT name, id, code, guests,
        (SELECT max(number) FROM entries WHERE table_id = tables.id)
    FROM tables
    WHERE name IN (SELECT value FROM json_each(?)) OR code IN (SELECT value FROM json_each(?))
"""


class Writer:
    """Keeps appends, all that are given together in one transaction.

    Between statements Python may hand its lock to a busy event loop, and wait long to get it
    back. So a batch is judged in memory and written in a handful of statements, however large.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._memory = Memory(
            last_table=self._last("SELECT max(id) FROM tables"),
            last_entry=self._last("SELECT max(id) FROM entries"),
        )

    def work(self, jobs: list[Job]) -> list[Answer]:
        """Appends first, then the rest."""
        kept = iter(self.keep([job for job in jobs if isinstance(job, Append)]))
        return [next(kept) if isinstance(job, Append) else self._do(job) for job in jobs]

    def keep(self, appends: Sequence[Append]) -> Sequence[Answer]:
        """A number for every entry that is on the disk now, and the reason for every other one."""
        if not appends:
            return []
        try:
            return self._kept(appends)
        except sqlite3.OperationalError as problem:  # no fault of theirs: a full disk, say
            return [NotKept(str(problem)) for _ in appends]
        except Exception as problem:
            if len(appends) == 1:
                return [NotKept(f"{type(problem).__name__}: {problem}")]
            # One of them is at fault: a text that is no Unicode, a number too large. Or two
            # tables exchange their codes, and a code is claimed before its old owner gives it up.
            return list(chain.from_iterable(self.keep([append]) for append in appends))

    def alive(self, now: int) -> None:
        with self._transaction():
            note_alive(self._connection, now)

    def forget(self, table: str) -> None:
        with self._transaction():
            for (number,) in self._rows("SELECT id FROM tables WHERE name = ?", table):
                self._rows("DELETE FROM entries WHERE table_id = ?", number)
                self._rows(
                    "DELETE FROM guests WHERE table_id = ?1 AND guest IN"
                    " (SELECT value FROM tables, json_each(tables.guests) WHERE tables.id = ?1)",
                    number,
                )
                self._rows("DELETE FROM tables WHERE id = ?", number)
        self._memory.known.pop(table, None)
        self._rows("PRAGMA wal_checkpoint(TRUNCATE)")  # it is in the write-ahead log as well

    def close(self) -> None:
        self._connection.close()

    def _do(self, job: Callable[[], None]) -> NotKept | None:
        try:
            job()
        except Exception as problem:
            return not_kept(problem)
        return None

    def _kept(self, appends: Sequence[Append]) -> list[Answer]:
        with self._transaction():
            batch = Batch(self._memory, self._recall(appends))
            answers: list[Answer] = [batch.judge(append) for append in appends]
            self._write(batch)
        return answers

    def _recall(self, appends: Sequence[Append]) -> dict[str, str | None]:
        """Learn of every table that is unknown; returns who has the codes that are asked for."""
        known = self._memory.known
        if len(known) > MOST_KNOWN:
            known.clear()
        names = {append.table for append in appends if append.table not in known}
        codes = {
            summary.code
            for table, _, _, summary in appends
            if summary and (table in names or summary.code != known[table].code)
        }
        owners: dict[str, str | None] = {}
        if names or codes:
            asked = json.dumps([*names]), json.dumps([*codes])
            for name, number, code, guests, count in self._rows(RECALL, *asked):
                known[name] = Known(number, count, code, tuple(json.loads(guests)))
                owners[code] = name
        return owners

    def _write(self, batch: Batch) -> None:
        self._insert(ENTRIES, batch.entries)
        self._insert(INSERT_SUMMARIES, list(batch.summaries.values()), ON_EXISTING_SUMMARY)
        self._insert(GUESTS, [row for row, here in batch.guests.items() if here])
        for guest, number in (row for row, here in batch.guests.items() if not here):
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
        """All of it is on the disk at the end, or nothing is, and nothing is remembered."""
        self._rows("BEGIN IMMEDIATE")
        try:
            yield
            self._rows("COMMIT")
        except BaseException:
            self._memory.known.clear()
            with suppress(sqlite3.Error):
                self._connection.rollback()
            raise

    def _last(self, question: str) -> int:
        ((last,),) = self._rows(question)
        return last or 0

    def _rows(self, statement: str, *values: object) -> list[Row]:
        return self._connection.execute(statement, values).fetchall()


def note_alive(connection: sqlite3.Connection, now: int) -> None:
    connection.execute("INSERT OR REPLACE INTO meta VALUES ('alive', ?)", [now])


def _step(rows: int) -> int:
    """A power of two, so that a few statements, prepared once, serve any number of rows."""
    return min(1 << rows.bit_length() - 1, MOST_ROWS)


@cache
def _statement(what: str, width: int, rows: int, otherwise: str) -> str:
    row = f"({', '.join('?' * width)})"
    return f"{what} {', '.join([row] * rows)}{otherwise}"
