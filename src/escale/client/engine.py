"""A player that is a program of its own, in any language: one JSON object a line, both ways.

It is asked by a line on its standard input, and answers by a line on its standard output: the
action, or {"kind": "Later", "action": {...}, "wait": 1500} for so many milliseconds of match time
after what it was asked about. If that is refused, it gets a line {"refused": {...}} and answers
once more, or the question anew if others have played since. Whatever it writes on its standard
error is left alone. It should end when its standard input does.
"""

from __future__ import annotations

import asyncio
import shlex
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Self

import msgspec

LONGEST_LINE = 16 * 1024 * 1024
FAREWELL = 2.0  # seconds to end by itself


class EngineFailed(Exception):
    """It did not start, ended too early, or speaks another language. The message is one line."""


class BadAnswer(Exception):
    """A line that is no JSON object."""


class Engine:
    """`async with Engine("python my_engine.py") as engine: await engine.ask({...})`"""

    def __init__(self, command: str) -> None:
        self._command = command
        self._process: Process
        self._owed = 0  # answers to questions that nobody waits for any more

    async def __aenter__(self) -> Self:
        try:
            words = shlex.split(self._command)
            self._process = await asyncio.create_subprocess_exec(
                *(words or [""]),
                stdin=PIPE,
                stdout=PIPE,
                limit=LONGEST_LINE,
                process_group=0,  # Ctrl-C is for us: we end it when we have left the table
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
        """Its answer. Raises `EngineFailed` or `BadAnswer`. May be cancelled."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(msgspec.json.encode(question) + b"\n")
            await self._process.stdin.drain()
        except OSError:
            pass  # it has ended, as reading tells
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
            raise EngineFailed(f"{self._command}: an answer without an end") from None
        if not line:
            await self._end()
            raise EngineFailed(f"{self._command}: ended ({self._process.returncode})")
        return line

    async def _end(self) -> None:
        """By itself if it can."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self._process.wait()
        if self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


def _answer(line: bytes) -> dict[str, Any]:
    with suppress(msgspec.DecodeError, RecursionError, UnicodeError):
        answer = msgspec.json.decode(line)
        if isinstance(answer, dict):
            return answer
    raise BadAnswer(f"this is no JSON object: {line[:100].decode(errors='replace').strip()}")
