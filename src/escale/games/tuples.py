"""Changed copies of tuples."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def with_item(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """A copy with this value at this place."""
    return (*values[:place], value, *values[place + 1 :])
