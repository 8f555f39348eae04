"""The process in which bots think. `pool.py` talks to it over its standard input and output.

It knows only what each request holds: a game, its options, one view and a seed. It answers one
request at a time, while a thread reads cancellations. It ends when its standard input is closed, so
it never outlives the server.
"""

from __future__ import annotations

import os
import signal
import struct
import time
from functools import lru_cache
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import Any, BinaryIO, Final, TypeAlias

import msgspec

from escale.core.bots import Bot, Budget, Later, planned
from escale.core.codec import from_plain, to_plain
from escale.core.secrecy import View
from escale.games.registry import load_game

NICENESS: Final = 5
"""Bots give way to the server: a person who clicks must not wait for a bot that thinks."""

MOST_BOTS: Final = 8
"""Bots in the cache. There may be as many options as tables: not all can be kept."""

JUMP: Final = 1e9  # seconds


class Choose(msgspec.Struct, frozen=True, tag=True):
    """Which action would this bot choose?"""

    number: int
    game: str
    version: int  # of the rules
    level: int
    options: msgspec.Raw  # read only when the bot has to be made
    seat: int
    seen: Any
    seed: str


class Cancel(msgspec.Struct, frozen=True, tag=True):
    """The answer is no longer wanted: reply with anything, soon."""

    number: int


class Started(msgspec.Struct, frozen=True, tag=True):
    """Everything is loaded and the bot exists: its thinking time starts now."""

    number: int


class Answer(msgspec.Struct, frozen=True, tag=True):
    number: int
    action: Any
    wait: int | None  # milliseconds of match time, if the bot plans to act `Later`
    memory: int  # MiB that the process holds


class Failure(msgspec.Struct, frozen=True, tag=True):
    """Only the type of the exception: its message could reveal what a seat knows."""

    number: int
    problem: str
    memory: int


ToProcess: TypeAlias = Choose | Cancel
FromProcess: TypeAlias = Started | Answer | Failure

LENGTH: Final = struct.Struct(">I")
decode_request: Final = msgspec.json.Decoder(ToProcess).decode
decode_reply: Final = msgspec.json.Decoder(FromProcess).decode


def framed(message: ToProcess | FromProcess) -> bytes:
    data = msgspec.json.encode(message)
    return LENGTH.pack(len(data)) + data


class BotClock:
    """The clock of a bot's budget.

    After a cancellation every reading is far later than the one before, so that any budget is
    spent, even one that the bot starts only now.
    """

    def __init__(self) -> None:
        self.stopped = False
        self._reads = 0

    def __call__(self) -> float:
        self._reads += self.stopped
        return time.monotonic() + self._reads * JUMP


class BotProcess:
    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._input = source
        self._output = sink
        self._requests: SimpleQueue[tuple[Choose, BotClock]] = SimpleQueue()

    def work(self) -> None:
        Thread(target=self._read_requests, name="escale-bot-requests", daemon=True).start()
        while True:
            self._send(self._reply_to(*self._requests.get()))

    def _read_requests(self) -> None:
        """At the end of input, or when it makes no sense, end the process.

        At once and from this thread: the bot may be busy, and there is nothing to save.
        """
        try:
            number, clock = 0, BotClock()
            while head := self._input.read(LENGTH.size):
                message = decode_request(self._input.read(*LENGTH.unpack(head)))
                if isinstance(message, Choose):
                    number, clock = message.number, BotClock()
                    self._requests.put((message, clock))
                elif message.number == number:  # else it has been answered already
                    clock.stopped = True
        finally:
            os._exit(0)

    def _reply_to(self, request: Choose, clock: BotClock) -> bytes:
        """The reply to a request. An exception of the bot is a reply, too: the process goes on."""
        try:
            choice = self._choice(request, clock)
            action, wait = planned(choice)
            later = wait if isinstance(choice, Later) else None
            return framed(Answer(request.number, to_plain(action), later, _memory()))
        except BaseException as problem:  # including SystemExit: a bot must not end the process
            return framed(Failure(request.number, type(problem).__name__[:100], _memory()))

    def _choice(self, request: Choose, clock: BotClock) -> Any:
        bot = _bot(request.game, request.version, request.level, bytes(request.options))
        game = load_game(request.game).versions[request.version]
        view: View[Any] = View(request.seat, from_plain(game.state, request.seen, hidden=True))
        self._send(framed(Started(request.number)))
        return bot.choose(
            view, Budget(game.levels[request.level].seconds, clock), Random(request.seed)
        )

    def _send(self, reply: bytes) -> None:
        self._output.write(reply)
        self._output.flush()


@lru_cache(maxsize=MOST_BOTS)
def _bot(game: str, version: int, level: int, options: bytes) -> Bot[Any, Any]:
    """Cached: making a bot can take long (its words), and many tables share it."""
    box = load_game(game).versions[version]
    bot: Bot[Any, Any] = box.levels[level].make(
        from_plain(box.options, msgspec.json.decode(options))
    )
    return bot


def _memory() -> int:
    """Resident memory in MiB; 0 where the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE") >> 20


def _on_own_streams() -> BotProcess:
    """Moves the protocol to private copies of the standard streams and redirects these to nowhere.

    Otherwise a game that prints would corrupt a reply, one that reads would consume a request, and
    its output could reach a log.
    """
    source, sink = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)
    return BotProcess(os.fdopen(source, "rb"), os.fdopen(sink, "wb"))


def main() -> None:
    """Ctrl-C is for the server, which ends its bot processes itself.

    They leave its process group here because uvloop cannot do it; but not its session, since Linux
    may share time among sessions, whatever the priorities within them.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setpgrp"):
        os.setpgrp()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    _on_own_streams().work()


if __name__ == "__main__":
    main()
