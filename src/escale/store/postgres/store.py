"""A store in PostgreSQL, for many workers: of two appends with the same number, one fails."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Sequence
from functools import partial

import psycopg

from escale.store.base import SELECT_SUMMARY, Row, ThreadedStore
from escale.store.postgres import downtime
from escale.store.postgres.connection import Reconnecting
from escale.store.postgres.schema import MIGRATIONS, migrate
from escale.store.postgres.writer import PostgresWriter
from escale.store.protocol import TableSummary, store_error

log = logging.getLogger("escale.store")

STARTUP_TIMEOUT = 30.0  # seconds, for a database that starts together with its workers


class PostgresStore(ThreadedStore[PostgresWriter]):
    """If the database cannot be reached, a job fails at once and the next one reconnects. All
    workers use the clock of the database: the clocks of two machines differ, and no turn should
    be shorter on one of them.
    """

    @classmethod
    def open(
        cls, url: str, now: int | None = None, migrations: Sequence[str] = MIGRATIONS
    ) -> PostgresStore:
        """Raises `BadDatabase` or `OSError`, with the reason in one line.

        Blocking: call it before the event loop is busy. Waits for a database that is starting.
        `now` replaces the clock of the database in tests.
        """
        until = time.monotonic() + STARTUP_TIMEOUT
        waiting = False
        while True:
            try:
                return cls(url, now, migrations)
            except psycopg.OperationalError as problem:
                if time.monotonic() > until or not _may_be_starting(problem):
                    raise OSError(f"the database cannot be opened: {_line(problem)}") from None
                if not waiting:
                    waiting = True
                    log.warning("no connection to the database: retrying for %d s", STARTUP_TIMEOUT)
            except psycopg.Error as problem:
                raise OSError(f"the database cannot be opened: {_line(problem)}") from None
            time.sleep(0.5)

    def __init__(self, url: str, now: int | None, migrations: Sequence[str]) -> None:
        self.worker = secrets.token_hex(8)
        writing, reading = Reconnecting(url), Reconnecting(url)
        connection = writing.connection()
        try:
            migrate(connection, migrations)
            self._has_fixed_clock = now is not None
            now = downtime.database_now(connection) if now is None else now
            opened_at, downtimes, self.others = downtime.register_worker(
                connection, self.worker, now
            )
            reading.connection()
        except BaseException:
            writing.close()
            reading.close()
            raise
        self._reader = reading
        writer = PostgresWriter(writing, self.worker)
        super().__init__(opened_at, downtimes, writer, reading.close)

    async def changes_after(
        self, table: str, number: int
    ) -> tuple[Sequence[bytes], TableSummary] | None:
        """In one query, since it runs after every move that another worker wrote."""
        rows = await self._query(
            f"{SELECT_SUMMARY}, body FROM tables JOIN entries ON table_id = id"
            " WHERE name = ? AND number > ? ORDER BY number",
            table,
            number,
        )
        return ([row[-1] for row in rows], self._summary(rows[-1][:-1])) if rows else None

    async def tables_of_guest(self, guest: str, limit: int) -> Sequence[TableSummary]:
        rows = await self._query(
            f"{SELECT_SUMMARY} FROM tables WHERE guests @> ARRAY[?] ORDER BY changed DESC LIMIT ?",
            guest,
            limit,
        )
        return [self._summary(row) for row in rows]

    async def entry_counts(self, tables: Sequence[str]) -> dict[str, int]:
        rows = await self._query("SELECT name, count FROM tables WHERE name = ANY(?)", list(tables))
        return dict(rows)

    async def table_names(self, after: str, limit: int) -> Sequence[str]:
        rows = await self._query(
            'SELECT name FROM tables WHERE name COLLATE "C" > ? ORDER BY name COLLATE "C" LIMIT ?',
            after,
            limit,
        )
        return [name for (name,) in rows]

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
        take = partial(
            downtime.lease,
            worker=self.worker,
            now=self.now(),
            until=until,
            limit=limit,
            bots=bots,
            duration=duration,
            held=held,
            exclude=exclude,
        )
        found: list[str] = await self._write(partial(self._writer.execute, take))
        return found

    async def record_alive(self, now: int) -> None:
        """Also adjusts the clock to the database, and reads downtimes that others recorded."""
        database_now, self._downtimes = await self._write(partial(self._writer.record_alive, now))
        if not self._has_fixed_clock:
            self._clock.set(database_now)

    def _rows(self, statement: str, values: tuple[object, ...]) -> list[Row] | Exception:
        query = statement.replace("?", "%s")
        try:
            return self._reader.run_with_retry(lambda one: one.execute(query, values).fetchall())
        except (psycopg.DataError, psycopg.ProgrammingError, psycopg.InternalError) as problem:
            return problem  # an invalid query, or damaged pages; the others of the batch go on
        except psycopg.Error as problem:
            return store_error(problem, f"the database cannot be reached: {_line(problem)}")
        except Exception as problem:  # such as invalid Unicode
            return problem

    def _summary(self, row: Row) -> TableSummary:
        table, game, status, code, listed, wake, guests, summary, bots = row
        return TableSummary(table, game, status, code, listed, wake, tuple(guests), summary, bots)


def _may_be_starting(problem: psycopg.OperationalError) -> bool:
    """False if the server refuses us or cannot exist: waiting would not help."""
    permanent = (
        *("authentication", "does not exist", "no pg_hba.conf", "permission denied"),
        *("resolve host", "could not translate"),
    )
    return not any(words in str(problem) for words in permanent)


def _line(problem: Exception) -> str:
    return str(problem).strip().splitlines()[0] if str(problem).strip() else type(problem).__name__
