"""A thread beside the event loop: it takes all that waits at once, and answers all at once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, Generic, TypeAlias, TypeVar

log = logging.getLogger(__name__)

J = TypeVar("J")
Then: TypeAlias = Callable[[Any], None]
"""What to do with the answer, in the event loop. An exception may be the answer."""
Asked: TypeAlias = tuple[J, asyncio.AbstractEventLoop, Then]


class Stopped(RuntimeError):
    """Asked after the end."""


class Worker(Generic[J]):
    """Does jobs in a thread of its own.

    `work` gets every job that waits, and returns one answer for each; an exception among the
    answers is raised where the job was asked for. Waking the event loop costs more than a small
    job, so it is woken once for all of them. `end` is done last, in the same thread.
    """

    def __init__(
        self, name: str, work: Callable[[list[J]], Sequence[object]], end: Callable[[], None]
    ) -> None:
        self._work = work
        self._end = end
        self._waiting: SimpleQueue[list[Asked[J]] | asyncio.Future[Any]] = SimpleQueue()
        self._gathered: list[Asked[J]] = []
        self._stopped = False
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def ask(self, job: J) -> asyncio.Future[Any]:
        future = asyncio.get_running_loop().create_future()
        self.hand(job, partial(_settle, future))
        return future

    def hand(self, job: J, then: Then) -> None:
        """As `ask`, for those who would only be slowed down by a future."""
        if self._stopped:
            raise Stopped("the store is closed")
        loop = asyncio.get_running_loop()
        if not self._gathered or self._gathered[-1][1] is not loop:
            loop.call_soon(self._pass_on)
        self._gathered.append((job, loop, then))

    def _pass_on(self) -> None:
        """All that was asked in one turn of the loop goes together. The thread would begin with
        the first alone, and while it has the interpreter the loop stands still."""
        if self._gathered:
            self._waiting.put(self._gathered)
            self._gathered = []

    def stop(self) -> asyncio.Future[Any]:
        """Nothing more is taken; what waits is still done. Done when all of it is."""
        self._stopped = True
        self._pass_on()
        future = asyncio.get_running_loop().create_future()
        self._waiting.put(future)
        return future

    def join(self) -> None:
        self._thread.join()

    def _run(self) -> None:
        while True:
            taken = [self._waiting.get()]
            # Only this thread takes: as many as were there are there still.
            taken += [self._waiting.get() for _ in range(self._waiting.qsize())]
            asked = [one for some in taken if isinstance(some, list) for one in some]
            if asked:
                _answer(asked, self._done([job for job, _, _ in asked]))
            last = [one for one in taken if not isinstance(one, list)]
            if last:
                break
        waits = [(None, future.get_loop(), partial(_settle, future)) for future in last]
        _answer(waits, self._ended())

    def _done(self, jobs: list[J]) -> Sequence[object]:
        try:
            return self._work(jobs)
        except Exception as problem:  # whatever it is, nobody must wait for ever
            return [problem] * len(jobs)

    def _ended(self) -> Sequence[object]:
        try:
            return [self._end()]
        except Exception as problem:
            return [problem]


def _answer(asked: Sequence[Asked[Any]], answers: Sequence[object]) -> None:
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Then, object]]] = {}
    for (_, loop, then), answer in zip(asked, answers, strict=True):
        by_loop.setdefault(loop, []).append((then, answer))
    for loop, told in by_loop.items():
        with suppress(RuntimeError):  # on a loop that is closed nobody waits
            loop.call_soon_threadsafe(_tell, told)


def _tell(answers: list[tuple[Then, object]]) -> None:
    for then, answer in answers:
        try:
            then(answer)
        except Exception:  # of one of them: the others have their answers all the same
            log.exception("error after an answer of the store")


def _settle(future: asyncio.Future[Any], answer: object) -> None:
    if future.done():  # whoever asked was cancelled
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)
