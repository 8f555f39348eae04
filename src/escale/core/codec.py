"""Typed values to plain data (what JSON can hold) and back, checking every type and bound.

A dataclass becomes an object whose "kind" is the name of the class.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from itertools import islice
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from escale.core.secrecy import HIDDEN, Hidden

LONGEST_TEXT = 10_000
MOST_ITEMS = 100_000
MOST_SHOWN = 60  # characters or items of a wrong value in an error message
LARGEST_NUMBER = 2**53 - 1  # exact in every JSON reader, browsers included

_NAMES: dict[Any, str] = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    NoneType: "null",
}

_PLAIN_TYPES = frozenset(_NAMES)

Reader = Callable[[Any, str], Any]
Writer = Callable[[Any], Any]
T = TypeVar("T")


class Malformed(ValueError):
    """Data of the wrong form; the message says where."""


def to_plain(value: Any) -> Any:
    kind = type(value)
    return value if kind in _PLAIN_TYPES else _WRITERS[kind](value)


class _Writers(dict[type, Writer]):
    def __missing__(self, kind: type) -> Writer:
        write = self[kind] = _writer(kind)
        return write


_WRITERS = _Writers()


def _writer(kind: type) -> Writer:
    if issubclass(kind, int | str):
        return lambda value: value
    if kind is Hidden:
        return lambda _: {"kind": "Hidden"}
    if issubclass(kind, tuple):
        return _write_items
    if issubclass(kind, frozenset):
        return lambda value: _write_items(sorted(value))
    if is_dataclass(kind):
        return _dataclass_writer(kind)
    raise TypeError(f"{kind.__name__} has no plain form")


def _write_items(value: Any) -> list[Any]:
    """`to_plain` of each item, inlined: calls would dominate the cost of a long tuple."""
    return [one if type(one) in _PLAIN_TYPES else _WRITERS[type(one)](one) for one in value]


def _dataclass_writer(kind: Any) -> Writer:
    name = kind.__name__
    names = tuple(field.name for field in fields(kind))

    def write(value: Any) -> dict[str, Any]:
        plain = {"kind": name}
        for field in names:
            part = getattr(value, field)
            plain[field] = part if type(part) in _PLAIN_TYPES else _WRITERS[type(part)](part)
        return plain

    return write


def from_plain(kind: Any, plain: Any, *, hidden: bool = False) -> Any:
    """Read a value of this type, or raise `Malformed`. `hidden` allows HIDDEN, as in a view."""
    return _reader(kind, hidden)(plain, "")


@cache
def _reader(kind: Any, hidden: bool) -> Reader:
    read = _exact_reader(kind, hidden)
    if not hidden:
        return read

    def read_or_hidden(plain: Any, place: str) -> Any:
        return HIDDEN if plain == {"kind": "Hidden"} else read(plain, place)

    return read_or_hidden


def _exact_reader(kind: Any, hidden: bool) -> Reader:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _reader(arguments[0], hidden)
    if origin is Literal:
        return _literal(arguments)
    if origin in (Union, UnionType):
        return _union(arguments, hidden)
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return _items(tuple, _reader(arguments[0], hidden))
    if origin is tuple:
        return _fixed(tuple(_reader(one, hidden) for one in arguments))
    if origin is frozenset:
        return _items(frozenset, _reader(arguments[0], hidden))
    if is_dataclass(origin or kind):
        return _dataclass(kind, hidden)
    if kind in (int, str, bool, NoneType):
        return _scalar(kind)
    raise TypeError(f"{kind} has no plain form")


def _wrong(place: str, wanted: str, plain: Any) -> Malformed:
    if isinstance(plain, list | str):  # bounds the work for a huge value
        plain = plain[:MOST_SHOWN]
    elif isinstance(plain, dict):
        plain = dict(islice(plain.items(), MOST_SHOWN))
    return Malformed(f"{place or 'value'}: must be {wanted}, got {repr(plain)[:MOST_SHOWN]}")


def _scalar(kind: type) -> Reader:
    def read(plain: Any, place: str) -> Any:
        if type(plain) is not kind:
            raise _wrong(place, _NAMES[kind], plain)
        if isinstance(plain, str) and len(plain) > LONGEST_TEXT:
            raise _wrong(place, f"a text of at most {LONGEST_TEXT} letters", plain)
        if isinstance(plain, int) and abs(plain) > LARGEST_NUMBER:
            raise _wrong(place, f"a number of at most {LARGEST_NUMBER}", "more")
        return plain

    return read


def _literal(allowed: tuple[Any, ...]) -> Reader:
    def read(plain: Any, place: str) -> Any:
        for one in allowed:
            if type(plain) is type(one) and plain == one:
                return one
        raise _wrong(place, "one of " + ", ".join(str(one) for one in allowed), plain)

    return read


def _items(collect: type, read_item: Reader) -> Reader:
    def read(plain: Any, place: str) -> Any:
        if not isinstance(plain, list) or len(plain) > MOST_ITEMS:
            raise _wrong(place, "a list", plain)
        return collect(read_item(item, f"{place}[{at}]") for at, item in enumerate(plain))

    return read


def _fixed(readers: tuple[Reader, ...]) -> Reader:
    def read(plain: Any, place: str) -> Any:
        if not isinstance(plain, list) or len(plain) != len(readers):
            raise _wrong(place, f"a list of {len(readers)}", plain)
        pairs = enumerate(zip(readers, plain, strict=True))
        return tuple(reader(item, f"{place}[{at}]") for at, (reader, item) in pairs)

    return read


def _union(kinds: tuple[Any, ...], hidden: bool) -> Reader:
    """Dataclasses are selected by name; of the other types the first that fits is taken."""
    named = {(get_origin(k) or k).__name__: k for k in kinds if is_dataclass(get_origin(k) or k)}
    others = [_reader(one, hidden) for one in kinds if not is_dataclass(get_origin(one) or one)]
    only = next(iter(named)) if len(named) == 1 else None
    wanted = " or ".join(_NAMES.get(one, getattr(one, "__name__", str(one))) for one in kinds)

    def read(plain: Any, place: str) -> Any:
        if isinstance(plain, dict):
            name = plain.get("kind", only)
            if not isinstance(name, str) or name not in named:
                raise _wrong(f"{place}.kind".lstrip("."), "one of " + ", ".join(named), name)
            return _reader(named[name], hidden)(plain, place)
        for reader in others:
            with suppress(Malformed):
                return reader(plain, place)
        raise _wrong(place, wanted, plain)

    return read


def _dataclass(kind: Any, hidden: bool) -> Reader:
    origin = get_origin(kind) or kind
    types = field_types(kind)
    name_of_kind = origin.__name__
    known = {"kind", *types}
    required = [
        field.name
        for field in fields(origin)
        if field.default is MISSING and field.default_factory is MISSING
    ]
    readers: dict[str, Reader] = {}

    def build() -> dict[str, Reader]:  # at first use, because a class may contain itself
        built = {name: _reader(types[name], hidden) for name in types}
        readers.update(built)  # all at once: other threads read as well
        return built

    def read(plain: Any, place: str) -> Any:
        if not isinstance(plain, dict):
            raise _wrong(place, "an object", plain)
        if plain.get("kind", name_of_kind) != name_of_kind:
            raise _wrong(f"{place}.kind", name_of_kind, plain["kind"])
        dot = f"{place}." if place else ""
        if not known.issuperset(plain):
            unknown = next(name for name in plain if name not in known)
            raise Malformed(f"{dot}{unknown}: is not a field of {name_of_kind}")
        values = {
            name: reader(plain[name], dot + name)
            for name, reader in (readers or build()).items()
            if name in plain
        }
        for name in required:
            if name not in values:
                raise Malformed(f"{dot}{name}: is missing")
        try:
            return origin(**values)
        except ValueError as problem:
            raise Malformed(f"{place or name_of_kind}: {problem}") from None

    return read


def field_types(kind: Any) -> dict[str, Any]:
    """The types of a dataclass's fields, with the arguments of a generic `kind` filled in."""
    origin = get_origin(kind) or kind
    given = dict(zip(getattr(origin, "__parameters__", ()), get_args(kind), strict=False))
    hints = get_type_hints(origin, include_extras=True)
    types = {field.name: _substitute(hints[field.name], given) for field in fields(origin)}
    if "kind" in types:
        raise TypeError(f"{origin.__name__}.kind: this name is reserved in plain data")
    return types


def _substitute(hint: Any, given: dict[Any, Any]) -> Any:
    if hint in given:
        return given[hint]
    parameters = getattr(hint, "__parameters__", ())
    if parameters and given:
        return hint[tuple(given.get(one, one) for one in parameters)]
    return hint
