"""A clock that can be stopped, and that does not count downtime of the house."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from escale.store.protocol import Downtime


class Clock(NamedTuple):
    """It read `value` at the wall time `since`; all in milliseconds."""

    value: int = 0
    since: int = 0
    running: bool = False

    def read(self, now: int, closed: Sequence[Downtime] = ()) -> int:
        if not self.running:
            return self.value
        return self.value + max(0, now - self.since - _downtime(closed, self.since))

    def when(self, value: int, closed: Sequence[Downtime] = ()) -> int | None:
        """The wall time at which it will read this value; None: never, as things are."""
        if not self.running:
            return None
        return self.since + _downtime(closed, self.since) + value - self.value


def _downtime(closed: Sequence[Downtime], since: int) -> int:
    """How long the house has been closed since then (it is open now)."""
    if not closed or closed[-1].until <= since:  # they are in order: none was later
        return 0
    return sum(hours.until - max(hours.since, since) for hours in closed if hours.until > since)
