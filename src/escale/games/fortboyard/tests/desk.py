"""A fake desk for tests of the terminal: prepared input, recorded output."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from rich.console import Console

from escale.core.secrecy import Seat
from escale.games.fortboyard.game import GAME
from escale.games.fortboyard.terminal import folder
from escale.games.terminal import Clock
from escale.games.texts import texts

NAMES = ["Ada", "Ben", "Cleo"]
ROOM = (0, 1, 2)


class Desk:
    """Prepared input lines, recorded output, and a clock that the test sets."""

    def __init__(self, *lines: str, people: tuple[Seat, ...] = ROOM, took: int = 250) -> None:
        self.lines: Iterator[str] = iter(lines)
        self.people = people
        self.shown: list[str] = []
        self.private: list[str] = []
        self.clocks: list[Clock] = []
        self.time = 0
        self._took = took

    def now(self) -> int:
        return self.time

    def wait(self, until: int) -> None:
        self.time = max(self.time, until)

    def read(self, prompt: str, *, free: bool = False, clock: Clock | None = None) -> str:
        self.shown.append(prompt)
        self.clocks += [clock] if clock else []
        self.time += self._took
        return next(self.lines)

    def show(self, *lines: Any) -> None:
        self.shown += map(printed, lines)

    def look(self, seat: Seat, *lines: Any) -> None:
        self.private += [f"{NAMES[seat]} {printed(line)}" for line in lines]

    def sketch(self, drawing: Any) -> None:
        self.show(drawing)

    def goes_back(self, line: str) -> bool:
        return line == "b"

    def offered(self) -> Any:
        return "offered"


def printed(line: Any, width: int = 100) -> str:
    console = Console(width=width, file=io.StringIO(), markup=False, highlight=False)
    with console.capture() as seen:
        console.print(line)
    return seen.get()


def say(language: str = "en") -> Any:
    return texts(GAME, language, NAMES, folder)
