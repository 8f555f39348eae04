"""A wall clock that never jumps."""

from __future__ import annotations

import time


class SteadyClock:
    """The wall time at opening plus the monotonic time since then.

    The wall clock may be set while people play, even by years: a small computer without a battery
    learns the date only after it has started. Running matches must not notice.
    """

    def __init__(self, now: int) -> None:
        self._base = self._last = now
        self._since = time.monotonic_ns()

    def now(self) -> int:
        """In milliseconds."""
        now = self._base + (time.monotonic_ns() - self._since) // 1_000_000
        if now > self._last:
            self._last = now
        return self._last

    def set(self, now: int) -> None:
        """Adjust to a better clock. If this one is ahead, it stands still until that catches up."""
        self._base, self._since = now, time.monotonic_ns()
