"""The thread that writes: appends that wait together share a transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import psycopg

from escale.store.base import Job
from escale.store.postgres import downtime
from escale.store.postgres.connection import LOST, Connecting, Connection
from escale.store.protocol import Append, Closed, Conflict, NotKept, not_kept

FASTER, TAKEN = -1, -2


class Writer:
    def __init__(self, connecting: Connecting, worker: str) -> None:
        self._connecting = connecting
        self._worker = worker

    def work(self, jobs: list[Job]) -> list[Any]:
        """Appends without a summary share one transaction. Those with one follow one by one, as
        their code may belong to another table; then the other jobs."""
        answers: dict[int, Any] = {}
        bare = [
            (place, job)
            for place, job in enumerate(jobs)
            if isinstance(job, Append) and job.summary is None
        ]
        told = self._append([job for _, job in bare])
        answers.update(zip((place for place, _ in bare), told, strict=True))
        for place, job in enumerate(jobs):
            if place not in answers:
                answers[place] = self._keep(job) if isinstance(job, Append) else self._done(job)
        return [answers[place] for place in range(len(jobs))]

    def do(self, ask: Callable[[Connection], Any]) -> Any:
        return self._connecting.once(ask)

    def alive(self, now: int) -> tuple[int, tuple[Closed, ...]]:
        def note(connection: Connection) -> tuple[int, tuple[Closed, ...]]:
            downtime.note_alive(connection, self._worker, now)
            return downtime.database_now(connection), downtime.closings(connection)

        told: tuple[int, tuple[Closed, ...]] = self.do(note)
        return told

    def forget(self, table: str) -> None:
        self.do(lambda one: one.execute("DELETE FROM tables WHERE name = %s", [table]))

    def close(self) -> None:
        with suppress(psycopg.Error):
            self.do(lambda connection: downtime.leave(connection, self._worker))
        self._connecting.close()

    def _append(self, appends: Sequence[Append]) -> list[int | Exception]:
        """In the order of their names: two workers that lock the same rows must not cross."""
        if not appends:
            return []
        order = sorted(range(len(appends)), key=lambda place: appends[place].table)
        given = [appends[place] for place in order]
        try:
            numbers = self._connecting.once(lambda one: _appended(one, given))
        except LOST as problem:
            return [NotKept(f"the database was lost: {problem}") for _ in appends]
        except Exception as problem:
            if len(appends) == 1:
                return [NotKept(f"{type(problem).__name__}: {problem}")]
            # One of them is at fault, such as a text that is no Unicode: not the others.
            return [self._append([one])[0] for one in appends]
        told: list[int | Exception] = [0] * len(appends)
        for place, number in zip(order, numbers, strict=True):
            told[place] = _verdict(number, appends[place])
        return told

    def _keep(self, append: Append) -> int | Exception:
        try:
            number = self._connecting.once(lambda one: _kept(one, append))
        except Exception as problem:
            return NotKept(f"{type(problem).__name__}: {problem}")
        return _verdict(number, append)

    def _done(self, job: Callable[[], Any]) -> Any:
        try:
            return job()
        except Exception as problem:
            return not_kept(problem)


def _verdict(number: int, append: Append) -> int | Exception:
    if number == FASTER:
        return Conflict(f"table {append.table} has another number of entries than {append.after}")
    if number == TAKEN:
        assert append.summary
        return Conflict(f"code {append.summary.code} is taken")
    return number


def _appended(connection: Connection, appends: Sequence[Append]) -> list[int]:
    row = connection.execute(
        "SELECT escale_append(%s::text[], %s::bigint[], %s::bytea[])",
        [
            [append.table for append in appends],
            [append.after for append in appends],
            [append.entry for append in appends],
        ],
    ).fetchone()
    assert row
    numbers: list[int] = row[0]
    return numbers


def _kept(connection: Connection, append: Append) -> int:
    summary = append.summary
    assert summary
    row = connection.execute(
        "SELECT escale_keep(%s, %s, %s, %s, %s, %s, %s, %s::bigint, %s, %s::text[], %s)",
        [
            *(append.table, append.after, append.entry, summary.game, summary.status, summary.code),
            *(summary.listed, summary.wake, summary.bots, list(summary.guests), summary.summary),
        ],
    ).fetchone()
    assert row
    number: int = row[0]
    return number
