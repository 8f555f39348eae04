"""Workers of a house are killed while people play: nobody loses a move, and bots go on elsewhere.

Redis and PostgreSQL are killed, too, in the long form: `python -m tests.soak.cluster --kills 60`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer
from tests.soak import cluster

KILLS = 6


@pytest.mark.parametrize("workers", [2, 3])
def test_kills_lose_nothing_and_do_nothing_twice(
    tmp_path: Path, postgres: PostgresServer, redis: RedisServer, workers: int
) -> None:
    evening, killed = cluster.run(
        tmp_path,
        postgres,
        redis,
        kills=KILLS,
        workers=workers,
        seed=workers,
        parts=("worker", "bots"),
    )
    told = f"{evening}\n{killed}"
    assert evening.wrong == [], told
    assert evening.exit_code == 0, told
    # And there was something to lose.
    assert sum(killed.values()) == KILLS
    assert evening.counts["acknowledged"] > 10 * KILLS, told
    assert evening.matches > 20, told
    assert evening.by_bots > 10, told
    assert evening.by_clock >= 4, told
