"""A store in PostgreSQL: many workers append, and the number decides who was first."""

from __future__ import annotations

import secrets
import time
from asyncio import Future
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

import psycopg

from escale.store.batch import Row
from escale.store.clock import SteadyClock
from escale.store.postgres import hours
from escale.store.postgres.connecting import Connecting
from escale.store.postgres.schema import MIGRATIONS, migrate
from escale.store.postgres.writer import Job, Writer
from escale.store.protocol import Card, Closed, Kept, NotKept, append_of
from escale.store.worker import Worker

Question: TypeAlias = Callable[[hours.Connection], Any]

PATIENCE = 30.0  # seconds, for a database that starts with its workers
CARDS = "SELECT name, game, status, code, listed, wake, guests, summary, bots FROM tables"
NEWS = (
    "SELECT name, game, status, code, listed, wake, guests, summary, bots, body"
    " FROM tables JOIN entries ON table_id = id WHERE name = %s AND number > %s ORDER BY number"
)


class PostgresStore:
    """A `Store`: one thread writes, another reads, and the event loop waits for neither.

    As with SQLite, whatever waits while a transaction is on its way goes into the next one. When
    the database cannot be reached, what is asked fails at once, and the next question tries again.
    All workers go by the database's clock: those of two machines differ by seconds, and nobody's
    turn should be shorter on one of them.
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
        while True:
            try:
                return cls(url, now, migrations)
            except psycopg.OperationalError as problem:
                if time.monotonic() > until or not _may_come(problem):
                    raise OSError(f"the database cannot be opened: {_line(problem)}") from None
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
            now = hours.database_now(connection) if now is None else now
            self._opened, self._closed = hours.come(connection, self.worker, now)
            reading.connection()
        except BaseException:
            writing.close()
            reading.close()
            raise
        self._clock = SteadyClock(self._opened)
        self._shut = False
        self._reader = reading
        self._writer = Writer(writing)
        self._reading: Worker[Question] = Worker("escale-read", self._read, reading.close)
        self._writing: Worker[Job] = Worker("escale-write", self._writer.work, self._end)

    async def append(self, table: str, after: int, entry: bytes, card: Card | None = None) -> int:
        number: int = await self._write(append_of(table, after, entry, card))
        return number

    def keep(self, table: str, after: int, entry: bytes, card: Card | None, then: Kept) -> None:
        if self._shut:
            raise NotKept("the store is closed")
        self._writing.hand(append_of(table, after, entry, card), then)

    async def since(self, table: str, number: int) -> Sequence[bytes]:
        rows = await self._ask(
            "SELECT body FROM entries WHERE table_id = (SELECT id FROM tables WHERE name = %s)"
            " AND number > %s ORDER BY number",
            table,
            number,
        )
        return [bytes(body) for (body,) in rows]

    async def card(self, table: str) -> Card | None:
        rows = await self._ask(f"{CARDS} WHERE name = %s", table)
        return _card(rows[0]) if rows else None

    async def news(self, table: str, number: int) -> tuple[Sequence[bytes], Card] | None:
        """One question: it is asked after every move that came through another worker."""
        rows = await self._ask(NEWS, table, number)
        return ([bytes(row[-1]) for row in rows], _card(rows[-1][:-1])) if rows else None

    async def with_code(self, code: str) -> str | None:
        rows = await self._ask("SELECT name FROM tables WHERE code = %s", code)
        return rows[0][0] if rows else None

    async def listed(self, most: int) -> Sequence[Card]:
        rows = await self._ask(f"{CARDS} WHERE listed ORDER BY changed DESC LIMIT %s", most)
        return [_card(row) for row in rows]

    async def of_guest(self, guest: str, most: int) -> Sequence[Card]:
        rows = await self._ask(
            f"{CARDS} WHERE guests @> ARRAY[%s] ORDER BY changed DESC LIMIT %s", guest, most
        )
        return [_card(row) for row in rows]

    async def due(self, until: int, most: int) -> Sequence[str]:
        rows = await self._ask(
            "SELECT name FROM tables WHERE wake <= %s ORDER BY wake LIMIT %s", until, most
        )
        return [name for (name,) in rows]

    async def numbers(self, tables: Sequence[str]) -> dict[str, int]:
        rows = await self._ask("SELECT name, count FROM tables WHERE name = ANY(%s)", list(tables))
        return dict(rows)

    async def names(self, after: str, most: int) -> Sequence[str]:
        rows = await self._ask(
            'SELECT name FROM tables WHERE name COLLATE "C" > %s'
            ' ORDER BY name COLLATE "C" LIMIT %s',
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
        now = self.now()
        take = partial(
            hours.lease,
            worker=self.worker,
            now=now,
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
        told, closed = await self._write(partial(self._writer.alive, self.worker, now))
        if not self._set:
            self._clock.set(told)
        self._closed = closed

    async def forget(self, table: str) -> None:
        """Erase a table: entries and card. Backups have it still."""
        await self._write(partial(self._writer.forget, table))

    def now(self) -> int:
        return self._clock()

    def opened(self) -> int:
        return self._opened

    def closed(self) -> Sequence[Closed]:
        return self._closed

    async def close(self, now: int | None = None) -> None:
        """Keep all that waits, and go."""
        if self._shut:
            return
        if now is not None:
            await self.alive(now)
        self._shut = True
        self._reading.stop()
        await self._writing.stop()

    def _write(self, job: Job) -> Future[Any]:
        if self._shut:
            raise NotKept("the store is closed")
        return self._writing.ask(job)

    async def _ask(self, question: str, *values: object) -> list[Row]:
        rows: list[Row] = await self._reading.ask(partial(_rows, question, values))
        return rows

    def _read(self, questions: list[Question]) -> list[Any]:
        return [self._answer(question) for question in questions]

    def _answer(self, question: Question) -> Any:
        try:
            return self._reader.again(question)
        except (psycopg.DataError, psycopg.ProgrammingError) as problem:
            return problem  # the question makes no sense; the others have answers
        except psycopg.Error as problem:
            return NotKept(f"the database cannot be reached: {_line(problem)}")
        except Exception as problem:  # a text that is no Unicode, say
            return problem

    def _end(self) -> None:
        self._reading.join()
        self._writer.close(self.worker)


def _rows(question: str, values: tuple[object, ...], connection: hours.Connection) -> list[Row]:
    return connection.execute(question, values).fetchall()


def _card(row: Row) -> Card:
    table, game, status, code, listed, wake, guests, summary, bots = row
    return Card(table, game, status, code, listed, wake, tuple(guests), bytes(summary), bots=bots)


def _may_come(problem: psycopg.OperationalError) -> bool:
    """Is this a server that is not there yet, and not one that does not want us?"""
    wants_us_not = ("authentication", "does not exist", "no pg_hba.conf", "could not translate")
    return not any(words in str(problem) for words in wants_us_not)


def _line(problem: Exception) -> str:
    return str(problem).strip().splitlines()[0] if str(problem).strip() else type(problem).__name__
