"""An engine: an external program, in any language, that plays. One JSON object per line each way.

It gets a question on its standard input and answers on its standard output: an action, or
{"kind": "Later", "action": {...}, "wait": 1500} to act that many milliseconds of match time after
the question. If the action is refused, it gets {"refused": {...}} and answers again, or a new
question if others have played since. Its standard error is not read. It should exit when its
standard input ends.
"""

from __future__ import annotations

import asyncio
import shlex
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Self

import msgspec

MAX_LINE_BYTES = 16 * 1024 * 1024
EXIT_TIMEOUT = 2.0  # seconds, before it is killed


class EngineFailed(Exception):
    """The program did not start, exited, or broke the protocol. The message is one line."""


class BadAnswer(Exception):
    """The answer is not a JSON object."""


class Engine:
    """`async with Engine("python my_engine.py") as engine: await engine.ask({...})`"""

    def __init__(self, command: str) -> None:
        self._command = command
        self._process: Process
        self._owed = 0  # answers to cancelled questions that are still to come

    async def __aenter__(self) -> Self:
        try:
            words = shlex.split(self._command)
            self._process = await asyncio.create_subprocess_exec(
                *(words or [""]),
                stdin=PIPE,
                stdout=PIPE,
                limit=MAX_LINE_BYTES,
                process_group=0,  # Ctrl-C must not reach it before we have left the table
            )
        except (OSError, ValueError) as problem:
            why = getattr(problem, "strerror", None) or str(problem)
            raise EngineFailed(f"{self._command}: {why}") from None
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._end()
        with suppress(OSError):
            await self._process.stdin.wait_closed()

    async def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """The answer of the program. Raises `EngineFailed` or `BadAnswer`. May be cancelled."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(msgspec.json.encode(question) + b"\n")
            await self._process.stdin.drain()
        except OSError:
            pass  # it has exited: reading reports that
        self._owed += 1
        while True:
            line = await self._line()
            self._owed -= 1
            if not self._owed:
                return _answer(line)

    async def _line(self) -> bytes:
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
        except ValueError:
            raise EngineFailed(f"{self._command}: the answer is too long") from None
        if not line:
            await self._end()
            raise EngineFailed(f"{self._command}: exited with code {self._process.returncode}")
        return line

    async def _end(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(EXIT_TIMEOUT):
                await self._process.wait()
        if self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


def _answer(line: bytes) -> dict[str, Any]:
    with suppress(msgspec.DecodeError, RecursionError, UnicodeError):
        answer = msgspec.json.decode(line)
        if isinstance(answer, dict):
            return answer
    raise BadAnswer(f"not a JSON object: {line[:100].decode(errors='replace').strip()}")
