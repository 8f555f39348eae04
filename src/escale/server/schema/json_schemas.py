"""JSON Schemas (draft 2020-12) of all messages, generated from the types that encode them.

`schema.messages` and `tables.decisions.commands` have the envelopes. Log entries and events inside
them are dataclasses that `core.codec` encodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from inspect import cleandoc
from typing import Any, TypeAlias, get_args, get_origin

import msgspec

from escale.core import event, match, play
from escale.core.codec import field_types
from escale.core.schema import DRAFT, Schema
from escale.core.schema import schema as plain_schema
from escale.core.secrecy import Marker, Open, markers
from escale.games.matchfile import FORMAT
from escale.server.schema import messages
from escale.tables.decisions.commands import Command
from escale.tables.log import entries

HIDDEN: Schema = {"$ref": "#/$defs/Hidden"}


@dataclass(frozen=True, slots=True)
class TheOptions(Open):
    """Stands for the options of whatever game is played."""


@dataclass(frozen=True, slots=True)
class TheAction(Open):
    """Stands for an action of whatever game is played."""


Header: TypeAlias = match.Header[TheOptions]
Happening: TypeAlias = entries.Happening[TheOptions, TheAction]
Event: TypeAlias = event.Event[TheAction]

_SMALL = (entries.Pace, match.Player, play.Score, Header)
"""Types that several messages share: each has a definition of its own."""

_OF_THE_GAME = {
    "TheOptions": "the options of the game, as its schema of options says (GET /api/games/{game})",
    "TheAction": "an action of the game, as its schema of actions says (GET /api/games/{game});"
    " what this seat may not know of it is hidden",
}


def documents(template: str = "#/$defs/{name}") -> dict[str, Schema]:
    """Every type that goes over the socket or over HTTP, by its name."""
    struct = [Command, messages.Told, *_over_http()]
    _, found = msgspec.json.schema_components(struct, ref_template="#/$defs/{name}")
    found |= {"Ask": _either(Command), "Told": _either(messages.Told)}
    found |= dict(_happenings())
    found["MatchFile"] = _match_file()
    _add_details(found)
    moved: dict[str, Schema] = _relocated(found, template)
    return dict(sorted(moved.items()))


def wire() -> Schema:
    """The messages of the WebSocket, both ways: the content of /api/messages.json."""
    every = documents()
    used = ["Ask", "Told"]
    for name in used:  # it grows while it is walked
        used += dict.fromkeys(one for one in _references(every[name]) if one not in used)
    return {
        "$schema": DRAFT,
        "title": "The messages of Escale",
        "description": "A client sends Ask, the server sends Told. docs/protocol.md tells how.",
        "anyOf": [{"$ref": "#/$defs/Ask"}, {"$ref": "#/$defs/Told"}],
        "$defs": {name: every[name] for name in sorted(used)},
    }


@cache
def wire_json() -> bytes:
    return msgspec.json.encode(wire())


def _over_http() -> list[Any]:
    return [
        messages.Done,
        messages.NewTable,
        messages.Code,
        messages.Found,
        messages.Listed,
        messages.GameInfo,
        messages.Rulebook,
        messages.Question,
        messages.Considered,
        messages.Hint,
        messages.Described,
        messages.Recap,
        messages.Replay,
        messages.Review,
        messages.Problem,
    ]


def _either(union: Any) -> Schema:
    (described,), _ = msgspec.json.schema_components([union], ref_template="#/$defs/{name}")
    described["oneOf"] = described.pop("anyOf")  # they differ in `kind`: only one can match
    return dict(described)


# What happens


def _happenings() -> Iterator[tuple[str, Schema]]:
    yield "Hidden", _object("Something that this seat may not know.", "Hidden", {})
    for name, union in (("Happening", Happening), ("Event", Event), ("Wish", entries.Proposal)):
        parts = {_class(one).__name__: one for one in get_args(union)}
        yield name, {"oneOf": [{"$ref": f"#/$defs/{part}"} for part in parts]}
        for part, kind in parts.items():
            yield part, _described(kind, whole=name == "Event")  # events guard their own secrets
    for kind in _SMALL:
        yield _class(kind).__name__, _described(kind)


def _described(kind: Any, *, whole: bool = False) -> Schema:
    """A dataclass as `view(value, None)` shows it: fields not marked as shown are hidden."""
    origin = _class(kind)
    types = field_types(kind)
    seen = {name for name, marker in markers(origin) if marker is Marker.SHOWN}
    if whole or issubclass(origin, Open):
        seen = set(types)
    properties = {name: _plain(types[name]) if name in seen else HIDDEN for name in types}
    return _object(origin.__doc__ or "", origin.__name__, properties)


def _object(why: str, kind: str, properties: dict[str, Schema]) -> Schema:
    """All fields are required: the server writes every one."""
    about = {} if why.startswith(f"{kind}(") else {"description": " ".join(cleandoc(why).split())}
    return {
        "title": kind,
        **about,
        "type": "object",
        "properties": {"kind": {"const": kind}, **properties},
        "required": ["kind", *properties],
        "additionalProperties": False,
    }


def _plain(kind: Any) -> Schema:
    described = plain_schema(kind)
    del described["$schema"]
    shortened: Schema = _shortened(described)
    return shortened


def _shortened(schema: Any) -> Any:
    """With references to shared definitions, and without bounds."""
    if isinstance(schema, list):
        return [_shortened(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    name = schema.get("properties", {}).get("kind", {}).get("const")
    if name in _OF_THE_GAME:
        return {"type": "object", "description": _OF_THE_GAME[name]}
    if name is not None:
        return {"$ref": f"#/$defs/{name}"}
    usual = ("minimum", "maximum", "maxLength", "maxItems", "default")
    return {key: _shortened(value) for key, value in schema.items() if key not in usual}


def _match_file() -> Schema:
    parts: dict[str, Schema] = {
        "format": {"const": FORMAT},
        "header": {"$ref": "#/$defs/Header"},
        "log": {"type": "array", "items": {"$ref": "#/$defs/Event"}},
        "secret": {"type": "string", "description": "of a match that goes on; for its host"},
    }
    return {
        "title": "MatchFile",
        "description": "A whole match, to be kept, proved (`escale verify`) or gone on with.",
        "type": "object",
        "properties": parts,
        "required": ["format", "header", "log"],
    }


def _add_details(found: dict[str, Schema]) -> None:
    """Adds what the envelopes leave open, because `core.codec` has encoded it already."""
    reference = {name: {"$ref": f"#/$defs/{name}"} for name in found}
    number: Schema = {"type": "integer"}
    found["Drawn"]["properties"]["result"]["items"] = {"anyOf": [number, HIDDEN]}
    found["Happened"]["properties"]["events"]["items"] = reference["Event"]
    found["Proposed"]["properties"]["what"] = reference["Wish"]
    found["Entry"]["properties"]["what"]["items"] = reference["Happening"]
    found["Proposal"]["properties"]["what"] = reference["Wish"]
    found["About"]["properties"]["pace"] = reference["Pace"]
    found["Listed"]["properties"]["pace"] = reference["Pace"]
    found["Play"]["properties"]["score"] = {"anyOf": [reference["Score"], {"type": "null"}]}
    found["Replay"]["properties"] |= {"header": reference["Header"], "score": reference["Score"]}
    found["About"]["properties"]["options"] = {
        "type": "object",
        "description": _OF_THE_GAME["TheOptions"],
    }
    found["Offer"] = _offer()
    found["View"]["properties"]["offers"]["items"] = {"$ref": "#/$defs/Offer"}
    found["View"]["properties"]["seen"]["description"] = "the state of the game, with gaps"


def _offer() -> Schema:
    """`play.Offer`, as `tables.updates` encodes it."""
    kinds = (play.Text, play.Choice, play.Some, play.Number)
    inputs = [_described(one, whole=True) for one in kinds]
    return {
        "title": "Offer",
        "description": "A kind of action that is open to the seat now, and the inputs it takes.",
        "type": "object",
        "properties": {
            "action": {"type": "string", "description": "the kind of the action"},
            "inputs": {"type": "array", "items": {"oneOf": inputs}},
        },
        "required": ["action", "inputs"],
        "additionalProperties": False,
    }


# References


def _relocated(schema: Any, template: str) -> Any:
    """The same schema, with references by this template."""
    if isinstance(schema, list):
        return [_relocated(one, template) for one in schema]
    if isinstance(schema, str) and schema.startswith("#/$defs/"):
        return template.format(name=schema.removeprefix("#/$defs/"))
    if not isinstance(schema, dict):
        return schema
    first = schema.get("prefixItems")
    if first and all(one == first[0] for one in first):  # not every tool knows prefixItems
        several = {"items": first[0], "minItems": len(first), "maxItems": len(first)}
        schema = {key: one for key, one in schema.items() if key != "prefixItems"} | several
    return {key: _relocated(value, template) for key, value in schema.items()}


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, list):
        for one in schema:
            yield from _references(one)
    elif isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].removeprefix("#/$defs/")
        for one in schema.values():
            yield from _references(one)


def _class(kind: Any) -> Any:
    return get_origin(kind) or kind
