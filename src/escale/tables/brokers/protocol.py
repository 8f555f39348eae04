"""The protocol of brokers, which notify the workers of one house: new entries, and who is present.

The store is authoritative: a broker may lose any message, and the house polls the store from time
to time. Nothing here may block.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

GuestHashes: TypeAlias = frozenset[str]


@dataclass(frozen=True, slots=True)
class Presence:
    """Who watches a table through other workers: guest hashes, and the number of connections."""

    guests: GuestHashes = frozenset()
    watching: int = 0


NOBODY = Presence()


def _nothing(*_: object) -> None:
    pass


@dataclass(slots=True)
class BrokerCallbacks:
    """What a house wants to know."""

    on_entries: Callable[[str, int], None] = _nothing  # a table, and the number of its last entry
    on_presence: Callable[[str], None] = _nothing  # a table where somebody came or went
    on_bots_requested: Callable[[], None] | None = None  # None: this worker runs no bots
    on_reconnect: Callable[[], None] = _nothing  # messages may have been lost


class Broker(Protocol):
    callbacks: BrokerCallbacks

    @property
    def disconnected(self) -> bool:
        """The broker cannot be reached."""
        ...

    @property
    def bots_missing(self) -> bool:
        """Bots are requested, and no worker runs any."""
        ...

    def notify(self, table: str, number: int) -> None:
        """The table has this many entries now."""
        ...

    def request_bots(self) -> None:
        """Bots are awaited somewhere."""
        ...

    def subscribe(self, table: str) -> None:
        """Receive messages about this table."""
        ...

    def unsubscribe(self, table: str) -> None: ...

    def set_presence(self, table: str, guests: GuestHashes, watching: int) -> None:
        """Who watches a table through this worker."""
        ...

    def elsewhere(self, table: str) -> Presence: ...

    async def count_present(self, tables: Sequence[str]) -> Mapping[str, int]:
        """How many people are present at these tables, over all workers."""
        ...

    async def run(self) -> None:
        """Runs until it is cancelled."""
        ...


class LocalBroker:
    """The broker of a house with one worker: there is nobody to notify."""

    disconnected = False
    bots_missing = False

    def __init__(self) -> None:
        self.callbacks = BrokerCallbacks()

    def _ignore(self, *_: Any, **__: Any) -> None: ...

    notify = request_bots = subscribe = unsubscribe = set_presence = _ignore

    def elsewhere(self, table: str) -> Presence:
        return NOBODY

    async def count_present(self, tables: Sequence[str]) -> Mapping[str, int]:
        return {}

    async def run(self) -> None: ...
