"""Who sees what: a field is hidden from everybody unless its type says otherwise.

    @dataclass(frozen=True, slots=True)
    class State:
        table: Shown[tuple[Card, ...]]      # everybody sees it
        bids: Own[tuple[int | None, ...]]   # one entry a seat; each seat sees its own
        players: BySeat[tuple[Player, ...]] # one entry a seat; Player's fields say what is seen
        deck: Counted[tuple[Card, ...]]     # everybody sees how many, nobody which
        answer: str                         # nobody sees it

The fields of a nested dataclass are guarded in the same way. A class with nothing to hide derives
from `Open`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from operator import is_
from types import NoneType
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar, get_type_hints

ITEMS = (tuple, frozenset)  # a constant, because `tuple | frozenset` would be built on every call

Seat: TypeAlias = int
T = TypeVar("T")
S = TypeVar("S")


class Hidden(Enum):
    """What a view holds in place of a value that its seat may not know."""

    HIDDEN = "hidden"

    def __repr__(self) -> str:
        return "HIDDEN"


HIDDEN: Final = Hidden.HIDDEN


class Open:
    """Base of classes with nothing to hide: where an instance is seen, all its fields are."""

    __slots__ = ()


class Marker(Enum):
    SHOWN = "everybody"
    OWN = "its owner"
    BY_SEAT = "an entry a seat"
    COUNTED = "only how many"


@dataclass(frozen=True, slots=True)
class When:
    """Shown to a seat (None: a spectator) where the test of the object that holds it is true."""

    test: Callable[[Any, Seat | None], bool]


Shown = Annotated[T, Marker.SHOWN]
Own = Annotated[T, Marker.OWN]
BySeat = Annotated[T, Marker.BY_SEAT]
Counted = Annotated[T, Marker.COUNTED]


@dataclass(frozen=True, slots=True)
class View(Generic[S]):
    """What a seat (None: a spectator) knows: the state with HIDDEN in place of the rest."""

    seat: Seat | None
    seen: S


def view(state: S, seat: Seat | None) -> View[S]:
    seen: S = _seen(state, seat, owner=None)
    return View(seat, seen)


def hides_nothing(value: object) -> bool:
    """By its types, do all seats and spectators see everything in this value?"""
    kind: Any = type(value)
    if kind in _SEEN_WHOLE:
        return True
    if isinstance(value, ITEMS):
        return _SEEN_WHOLE.issuperset(map(type, value)) or all(map(hides_nothing, value))
    names = _shown_fields(kind)
    if names is None:
        return False
    for name in names:
        part = getattr(value, name)
        if type(part) not in _SEEN_WHOLE and not hides_nothing(part):
            return False
    return True


@cache
def _shown_fields(kind: type) -> tuple[str, ...] | None:
    """The fields of a class that may hold something hidden; None: it hides one of them itself."""
    if issubclass(kind, Open) or not is_dataclass(kind):
        return ()
    if any(marker is not Marker.SHOWN for _, marker in markers(kind)):
        return None
    return tuple(name for name, _ in markers(kind))


def seen_action(action: T, actor: Seat, seat: Seat | None) -> T:
    """An action as a seat sees it; its owner is the acting seat."""
    seen: T = _seen(action, seat, owner=actor)
    return seen


def has_hidden(value: object) -> bool:
    """Is anything HIDDEN in this value?"""
    if value is HIDDEN:
        return True
    if isinstance(value, ITEMS):
        return any(has_hidden(item) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        return any(has_hidden(getattr(value, field.name)) for field in fields(value))
    return False


_SEEN_WHOLE: set[type] = {int, str, bool, NoneType}
"""Cache of classes whose values have nothing to hide: numbers, texts, subclasses of Open."""


def _seen(value: Any, seat: Seat | None, owner: Seat | None) -> Any:
    """The value as `seat` sees it, in a part of the state that belongs to `owner`.

    What is fully visible is returned as the same object, so that callers can compare by identity
    and need not encode it again.
    """
    kind: Any = type(value)
    if kind in _SEEN_WHOLE:
        return value
    if isinstance(value, ITEMS):
        if _SEEN_WHOLE.issuperset(map(type, value)):
            return value
        return _collected(value, kind, [_seen(item, seat, owner) for item in value])
    if isinstance(value, Open) or not is_dataclass(value):
        _SEEN_WHOLE.add(kind)
        return value
    same = True
    seen = []
    for name, marker in markers(kind):
        whole = getattr(value, name)
        if marker is Marker.SHOWN:
            part = _seen(whole, seat, owner)
        else:
            part = _seen_field(value, whole, marker, seat, owner)
        same = same and part is whole
        seen.append((name, part))
    if same:
        return value
    blank = object.__new__(kind)
    for name, part in seen:
        object.__setattr__(blank, name, part)
    return blank


def _seen_field(
    whole: object, value: Any, marker: Marker | When | None, seat: Seat | None, owner: Seat | None
) -> Any:
    if marker is Marker.SHOWN or (isinstance(marker, When) and marker.test(whole, seat)):
        return _seen(value, seat, owner)
    if marker is Marker.BY_SEAT:
        seen = [_seen(item, seat, holder) for holder, item in enumerate(value)]
        return _collected(value, tuple, seen)
    if marker is Marker.COUNTED:
        return (HIDDEN,) * len(value)
    if marker is Marker.OWN and owner is None:
        seen = [
            _seen(item, seat, holder) if holder == seat else HIDDEN
            for holder, item in enumerate(value)
        ]
        return _collected(value, tuple, seen)
    if marker is Marker.OWN and owner == seat:
        return _seen(value, seat, owner)
    return HIDDEN


def _collected(value: Any, kind: type, seen: list[Any]) -> Any:
    """A collection of the visible items; the value itself if all are fully visible."""
    same = all(map(is_, seen, value)) and type(value) is kind
    return value if same else kind(seen)


@cache
def markers(kind: type) -> tuple[tuple[str, Marker | When | None], ...]:
    """The fields of a dataclass with their markers; None: hidden from everybody."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((field.name, _marker(hints[field.name])) for field in fields(kind))


def _marker(hint: Any) -> Marker | When | None:
    found = [one for one in getattr(hint, "__metadata__", ()) if isinstance(one, Marker | When)]
    return found[0] if found else None
