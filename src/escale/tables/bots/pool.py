"""A pool of processes in which bots think, so that they never block the event loop.

`BotPool.ask` returns an action or raises `NoAnswer`; cancelling it stops the bot. Clients take
turns, tables with people come first, and nobody has all workers. A worker that dies, hangs or grows
too large is replaced, and the request that it had is tried once more. The process itself is
`process.py`.

Requests hold what a seat knows: logs name the game, the level and the kind of failure, never more.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any, Final, cast

import msgspec

from escale.core.bots import Later
from escale.core.codec import from_plain, to_plain
from escale.core.game import Game
from escale.core.secrecy import Seat, View
from escale.games.registry import load_game
from escale.tables.bots import process as wire
from escale.tables.fair_queue import FairQueue, Turn

log = logging.getLogger(__name__)

TRIES: Final = 2
"""Workers that one request may cost: limits restarts where every process dies at once."""

SPARE: Final = 2
"""Workers for clients that have none while all are busy: a short thought of theirs must not wait
for the end of a long one."""

LONGEST_REPLY: Final = 1 << 24
"""Bytes. A greater length is not one: the process wrote something else than a reply."""

STDERR_BYTES: Final = 2000  # of stderr that are kept while a process starts
EXIT_SECONDS: Final = 1.0  # to learn the exit code of a process


class NoAnswer(Exception):
    """The bot did not answer. The message says why, and nothing of what it was asked."""


class _WorkerLost(Exception):
    """The worker must be replaced; the message says why."""


@dataclass(frozen=True, slots=True)
class BotRequest:
    """Which action would this bot choose at this seat?"""

    game: str  # its name on the shelf
    options: Any = field(repr=False)
    seat: Seat
    view: View[Any] = field(repr=False)  # what the seat sees: a bot gets nothing else
    level: int
    seed: str = field(repr=False)
    """Of the bot's randomness. For matches it is a SHA-256 of the match secret and the place in the
    log: the process cannot compute the secret from it. Changing it would change how bots play."""
    version: int | None = None  # of the rules; None: the current ones


@dataclass(frozen=True, slots=True)
class Limits:
    """When a worker is replaced: timeouts in seconds, and memory.

    Loading a game and making a bot has a timeout of its own. Cancelling a request does not
    interrupt it: the next request would only have to load again.
    """

    making: float = 30.0  # from the request to the start of thinking
    grace: float = 5.0  # beyond twice the seconds of the level
    stopping: float = 2.0  # to reply after a cancellation
    idle: float = 300.0  # without a request, before all workers but one are stopped
    memory: int = 1024  # MiB; games may cache data for each set of options


LIMITS: Final = Limits()


class BotPool:
    """Workers are started on demand, at most `workers` of them.

    There are a few more for people whose bots would have to wait for those of another client.
    Tables without people have half of the workers, or one.
    """

    def __init__(self, workers: int | None = None, limits: Limits = LIMITS) -> None:
        self._most = max(1, (os.cpu_count() or 1) - 1) if workers is None else workers
        self._limits = limits
        self._numbers = count(1)
        self._asked: set[_Pending] = set()
        self._waiting: FairQueue[_Pending] = FairQueue()
        self._running: set[_Pending] = set()
        self._idle: list[asyncio.Future[_Pending]] = []
        self._workers: list[_Worker] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._closed = False

    @property
    def pids(self) -> tuple[int, ...]:
        return tuple(worker.pid for worker in self._workers if worker.pid is not None)

    async def ask(self, request: BotRequest, turn: Turn | None = None) -> Any:
        """The bot's action (not yet checked by the rules), or a `Later` with one. Raises
        `NoAnswer`. Cancelling stops the bot."""
        if self._closed:
            raise NoAnswer("the pool is closed")
        pending = _Pending(request, next(self._numbers), turn or Turn(""))
        self._asked.add(pending)
        self._waiting.put(pending, pending.turn)
        self._dispatch()
        try:
            return await pending.answer
        finally:
            self._asked.discard(pending)
            self._drop_if_cancelled(pending)

    async def close(self) -> None:
        """Stop all workers; pending requests get `NoAnswer`."""
        if not self._closed:
            self._closed = True
            self._waiting.clear()
            for pending in self._asked:
                pending.fail("the pool is closed", level=logging.DEBUG)
            for task in self._tasks:
                task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def change(self, turn: Turn, client: str, *, first: bool) -> None:
        """Of requests that wait: people came to their table, or went."""
        if (turn.client, turn.first) != (client, first):
            turn.client, turn.first = client, first
            self._dispatch()

    def _dispatch(self) -> None:
        """To the worker that was busy last (its caches are warm), or a new one."""
        while self._idle or len(self._tasks) < self._most + SPARE:
            pending = self._next_allowed()
            if pending is None:
                return
            self._running.add(pending)
            if self._idle:
                self._idle.pop().set_result(pending)
            else:
                work = self._work(pending)
                self._tasks.append(asyncio.create_task(work, name="escale-bot-worker"))

    def _next_allowed(self) -> _Pending | None:
        busy = [pending.turn for pending in self._running]
        clients = {turn.client for turn in busy}
        full = len(busy) >= self._most
        full_of_bots = sum(not turn.first for turn in busy) >= max(1, self._most // 2)

        def allows(turn: Turn) -> bool:
            if not turn.first:
                return not (full or full_of_bots)
            return not full or (turn.client != "" and turn.client not in clients)

        return self._waiting.pop(allows)

    def _drop_if_cancelled(self, pending: _Pending) -> None:
        """A cancelled request leaves the queue, or its worker is told to stop."""
        if pending.answer.cancelled():
            self._waiting.remove(pending)
            pending.stop()

    async def _work(self, pending: _Pending) -> None:
        """Run one worker, from its first request until the pool is closed."""
        worker = _Worker(self._limits)
        self._workers.append(worker)
        try:
            while True:
                await worker.answer_pending(pending)
                self._running.discard(pending)
                pending = await self._next(worker)
        finally:
            await worker.end()

    async def _next(self, worker: _Worker) -> _Pending:
        """The next request. A worker that is idle for long is stopped to free its memory, unless it
        is the last one that could answer at once."""
        call: asyncio.Future[_Pending] = asyncio.get_running_loop().create_future()
        self._idle.append(call)
        self._dispatch()
        while not call.done():
            await asyncio.wait({call}, timeout=self._limits.idle)
            if not call.done() and len(self.pids) > 1:
                await worker.end()
        return call.result()


def _nothing() -> None:
    pass


class _Pending:
    """A request and the future of its answer, which is cancelled with the task that awaits it."""

    def __init__(self, request: BotRequest, number: int, turn: Turn) -> None:
        self.number = number
        self.turn = turn
        self.name = f"{request.game}, level {request.level}"
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.stop: Callable[[], None] = _nothing  # sends the cancellation to its worker
        message = self._message_of(request)
        if isinstance(message, str):
            raise NoAnswer(f"{self.name}: {message}")
        self._game, self.message = message
        self.seconds = self._game.levels[request.level].seconds

    def take(self, reply: wire.Answer | wire.Failure) -> None:
        """Validate the reply of the worker, which runs untrusted code."""
        if self.answer.done():
            return
        if isinstance(reply, wire.Failure):
            problem = reply.problem
        else:
            try:
                action = from_plain(self._game.actions, reply.action)
                self.answer.set_result(action if reply.wait is None else Later(action, reply.wait))
            except Exception as wrong:
                problem = type(wrong).__name__
            else:
                return
        self.fail(problem)

    def fail(self, why: str, level: int = logging.WARNING) -> None:
        """The exception is created outside of any `except` block: its context could quote what the
        seat knows."""
        if not self.answer.done():
            self.answer.set_exception(NoAnswer(f"{self.name}: {why}"))
            log.log(
                level, "bot gave no answer (%s): %s; the caller goes on without it", self.name, why
            )

    def _message_of(self, request: BotRequest) -> tuple[Game[Any, Any, Any], bytes] | str:
        """The game and the encoded request, or why it cannot be sent."""
        try:
            game = load_game(request.game)
            if request.version is not None:
                game = game.versions[request.version]
            if request.level not in game.levels:
                return "no such level"
            message = wire.Choose(
                number=self.number,
                game=request.game,
                version=game.box.version,
                level=request.level,
                options=msgspec.Raw(msgspec.json.encode(to_plain(request.options))),
                seat=request.seat,
                seen=to_plain(request.view.seen),
                seed=request.seed,
            )
            return game, wire.framed(message)
        except Exception as problem:
            return type(problem).__name__


class _Worker:
    """A slot of the pool: one process, replaced when it fails."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._starting: asyncio.Task[_Connection] | None = None
        self._ending = False

    @property
    def pid(self) -> int | None:
        """None if the process has ended or is about to: of two idle workers only one must stop
        because the other one is running."""
        if self._ending or not self._connection or self._connection.ended:
            return None
        return self._connection.pid

    @property
    def _connection(self) -> _Connection | None:
        task = self._starting
        return task.result() if task and task.done() and not task.exception() else None

    async def answer_pending(self, pending: _Pending) -> None:
        why, tries = "", 0
        while tries < TRIES and not pending.answer.done():
            tries += 1
            try:
                await self._ask(pending)
                return
            except TimeoutError:
                why, tries = "timed out", TRIES  # trying again would only double the wait
            except Exception as problem:
                why = str(problem) if isinstance(problem, _WorkerLost) else type(problem).__name__
            log.warning("bot process failed (%s): %s; replacing it", pending.name, why)
            await self.end()
        pending.fail(why)

    async def end(self) -> None:
        """Stop the process and wait for its exit. May be cancelled and called again."""
        if self._starting is not None:
            self._ending = True
            await asyncio.wait({self._starting})
            if self._connection is not None:
                await self._connection.end()
            self._starting, self._ending = None, False

    async def _ask(self, pending: _Pending) -> None:
        try:
            async with asyncio.timeout(self._limits.making) as limit:
                connection = await self._connect()
                if pending.answer.done():
                    return
                reply = await self._exchange(connection, pending, limit)
        finally:
            pending.stop = _nothing
        pending.take(reply)
        if reply.memory > self._limits.memory:
            await self.end()

    async def _exchange(
        self, connection: _Connection, pending: _Pending, limit: asyncio.Timeout
    ) -> wire.Answer | wire.Failure:
        """Send the request and receive the reply. The timeout moves when thinking starts or is
        cancelled."""
        stop = wire.framed(wire.Cancel(pending.number))

        def cancel_thinking() -> None:
            connection.send(stop)
            _reschedule(limit, self._limits.stopping)

        pending.stop = partial(connection.send, stop)
        connection.send(pending.message)
        reply = await connection.receive(pending.number)
        if isinstance(reply, wire.Started):
            stopped = pending.answer.done()
            patience = 2 * pending.seconds + self._limits.grace
            _reschedule(limit, self._limits.stopping if stopped else patience)
            pending.stop = cancel_thinking
            reply = await connection.receive(pending.number)
        if isinstance(reply, wire.Started):
            raise _WorkerLost("unexpected reply")
        return reply

    async def _connect(self) -> _Connection:
        """Shielded: uvloop leaks a process whose start is cancelled."""
        if self._connection is not None and self._connection.ended:
            await self.end()
        if self._starting is None:
            self._starting = asyncio.create_task(_Connection.started())
        return await asyncio.shield(self._starting)


def _reschedule(limit: asyncio.Timeout, seconds: float) -> None:
    if not limit.expired():
        limit.reschedule(asyncio.get_running_loop().time() + seconds)


class _Connection(asyncio.SubprocessProtocol):
    def __init__(self) -> None:
        self.ended = False
        self._received = bytearray()
        self._replies: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._stderr = b""
        self._exited = asyncio.Event()

    @classmethod
    async def started(cls) -> _Connection:
        """Start a process, with fixed string hashes: the same seed must give the same answer."""
        _, connection = await asyncio.get_running_loop().subprocess_exec(
            cls,
            sys.executable,
            "-m",
            "escale.tables.bots.process",
            env={"PYTHONHASHSEED": "0", **os.environ},
        )
        return connection

    @property
    def pid(self) -> int:
        return self._transport.get_pid()

    def send(self, message: bytes) -> None:
        """Does nothing if the process has exited: `receive` reports that."""
        pipe = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))
        if not pipe.is_closing():
            pipe.write(message)

    async def receive(self, number: int) -> wire.Started | wire.Answer | wire.Failure:
        """The next reply, which must be to this request. Raises `_WorkerLost`."""
        received = await self._replies.get()
        if received is None:
            raise _WorkerLost(await self._exit_reason())
        try:
            reply: wire.Started | wire.Answer | wire.Failure = wire.decode_reply(received)
        except msgspec.MsgspecError:
            raise _WorkerLost("malformed reply") from None
        if reply.number != number:
            raise _WorkerLost("unexpected reply")
        return reply

    async def end(self) -> None:
        """Kill the process, if it still runs, and wait for its exit."""
        self._transport.close()
        await self._exited.wait()

    async def _exit_reason(self) -> str:
        """The exception that kept the process from starting, or its exit code."""
        with suppress(TimeoutError):
            async with asyncio.timeout(EXIT_SECONDS):
                await self._exited.wait()
        named = re.findall(rb"^(?:\w+\.)*(\w+Error)\b", self._stderr, re.MULTILINE)
        how = named[-1].decode() if named else self._transport.get_returncode()
        return f"process exited ({how})"

    # asyncio.SubprocessProtocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 2:
            self._stderr = (self._stderr + data)[-STDERR_BYTES:]
            return
        self._received += data
        while len(self._received) >= wire.LENGTH.size:
            end = wire.LENGTH.size + wire.LENGTH.unpack_from(self._received)[0]
            if end > LONGEST_REPLY:
                self._replies.put_nowait(b"")  # cannot be decoded: the worker is replaced
                self._received.clear()
            if len(self._received) < end:
                return
            self._replies.put_nowait(bytes(self._received[wire.LENGTH.size : end]))
            del self._received[:end]

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 1:
            self.ended = True
            self._replies.put_nowait(None)

    def connection_lost(self, exc: Exception | None) -> None:
        self._exited.set()
