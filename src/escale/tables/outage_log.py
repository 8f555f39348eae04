"""Logs an outage when it starts and when it ends, not all the while."""

from __future__ import annotations

import logging


class OutageLog:
    def __init__(self, log: logging.Logger, recovery: str) -> None:
        """`recovery`: the message when the outage is over."""
        self._log = log
        self._recovery = recovery
        self._logged: set[str] = set()

    @property
    def ongoing(self) -> bool:
        return bool(self._logged)

    def failed(self, message: str, level: int = logging.WARNING) -> None:
        """Each distinct message is logged once in an outage."""
        if message not in self._logged:
            self._logged.add(message)
            self._log.log(level, message)

    def recovered(self) -> None:
        if self._logged:
            self._logged.clear()
            self._log.info(self._recovery)
