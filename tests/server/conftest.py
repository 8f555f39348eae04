from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.served import House
from tests.server.attack import busy_house, is_unharmed
from tests.server.wall import Lives
from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer


@pytest.fixture
def lives(tmp_path: Path) -> Lives:
    return Lives(tmp_path / "house.sqlite")


@pytest.fixture(scope="session")
def running_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Started once: that takes longer than most tests."""
    with busy_house(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def house(running_house: House) -> Iterator[House]:
    """For tests that do not mind what others do at other tables of it."""
    running_house.log.write_text("")  # one test that harms it must not fail all that follow
    yield running_house
    is_unharmed(running_house)


@pytest.fixture(params=["SQLite", "PostgreSQL and Redis"])
def kind(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """Options of `escale serve`."""
    if request.param == "SQLite":
        return ()
    postgres: PostgresServer = request.getfixturevalue("postgres")
    redis: RedisServer = request.getfixturevalue("redis")
    return ("--database", postgres.database(), "--broker", redis.url)
