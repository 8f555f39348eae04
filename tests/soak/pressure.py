# ruff: noqa: T201
"""How long an honest player waits under each attack, on SQLite and on PostgreSQL with Redis.

python -m tests.soak.pressure --seconds 60
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.served import served
from tests.server.attack import GAMES, is_unharmed, memory_of
from tests.server.pressure import ATTACKS, bots_for, scene, too_slow
from tests.servers import install, loud
from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer

A_ROUND = 0.15  # seconds, in quiet times
SHARE = 0.95  # of the waits must be short
READERS_MIB = 60


async def attack_all(folder: Path, kind: tuple[str, ...], seconds: float) -> list[str]:
    wrong = []
    with served(folder, *kind, environment=GAMES, fresh=True) as house, bots_for(kind):
        async with scene(house) as here:
            for name, attack in ATTACKS.items():
                quiet = await here.waits(max(20, int(seconds / A_ROUND / 4)))
                before = memory_of(house) / 1024
                async with attack(here):
                    under = await here.waits(max(20, int(seconds / A_ROUND)))
                print(f"  quiet: {quiet}\n  {name}: {under}", flush=True)
                wrong += [f"{name}: {one}" for one in too_slow(quiet, under, SHARE)]
                held = here.notes.get("most MiB held", 0.0)
                if name == "unread replays" and held > before + READERS_MIB:
                    wrong.append(f"{name}: {held:.0f} MiB, {before:.0f} before")
            print(f"  {here.notes}", flush=True)
        is_unharmed(house)
    return wrong


@contextmanager
def kinds(folder: Path) -> Iterator[dict[str, tuple[str, ...]]]:
    found: dict[str, tuple[str, ...]] = {"SQLite": ()}
    names = install()
    if names:
        print(loud(names))
        yield found
        return
    postgres, redis = PostgresServer(folder).start(), RedisServer().start()
    try:
        shared = ("--database", postgres.database(), "--broker", redis.url)
        yield found | {"PostgreSQL and Redis": shared}
    finally:
        postgres.stop()
        redis.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="for each attack")
    args = parser.parse_args()
    wrong = []
    temporary = tempfile.TemporaryDirectory(prefix="escale-servers-")
    with temporary as folder, kinds(Path(folder)) as found:
        for name, kind in found.items():
            print(name, flush=True)
            own = Path(folder) / ("shared" if kind else "alone")
            own.mkdir()
            told = asyncio.run(attack_all(own, kind, args.seconds))
            wrong += [f"{name}: {one}" for one in told]
    print("\n".join(wrong) or "  nobody waited long")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
