"""Houses for a long evening: one process with its file, or workers with PostgreSQL and Redis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Protocol

from tests.server.attack import PLENTY
from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer
from tests.soak import memory
from tests.soak.cluster import Cluster
from tests.soak.crash import Host, born
from tests.soak.victim import Victim


class Long(Host, Protocol):
    """A house whose memory is looked at."""

    killed: Counter[str]

    def processes(self) -> Mapping[str, Sequence[int]]:
        """By the names of its parts."""
        ...


class Alone(Victim):
    """All in one process, except what its bots think."""

    def __init__(self, folder: Path) -> None:
        super().__init__(born(), folder, fresh=True)
        self.killed: Counter[str] = Counter()

    def start(self, *more: str, **environment: str) -> None:
        super().start(*PLENTY, *more, **environment)

    def kill(self) -> None:
        self.killed["house"] += 1
        super().kill()

    def processes(self) -> Mapping[str, Sequence[int]]:
        return {"house": [self.pid], "bots": memory.children(self.pid)}


class Many(Cluster):
    """Two workers, and one more for bots."""

    def __init__(
        self, folder: Path, postgres: PostgresServer, redis: RedisServer, dice: Random
    ) -> None:
        super().__init__(folder, postgres, redis, 2, dice, more=PLENTY, fresh=True)

    def processes(self) -> Mapping[str, Sequence[int]]:
        workers = {
            f"worker {number}": [worker.pid] for number, worker in enumerate(self.workers, 1)
        }
        bots = {"worker of bots": [self.bots.pid], "bots": memory.children(self.bots.pid)}
        return workers | bots


@contextmanager
def alone(folder: Path) -> Iterator[Long]:
    yield Alone(folder)


@contextmanager
def many(folder: Path, dice: Random) -> Iterator[Long]:
    """Servers must be there: `tests.servers.install`."""
    postgres, redis = PostgresServer(folder).start(), RedisServer().start()
    try:
        yield Many(folder, postgres, redis, dice)
    finally:
        postgres.stop()
        redis.stop()
