"""Randomises what a seat cannot see, to test that it makes no difference to that seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import is_dataclass
from random import Random
from typing import Any

from escale.core.secrecy import Marker, Open, Seat, When, markers

Field = tuple[type, str]


class ValuePool:
    """Values seen in each field of real states, as replacements for hidden ones."""

    def __init__(self, states: Iterable[Any]) -> None:
        self._whole: dict[Field, dict[str, Any]] = defaultdict(dict)
        self._items: dict[Field, dict[str, Any]] = defaultdict(dict)
        for state in states:
            self._collect(state)

    def _collect(self, value: Any) -> None:
        if isinstance(value, tuple | frozenset):
            for item in value:
                self._collect(item)
        elif is_dataclass(value) and not isinstance(value, Open | type):
            for name, _ in markers(type(value)):
                part = getattr(value, name)
                self._whole[type(value), name].setdefault(repr(part), part)
                if isinstance(part, tuple):
                    for item in part:
                        self._items[type(value), name].setdefault(repr(item), item)
                self._collect(part)

    def whole(self, field: Field, value: Any, rng: Random) -> Any:
        return _other(self._whole[field], value, rng)

    def item(self, field: Field, value: Any, rng: Random) -> Any:
        return _other(self._items[field], value, rng)

    def same_size(self, field: Field, value: Any, rng: Random) -> Any:
        if isinstance(value, tuple):
            return tuple(self.item(field, item, rng) for item in value)
        alike = {key: one for key, one in self._whole[field].items() if len(one) == len(value)}
        return _other(alike, value, rng)


def _other(known: dict[str, Any], value: Any, rng: Random) -> Any:
    """A different value, if one is known."""
    others = [one for key, one in known.items() if key != repr(value)]
    return rng.choice(others) if others else value


def randomized(
    value: Any, seat: Seat | None, pool: ValuePool, rng: Random, owner: Seat | None = None
) -> Any:
    """The value with different content wherever it is hidden from `seat` (see `secrecy.view`)."""
    if isinstance(value, tuple | frozenset):
        return type(value)(randomized(item, seat, pool, rng, owner) for item in value)
    if isinstance(value, Open) or not is_dataclass(value):
        return value
    kind: Any = type(value)
    blank = object.__new__(kind)
    for name, marker in markers(kind):
        part = getattr(value, name)
        if marker is Marker.SHOWN or (isinstance(marker, When) and marker.test(value, seat)):
            part = randomized(part, seat, pool, rng, owner)
        elif marker is Marker.BY_SEAT:
            part = tuple(
                randomized(item, seat, pool, rng, holder) for holder, item in enumerate(part)
            )
        elif marker is Marker.COUNTED:
            part = pool.same_size((kind, name), part, rng)
        elif marker is Marker.OWN and owner is None:
            part = tuple(
                randomized(item, seat, pool, rng, holder)
                if holder == seat
                else pool.item((kind, name), item, rng)
                for holder, item in enumerate(part)
            )
        elif marker is Marker.OWN and owner == seat:
            part = randomized(part, seat, pool, rng, owner)
        else:
            part = pool.whole((kind, name), part, rng)
        object.__setattr__(blank, name, part)
    return blank
