"""Pseudo-random movements in whole numbers, so that server and clients compute the same.

`../web/waves.ts` is the same on the page; `tests/page/test_movements.py` compares the two.
"""

from __future__ import annotations

SEEDS = 1_000_000  # number of different movements


def mixed(seed: int, place: int, among: int) -> int:
    """A pseudo-random number from 0 to `among` - 1, determined by seed and place."""
    return (seed + 17) * (place + 3) * 48_271 % 65_521 * 40_692 % 65_519 % among


def wave(phase: int, period: int) -> int:
    """Between -1000 and 1000, similar to a sine: 0 and rising at the start of a period."""
    place = 4000 * (phase % period) // period
    if place < 1000:
        straight = place
    elif place < 3000:
        straight = 2000 - place
    else:
        straight = place - 4000
    return straight * (3_000_000 - straight * straight) // 2_000_000
