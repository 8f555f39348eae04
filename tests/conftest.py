"""Real servers, for whoever asks: started once for all tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.servers import install, loud
from tests.servers.clocks import WrongClocks
from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    names = install()
    if names:
        pytest.skip(loud(names))
    # Not among pytest's own folders: another run of it would close them to all but its user.
    with TemporaryDirectory(prefix="escale-servers-") as folder:
        server = PostgresServer(Path(folder)).start()
        yield server
        server.stop()


@pytest.fixture(scope="session")
def redis(postgres: PostgresServer) -> Iterator[RedisServer]:
    server = RedisServer().start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def wrong_clocks() -> WrongClocks:
    names = install(["libfaketime"])
    if names:
        pytest.skip(loud(names))
    return WrongClocks()
