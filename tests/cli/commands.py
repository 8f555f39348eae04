"""Runs `escale` as a person would, with lines typed into it or keys at a real terminal."""

from __future__ import annotations

import io
import os
import pty
import select
import subprocess
import sys
import time
from codecs import getincrementaldecoder
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from unittest.mock import patch

from escale.cli import main
from tests.nursery import ESCALE

QUIET = {"LANG": "C.UTF-8", "PYTHONUTF8": "1", "COLUMNS": "100", "TERM": "xterm-256color"}
LOUD = ("LC_ALL", "LC_MESSAGES", "FORCE_COLOR", "NO_COLOR")


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str


def escale(*arguments: str, typed: str = "", folder: Path = Path()) -> Ended:
    """With lines from a pipe, in this process: the words of a language are read only once."""
    out, err = io.StringIO(), io.StringIO()
    kept = {name: value for name, value in os.environ.items() if name not in LOUD}
    with (
        patch.dict(os.environ, kept | QUIET, clear=True),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()))),
        redirect_stdout(out),
        redirect_stderr(err),
        chdir(folder),
    ):
        try:
            code = main(arguments)
        except SystemExit as left:
            code = int(left.code or 0)
    return Ended(code, out.getvalue(), err.getvalue())


class Person:
    """Somebody at a real terminal."""

    def __init__(self, *arguments: str, folder: Path) -> None:
        self._hand, far = pty.openpty()
        kept = {name: value for name, value in os.environ.items() if name not in LOUD}
        self._process = subprocess.Popen(
            [*ESCALE, *arguments],
            stdin=far,
            stdout=far,
            stderr=far,
            cwd=folder,
            env=kept | QUIET,
            preexec_fn=_own_terminal,
        )
        os.close(far)
        self._decoder = getincrementaldecoder("utf-8")("replace")  # a letter may come in parts
        self.seen = ""
        self._noticed = 0

    def waits_for(self, text: str, seconds: float = 20) -> None:
        """Until this appears after what was waited for before."""
        until = time.monotonic() + seconds
        while text not in self.seen[self._noticed :]:
            assert time.monotonic() < until, self.seen[-2000:]
            if select.select([self._hand], [], [], 0.1)[0]:
                self.seen += self._decoder.decode(os.read(self._hand, 65536))
        self._noticed = self.seen.index(text, self._noticed) + len(text)

    def presses_until(self, key: str, text: str) -> None:
        """As people do: Python notices Ctrl-C late if it comes just before it begins to read."""
        for _ in range(20):
            self.types(key)
            with suppress(AssertionError):
                return self.waits_for(text, seconds=1)
        raise AssertionError(self.seen[-2000:])

    def types(self, text: str) -> None:
        os.write(self._hand, text.encode())

    def leaves(self) -> int:
        return self._process.wait(10)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._hand)


def _own_terminal() -> None:
    """So that Ctrl-C at this terminal interrupts this process."""
    import fcntl
    import termios

    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
