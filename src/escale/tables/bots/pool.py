"""A pool of processes in which bots think, so that the server never waits for a thought.

`Thinkers.ask` is all a table needs: an action comes back, or `NoAnswer`. When the table moves on
it cancels the task that asks. Questions are answered in the order in which they came; a worker
that dies, hangs or grows too large is replaced, and a question it took along is asked once more.
The other end of the wire is `thinking.py`.

What a bot is asked holds what a seat knows. Logs tell which game, which level and which kind of
trouble, never more.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import sys
from collections import deque
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
from escale.tables.bots.process import LENGTH, Answered, Ask, Begun, Failed, Stop, packed, replied

log = logging.getLogger(__name__)

TRIES: Final = 2
"""Workers that one question may cost. Where all die at once, this is what keeps it from a storm."""

LONGEST_REPLY: Final = 1 << 24
"""Bytes. A greater length is not one: something else was written where only replies should be."""

LAST_WORDS: Final = 2000  # bytes of what a worker says before it can listen
FAREWELL: Final = 1.0  # seconds for the system to say how a worker ended


class NoAnswer(Exception):
    """The bot did not answer. The message says why, and nothing of what it was asked."""


class _Lost(Exception):
    """The worker is of no use any more; the message says why."""


@dataclass(frozen=True, slots=True)
class Question:
    """What would this bot do at this seat?"""

    game: str  # its name on the shelf
    options: Any = field(repr=False)
    seat: Seat
    view: View[Any] = field(repr=False)  # what the seat sees: a bot gets nothing else
    level: int
    seed: str = field(repr=False)  # never from the secret of chance: a bot's process learns it
    version: int | None = None  # of the rules; None: those of today


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a worker is waited for before it is replaced, in seconds; and how large it may be.

    To load a game and make a bot is not yet to think, and has a limit of its own. A cancelled
    question does not cut it short: the next one would only begin to load again.
    """

    making: float = 30.0  # from the question to the bot's first thought
    grace: float = 5.0  # beyond twice the seconds of the level
    stopping: float = 2.0  # to fall silent after being told that nobody waits any more
    idle: float = 300.0  # without a question, before all workers but one go
    memory: int = 1024  # MiB; what games keep for each set of options is beyond our reach


LIMITS: Final = Limits()


class Thinkers:
    """The pool. Workers are started when they are needed, and never more than `workers`."""

    def __init__(self, workers: int | None = None, limits: Limits = LIMITS) -> None:
        self._most = max(1, (os.cpu_count() or 1) - 1) if workers is None else workers
        self._limits = limits
        self._numbers = count(1)
        self._asked: set[_Thought] = set()
        self._waiting: deque[_Thought] = deque()
        self._idle: list[asyncio.Future[_Thought]] = []
        self._workers: list[_Worker] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._closed = False

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes at work."""
        return tuple(worker.pid for worker in self._workers if worker.pid is not None)

    async def ask(self, question: Question) -> Any:
        """The bot's action, of the game's own type (whether it is allowed, its rules must say), or
        a `Later` with one; or `NoAnswer`. Cancel it, and the bot is told to stop."""
        if self._closed:
            raise NoAnswer("the pool is closed")
        thought = _Thought(question, next(self._numbers))
        self._asked.add(thought)
        self._hand_out(thought)
        try:
            return await thought.answer
        finally:
            self._asked.discard(thought)
            self._let_go(thought)

    async def close(self) -> None:
        """End all workers; whoever still waits gets `NoAnswer`."""
        if not self._closed:
            self._closed = True
            for thought in self._asked:
                thought.fail("the pool is closed", level=logging.DEBUG)
            for task in self._tasks:
                task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _hand_out(self, thought: _Thought) -> None:
        """To whoever was busy last (it has most in memory), to somebody new, or into the queue."""
        if self._idle:
            self._idle.pop().set_result(thought)
        elif len(self._tasks) < self._most:
            self._tasks.append(asyncio.create_task(self._work(thought), name="escale-thinker"))
        else:
            self._waiting.append(thought)

    def _let_go(self, thought: _Thought) -> None:
        """If it was cancelled, it leaves the queue, or its worker is told."""
        if thought.answer.cancelled():
            with suppress(ValueError):
                self._waiting.remove(thought)
            thought.stop()

    async def _work(self, thought: _Thought) -> None:
        """One worker's life, from its first question until the pool is closed."""
        worker = _Worker(self._limits)
        self._workers.append(worker)
        try:
            while True:
                await worker.settle(thought)
                thought = self._waiting.popleft() if self._waiting else await self._next(worker)
        finally:
            await worker.end()

    async def _next(self, worker: _Worker) -> _Thought:
        """The next question. When none comes for long, the memory is given back, unless this is
        the last worker that could answer at once."""
        call: asyncio.Future[_Thought] = asyncio.get_running_loop().create_future()
        self._idle.append(call)
        while not call.done():
            await asyncio.wait({call}, timeout=self._limits.idle)
            if not call.done() and len(self.pids) > 1:
                await worker.end()
        return call.result()


def _nothing() -> None:
    pass


class _Thought:
    """A question on its way to an answer. Cancelled is what its future is when its asker is."""

    def __init__(self, question: Question, number: int) -> None:
        self.number = number
        self.name = f"{question.game}, level {question.level}"
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.stop: Callable[[], None] = _nothing  # tells the worker that has it
        posed = self._posed(question)
        if isinstance(posed, str):
            raise NoAnswer(f"{self.name}: {posed}")
        self._game, self.message = posed
        self.seconds = self._game.levels[question.level].seconds

    def take(self, reply: Answered | Failed) -> None:
        """The worker's reply, which is believed no more than anybody else's."""
        if self.answer.done():
            return
        if isinstance(reply, Failed):
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
        """`NoAnswer` for whoever waits. It is made here, outside of any `except`: an exception
        remembers the one before it, and that one may quote what the bot was asked."""
        if not self.answer.done():
            self.answer.set_exception(NoAnswer(f"{self.name}: {why}"))
            log.log(level, "no answer from a bot (%s): %s", self.name, why)

    def _posed(self, question: Question) -> tuple[Game[Any, Any, Any], bytes] | str:
        """The question for the wire, or why it cannot be asked."""
        try:
            game = load_game(question.game)
            if question.version is not None:
                game = game.versions[question.version]
            if question.level not in game.levels:
                return "there is no such level"
            ask = Ask(
                number=self.number,
                game=question.game,
                version=game.box.version,
                level=question.level,
                options=msgspec.Raw(msgspec.json.encode(to_plain(question.options))),
                seat=question.seat,
                seen=to_plain(question.view.seen),
                seed=question.seed,
            )
            return game, packed(ask)
        except Exception as problem:
            return type(problem).__name__


class _Worker:
    """A place in the pool: one process at a time, and the next one when that is lost."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._opening: asyncio.Task[_Wire] | None = None
        self._ending = False

    @property
    def pid(self) -> int | None:
        """Of the process, unless it has ended or is about to: of two idle workers, not both must
        go because the other one is there."""
        return None if self._ending or not self._wire or self._wire.ended else self._wire.pid

    @property
    def _wire(self) -> _Wire | None:
        task = self._opening
        return task.result() if task and task.done() and not task.exception() else None

    async def settle(self, thought: _Thought) -> None:
        """See to it that a question is answered, or known to have no answer."""
        why, tries = "", 0
        while tries < TRIES and not thought.answer.done():
            tries += 1
            try:
                await self._ask(thought)
                return
            except TimeoutError:
                why, tries = "took too long", TRIES  # whoever waits has waited long enough
            except Exception as problem:
                why = str(problem) if isinstance(problem, _Lost) else type(problem).__name__
            log.warning("lost a worker (%s): %s", thought.name, why)
            await self.end()
        thought.fail(why)

    async def end(self) -> None:
        """End the process, and wait until it is gone. May be cancelled, and called again."""
        if self._opening is not None:
            self._ending = True
            await asyncio.wait({self._opening})
            if self._wire is not None:
                await self._wire.end()
            self._opening, self._ending = None, False

    async def _ask(self, thought: _Thought) -> None:
        try:
            async with asyncio.timeout(self._limits.making) as limit:
                wire = await self._connected()
                if thought.answer.done():
                    return
                reply = await self._talk(wire, thought, limit)
        finally:
            thought.stop = _nothing
        thought.take(reply)
        if reply.memory > self._limits.memory:
            await self.end()

    async def _talk(
        self, wire: _Wire, thought: _Thought, limit: asyncio.Timeout
    ) -> Answered | Failed:
        """Question and reply. The limit is moved as the bot begins to think, and is stopped."""
        stop = packed(Stop(thought.number))

        def hurry() -> None:
            wire.tell(stop)
            _move(limit, self._limits.stopping)

        thought.stop = partial(wire.tell, stop)
        wire.tell(thought.message)
        reply = await wire.hear(thought.number)
        if isinstance(reply, Begun):
            stopped = thought.answer.done()
            patience = 2 * thought.seconds + self._limits.grace
            _move(limit, self._limits.stopping if stopped else patience)
            thought.stop = hurry
            reply = await wire.hear(thought.number)
        if isinstance(reply, Begun):
            raise _Lost("the worker spoke out of turn")
        return reply

    async def _connected(self) -> _Wire:
        """Nothing interrupts the start of a process: uvloop would leave it behind."""
        if self._wire is not None and self._wire.ended:
            await self.end()
        if self._opening is None:
            self._opening = asyncio.create_task(_Wire.opened())
        return await asyncio.shield(self._opening)


def _move(limit: asyncio.Timeout, seconds: float) -> None:
    """Let a limit end so many seconds from now, unless it is over already."""
    if not limit.expired():
        limit.reschedule(asyncio.get_running_loop().time() + seconds)


class _Wire(asyncio.SubprocessProtocol):
    """A process and the pipes to it. Replies are cut from the stream as they arrive."""

    def __init__(self) -> None:
        self.ended = False
        self._heard = bytearray()
        self._replies: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._last_words = b""
        self._gone = asyncio.Event()

    @classmethod
    async def opened(cls) -> _Wire:
        """Start a process.

        The same seed should give the same answer in every process: texts must have the same hash.
        """
        _, wire = await asyncio.get_running_loop().subprocess_exec(
            cls,
            sys.executable,
            "-m",
            "escale.tables.bots.process",
            env={"PYTHONHASHSEED": "0", **os.environ},
        )
        return wire

    @property
    def pid(self) -> int:
        return self._transport.get_pid()

    def tell(self, message: bytes) -> None:
        """To a worker that has gone this does nothing: whoever listens will notice."""
        pipe = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))
        if not pipe.is_closing():
            pipe.write(message)

    async def hear(self, number: int) -> Begun | Answered | Failed:
        """The next reply, which must be to this question; or `_Lost`."""
        heard = await self._replies.get()
        if heard is None:
            raise _Lost(await self._end_told())
        try:
            reply: Begun | Answered | Failed = replied.decode(heard)
        except msgspec.MsgspecError:
            raise _Lost("the worker spoke gibberish") from None
        if reply.number != number:
            raise _Lost("the worker spoke out of turn")
        return reply

    async def end(self) -> None:
        """Kill it, if it lives: there is nothing in it to save."""
        self._transport.close()
        await self._gone.wait()

    async def _end_told(self) -> str:
        """How the process ended: the exception that kept it from starting, or its exit code."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self._gone.wait()
        named = re.findall(rb"^(?:\w+\.)*(\w+Error)\b", self._last_words, re.MULTILINE)
        how = named[-1].decode() if named else self._transport.get_returncode()
        return f"the worker ended ({how})"

    # What the event loop reports

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 2:
            self._last_words = (self._last_words + data)[-LAST_WORDS:]
            return
        self._heard += data
        while len(self._heard) >= LENGTH.size:
            end = LENGTH.size + LENGTH.unpack_from(self._heard)[0]
            if end > LONGEST_REPLY:
                self._replies.put_nowait(b"")  # which cannot be read: the worker is lost
                self._heard.clear()
            if len(self._heard) < end:
                return
            self._replies.put_nowait(bytes(self._heard[LENGTH.size : end]))
            del self._heard[:end]

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 1:
            self.ended = True
            self._replies.put_nowait(None)

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone.set()
