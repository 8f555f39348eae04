"""Wrong clocks for whole processes: hours ahead or behind, too fast or too slow."""

from __future__ import annotations

from pathlib import Path

from tests.servers import clock_library

SHARED = Path("/dev/shm")


class WrongClocks:
    """Environments for new processes: the clock library is preloaded."""

    def wall(self, shown: str) -> dict[str, str]:
        """Only the hour is wrong: `+5h x2` is five hours ahead, and runs twice as fast."""
        return self.all(shown) | {"FAKETIME_DONT_FAKE_MONOTONIC": "1"}

    def all(self, shown: str) -> dict[str, str]:
        """The monotonic clock is wrong as well, as on a machine with a bad crystal."""
        return {"LD_PRELOAD": str(clock_library()), "FAKETIME": shown}


def clean_up(pid: int) -> None:
    """What a process shared with its children is left after a kill, and the next process with
    this number could not begin."""
    for left in SHARED.glob(f"*faketime_*_{pid}"):
        left.unlink()
