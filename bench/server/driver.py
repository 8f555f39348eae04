"""Players by the hundred, in one process on one core: they move, and time what they hear back.

There is no task and no queue for a table: a frame that arrives makes the next move at once. That
keeps the driver far below the cost of the servers that it measures (bare.py shows how far).
"""

from __future__ import annotations

import asyncio
import gc
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from sides import Pair, Refused, Standing, Voice

TEXT = WSMsgType.TEXT
BOTH = 0b11
TOGETHER = 50
"""Connections opened at the same time: no server has to refuse any."""
PATIENCE = 30.0


class Stalled(Exception):
    """A server went silent: somebody still waits for an answer."""


class Table:
    """One match with both of its players. A move is done when both have heard of it."""

    __slots__ = (
        "_heard",
        "_step",
        "acknowledged",
        "busy",
        "counter",
        "goal",
        "load",
        "made",
        "sent",
        "sockets",
    )

    def __init__(self, pair: Pair, goal: int) -> None:
        self.load: Load = Load()
        self.goal = goal
        self.sockets = tuple(Socket(self, seat, voice) for seat, voice in enumerate(pair))
        self.made = 0
        self.counter = 0
        self.acknowledged = 0  # the last move that its mover knows to be accepted
        self.busy = False
        self.sent = 0.0
        self._step = 0
        self._heard = 0

    def stands(self, standing: Standing) -> None:
        """The server told where the match is; both players must hear the same."""
        self.made, self.counter = standing

    def move(self, due: float | None = None) -> None:
        """Whoever is to move does. Its time counts from when it was due, if that was earlier."""
        made = self.made
        self._step = step = min(1 + made % 3, self.goal - self.counter)
        if step <= 0:
            raise Stalled("a match has reached its goal: raise --goal, or measure for less time")
        socket = self.sockets[made & 1]
        frame = socket.voice.move(step, made)
        self.busy = True
        self.sent = due or time.perf_counter()
        socket.transport.send(TEXT, frame)

    def told(self, seat: int, moves: int) -> None:
        if moves != self.made + 1:
            return  # nothing new
        if seat == self.made & 1 and self.acknowledged < moves:
            self.acknowledged = moves
            self.load.latencies.append(time.perf_counter() - self.sent)
        self._heard |= 1 << seat
        if self._heard == BOTH:
            self._heard = 0
            self.made = moves
            self.counter += self._step
            self.busy = False
            self.load.done(self)


class Socket(WSListener):
    """One player's connection."""

    def __init__(self, table: Table | None, seat: int, voice: Voice) -> None:
        self.table = table
        self.seat = seat
        self.voice = voice
        self.transport: WSTransport  # there as soon as it is open
        self.open = False
        self.standing: asyncio.Future[Standing] = asyncio.get_running_loop().create_future()
        self.problem: Exception | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        self.open = True
        first = self.voice.opened()
        if first is not None:
            transport.send(TEXT, first)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        try:
            if frame.msg_type == TEXT and frame.fin:
                self._hear(transport, frame.get_payload_as_bytes())
            elif frame.msg_type == WSMsgType.CLOSE:
                transport.disconnect()
            elif frame.msg_type not in (WSMsgType.PING, WSMsgType.PONG):
                raise Refused(f"a frame of an unexpected kind: {frame.msg_type}")
        except Exception as problem:
            self.problem = problem  # picows would only close the connection
            raise

    def _hear(self, transport: WSTransport, frame: bytes) -> None:
        heard = self.voice.hear(frame)
        if type(heard) is int:
            assert self.table is not None
            self.table.told(self.seat, heard)
        elif heard is None:
            pass
        elif isinstance(heard, bytes):
            transport.send(TEXT, heard)
        elif isinstance(heard, Standing) and not self.standing.done():
            self.standing.set_result(heard)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.open = False


class Load:
    """What the tables are to do. This one does nothing when a move is done."""

    def __init__(self) -> None:
        self.moves = 0
        self.latencies = array("d")

    def done(self, table: Table) -> None:
        self.moves += 1

    def reset(self) -> None:
        self.moves = 0
        self.latencies = array("d")


class ClosedLoop(Load):
    """As fast as the server answers: a move that is done makes the next one."""

    def __init__(self, moves: int | None = None) -> None:
        super().__init__()
        self.running = True
        self._last = moves  # of every match; None: until it is stopped

    def start(self, tables: Sequence[Table]) -> None:
        for table in tables:
            table.load = self
            table.move()

    def done(self, table: Table) -> None:
        self.moves += 1
        if self.running and table.made != self._last:
            table.move()


class Paced(Load):
    """A move every so many seconds at each table, whether or not the server keeps up.

    A move that has to wait for the one before it is late, and its lateness counts: otherwise a
    server that stops for a second would be asked nothing in that second, and look fast.
    """

    def __init__(self, every: float) -> None:
        super().__init__()
        self.every = every
        self.running = True
        self._late: dict[Table, float] = {}

    def start(self, tables: Sequence[Table]) -> None:
        now = time.perf_counter()
        for number, table in enumerate(tables):
            table.load = self
            self._wait(table, now + self.every * number / len(tables))

    def _wait(self, table: Table, due: float) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(max(0.0, due - time.perf_counter()), self._due, table, due)

    def _due(self, table: Table, due: float) -> None:
        if not self.running:
            return
        if table.busy:
            self._late.setdefault(table, due)
        else:
            table.move()
        self._wait(table, due + self.every)

    def done(self, table: Table) -> None:
        self.moves += 1
        late = self._late.pop(table, None)
        if late is not None and self.running:
            table.move(late)


async def connect(tables: Sequence[Table], port: int) -> None:
    """Seat all players, and take over where each match stands."""
    await connect_sockets([socket for table in tables for socket in table.sockets], port)
    await take_over(tables)


async def take_over(tables: Sequence[Table]) -> None:
    """Where each match stands: both players must be told the same."""
    for table in tables:
        try:
            async with asyncio.timeout(PATIENCE):
                first, second = [await socket.standing for socket in table.sockets]
        except TimeoutError:
            raise Stalled("a server did not tell a player where the match stands") from None
        if first != second:
            raise Refused(f"two players of a match were told different things: {first}, {second}")
        table.stands(first)


async def connect_sockets(sockets: Sequence[Socket], port: int) -> None:
    for start in range(0, len(sockets), TOGETHER):
        await asyncio.gather(*(_open(one, port) for one in sockets[start : start + TOGETHER]))


async def _open(socket: Socket, port: int) -> None:
    url = f"ws://127.0.0.1:{port}{socket.voice.path}"
    headers = dict(socket.voice.headers)
    await ws_connect(
        lambda: socket, url, extra_headers=headers, websocket_handshake_timeout=PATIENCE
    )


async def disconnect(sockets: Sequence[Socket]) -> None:
    for socket in sockets:
        socket.transport.disconnect()
    await until(lambda: not any(socket.open for socket in sockets))


async def quiet(tables: Sequence[Table]) -> None:
    """Wait until no move is under way."""
    await at_tables(tables, lambda: not any(table.busy for table in tables))


async def at_tables(
    tables: Sequence[Table], condition: Callable[[], bool], patience: float = PATIENCE
) -> None:
    """Wait for something that the tables do, and no longer than they can."""
    sockets = [socket for table in tables for socket in table.sockets]

    def in_vain() -> bool:
        return any(socket.problem or not socket.open for socket in sockets)

    try:
        await until(lambda: condition() or in_vain(), patience)
    except Stalled:
        waiting = sum(table.busy for table in tables)
        raise Stalled(f"{waiting} of {len(tables)} matches wait for an answer") from None
    if not condition():
        problem = next((socket.problem for socket in sockets if socket.problem), None)
        raise problem or Stalled("a server closed the connection of a player")


async def until(condition: Callable[[], bool], patience: float = PATIENCE) -> None:
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            raise Stalled("a server did not do what was asked of it in time")
        await asyncio.sleep(0.01)


@contextmanager
def steady() -> Iterator[None]:
    """The driver's own garbage collection must not be taken for a pause of the server."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()
