"""JSON Schema (draft 2020-12) of every type that `codec` reads, for clients and forms."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from escale.core.codec import LARGEST_NUMBER, LONGEST_TEXT, MOST_ITEMS, field_types, to_plain

DRAFT = "https://json-schema.org/draft/2020-12/schema"

Schema: TypeAlias = dict[str, Any]

_SCALARS: dict[Any, Schema] = {
    int: {"type": "integer", "minimum": -LARGEST_NUMBER, "maximum": LARGEST_NUMBER},
    str: {"type": "string", "maxLength": LONGEST_TEXT},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
}


def schema(kind: Any, *, hidden: bool = False) -> Schema:
    """The schema of plain data of this type. `hidden` allows HIDDEN, as in a view.

    It rejects what `from_plain` rejects, with two exceptions: checks that a class makes itself in
    `__post_init__`, and 1.0 instead of 1, which JSON Schema cannot tell apart. It is stricter in
    one point: the items of a set must be distinct.
    """
    maker = _Maker(hidden)
    described = maker.value(kind)
    return {"$schema": DRAFT, **described, **({"$defs": maker.defs} if maker.defs else {})}


class _Maker:
    """Builds the schema of a type and all types in it; recursive classes go to `defs`."""

    def __init__(self, hidden: bool) -> None:
        self.hidden = hidden
        self.defs: dict[str, Schema] = {}
        self._within: list[Any] = []  # the classes being described
        self._names: dict[Any, str] = {}  # in `defs`

    def value(self, kind: Any) -> Schema:
        exact = self._exact(kind)
        if not self.hidden:
            return exact
        gap: Schema = {"const": {"kind": "Hidden"}}
        for either in ("anyOf", "oneOf"):
            if either in exact:
                return {either: [*exact[either], gap]}
        return {"anyOf": [exact, gap]}

    def _exact(self, kind: Any) -> Schema:
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._exact(arguments[0])
        if origin is Literal:
            return {"enum": list(arguments)}
        if origin in (Union, UnionType):
            return self._union(arguments)
        if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
            return self._items(arguments[0])
        if origin is tuple:
            return self._fixed(arguments)
        if origin is frozenset:
            # In a view, a counted set is a list of equal HIDDENs.
            return {**self._items(arguments[0]), "uniqueItems": not self.hidden}
        if is_dataclass(origin or kind):
            return self._dataclass(kind)
        if kind in _SCALARS:
            return dict(_SCALARS[kind])
        raise TypeError(f"{kind} has no plain form")

    def _items(self, kind: Any) -> Schema:
        return {"type": "array", "items": self.value(kind), "maxItems": MOST_ITEMS}

    def _fixed(self, kinds: tuple[Any, ...]) -> Schema:
        count = len(kinds)
        first: Schema = {"prefixItems": [self.value(one) for one in kinds]} if kinds else {}
        return {"type": "array", **first, "items": False, "minItems": count, "maxItems": count}

    def _union(self, kinds: tuple[Any, ...]) -> Schema:
        """Classes are selected by name, so exactly one fits; of other types several may."""
        classes = {_class(one).__name__: one for one in kinds if is_dataclass(_class(one))}
        others = [self._exact(one) for one in kinds if not is_dataclass(_class(one))]
        named = [self._dataclass(one, named=len(classes) > 1) for one in classes.values()]
        return {"anyOf" if others else "oneOf": [*named, *others]}

    def _dataclass(self, kind: Any, *, named: bool = False) -> Schema:
        """`named`: "kind" is required."""
        if kind in self._within and kind not in self._names:
            self._names[kind] = self._new_name(kind)
        if kind not in self._names:
            self._within.append(kind)
            described = self._object(kind)
            self._within.pop()
            if kind not in self._names:
                required = ["kind", *described["required"]] if named else described["required"]
                return {**described, "required": required}
            self.defs[self._names[kind]] = described
        reference: Schema = {"$ref": f"#/$defs/{self._names[kind]}"}
        return {**reference, "required": ["kind"]} if named else reference

    def _object(self, kind: Any) -> Schema:
        types = field_types(kind)
        properties: dict[str, Schema] = {"kind": {"const": _class(kind).__name__}}
        required: list[str] = []
        for field in fields(_class(kind)):
            properties[field.name] = self.value(types[field.name])
            default = _default(field)
            if default is MISSING:
                required.append(field.name)
            else:
                properties[field.name]["default"] = to_plain(default)
        return {
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }

    def _new_name(self, kind: Any) -> str:
        """A name that is unique in `defs`: two classes may share theirs."""
        name: str = _class(kind).__name__
        while name in self._names.values():
            name += "_"
        return name


def _class(kind: Any) -> Any:
    """The class itself, without the arguments of a generic one."""
    return get_origin(kind) or kind


def _default(field: Field[Any]) -> Any:
    if field.default_factory is not MISSING:
        return field.default_factory()
    return field.default
