"""What many tables would take, from what one move and one table were measured to take."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from figures import Found, Load

DAY = 86_400
GB, MB, KB = 1e9, 1e6, 1024


@dataclass(frozen=True, slots=True)
class Evening:
    """What is assumed, and was not measured."""

    tables: int = 100_000  # live, with two players each
    every: float = 20.0  # seconds between the moves of a table
    match: int = 60  # moves, until there is another table
    busy: float = 0.6  # of a core is planned for: the rest is for bad moments
    cores: int = 8  # of a machine for workers
    database_cores: int = 32  # of a large machine for PostgreSQL

    @property
    def moves(self) -> float:
        """A second."""
        return self.tables / self.every


@dataclass(frozen=True, slots=True)
class Price:
    """Processor seconds of one part of the house."""

    move: float
    table: float  # a second

    def cores(self, evening: Evening) -> float:
        return evening.moves * self.move + evening.tables * self.table

    def tables(self, cores: float, evening: Evening) -> int:
        """How many tables so many cores are enough for."""
        return int(evening.busy * cores / (self.move / evening.every + self.table))


@dataclass(frozen=True, slots=True)
class Prices:
    workers: Price
    postgres: Price
    redis: Price

    @staticmethod
    def of(found: Found, load: Load) -> Prices:
        def price(move: str, table: str) -> Price:
            return Price(found.by_move(load, move), found.by_table(table))

        # PostgreSQL has chores of its own, which a table that rests has no part in.
        return Prices(
            price("workers", "workers"), price("postgres", "backends"), price("redis", "redis")
        )


@dataclass(frozen=True, slots=True)
class Need:
    """What an evening takes, at the prices of one load."""

    evening: Evening
    prices: Prices
    found: Found
    load: Load

    @property
    def workers(self) -> int:
        return ceil(self.prices.workers.cores(self.evening) / self.evening.busy)

    @property
    def machines(self) -> int:
        return ceil(self.workers / self.evening.cores)

    @property
    def tables_a_worker(self) -> float:
        """Each is with two workers, wherever a balancer sends its players."""
        return 2 * self.evening.tables / self.workers

    @property
    def memory_gb(self) -> float:
        tables = self.evening.tables * self.found.table_kb * KB
        return (self.workers * self.found.worker_mb * KB * KB + tables) / GB

    @property
    def postgres_cores(self) -> int:
        return ceil(self.prices.postgres.cores(self.evening) / self.evening.busy)

    @property
    def log_a_move(self) -> float:
        return self.load.used.log / self.load.moves

    @property
    def log_mb(self) -> float:
        """A second."""
        return self.evening.moves * self.log_a_move / MB

    @property
    def syncs_a_move(self) -> float:
        return self.load.used.syncs / self.load.moves

    @property
    def syncs(self) -> float:
        return self.evening.moves * self.syncs_a_move

    @property
    def new_tables(self) -> float:
        """A second."""
        return self.evening.moves / self.evening.match

    @property
    def kept_gb(self) -> float:
        """A day that is all evening."""
        moves = self.evening.moves * self.found.kept_by_move
        return DAY * (moves + self.new_tables * self.found.kept_by_tables) / GB

    @property
    def live_gb(self) -> float:
        """All matches that are being played, to their last move."""
        found, evening = self.found, self.evening
        return evening.tables * (found.kept_by_tables + evening.match * found.kept_by_move) / GB

    @property
    def commands_a_move(self) -> float:
        return self.found.by_move(self.load, "commands")

    @property
    def commands_a_table(self) -> float:
        """A second."""
        return self.found.by_table("commands")

    @property
    def commands(self) -> float:
        """That Redis is given in a second."""
        return (
            self.evening.moves * self.commands_a_move + self.evening.tables * self.commands_a_table
        )

    @property
    def redis_gb(self) -> float:
        return self.evening.tables * self.found.redis_table_kb * KB / GB

    @property
    def most_tables(self) -> dict[str, int]:
        """With how many tables each part that there is only one of is full."""
        return {
            "Redis": self.prices.redis.tables(1, self.evening),
            "PostgreSQL": self.prices.postgres.tables(self.evening.database_cores, self.evening),
        }


def need(found: Found, load: Load, evening: Evening) -> Need:
    return Need(evening, Prices.of(found, load), found, load)
