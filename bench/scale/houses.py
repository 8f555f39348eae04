"""Houses to measure: one process with a file, or workers that share PostgreSQL and Redis."""

from __future__ import annotations

import os
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
from escale_side import Escale
from figures import Reading
from process import Cores, Server, busy_seconds, cpu_seconds, family, memory_kb
from redis import Redis
from sides import Launch

from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer

ANYWHERE = Cores(None, None)  # workers and databases share all cores
LOG = "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn, wal_sync FROM pg_stat_wal"
COMMITS = "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"
BACKENDS = "SELECT pid FROM pg_stat_activity WHERE application_name = 'escale'"
KEPT = "SELECT pg_total_relation_size('tables') + pg_total_relation_size('entries')"
OF_SERVERS = (
    *("postgres", "backends", "redis", "log", "syncs", "transactions", "kept"),
    *("commands", "spread"),
)
IN_MEMORY = "escale_tables_in_memory "


class Alone(Escale):
    """As it comes, but for tables that leave memory soon when everybody has gone."""

    name = "SQLite, no broker"
    more: tuple[str, ...] = ("--bots", "1")

    def launch(self, port: int, data: Path) -> Launch:
        usual = super().launch(port, data)
        command = [*usual.command, "--idle-seconds", "1", *self.more]
        return Launch(command, usual.folder, usual.environment)


class Shared(Alone):
    """One of the workers of a house."""

    def __init__(self, database: str, broker: str) -> None:
        self.more = ("--database", database, "--broker", broker)


class House:
    """Running workers, and all that can be read from outside while they run."""

    def __init__(self, name: str, workers: list[Server]) -> None:
        self.name = name
        self.workers = workers
        self.ports = [worker.port for worker in workers]

    def reading(self) -> Reading:
        return self._read()

    def _read(self, **more: float) -> Reading:
        """Of a house without servers, and `more` of one that has them."""
        return Reading(
            at=time.perf_counter(),
            workers=sum(worker.cpu_seconds() for worker in self.workers),
            driver=time.process_time(),
            machine=sum(busy_seconds(core) for core in range(os.cpu_count() or 1)),
            **{name: more.get(name, 0.0) for name in OF_SERVERS},
        )

    def memory_kb(self) -> float:
        return sum(memory_kb(pid) for worker in self.workers for pid in family(worker.pid))

    def redis_kb(self) -> float:
        return 0.0

    def checkpoint(self) -> None:
        """From here on the log gets every page whole, the first time that it is touched."""

    def tables_in_memory(self) -> int:
        return sum(_tables_in_memory(port) for port in self.ports)

    def last_words(self) -> str:
        return "\n".join(worker.last_words() for worker in self.workers)


class SharedHouse(House):
    def __init__(
        self, name: str, workers: list[Server], database: str,
        postgres: PostgresServer, redis: RedisServer,
    ) -> None:  # fmt: skip
        super().__init__(name, workers)
        self._postgres, self._redis = postgres, redis
        self._asking = psycopg.connect(database, autocommit=True)
        self._cache = Redis.from_url(redis.url)

    def close(self) -> None:
        self._asking.close()
        self._cache.close()

    def reading(self) -> Reading:
        log, syncs = self._ask(LOG)[0]
        stats = self._cache.info("stats")
        return self._read(
            postgres=_all_of(self._postgres.pid),
            backends=sum(cpu_seconds(int(pid)) for (pid,) in self._ask(BACKENDS)),
            redis=_all_of(self._redis.pid),
            log=float(log),
            syncs=float(syncs),
            transactions=self._ask(COMMITS)[0][0],
            kept=float(self._ask(KEPT)[0][0]),
            commands=stats["total_commands_processed"],
            spread=stats["total_net_output_bytes"],
        )

    def _ask(self, question: str) -> list[tuple[float, ...]]:
        return self._asking.execute(question).fetchall()

    def redis_kb(self) -> float:
        return float(self._cache.info("memory")["used_memory"]) / 1024

    def checkpoint(self) -> None:
        self._asking.execute("CHECKPOINT")


def _all_of(pid: int) -> float:
    """Of a server whose processes come and go: one may be gone as it is read."""
    while True:
        try:
            return sum(cpu_seconds(one) for one in family(pid))
        except OSError:
            continue


def _tables_in_memory(port: int) -> int:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    return int(float(next(line for line in lines if line.startswith(IN_MEMORY)).split()[1]))


@contextmanager
def alone(folder: Path) -> Iterator[House]:
    with Server(Alone(), folder, ANYWHERE) as server:
        yield House(Alone.name, [server])


@contextmanager
def shared(
    folder: Path, count: int, postgres: PostgresServer, redis: RedisServer
) -> Iterator[House]:
    database = postgres.database()
    with ExitStack() as open_ones:
        workers = [
            open_ones.enter_context(Server(Shared(database, redis.url), folder, ANYWHERE))
            for _ in range(count)
        ]
        name = f"{count} worker{'s' * (count > 1)}"
        house = SharedHouse(name, workers, database, postgres, redis)
        open_ones.callback(house.close)
        yield house
