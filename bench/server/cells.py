"""What is measured: speed, a steady pace, memory, and what is left after a crash.

Every measurement has a server of its own, fresh and warmed up, and no server runs beside it.
"""

from __future__ import annotations

import asyncio
import time
from array import array
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import uvloop
from driver import (
    PATIENCE,
    ClosedLoop,
    Paced,
    Socket,
    Stalled,
    Table,
    at_tables,
    connect,
    connect_sockets,
    disconnect,
    quiet,
    steady,
    until,
)
from process import Cores, NotStarted, Server, busy_seconds, pinned
from sides import Pair, Refused, Side, Standing

FEW_MOVES = 10
WARM_UP_MATCHES = 100
WARM_UP_MOVES = 30  # of each
KEEP_SECONDS = 1.0
REREAD_SECONDS = 5.0
SLOWEST = 50  # moves a second; a slower server is taken for a dead one
CALM = 0.1  # of the server's core

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Plan:
    """How long, how often, how many, and where."""

    cache: Path
    cores: Cores
    tries: int
    seconds: float
    warm_up: float
    opening: int  # moves of each match before anything is measured
    paced_seconds: float
    every: float
    goal: int
    tables: int
    connections: int


@dataclass(frozen=True, slots=True)
class Speed:
    """The figures of one load. A core of the server's that is not busy hints at another limit."""

    moves_per_second: float
    p50_ms: float
    p99_ms: float
    worst_ms: float
    cpu_ms: float  # of the server, a move
    server_busy: float  # of a core
    driver_busy: float
    others_at_server: float  # other work on its core, which slows it down
    others_at_driver: float
    moves_a_match: float


@dataclass(frozen=True, slots=True)
class Memory:
    """Proportional resident memory. `live`: a table with both its players, who have moved."""

    base_mb: float
    connection_kb: float
    all_connections_mb: float  # the whole server, with all of them
    live_table_kb: float
    left_table_kb: float  # when everybody has gone


@dataclass(frozen=True, slots=True)
class Crash:
    """What a server knew after kill -9 under load, of what it had told its players."""

    matches: int
    acknowledged: int
    lost: int
    unreadable: int  # matches; all their acknowledged moves are lost too
    damaged: int  # matches whose counter does not follow from their moves


def speed(side: Side, matches: int, plan: Plan) -> Speed:
    return _calmest(plan, lambda: _on_a_server(side, plan, lambda one: _speed(one, matches, plan)))


def paced(side: Side, plan: Plan) -> Speed:
    return _calmest(plan, lambda: _on_a_server(side, plan, lambda one: _paced(one, plan)))


def _calmest(plan: Plan, measure: Callable[[], Speed]) -> Speed:
    """Try again when other work of the machine got in the way, but not for ever."""
    found: list[Speed] = []
    while len(found) < plan.tries and all(one.others_at_server > CALM for one in found):
        found.append(measure())
    return min(found, key=lambda one: one.others_at_server)


def memory(side: Side, plan: Plan) -> Memory:
    """On two servers: what the first measurement leaves behind would be room for the second."""
    base, connected = _on_a_server(side, plan, lambda server: _idle(server, plan))
    live, left = _on_a_server(side, plan, lambda server: _live(server, plan))
    return Memory(
        base_mb=base / 1024,
        connection_kb=(connected - base) / plan.connections,
        all_connections_mb=connected / 1024,
        live_table_kb=live / plan.tables,
        left_table_kb=left / plan.tables,
    )


def crash(side: Side, matches: int, plan: Plan) -> Crash:
    return _on_a_server(side, plan, lambda server: _crash(server, matches, plan))


def _on_a_server(side: Side, plan: Plan, work: Callable[[Server], Coroutine[Any, Any, T]]) -> T:
    with (
        Server(side, plan.cache, plan.cores) as server,
        pinned(plan.cores.driver),
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        try:
            return runner.run(work(server))
        except (Refused, Stalled) as problem:
            problem.add_note(f"{side.name} said: {server.last_words() or 'nothing'}")
            raise


async def _speed(server: Server, matches: int, plan: Plan) -> Speed:
    tables = await _in_mid_game(server, matches, plan)
    return await _measured(server, tables, ClosedLoop(), plan.warm_up, plan.seconds, plan.cores)


async def _paced(server: Server, plan: Plan) -> Speed:
    tables = await _in_mid_game(server, plan.tables, plan)
    load = Paced(plan.every)
    return await _measured(server, tables, load, plan.every, plan.paced_seconds, plan.cores)


async def _in_mid_game(server: Server, matches: int, plan: Plan) -> list[Table]:
    """Matches with some moves behind them, the same number on every side.

    What a move costs may depend on the length of the log (with FlatFile it grows with it): a slow
    server would otherwise be asked for the beginnings of many matches only. The server is warmed
    up by other matches, so that these have few moves however few they are.
    """
    await _warm(server, plan)
    tables = await _seated(server, matches, plan)
    await play(tables, plan.opening)
    return tables


async def _measured(
    server: Server,
    tables: Sequence[Table],
    load: ClosedLoop | Paced,
    warm_up: float,
    span: float,
    cores: Cores,
) -> Speed:
    with steady():
        load.start(tables)
        await asyncio.sleep(warm_up)
        load.reset()
        before = Usage.now(server, cores)
        await asyncio.sleep(span)
        used = Usage.now(server, cores).since(before)
        moves, latencies = load.moves, load.latencies
        load.running = False
        await quiet(tables)
    await _verify(server, tables)
    return _figures(moves, latencies, used, len(tables))


@dataclass(frozen=True, slots=True)
class Usage:
    """The clock, and processor seconds: of the server, of the driver, of all on their cores."""

    at: float
    server: float
    driver: float
    server_core: float
    driver_core: float

    @staticmethod
    def now(server: Server, cores: Cores) -> Usage:
        return Usage(
            time.perf_counter(),
            server.cpu_seconds(),
            time.process_time(),
            busy_seconds(cores.server),
            busy_seconds(cores.driver),
        )

    def since(self, before: Usage) -> Usage:
        return Usage(
            self.at - before.at,
            self.server - before.server,
            self.driver - before.driver,
            self.server_core - before.server_core,
            self.driver_core - before.driver_core,
        )


def _figures(moves: int, latencies: array[float], used: Usage, tables: int) -> Speed:
    if not moves:
        raise Stalled("not one move was made in the time measured")
    sorted_ms = sorted(1e3 * one for one in latencies)
    return Speed(
        moves_per_second=moves / used.at,
        p50_ms=sorted_ms[len(sorted_ms) // 2],
        p99_ms=sorted_ms[len(sorted_ms) * 99 // 100],
        worst_ms=sorted_ms[-1],
        cpu_ms=1e3 * used.server / moves,
        server_busy=used.server / used.at,
        driver_busy=used.driver / used.at,
        others_at_server=max(0.0, used.server_core - used.server) / used.at,
        others_at_driver=max(0.0, used.driver_core - used.driver) / used.at,
        moves_a_match=moves / tables,
    )


async def _idle(server: Server, plan: Plan) -> tuple[int, int]:
    await _warm(server, plan)
    base = server.memory_kb()
    idlers = server.side.idlers(server.port, plan.connections)
    sockets = [Socket(None, 0, voice) for voice in idlers]
    await connect_sockets(sockets, server.port)
    await asyncio.sleep(KEEP_SECONDS)
    connected = server.memory_kb()
    if not all(socket.open for socket in sockets):
        raise Stalled("a server closed connections that were only idle")
    return base, connected


async def _live(server: Server, plan: Plan) -> tuple[int, int]:
    await _warm(server, plan)
    base = server.memory_kb()
    tables = await _seated(server, plan.tables, plan)
    await play(tables, FEW_MOVES)
    await asyncio.sleep(KEEP_SECONDS)
    live = server.memory_kb() - base
    await _leave(tables)
    return live, server.memory_kb() - base


async def _warm(server: Server, plan: Plan) -> None:
    """What a server loads and compiles for its first moves belongs to no match in particular."""
    tables = await _seated(server, WARM_UP_MATCHES, plan)
    await play(tables, WARM_UP_MOVES)
    await _leave(tables)


async def play(tables: Sequence[Table], moves: int) -> None:
    load = ClosedLoop(moves)
    load.start(tables)
    wanted = moves * len(tables)
    await at_tables(tables, lambda: load.moves >= wanted, PATIENCE + wanted / SLOWEST)


async def _leave(tables: Sequence[Table]) -> None:
    await disconnect([socket for table in tables for socket in table.sockets])
    await asyncio.sleep(KEEP_SECONDS)


async def _seated(server: Server, matches: int, plan: Plan) -> list[Table]:
    pairs = server.side.seat(server.port, matches, plan.goal)
    tables = [Table(pair, plan.goal) for pair in pairs]
    await connect(tables, server.port)
    return tables


async def _verify(server: Server, tables: Sequence[Table]) -> None:
    """A move that the driver counted must be there for a player who comes back.

    A server may keep a move a moment after it has acknowledged it; how much is lost in such
    moments is the matter of `crash`.
    """
    await _leave(tables)
    for old, new in zip(tables, await _back(server, tables), strict=True):
        if (old.made, old.counter) != (new.made, new.counter):
            raise Refused(
                f"after {old.made} moves to {old.counter} a match stands at {new.made} moves, "
                f"{new.counter}"
            )


async def _back(server: Server, tables: Sequence[Table]) -> list[Table]:
    again = [Table(_voices(table), table.goal) for table in tables]
    await connect(again, server.port)
    return again


def _voices(table: Table) -> Pair:
    first, second = table.sockets
    return first.voice, second.voice


async def _crash(server: Server, matches: int, plan: Plan) -> Crash:
    tables = await _seated(server, matches, plan)
    load = ClosedLoop()
    load.start(tables)
    await asyncio.sleep(plan.seconds)
    load.running = False  # what is on its way is heard, and nothing is asked any more
    server.kill()
    await until(lambda: not any(one.open for table in tables for one in table.sockets))
    try:
        server.start()
    except NotStarted:
        found: list[Standing | None] = [None] * matches
    else:
        found = await _reread(server, tables)
    return _losses([table.acknowledged for table in tables], found)


async def _reread(server: Server, tables: Sequence[Table]) -> list[Standing | None]:
    """What the first player of each match is told now; nothing, if the match cannot be read."""
    sockets = [Socket(None, 0, table.sockets[0].voice) for table in tables]
    await connect_sockets(sockets, server.port)
    await asyncio.wait([socket.standing for socket in sockets], timeout=REREAD_SECONDS)
    found = [socket.standing.result() if socket.standing.done() else None for socket in sockets]
    await disconnect(sockets)
    return found


def _losses(acknowledged: Sequence[int], found: Sequence[Standing | None]) -> Crash:
    kept = [standing.moves if standing else 0 for standing in found]
    return Crash(
        matches=len(found),
        acknowledged=sum(acknowledged),
        lost=sum(max(0, told - left) for told, left in zip(acknowledged, kept, strict=True)),
        unreadable=sum(standing is None for standing in found),
        damaged=sum(standing is not None and not _sound(standing) for standing in found),
    )


def _sound(standing: Standing) -> bool:
    """The driver adds 1, 2, 3, 1, 2, 3, ..."""
    return standing.counter == sum(1 + move % 3 for move in range(standing.moves))
