"""Readings of the clocks of a table between two updates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def reading(clock: Mapping[str, Any], now: float) -> float:
    """What a clock shows at the server's time `now`; all in milliseconds."""
    since: int | None = clock["since"]
    value: int = clock["value"]
    return value if since is None else value + max(0.0, now - since)


def seconds_left(play: Mapping[str, Any], now: float) -> float | None:
    """Until the rules or the pace of the table end this move; None if nothing does."""
    left = []
    if play["deadline"] is not None:
        left.append(play["deadline"] - reading(play["match_clock"], now))
    if play["limit"] is not None:
        left.append(play["limit"] - reading(play["move_clock"], now))
    return max(0.0, min(left) / 1000) if left else None
