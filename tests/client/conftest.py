"""One house for all tests that do not have to stop it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.served import House, served


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served(tmp_path_factory.mktemp("house")) as opened:
        yield opened
