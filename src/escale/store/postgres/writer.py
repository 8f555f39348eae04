"""The writer of a worker. Appends that wait together share a transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import psycopg

from escale.store.base import Job
from escale.store.postgres import downtime
from escale.store.postgres.connection import CONNECTION_ERRORS, Connection, Reconnecting
from escale.store.protocol import Append, Conflict, Downtime, StoreError, store_error

CONFLICT, CODE_TAKEN = -1, -2  # what the SQL functions return


class PostgresWriter:
    def __init__(self, connection: Reconnecting, worker: str) -> None:
        self._connection = connection
        self._worker = worker

    def run(self, jobs: list[Job]) -> list[Any]:
        """Appends without a summary share one transaction. Those with one follow one by one, as
        their code may belong to another table; then the other jobs."""
        results: dict[int, Any] = {}
        bare = [
            (place, job)
            for place, job in enumerate(jobs)
            if isinstance(job, Append) and job.summary is None
        ]
        numbers = self._append([job for _, job in bare])
        results.update(zip((place for place, _ in bare), numbers, strict=True))
        for place, job in enumerate(jobs):
            if place not in results:
                results[place] = (
                    self._append_with_summary(job) if isinstance(job, Append) else self._do(job)
                )
        return [results[place] for place in range(len(jobs))]

    def execute(self, query: Callable[[Connection], Any]) -> Any:
        return self._connection.run(query)

    def record_alive(self, now: int) -> tuple[int, tuple[Downtime, ...]]:
        """Returns the time of the database, and the downtimes that other workers recorded."""

        def record(connection: Connection) -> tuple[int, tuple[Downtime, ...]]:
            downtime.record_alive(connection, self._worker, now)
            return downtime.database_now(connection), downtime.downtimes(connection)

        found: tuple[int, tuple[Downtime, ...]] = self.execute(record)
        return found

    def delete(self, tables: Sequence[str]) -> None:
        statement = "DELETE FROM tables WHERE name = ANY(%s)"
        self.execute(lambda one: one.execute(statement, [list(tables)]))

    def replace_entries(self, table: str, bodies: Mapping[int, bytes]) -> None:
        def replace(connection: Connection) -> None:
            with connection.transaction():
                connection.cursor().executemany(
                    "UPDATE entries SET body = %s WHERE number = %s"
                    " AND table_id = (SELECT id FROM tables WHERE name = %s)",
                    [(body, number, table) for number, body in bodies.items()],
                )

        self.execute(replace)

    def write_document(self, name: str, after: int, body: bytes) -> bool:
        if after == 0:
            statement = "INSERT INTO documents VALUES (%s, 1, %s) ON CONFLICT (name) DO NOTHING"
            values: list[object] = [name, body]
        else:
            statement = (
                "UPDATE documents SET version = version + 1, body = %s"
                " WHERE name = %s AND version = %s"
            )
            values = [body, name, after]
        changed: int = self.execute(lambda one: one.execute(statement, values).rowcount)
        return changed == 1

    def close(self) -> None:
        with suppress(psycopg.Error):
            self.execute(lambda connection: downtime.unregister_worker(connection, self._worker))
        self._connection.close()

    def _append(self, appends: Sequence[Append]) -> list[int | Exception]:
        """In the order of names, so that two workers never wait for each other's row locks."""
        if not appends:
            return []
        order = sorted(range(len(appends)), key=lambda place: appends[place].table)
        ordered = [appends[place] for place in order]
        try:
            numbers = self._connection.run(lambda one: _append(one, ordered))
        except CONNECTION_ERRORS as problem:
            return [
                StoreError(f"the connection to the database was lost: {problem}") for _ in appends
            ]
        except Exception as problem:
            if len(appends) == 1:
                return [StoreError(f"{type(problem).__name__}: {problem}")]
            # One of them is invalid, such as bad Unicode: the others must not fail with it.
            return [self._append([one])[0] for one in appends]
        results: list[int | Exception] = [0] * len(appends)
        for place, number in zip(order, numbers, strict=True):
            results[place] = _result(number, appends[place])
        return results

    def _append_with_summary(self, append: Append) -> int | Exception:
        try:
            number = self._connection.run(lambda one: _append_with_summary(one, append))
        except Exception as problem:
            return StoreError(f"{type(problem).__name__}: {problem}")
        return _result(number, append)

    def _do(self, job: Callable[[], Any]) -> Any:
        try:
            return job()
        except Exception as problem:
            return store_error(problem)


def _result(number: int, append: Append) -> int | Exception:
    if number == CONFLICT:
        return Conflict(f"table {append.table} does not have {append.after} entries")
    if number == CODE_TAKEN:
        assert append.summary
        return Conflict(f"code {append.summary.code} is taken")
    return number


def _append(connection: Connection, appends: Sequence[Append]) -> list[int]:
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


def _append_with_summary(connection: Connection, append: Append) -> int:
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
