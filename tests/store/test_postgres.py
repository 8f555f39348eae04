"""What is peculiar to PostgreSQL."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import psycopg

from escale.store import TableSummary
from escale.store.postgres import PostgresStore
from tests.servers.postgres import PostgresServer


def _without_a_language(postgres: PostgresServer) -> str:
    """What `createdb` makes where the server was installed on a system without a language."""
    url = postgres.database()
    name = urlsplit(url).path[1:]
    with psycopg.connect(url.replace(name, "postgres"), autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}"')
        made = "ENCODING SQL_ASCII LOCALE 'C' TEMPLATE template0"
        connection.execute(f'CREATE DATABASE "{name}" {made}')
    return url


def test_a_server_with_sql_ascii_encoding(postgres: PostgresServer) -> None:
    url = _without_a_language(postgres)
    summary = TableSummary("table", "wordbank", "playing", code="ÉTÉ", guests=("zoë",))

    async def write() -> None:
        store = PostgresStore.open(url)
        await store.append("table", 0, b"entry", summary)
        await store.close()

    async def read() -> None:
        store = PostgresStore.open(url)
        assert await store.changes_after("table", 0) == ([b"entry"], summary)
        await store.close()

    asyncio.run(write())
    asyncio.run(read())
