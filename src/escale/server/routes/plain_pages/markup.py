"""HTML from Python. Everything that is not `Html` already is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TypeAlias


class Html(str):
    """Markup that this module made."""

    __slots__ = ()


Child: TypeAlias = str | int | Iterable["Child"] | None

VOID = frozenset({"input", "link", "meta"})


def tag(name: str, /, *children: Child, **attributes: str | int | bool | None) -> Html:
    """An element. `class_` and `for_` stand for words of Python; False and None leave one out."""
    given = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in VOID:
        return Html(f"<{name}{given}>")
    return Html(f"<{name}{given}>{text(*children)}</{name}>")


def text(*children: Child) -> Html:
    return Html("".join(_child(one) for one in children))


def joined(children: Iterable[Child], between: str) -> Html:
    return Html(escape(between).join(_child(one) for one in children))


def _child(child: Child) -> str:
    if child is None:
        return ""
    if isinstance(child, Html):
        return child
    if isinstance(child, str | int):
        return escape(str(child))
    return text(*child)


def _attribute(key: str, value: str | int | bool | None) -> str:
    name = key.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
