"""What a table depends on: the house that holds it, and the connections that watch it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol

from escale.store.protocol import Downtime, Store
from escale.tables.bots.pool import BotPool
from escale.tables.brokers.protocol import Broker
from escale.tables.log import entries as e
from escale.tables.log.table_state import TableState


class HousePort(Protocol):
    store: Store
    broker: Broker
    shared: bool  # other workers have the same tables
    bot_pool: BotPool | None  # None: bots think in workers of their own
    closed: Sequence[Downtime]
    counts: Counter[str]
    bot_pause: float  # seconds: a bot that plays at once cannot be followed

    def now(self) -> int:
        """Wall time, in milliseconds."""
        ...

    def spawn(self, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None]:
        """Run this in the background; exceptions are logged."""
        ...

    def unload_unplayable(self, table: str) -> None:
        """This worker lacks the rules of the table: clients have to connect to another one."""
        ...

    async def make_rematch(self, state: TableState, rematched: e.Rematched) -> None:
        """Make a table for the same people, everybody one seat further."""
        ...


class WatcherLimits(Protocol):
    """How many connections one table accepts."""

    @property
    def watchers(self) -> int: ...

    @property
    def watchers_of_address(self) -> int: ...

    @property
    def devices_of_player(self) -> int:
        """That are let in beyond these."""
        ...


class Watcher(Protocol):
    """A connection that watches a table."""

    @property
    def guest_hash(self) -> str:
        """Of its guest's cookie."""
        ...

    @property
    def client(self) -> str:
        """Whoever shares an address; not the address itself, which other workers need not know."""
        ...

    def wake(self) -> None:
        """There is something new to send."""
        ...

    def dismiss(self) -> None:
        """The table leaves memory: connect again to see it."""
        ...
