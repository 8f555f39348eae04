"""Trouble that lasts is told when it begins and when it is over, and not all the while."""

from __future__ import annotations

import logging


class Trouble:
    def __init__(self, log: logging.Logger, over: str) -> None:
        """`over`: what is told when it has passed."""
        self._log = log
        self._over = over
        self._told = ""

    @property
    def lasts(self) -> bool:
        return bool(self._told)

    def begins(self, what: str, level: int = logging.WARNING) -> None:
        """If it has become another trouble, that is told as well."""
        if what != self._told:
            self._told = what
            self._log.log(level, what)

    def ends(self) -> None:
        if self._told:
            self._told = ""
            self._log.info(self._over)
