"""What workers of one house tell each other: which tables have news, and who is there.

A broker may lose anything: the truth is in the store, and the house looks there from time to time.
It must never make anybody wait.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

Marks: TypeAlias = frozenset[str]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Those who look at a table through other workers: the marks of guests, and how many look."""

    marks: Marks = frozenset()
    watching: int = 0


NOBODY = Elsewhere()


def _nothing(*_: object) -> None:
    pass


@dataclass(slots=True)
class Ears:
    """What a house wants to hear."""

    news: Callable[[str, int], None] = _nothing  # a table, and the number of its last entry
    people: Callable[[str], None] = _nothing  # somebody came or went, at a table elsewhere
    bots: Callable[[], None] | None = None  # bots are awaited somewhere; None: not our business
    missed: Callable[[], None] = _nothing  # for a while nothing could be heard


class Broker(Protocol):
    ears: Ears

    @property
    def away(self) -> bool:
        """Nobody can be told anything just now."""
        ...

    @property
    def calls_in_vain(self) -> bool:
        """Bots are awaited, and nobody thinks for them."""
        ...

    def tell(self, table: str, number: int) -> None:
        """The table has this many entries now."""
        ...

    def call_bots(self) -> None:
        """Bots are awaited somewhere."""
        ...

    def join(self, table: str) -> None:
        """Listen for this table."""
        ...

    def leave(self, table: str) -> None: ...

    def here(self, table: str, marks: Marks, watching: int) -> None:
        """Those who look at a table through this worker."""
        ...

    def elsewhere(self, table: str) -> Elsewhere: ...

    async def counts(self, tables: Sequence[str]) -> Mapping[str, int]:
        """How many people are at these tables, through all workers."""
        ...

    async def run(self) -> None:
        """Until it is cancelled."""
        ...


@dataclass(slots=True)
class Alone:
    """The broker of a house with one worker: there is nobody to tell."""

    ears: Ears = field(default_factory=Ears)
    away: bool = False
    calls_in_vain: bool = False

    def tell(self, table: str, number: int) -> None: ...

    def call_bots(self) -> None: ...

    def join(self, table: str) -> None: ...

    def leave(self, table: str) -> None: ...

    def here(self, table: str, marks: Marks, watching: int) -> None: ...

    def elsewhere(self, table: str) -> Elsewhere:
        return NOBODY

    async def counts(self, tables: Sequence[str]) -> Mapping[str, int]:
        return {}

    async def run(self) -> None: ...
