"""Tuples that hold one value per seat or place."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def with_item(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """A copy with another value in one place."""
    return (*values[:place], value, *values[place + 1 :])
