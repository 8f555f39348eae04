"""Trouble that lasts is told when it begins and when it is over, and not all the while."""

from __future__ import annotations

import logging


class Trouble:
    def __init__(self, log: logging.Logger, over: str) -> None:
        """`over`: what is told when it has passed."""
        self._log = log
        self._over = over
        self._told: set[str] = set()

    @property
    def lasts(self) -> bool:
        return bool(self._told)

    def begins(self, what: str, level: int = logging.WARNING) -> None:
        """If it becomes another trouble, that is told as well, once."""
        if what not in self._told:
            self._told.add(what)
            self._log.log(level, what)

    def ends(self) -> None:
        if self._told:
            self._told.clear()
            self._log.info(self._over)
