"""What a table has around it: the house in which it stands, and those who look at it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol

from escale.store.protocol import Downtime, Store
from escale.tables.bots.pool import Thinkers
from escale.tables.brokers.protocol import Broker
from escale.tables.log.table_state import Room


class Home(Protocol):
    """What a table needs of the house in which it stands."""

    store: Store
    broker: Broker
    shared: bool  # other workers have the same tables
    thinkers: Thinkers | None  # None: bots think in workers of their own
    closed: Sequence[Downtime]
    counts: Counter[str]
    bot_pause: float  # seconds: a bot that plays at once cannot be followed

    def now(self) -> int:
        """Wall time, in milliseconds."""
        ...

    def soon(self, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None]:
        """Do this in the background."""
        ...

    def let_go(self, table: str) -> None:
        """It cannot be played here any more: whoever looks has to come again."""
        ...

    async def rematch(self, room: Room, table: str) -> None:
        """Make a table for the same people, everybody one seat further."""
        ...


class Watcher(Protocol):
    """A connection that looks at a table."""

    @property
    def mark(self) -> str:
        """Of its guest's cookie."""
        ...

    def wake(self) -> None:
        """There is something new to tell."""
        ...

    def dismiss(self) -> None:
        """The table is put away: come again to see it."""
        ...
