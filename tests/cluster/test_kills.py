"""Any part of a house with many workers is killed while people play.

The same evening with more kills: `python -m tests.soak.cluster --kills 60`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer
from tests.soak import cluster

PARTS = {
    "workers": ("worker", "bots"),
    "servers": ("redis", "frozen redis", "postgres"),
}


@pytest.mark.parametrize("parts", PARTS)
@pytest.mark.parametrize("workers", [2, 3])
def test_kills_lose_nothing_and_do_nothing_twice(
    tmp_path: Path, postgres: PostgresServer, redis: RedisServer, workers: int, parts: str
) -> None:
    kills = 6
    evening, killed = cluster.run(
        tmp_path, postgres, redis, kills=kills, workers=workers, seed=workers, parts=PARTS[parts]
    )
    told = f"{evening}\n{killed}"
    assert evening.wrong == [], told
    assert evening.exit_code == 0, told
    # And there was something to lose.
    assert sum(killed.values()) == kills
    assert evening.counts["acknowledged"] > 10 * kills, told
    assert evening.matches > 20, told
    assert evening.by_bots > 10, told
    assert evening.by_clock >= 4, told
