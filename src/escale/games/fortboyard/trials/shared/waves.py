"""Movements that every device and the referee compute alike: whole numbers only.

`web/waves.ts` is the same on the page; a test holds the two against each other.
"""

from __future__ import annotations

SEEDS = 1_000_000  # how many different movements chance can choose


def mixed(seed: int, place: int, among: int) -> int:
    """One of `among` numbers from 0 on, which looks like chance and follows from the seed."""
    return (seed + 17) * (place + 3) * 48_271 % 65_521 * 40_692 % 65_519 % among


def wave(phase: int, period: int) -> int:
    """From -1000 to 1000 and back, slow at the turning points; 0 and rising at the start."""
    place = 4000 * (phase % period) // period
    if place < 1000:
        straight = place
    elif place < 3000:
        straight = 2000 - place
    else:
        straight = place - 4000
    return straight * (3_000_000 - straight * straight) // 2_000_000
