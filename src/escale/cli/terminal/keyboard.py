"""Reads lines and keys from the terminal, with a timeout."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

with suppress(ImportError):  # arrows and earlier lines, where the system has it
    import readline  # noqa: F401

ONE_KEY = re.compile(rb"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Z]|.", re.DOTALL)
COLOUR = re.compile(r"(\x1b\[[0-9;]*m)")
KEYS = {
    b"\x1b[C": "next",
    b"\x1b[D": "previous",
    b"\x1bOC": "next",
    b"\x1bOD": "previous",
    b"\x1b[H": "first",
    b"\x1b[F": "last",
    b"\x1b[1~": "first",
    b"\x1b[4~": "last",
    b"\x1bOH": "first",
    b"\x1bOF": "last",
    b"\r": "next",
    b"\n": "next",
    b" ": "next",
    b"n": "next",
    b"p": "previous",
    b"q": "quit",
    b"\x03": "quit",
    b"\x04": "quit",
    b"\x1b": "quit",
}


class Interrupted(Exception):
    """The timeout came before the line was complete; `typed` is what there was of it."""

    def __init__(self, typed: str = "") -> None:
        super().__init__()
        self.typed = typed


class Keyboard:
    def __init__(self, console: Console) -> None:
        self._console = console
        self._waiting: list[str] = []

    @property
    def live(self) -> bool:
        """Is there a person at a terminal, and not a pipe?"""
        return sys.stdin.isatty() and self._console.is_terminal

    def line(self, prompt: str, seconds: float | None = None, typed: str = "") -> str:
        """A line, stripped. Raises `EOFError` at the end of input.

        `typed` is put there first: what was typed before an `Interrupted`.
        """
        if self._waiting:
            return self._waiting.pop()
        if not self.live:
            self._console.print(prompt, end=" ")
            with _alarm(seconds):
                line = input().strip()
            self._console.print(line)  # so that what was piped in can be read in what comes out
            return line
        try:
            with _standing(typed), _alarm(seconds):
                return input(self._styled(prompt)).strip()
        except Interrupted as up:
            self._wipe(prompt + " " + up.typed)
            raise

    def _wipe(self, text: str) -> None:
        """Take the prompt and what was typed off the screen, for news to come in their place."""
        rows = cell_len(text) // self._console.width
        up = f"\x1b[{rows}A" if rows else ""
        dumb = self._console.is_dumb_terminal
        self._console.file.write("\n" if dumb else f"\r{up}\x1b[J")
        self._console.file.flush()

    def put_back(self, line: str) -> None:
        """Give this line again when the next one is read."""
        self._waiting.append(line)

    @contextmanager
    def forgetting(self) -> Iterator[None]:
        """Lines that the next person cannot bring back with the arrow keys."""
        editor = sys.modules.get("readline")
        if editor is not None:
            editor.set_auto_history(False)
        try:
            yield
        finally:
            if editor is not None:
                editor.set_auto_history(True)

    def _styled(self, prompt: str) -> str:
        with self._console.capture() as captured:
            self._console.print(Text(prompt, style="bold"), end=" ")
        if "readline" not in sys.modules:
            return captured.get()
        # Readline counts columns: it has to be told which characters take none.
        return COLOUR.sub("\001\\1\002", captured.get())


@contextmanager
def _standing(typed: str) -> Iterator[None]:
    """The next line begins with this, where the system can edit lines."""
    editor = sys.modules.get("readline")
    if editor is None or not typed:
        yield
        return
    editor.set_startup_hook(lambda: editor.insert_text(typed))
    try:
        yield
    finally:
        editor.set_startup_hook(None)


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Interrupts after so many seconds, where the system can; else the late answer is noticed."""
    able = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if seconds is None or not able:
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        editor = sys.modules.get("readline")
        raise Interrupted("" if editor is None else editor.get_line_buffer())

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds + 0.005)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def single_keys() -> Iterator[bool]:
    """Keys arrive one by one, without Enter. False where the system cannot do that."""
    try:
        import termios
        import tty
    except ImportError:  # pragma: no cover
        yield False
        return
    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    try:
        tty.setcbreak(number)
        yield True
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)


class Keys:
    """Single keys; several may arrive at once, from a fast hand or a slow line."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []

    def next(self) -> str:
        """The key's name in `KEYS`, or its character."""
        if not self._waiting:
            self._waiting = ONE_KEY.findall(os.read(sys.stdin.fileno(), 1024))
        if not self._waiting:  # the terminal is gone
            return "quit"
        typed = self._waiting.pop(0)
        return KEYS.get(typed) or typed.decode(errors="replace")
