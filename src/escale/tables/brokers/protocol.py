"""How the workers of one house notify each other of new entries and of who is connected.

A broker may lose any message: the store is authoritative, and the house polls it from time to
time. A broker never blocks its caller.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is connected to a table through other workers."""

    guests: Mapping[str, str] = field(default_factory=dict[str, str])  # by hash: their clients
    connections: int = 0


NO_PRESENCE = Presence()


def _ignore(*_: object) -> None:
    pass


@dataclass(slots=True)
class Listeners:
    """The callbacks of a house."""

    entries: Callable[[str, int], None] = _ignore  # a table, and the number of its last entry
    presence: Callable[[str], None] = _ignore  # somebody came to or left a table elsewhere
    bots: Callable[[], None] | None = None  # a table waits for a bot; None: this worker runs none
    connected: Callable[[], None] = _ignore  # from now on; earlier messages may be lost


class Broker(Protocol):
    listeners: Listeners

    @property
    def is_down(self) -> bool:
        """The broker cannot be reached; messages are lost."""
        ...

    @property
    def bots_missing(self) -> bool:
        """Tables wait for bots, and no worker runs them."""
        ...

    def publish(self, table: str, number: int) -> None:
        """The table has this many entries now."""
        ...

    def request_bots(self) -> None:
        """A table waits for a bot."""
        ...

    def subscribe(self, table: str) -> None: ...

    def unsubscribe(self, table: str) -> None: ...

    def publish_presence(self, table: str, guests: Mapping[str, str], connections: int) -> None:
        """Who is connected to a table through this worker: hashes of guests, with their clients."""
        ...

    def presence_elsewhere(self, table: str) -> Presence: ...

    async def presence_counts(self, tables: Sequence[str]) -> Mapping[str, int]:
        """How many people are at these tables, through all workers."""
        ...

    async def run(self) -> None:
        """Run until cancelled."""
        ...


@dataclass(slots=True)
class LocalBroker:
    """The broker of a house with one worker: there is nobody to notify."""

    listeners: Listeners = field(default_factory=Listeners)
    is_down: bool = False
    bots_missing: bool = False

    def publish(self, table: str, number: int) -> None: ...

    def request_bots(self) -> None: ...

    def subscribe(self, table: str) -> None: ...

    def unsubscribe(self, table: str) -> None: ...

    def publish_presence(self, table: str, guests: Mapping[str, str], connections: int) -> None: ...

    def presence_elsewhere(self, table: str) -> Presence:
        return NO_PRESENCE

    async def presence_counts(self, tables: Sequence[str]) -> Mapping[str, int]:
        return {}

    async def run(self) -> None: ...
