"""A connection that is made again when it was lost."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import psycopg

Connection = psycopg.Connection[tuple[Any, ...]]
T = TypeVar("T")

LOST = (psycopg.OperationalError, psycopg.InterfaceError)
OPTIONS = {
    "client_encoding": "utf8",  # a server that was set up without a language would tell bytes
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
    "application_name": "escale",
}


class Connecting:
    """Of one thread."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Connection | None = None

    def connection(self) -> Connection:
        if self._connection is None or self._connection.closed:
            given = psycopg.conninfo.conninfo_to_dict(self._url)
            self._connection = psycopg.connect(
                **{**OPTIONS, **given},  # type: ignore[arg-type]
                autocommit=True,
                # The same few questions: prepared at once, unless a pooler stands in between.
                prepare_threshold=2,
            )
        return self._connection

    def once(self, ask: Callable[[Connection], T]) -> T:
        """If the connection is lost meanwhile nobody knows what came of it: the caller must."""
        try:
            return ask(self.connection())
        except LOST:
            self.drop()
            raise

    def again(self, ask: Callable[[Connection], T]) -> T:
        """For questions that change nothing: with a new connection, if the old one was lost."""
        try:
            return self.once(ask)
        except LOST:
            return self.once(ask)

    def drop(self) -> None:
        if self._connection is not None:
            with suppress(psycopg.Error):
                self._connection.close()
        self._connection = None

    close = drop
