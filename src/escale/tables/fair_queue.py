"""A queue in which clients take turns, however much each of them asks for."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)

MOST_REMEMBERED = 1000  # clients whose last turn is known, besides those that wait


@dataclass(slots=True, eq=False)
class Turn:
    """Whose requests these are. It may change while they wait."""

    client: str
    first: bool = True  # before all that are not
    last: int = 0  # when one of them was taken last: of two of a client, the other is next


class FairQueue(Generic[T]):
    """The next is one of the client whose last turn is the longest ago."""

    def __init__(self) -> None:
        self._waiting: dict[T, Turn] = {}
        self._last: dict[str, int] = {}  # turns of clients
        self._turns = 0

    def put(self, item: T, turn: Turn) -> None:
        self._waiting[item] = turn

    def remove(self, item: T) -> None:
        self._waiting.pop(item, None)

    def count(self, client: str) -> int:
        """How many requests of this client wait."""
        return sum(turn.client == client for turn in self._waiting.values())

    def pop(self, allowed: Callable[[Turn], bool] | None = None) -> T | None:
        """None: no request waits, or none whose turn is allowed."""
        waiting = self._waiting.items()
        may = waiting if allowed is None else [one for one in waiting if allowed(one[1])]
        item, turn = min(may, key=self._rank, default=(None, None))
        if item is None or turn is None:
            return None
        del self._waiting[item]
        self._turns += 1
        self._last[turn.client] = turn.last = self._turns
        if len(self._last) > MOST_REMEMBERED:
            waits = {turn.client for turn in self._waiting.values()}
            self._last = {client: self._last[client] for client in self._last.keys() & waits}
        return item

    def clear(self) -> list[T]:
        items, self._waiting = list(self._waiting), {}
        return items

    def _rank(self, waiting: tuple[T, Turn]) -> tuple[bool, int, int]:
        turn = waiting[1]
        return not turn.first, self._last.get(turn.client, 0), turn.last
