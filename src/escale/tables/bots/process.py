"""Where bots think: a process of its own, asked by `thinkers.py` over its standard input.

A worker knows what it is told: a game, its options, one view and a seed. It answers one question
at a time, while a thread listens for the word that the answer is no longer wanted. It lives as
long as its standard input is open: when the server dies, however it dies, so do its workers.
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
"""Bots give way to the server: a person who clicks should never wait for somebody's thoughts."""

MOST_BOTS: Final = 8
"""Bots a worker keeps. Options are as many as tables: it must not remember all of them."""

AGE: Final = 1e9  # seconds


class Ask(msgspec.Struct, frozen=True, tag=True):
    """What would this bot do here?"""

    number: int
    game: str
    version: int  # of the rules
    level: int
    options: msgspec.Raw  # read only when the bot has to be made
    seat: int
    seen: Any
    seed: str


class Stop(msgspec.Struct, frozen=True, tag=True):
    """Nobody waits for this answer any more: give any, and be free."""

    number: int


class Begun(msgspec.Struct, frozen=True, tag=True):
    """All is loaded and the bot made: from now on it is thinking, on its own time."""

    number: int


class Answered(msgspec.Struct, frozen=True, tag=True):
    number: int
    action: Any
    wait: int | None  # milliseconds of match time, if the bot plans to act `Later`
    memory: int  # MiB that the worker holds


class Failed(msgspec.Struct, frozen=True, tag=True):
    """Of an exception only its type: a message may tell what a seat knows."""

    number: int
    problem: str
    memory: int


Told: TypeAlias = Ask | Stop
Reply: TypeAlias = Begun | Answered | Failed

LENGTH: Final = struct.Struct(">I")
told: Final = msgspec.json.Decoder(Told)
replied: Final = msgspec.json.Decoder(Reply)


def packed(message: Told | Reply) -> bytes:
    """A message as it goes over the wire: its length, then JSON."""
    data = msgspec.json.encode(message)
    return LENGTH.pack(len(data)) + data


class Clock:
    """The time as a bot sees it.

    Once its thoughts are no longer wanted, every look is an age later than the one before, so that
    any budget is spent, and also one that the bot begins only now.
    """

    def __init__(self) -> None:
        self.stopped = False
        self._looks = 0

    def __call__(self) -> float:
        self._looks += self.stopped
        return time.monotonic() + self._looks * AGE


class Worker:
    def __init__(self, ear: BinaryIO, mouth: BinaryIO) -> None:
        self._ear = ear
        self._mouth = mouth
        self._asked: SimpleQueue[tuple[Ask, Clock]] = SimpleQueue()

    def work(self) -> None:
        """Until the process is ended."""
        Thread(target=self._listen, name="escale-listens", daemon=True).start()
        while True:
            self._tell(self._thought(*self._asked.get()))

    def _listen(self) -> None:
        """Take in what is told; at the end of it, or if it makes no sense, end the process.

        At once and from a thread: the bot may be deep in thought, and there is nothing to save.
        """
        try:
            number, clock = 0, Clock()
            while head := self._ear.read(LENGTH.size):
                message = told.decode(self._ear.read(*LENGTH.unpack(head)))
                if isinstance(message, Ask):
                    number, clock = message.number, Clock()
                    self._asked.put((message, clock))
                elif message.number == number:  # else it was answered before the word came
                    clock.stopped = True
        finally:
            os._exit(0)

    def _thought(self, ask: Ask, clock: Clock) -> bytes:
        """The reply to a question. Whatever a bot raises is one too: the worker lives on."""
        try:
            choice = self._choice(ask, clock)
            action, wait = planned(choice)
            later = wait if isinstance(choice, Later) else None
            return packed(Answered(ask.number, to_plain(action), later, _memory()))
        except BaseException as problem:  # a bot that calls sys.exit() is no reason to leave
            return packed(Failed(ask.number, type(problem).__name__[:100], _memory()))

    def _choice(self, ask: Ask, clock: Clock) -> Any:
        bot = _bot(ask.game, ask.version, ask.level, bytes(ask.options))
        game = load_game(ask.game).versions[ask.version]
        view: View[Any] = View(ask.seat, from_plain(game.state, ask.seen, hidden=True))
        self._tell(packed(Begun(ask.number)))
        return bot.choose(view, Budget(game.levels[ask.level].seconds, clock), Random(ask.seed))

    def _tell(self, reply: bytes) -> None:
        self._mouth.write(reply)
        self._mouth.flush()


@lru_cache(maxsize=MOST_BOTS)
def _bot(game: str, version: int, level: int, options: bytes) -> Bot[Any, Any]:
    """A bot may take a while to make (its words): it is made once and asked by many tables."""
    box = load_game(game).versions[version]
    bot: Bot[Any, Any] = box.levels[level].make(
        from_plain(box.options, msgspec.json.decode(options))
    )
    return bot


def _memory() -> int:
    """MiB that this process holds; 0 where the system does not say."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE") >> 20


def _alone() -> Worker:
    """A worker on the standard streams, where nobody else is left on them.

    A game that prints must not be taken for an answer, one that reads must not swallow a question,
    and nothing that it says can reach a log.
    """
    ear, mouth = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)
    return Worker(os.fdopen(ear, "rb"), os.fdopen(mouth, "wb"))


def main() -> None:
    """The Ctrl-C that ends a server is not meant for its workers, which it ends itself.

    They leave its group on their own, since uvloop cannot do it for them; but not its session,
    since Linux may then divide its time among sessions, whatever the priorities within them.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setpgrp"):
        os.setpgrp()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    _alone().work()


if __name__ == "__main__":
    main()
