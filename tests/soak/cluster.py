"""Many workers on one database: any of them is killed, and so are Redis and PostgreSQL.

python -m tests.soak.cluster --kills 60
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from tests.nursery import Nursery
from tests.servers import install, loud
from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer
from tests.soak import audit
from tests.soak.crash import Evening, born, evening_at, quick_game
from tests.soak.victim import Victim

PARTS = ("worker", "worker", "bots", "redis", "frozen redis", "postgres")


class Bots:
    """A process of `escale bots`."""

    def __init__(
        self, nursery: Nursery, folder: Path, place: tuple[str, ...], *, fresh: bool = False
    ) -> None:
        self._nursery = nursery
        self._fresh = fresh
        self._says = folder / "bots.log"
        self._place = place
        self.pid = 0

    def start(self) -> None:
        arguments = ["bots", *self._place, "--bot-pause", "0.05", "--bots", "1"]
        self.pid = self._nursery.start(arguments, self._says, fresh=self._fresh)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        os.kill(self.pid, how)
        return self._nursery.wait(self.pid)

    def said(self) -> str:
        return self._says.read_text(encoding="utf-8")


class Cluster:
    """`kill` hits some part of it, and `start` brings that part back."""

    def __init__(
        self,
        folder: Path,
        postgres: PostgresServer,
        redis: RedisServer,
        workers: int,
        dice: Random,
        *,
        more: tuple[str, ...] = (),
        fresh: bool = False,
    ) -> None:
        """`more`: arguments of the workers."""
        self.database = postgres.database()
        self.killed: Counter[str] = Counter()
        self._postgres, self._redis, self._dice = postgres, redis, dice
        broker = ("--broker", redis.url)
        self._more = (*broker, *more)
        self.workers = [Victim(born(), folder, self.database, fresh=fresh) for _ in range(workers)]
        self.bots = Bots(born(), folder, ("--database", self.database, *broker), fresh=fresh)
        self._deck: list[str] = []  # so that each part has its turn
        self._down: list[str | Victim] = []
        self._up = False
        self.urls = tuple(worker.url for worker in self.workers)

    def start(self) -> None:
        if not self._up:
            self._up = True
            for worker in self.workers:
                worker.start(*self._more)
            self.bots.start()
        while self._down:
            part = self._down.pop()
            if isinstance(part, Victim):
                part.start(*self._more)
            elif part == "bots":
                self.bots.start()
            elif part == "redis":
                self._redis.start()
            elif part == "frozen redis":
                self._redis.thaw()
            else:
                self._postgres.start()

    def kill(self) -> None:
        if not self._deck:
            self._deck = self._dice.sample(PARTS, len(PARTS))
        part = self._deck.pop()
        self.killed[part] += 1
        if part == "worker":
            worker = self._dice.choice(self.workers)
            worker.kill()
            self._down.append(worker)
            return
        if part == "bots":
            self.bots.stop(signal.SIGKILL)
        elif part == "redis":
            self._redis.kill()
            time.sleep(self._dice.uniform(0, 1))
        elif part == "frozen redis":
            self._redis.freeze()
            time.sleep(self._dice.uniform(0, 3))
        else:
            self._postgres.kill()
            time.sleep(self._dice.uniform(0, 0.5))
        self._down.append(part)

    def stop(self) -> int:
        codes = [worker.stop() for worker in self.workers]
        return max(map(abs, [*codes, self.bots.stop()]))

    def said(self) -> str:
        return "\n".join([*(worker.said() for worker in self.workers), self.bots.said()])

    def stored(self) -> dict[str, audit.StoredTable]:
        return audit.tables_in_postgres(self.database)


def run(
    folder: Path,
    postgres: PostgresServer,
    redis: RedisServer,
    *,
    kills: int,
    workers: int = 2,
    seed: int = 1,
) -> tuple[Evening, Counter[str]]:
    """Run with so many kills. `wrong` must be empty at the end."""
    with quick_game():
        cluster = Cluster(folder, postgres, redis, workers, Random(seed))
        return asyncio.run(evening_at(cluster, kills, Random(seed))), cluster.killed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    args = parser.parse_args()
    if names := install():
        sys.exit(loud(names))
    print(f"seed {args.seed}", flush=True)  # noqa: T201
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        postgres, redis = PostgresServer(folder).start(), RedisServer().start()
        try:
            evening, killed = run(
                folder, postgres, redis, kills=args.kills, workers=args.workers, seed=args.seed
            )
        finally:
            postgres.stop()
            redis.stop()
        print(evening, killed)  # noqa: T201
    return 1 if evening.wrong or evening.exit_code else 0


if __name__ == "__main__":
    sys.exit(main())
