"""A PostgreSQL connection that reconnects after it was lost."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import psycopg

Connection = psycopg.Connection[tuple[Any, ...]]
T = TypeVar("T")

CONNECTION_ERRORS = (psycopg.OperationalError, psycopg.InterfaceError)
OPTIONS = {
    "client_encoding": "utf8",  # with SQL_ASCII, text would come as bytes
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
    "application_name": "escale",
}


class Reconnecting:
    """For use by one thread."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Connection | None = None

    def connection(self) -> Connection:
        if self._connection is None or self._connection.closed:
            parameters = psycopg.conninfo.conninfo_to_dict(self._url)
            self._connection = psycopg.connect(
                **{**OPTIONS, **parameters},  # type: ignore[arg-type]
                autocommit=True,
                # The statements are few and repeat: prepare each at its second use.
                prepare_threshold=2,
            )
        return self._connection

    def run(self, query: Callable[[Connection], T]) -> T:
        """Without a retry: if the connection is lost meanwhile, a write may have succeeded."""
        try:
            return query(self.connection())
        except CONNECTION_ERRORS:
            self.close()
            raise

    def run_with_retry(self, query: Callable[[Connection], T]) -> T:
        """For reads: retried once with a new connection if the old one was lost."""
        try:
            return self.run(query)
        except CONNECTION_ERRORS:
            return self.run(query)

    def close(self) -> None:
        if self._connection is not None:
            with suppress(psycopg.Error):
                self._connection.close()
        self._connection = None
