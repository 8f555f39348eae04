"""Memory that goes back to the system when a crowd has left."""

from __future__ import annotations

import asyncio
import ctypes
import gc
from collections.abc import Callable

TIDY_SECONDS = 5.0
CROWD = 100  # tables and connections
SELDOM = 120  # looks: ten minutes. A collector that looks at everything stops everybody


async def keep_tidying(size: Callable[[], int]) -> None:
    """`size`: how many tables and connections there are."""
    most, looks = 0, 0
    while True:
        await asyncio.sleep(TIDY_SECONDS)
        now = size()
        most, looks = max(most, now), looks + 1
        if most - now > max(CROWD, most // 4) or looks >= SELDOM:
            most, looks = now, 0
            gc.collect()
            give_back()


def give_back() -> None:
    """Python frees memory to the C library, which keeps it. The GNU one can be asked for it."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
