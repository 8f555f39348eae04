"""Garbage collection, and giving freed memory back to the system."""

from __future__ import annotations

import asyncio
import ctypes
import gc
from collections.abc import Callable

CHECK_SECONDS = 5.0
MANY = 100  # tables and connections
MOST_CHECKS = 120  # without a collection: ten minutes. A full collection stops everybody


async def release_memory_periodically(size: Callable[[], int]) -> None:
    """When many have left, or after ten minutes. `size`: the number of tables and connections."""
    peak, checks = 0, 0
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        now = size()
        peak, checks = max(peak, now), checks + 1
        if peak - now > max(MANY, peak // 4) or checks >= MOST_CHECKS:
            peak, checks = now, 0
            gc.collect()
            trim_heap()


def trim_heap() -> None:
    """Python frees memory to the C library, which keeps it. glibc can be asked to return it."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
