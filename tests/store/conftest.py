"""The stores that the contract is checked on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

import pytest

from escale.store import Store
from escale.store.postgres import PostgresStore
from escale.store.sqlite.store import SqliteStore
from tests.servers.postgres import PostgresServer


class Visit(Protocol):
    """Open the same store at this time, do something there, and close it."""

    def __call__(self, go: Callable[[Store], Awaitable[None]], now: int = 0) -> None: ...


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


@pytest.fixture(params=["sqlite", "postgres"])
def visit(request: pytest.FixtureRequest, database: Path) -> Visit:
    """Another kind of store is another parameter here, and another way to open it."""
    if request.param == "postgres":
        server: PostgresServer = request.getfixturevalue("postgres")
        url = server.database()

    def open_at(now: int) -> Store:
        if request.param == "postgres":
            return PostgresStore.open(url, now)
        return SqliteStore.open(database, now)

    def run(go: Callable[[Store], Awaitable[None]], now: int = 0) -> None:
        async def there_and_back() -> None:
            store = open_at(now)
            try:
                await go(store)
            finally:
                await store.close()

        asyncio.run(there_and_back())

    return run
