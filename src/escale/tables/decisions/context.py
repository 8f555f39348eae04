"""What a decision depends on besides the state: time, who is connected, fresh secrets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from secrets import token_hex
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from escale.core.play import Ruling
from escale.store.protocol import Downtime
from escale.tables.log.entries import Happenings, Person
from escale.tables.log.table_state import RunningMatch

Decision: TypeAlias = Happenings | Ruling
"""What follows from a command, or the reason why it is refused."""


def first(*problems: Ruling | None) -> Ruling | None:
    """The first problem. (A refusal is falsy: `or` would skip it.)"""
    return next((problem for problem in problems if problem is not None), None)


def _secret() -> str:
    return token_hex(32)


class Context(NamedTuple):
    now: int  # wall time, ms
    closed: Sequence[Downtime] = ()
    present: frozenset[Person] = frozenset()  # who is connected
    away_since: Mapping[Person, int] = MappingProxyType({})  # wall time, ms; of those who are not
    secret: Callable[[], str] = _secret

    def match_time(self, running: RunningMatch) -> int:
        return running.time(self.now, self.closed)
