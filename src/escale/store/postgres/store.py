"""A store in PostgreSQL: many workers append, and the number decides who was first."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Sequence
from functools import partial

import psycopg

from escale.store.base import SELECT_SUMMARY, ThreadedStore
from escale.store.batch import Row
from escale.store.postgres import downtime
from escale.store.postgres.connection import Connecting
from escale.store.postgres.schema import MIGRATIONS, migrate
from escale.store.postgres.writer import Writer
from escale.store.protocol import TableSummary, not_kept

log = logging.getLogger("escale.store")

PATIENCE = 30.0  # seconds, for a database that starts with its workers


class PostgresStore(ThreadedStore[Writer]):
    """When the database cannot be reached, what is asked fails at once, and the next question tries
    again. All workers go by the database's clock: those of two machines differ by seconds, and
    nobody's turn should be shorter on one of them.
    """

    @classmethod
    def open(
        cls, url: str, now: int | None = None, migrations: Sequence[str] = MIGRATIONS
    ) -> PostgresStore:
        """Raises `BadDatabase` or `OSError`; each says why in one line.

        Blocks: call it before the event loop has other things to do. `now`: another time than the
        database's, for tests. A database that is only just starting is waited for.
        """
        until = time.monotonic() + PATIENCE
        waiting = False
        while True:
            try:
                return cls(url, now, migrations)
            except psycopg.OperationalError as problem:
                if time.monotonic() > until or not _may_come(problem):
                    raise OSError(f"the database cannot be opened: {_line(problem)}") from None
                if not waiting:
                    waiting = True
                    log.warning("the database does not answer: it is waited for %d s", PATIENCE)
            except psycopg.Error as problem:
                raise OSError(f"the database cannot be opened: {_line(problem)}") from None
            time.sleep(0.5)

    def __init__(self, url: str, now: int | None, migrations: Sequence[str]) -> None:
        self.worker = secrets.token_hex(8)
        writing, reading = Connecting(url), Connecting(url)
        connection = writing.connection()
        try:
            migrate(connection, migrations)
            self._set = now is not None
            now = downtime.database_now(connection) if now is None else now
            opened, closed, self.others = downtime.come(connection, self.worker, now)
            reading.connection()
        except BaseException:
            writing.close()
            reading.close()
            raise
        self._reader = reading
        super().__init__(opened, closed, Writer(writing, self.worker), reading.close)

    async def news(self, table: str, number: int) -> tuple[Sequence[bytes], TableSummary] | None:
        """One question: it is asked after every move that came through another worker."""
        rows = await self._ask(
            f"{SELECT_SUMMARY}, body FROM tables JOIN entries ON table_id = id"
            " WHERE name = ? AND number > ? ORDER BY number",
            table,
            number,
        )
        return ([row[-1] for row in rows], self._summary(rows[-1][:-1])) if rows else None

    async def of_guest(self, guest: str, most: int) -> Sequence[TableSummary]:
        rows = await self._ask(
            f"{SELECT_SUMMARY} FROM tables WHERE guests @> ARRAY[?] ORDER BY changed DESC LIMIT ?",
            guest,
            most,
        )
        return [self._summary(row) for row in rows]

    async def numbers(self, tables: Sequence[str]) -> dict[str, int]:
        rows = await self._ask("SELECT name, count FROM tables WHERE name = ANY(?)", list(tables))
        return dict(rows)

    async def names(self, after: str, most: int) -> Sequence[str]:
        rows = await self._ask(
            'SELECT name FROM tables WHERE name COLLATE "C" > ? ORDER BY name COLLATE "C" LIMIT ?',
            after,
            most,
        )
        return [name for (name,) in rows]

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
        take = partial(
            downtime.lease,
            worker=self.worker,
            now=self.now(),
            until=until,
            most=most,
            bots=bots,
            lasts=lasts,
            held=held,
            but=but,
        )
        found: list[str] = await self._write(partial(self._writer.do, take))
        return found

    async def alive(self, now: int) -> None:
        """Also the moment to look at the database's clock, and at closings that others noted."""
        told, closed = await self._write(partial(self._writer.alive, now))
        if not self._set:
            self._clock.set(told)
        self._closed = closed

    def _rows(self, question: str, values: tuple[object, ...]) -> list[Row] | Exception:
        asked = question.replace("?", "%s")
        try:
            return self._reader.again(lambda one: one.execute(asked, values).fetchall())
        except (psycopg.DataError, psycopg.ProgrammingError) as problem:
            return problem  # the question makes no sense; the others have answers
        except psycopg.Error as problem:
            return not_kept(problem, f"the database cannot be reached: {_line(problem)}")
        except Exception as problem:  # a text that is no Unicode, say
            return problem

    def _summary(self, row: Row) -> TableSummary:
        table, game, status, code, listed, wake, guests, summary, bots = row
        return TableSummary(table, game, status, code, listed, wake, tuple(guests), summary, bots)


def _may_come(problem: psycopg.OperationalError) -> bool:
    """Is this a server that is not there yet, and not one that does not want us?"""
    wants_us_not = (
        *("authentication", "does not exist", "no pg_hba.conf", "permission denied"),
        *("resolve host", "could not translate"),
    )
    return not any(words in str(problem) for words in wants_us_not)


def _line(problem: Exception) -> str:
    return str(problem).strip().splitlines()[0] if str(problem).strip() else type(problem).__name__
