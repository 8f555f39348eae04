"""What is read from the machine, and what a move and a table cost by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Parts(NamedTuple):
    """One figure for each part of a house, and for the players in front of it."""

    workers: float
    postgres: float
    redis: float
    driver: float

    def times(self, factor: float) -> Parts:
        return Parts(*(one * factor for one in self))


class Reading(NamedTuple):
    """All counters at one moment, or by how much they grew. Processor time is in seconds."""

    at: float
    workers: float
    postgres: float
    backends: float  # those of PostgreSQL's processes that answer the workers
    redis: float
    driver: float
    machine: float  # everybody, on all cores
    log: float  # bytes of PostgreSQL's write-ahead log
    syncs: float  # of that log
    transactions: float
    kept: float  # bytes of tables, entries and their indexes
    commands: float  # that Redis was given
    spread: float  # bytes that Redis passed on

    def since(self, before: Reading) -> Reading:
        return Reading(*(one - other for one, other in zip(self, before, strict=True)))

    @property
    def cpu(self) -> Parts:
        return Parts(self.workers, self.postgres, self.redis, self.driver)

    @property
    def cores(self) -> Parts:
        """How many cores each part kept busy."""
        return self.cpu.times(1 / self.at)

    @property
    def others(self) -> float:
        """Cores that were busy with something else."""
        return max(0.0, self.machine - sum(self.cpu)) / self.at


class Times(NamedTuple):
    """In milliseconds."""

    p50: float
    p99: float


def times_of(seconds: Sequence[float]) -> Times:
    ordered = sorted(1e3 * one for one in seconds)
    return Times(ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100])


@dataclass(frozen=True, slots=True)
class Load:
    """Moves that were made while the counters grew by `used`."""

    used: Reading
    moves: int
    told: Times  # until the mover knew that the move is kept
    heard: Times  # until the opponent saw it

    @property
    def moves_a_second(self) -> float:
        return self.moves / self.used.at


@dataclass(frozen=True, slots=True)
class Found:
    """What was measured of one house. Every table is watched by both of its players."""

    name: str
    workers: int
    tables: int
    empty: Reading  # while there was no table
    idle: Reading  # while nobody moved
    paced: Load
    full: Load
    kept_by_tables: float  # bytes of one table before its first move
    worker_mb: float  # one worker without a table
    table_kb: float  # of all workers together
    redis_table_kb: float

    def by_table(self, what: str) -> float:
        """By how much a counter grows in a second at a table where nobody moves."""
        alone = getattr(self.empty, what) / self.empty.at
        return max(0.0, getattr(self.idle, what) / self.idle.at - alone) / self.tables

    def by_move(self, load: Load, what: str) -> float:
        """By how much a counter grows with a move, beyond what it would have grown by anyway."""
        anyway = getattr(self.idle, what) / self.idle.at * load.used.at
        return max(0.0, getattr(load.used, what) - anyway) / load.moves

    @property
    def kept_by_move(self) -> float:
        """Bytes in the database, over both loads: a page that grows is not one move's."""
        moves = self.paced.moves + self.full.moves
        return (self.paced.used.kept + self.full.used.kept) / moves
