"""Real servers for a house with many workers: started once for all tests here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.servers import install, loud
from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgresServer]:
    names = install()
    if names:
        pytest.skip(loud(names))
    server = PostgresServer(tmp_path_factory.mktemp("servers")).start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def redis(postgres: PostgresServer) -> Iterator[RedisServer]:
    server = RedisServer().start()
    yield server
    server.stop()
