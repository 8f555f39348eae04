"""Every part of a house is killed while people play: workers, bots, Redis (which also hangs for a
while, with everything that is said to it), PostgreSQL. Nobody loses a move, and bots go on.

The long form: `python -m tests.soak.cluster --kills 60`.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer
from tests.soak import cluster

KILLS = len(cluster.PARTS)


def test_kills_lose_nothing_and_do_nothing_twice(
    tmp_path: Path, postgres: PostgresServer, redis: RedisServer
) -> None:
    evening, killed = cluster.run(tmp_path, postgres, redis, kills=KILLS, workers=3, seed=3)
    told = f"{evening}\n{killed}"
    assert evening.wrong == [], told
    assert evening.exit_code == 0, told
    # And there was something to lose.
    assert killed == Counter(cluster.PARTS)
    assert evening.counts["acknowledged"] > 10 * KILLS, told
    assert evening.matches > 20, told
    assert evening.by_bots > 10, told
    assert evening.by_clock >= 4, told
