"""What a decision depends on besides the table: the hour, who is there, fresh secrets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from secrets import token_hex
from typing import Any, NamedTuple, TypeAlias

from escale.core.play import Ruling
from escale.store.protocol import Downtime
from escale.tables.log.entries import Happening, Person

Decision: TypeAlias = tuple[Happening[Any, Any], ...] | Ruling
"""What follows from a message, or the reason why nothing does."""


def first(*problems: Ruling | None) -> Ruling | None:
    """The first thing that is wrong. (A ruling is true when it allows: `or` would go past it.)"""
    return next((problem for problem in problems if problem is not None), None)


def _secret() -> str:
    return token_hex(32)


class Now(NamedTuple):
    wall: int  # ms
    closed: Sequence[Downtime] = ()
    present: frozenset[Person] = frozenset()  # who is connected
    secret: Callable[[], str] = _secret
