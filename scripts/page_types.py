"""Prints the JSON Schemas from which the page's TypeScript types are generated.

`python hatch_build.py types` passes them to src/escale/web/build/types.mjs. One schema is the
protocol (wire messages and HTTP bodies); each game with a folder `web` adds one of its own.
"""

from __future__ import annotations

import json
import sys
from dataclasses import is_dataclass
from importlib.metadata import entry_points
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from escale.core.codec import field_types
from escale.core.game import Game
from escale.core.schema import schema as exact_schema
from escale.core.secrecy import Marker, Open, markers
from escale.server.schema.json_schemas import documents

ROOT = Path(__file__).resolve().parents[1]
SCALARS = (int, str, bool, type(None))
HIDDEN = "Hidden"

Schema: TypeAlias = dict[str, Any]


def schemas() -> dict[str, Schema]:
    """The schemas, by the path of the TypeScript file that is generated from each."""
    found = {"src/escale/web/wire/generated.ts": _document(documents())}
    for game in (entry.load() for entry in entry_points(group="escale.games")):
        web = game.folder / "web"
        if web.is_dir() and web.is_relative_to(ROOT):
            found[(web / "generated.ts").relative_to(ROOT).as_posix()] = _of_game(game)
    return found


def _document(definitions: dict[str, Schema]) -> Schema:
    return {"$defs": dict(sorted(definitions.items()))}


def _of_game(game: Game[Any, Any, Any]) -> Schema:
    """What a seat sees of the game's state, and the actions it can send."""
    views = _Views()
    views.value(game.state, owned=False)
    actions = {}
    for kind in get_args(game.actions) or (game.actions,):
        name = _class(kind).__name__
        # In a view an action may have gaps; whoever sends it fills in all of it.
        sent = f"Send{name}" if name in views.definitions else name
        actions[sent] = _sent(kind, sent)
    every = [{"$ref": f"#/$defs/{name}"} for name in actions]
    return _document({**views.definitions, **actions, "Action": {"anyOf": every}})


def _sent(kind: Any, title: str) -> Schema:
    described = exact_schema(kind)
    described["required"] = ["kind", *described["required"]]
    return {**described, "title": title}


class _Views:
    """Describes the view of a type: each class is a definition, with `Hidden` where it has gaps."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}
        self._classes: dict[str, Any] = {}

    def value(self, kind: Any, *, owned: bool) -> Schema:
        """`owned`: it is part of what belongs to a seat (`BySeat`)."""
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self.value(arguments[0], owned=owned)
        if origin is Literal:
            return {"enum": list(arguments)}
        if origin in (Union, UnionType):
            return {"anyOf": [self.value(one, owned=owned) for one in arguments]}
        if origin is frozenset or (origin is tuple and arguments[1:] == (Ellipsis,)):
            return {"type": "array", "items": self.value(arguments[0], owned=owned)}
        if origin is tuple:
            items = [self.value(one, owned=owned) for one in arguments]
            return {"type": "array", "prefixItems": items, "items": False}
        if is_dataclass(_class(kind)):
            return self._reference(kind, owned=owned)
        if kind in SCALARS:
            return exact_schema(kind)
        raise TypeError(f"{kind} has no plain form")

    def _reference(self, kind: Any, *, owned: bool) -> Schema:
        name = _class(kind).__name__
        if self._classes.setdefault(name, kind) != kind:
            raise TypeError(f"two classes are called {name}: {self._classes[name]} and {kind}")
        if name not in self.definitions:
            self.definitions[name] = {}  # of a class that contains itself
            self.definitions[name] = self._object(kind, owned=owned)
        return {"$ref": f"#/$defs/{name}"}

    def _object(self, kind: Any, *, owned: bool) -> Schema:
        origin = _class(kind)
        seen = dict(markers(origin))
        properties: dict[str, Schema] = {"kind": {"const": origin.__name__}}
        for name, type_ in field_types(kind).items():
            marker = Marker.SHOWN if issubclass(origin, Open) else seen[name]
            properties[name] = self._field(type_, marker, owned=owned)
        return {
            "title": origin.__name__,
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }

    def _field(self, kind: Any, marker: object, *, owned: bool) -> Schema:
        """The field of a view, as `core.secrecy` shows it."""
        if marker is Marker.SHOWN:
            return self.value(kind, owned=owned)
        if marker is Marker.BY_SEAT:
            return self.value(kind, owned=True)
        if marker is Marker.COUNTED:
            return {"type": "array", "items": self._hidden()}
        if marker is None:
            return self._hidden()
        whole = self.value(kind, owned=True)
        if marker is Marker.OWN and not owned:
            return {**whole, "items": {"anyOf": [whole["items"], self._hidden()]}}
        return {"anyOf": [whole, self._hidden()]}

    def _hidden(self) -> Schema:
        self.definitions[HIDDEN] = {
            "title": HIDDEN,
            "description": "In place of a value that this seat may not know.",
            "type": "object",
            "properties": {"kind": {"const": HIDDEN}},
            "required": ["kind"],
            "additionalProperties": False,
        }
        return {"$ref": f"#/$defs/{HIDDEN}"}


def _class(kind: Any) -> Any:
    return get_origin(kind) or kind


if __name__ == "__main__":
    json.dump(schemas(), sys.stdout)
