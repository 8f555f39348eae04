"""Workers of several releases on one database, and their clients."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import psycopg

from tests.nursery import Nursery
from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer
from tests.soak import crash
from tests.soak.cluster import Bots
from tests.soak.crowd import Crowd
from tests.soak.victim import Victim

LONG = 60.0  # seconds: a generous timeout


class Cluster:
    """Workers by name, each of some release, on one database."""

    def __init__(self, folder: Path, postgres: PostgresServer, redis: RedisServer) -> None:
        self.database = postgres.database()
        self._folder = folder
        self._place = ("--database", self.database, "--broker", redis.url)
        self._running: list[Victim | Bots] = []

    def worker(self, release: Nursery) -> Victim:
        worker = Victim(release, self._folder, self.database)
        worker.start(*self._place[2:])
        self._running.append(worker)
        worker.wait_until_ready()
        return worker

    def bots(self, release: Nursery, name: str) -> Bots:
        folder = self._folder / name
        folder.mkdir()
        bots = Bots(release, folder, self._place)
        bots.start()
        self._running.append(bots)
        return bots

    def again(self, worker: Victim) -> None:
        """Restart it gracefully: its clients go to another worker meanwhile."""
        assert worker.stop() == 0, worker.said()
        worker.start(*self._place[2:])
        worker.wait_until_ready()

    def stop(self, *which: Victim | Bots) -> None:
        for one in which or [*self._running]:
            self._running.remove(one)
            assert one.stop() == 0, one.said()

    def asked(self, question: str, *values: object) -> list[Any]:
        with psycopg.connect(self.database) as connection:
            return connection.execute(question, values).fetchall()


@contextmanager
def cluster_in(folder: Path, postgres: PostgresServer, redis: RedisServer) -> Iterator[Cluster]:
    cluster = Cluster(folder, postgres, redis)
    try:
        yield cluster
    finally:
        cluster.stop()


def story(urls: tuple[str, ...], go: Callable[[Crowd], Awaitable[None]]) -> Crowd:
    async def told() -> Crowd:
        async with httpx.AsyncClient(trust_env=False, timeout=LONG) as http:
            crowd = Crowd(urls, crash.GAME, Random(8), http)
            async with asyncio.timeout(2 * LONG):
                await go(crowd)
            return crowd

    return asyncio.run(told())
