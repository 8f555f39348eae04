"""Well-typed but unreasonable actions: what no board sends, but any client could."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from escale.core.codec import LARGEST_NUMBER, LONGEST_TEXT

NUMBERS = (0, 1, -1, 7, 1000, -LARGEST_NUMBER, LARGEST_NUMBER)
TEXTS = ("A", "", " ", "ÿ", "\x00", "{seat}", "𝔸", "0", "A" * LONGEST_TEXT)


def action_kinds(actions: Any) -> tuple[type[Any], ...]:
    """The classes in the union of a game's actions."""
    if get_origin(actions) in (Union, UnionType):
        return tuple(kind for one in get_args(actions) for kind in action_kinds(one))
    return (actions,)


def fuzz_actions(actions: Any, usual: Any = None) -> Iterator[Any]:
    """Actions of every kind, with each field in turn set to each extreme value.

    `usual` is a sensible action to start from: a single wrong value gets further into the rules.
    """
    for kind in action_kinds(actions):
        values = {name: fuzz_values(hint) for name, hint in _hints(kind).items()}
        plain = _make(kind, {name: some[0] for name, some in values.items() if some})
        for base in (usual if type(usual) is kind else None, plain):
            if base is None:
                continue
            yield base
            for name, some in values.items():
                for value in some:
                    with suppress(ValueError):  # the class itself refuses it, as the codec would
                        yield replace(base, **{name: value})


def fuzz_values(hint: Any) -> tuple[Any, ...]:
    """Extreme values of this type, a harmless one first."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return fuzz_values(arguments[0])
    if origin is Literal:
        return arguments
    if origin in (Union, UnionType):
        return tuple(value for one in arguments for value in fuzz_values(one))
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        items = fuzz_values(arguments[0])
        many = (items[:1] * 2, items[:1] * 500, items[:2]) if items else ()
        return ((), *((item,) for item in items), *many)
    if origin is tuple:
        parts = [fuzz_values(one) for one in arguments]
        return tuple(zip(*(part * 2 for part in parts), strict=False))
    if origin is frozenset:
        return (*tuple(frozenset((item,)) for item in fuzz_values(arguments[0])), frozenset())
    if is_dataclass(hint):
        made = _make(hint, {name: fuzz_values(one)[0] for name, one in _hints(hint).items()})
        return (made,) if made is not None else ()
    return {int: NUMBERS, str: TEXTS, bool: (True, False), NoneType: (None,)}.get(hint, ())


def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {one.name: hints[one.name] for one in fields(kind)}


def _make(kind: Any, values: dict[str, Any]) -> Any:
    try:
        return kind(**values)
    except (ValueError, TypeError):
        return None
