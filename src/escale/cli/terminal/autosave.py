"""Saves a match to its file after every event."""

from __future__ import annotations

from itertools import chain, count
from pathlib import Path
from shlex import quote
from typing import Any

from escale.cli.terminal.screen import Screen
from escale.core.match import Match
from escale.games import matchfile


class Autosave:
    def __init__(self, match: Match[Any, Any, Any], screen: Screen, path: Path | None) -> None:
        self.path = path
        self._match = match
        self._screen = screen

    def write(self) -> None:
        """Called after every event; does nothing until there is a file."""
        if self.path is not None:
            self._write(self.path)

    def save(self, name: str = "") -> None:
        """Save to this file, to the current one, or to a default one."""
        path = Path(name).expanduser() if name else self.path or self._default_path()
        if path != self.path and path.exists():
            self._warn("play.exists", path)
        elif self._write(path):
            self.path = path
            self._screen.note("play.saved", path=str(path))

    def print_resume_command(self) -> None:
        if self.path is None:
            self.save()
        if self.path is not None:
            command = f"escale play --resume {quote(str(self.path))}"
            text = self._screen.say("play.resume", command=command)
            self._screen.console.print(text, soft_wrap=True)  # in one piece, to be copied

    def _default_path(self) -> Path:
        """A default name that no file has: the same seed gives the same match again."""
        name = f"{self._screen.game.name}-{self._match.header.match[:8]}"
        names = chain([name], (f"{name}-{number}" for number in count(2)))
        return next(path for one in names if not (path := Path(f"{one}.json")).exists())

    def _write(self, path: Path) -> bool:
        try:
            matchfile.write(path, self._match.record)
        except OSError as problem:
            self._warn("play.not-saved", path, reason=problem.strerror or "")
            return False
        return True

    def _warn(self, key: str, path: Path, **details: str) -> None:
        self._screen.warn(self._screen.say(key, path=str(path), **details))
