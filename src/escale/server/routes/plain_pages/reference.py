"""The API reference as a page, made from the OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from litestar import MediaType
from litestar.openapi.plugins import OpenAPIRenderPlugin

from escale.games.texts import Texts
from escale.server.asgi import HttpRequest
from escale.server.routes.plain_pages.layout import Here, contents, page
from escale.server.routes.plain_pages.markup import Child, Html, joined, tag, text
from escale.server.schema.openapi import TAGS, Document, polished

PLACE = "#/components/schemas/"
UNIONS = {"asked": "Ask", "told": "Told", "happens": "Happening", "events": "Event"}
SECTIONS = {union: key for key, union in UNIONS.items()}


class Reference(OpenAPIRenderPlugin):
    """The page /api, rendered once for each language."""

    def __init__(self) -> None:
        super().__init__(path="/", media_type=MediaType.HTML)
        self._document: Document = {}
        self._pages: dict[Here, bytes] = {}

    def render(self, request: HttpRequest, openapi_schema: Document) -> bytes:
        here = Here.of(request)
        if here not in self._pages:
            self._document = self._document or polished(openapi_schema)
            self._pages[here] = reference_page(here, self._document)
        return self._pages[here]


def reference_page(here: Here, document: Document) -> bytes:
    say = here.voice()
    schemas = document["components"]["schemas"]
    groups = {key: _members(schemas[union]) for key, union in UNIONS.items()}
    named = {*UNIONS.values(), *(name for names in groups.values() for name in names)}
    groups["objects"] = [name for name in schemas if name not in named]
    parts = {
        "operations": _operations(document),
        **{key: [_object(one, schemas[one]) for one in names] for key, names in groups.items()},
    }
    return page(
        here,
        say("pages.api"),
        tag("h1", say("pages.api")),
        tag("p", say("api.about"), class_="lead"),
        tag("ul", [tag("li", link) for link in _links(say)], class_="links"),
        contents(say, ((key, say(f"api.{key}")) for key in parts)),
        [_part(say, key, part) for key, part in parts.items()],
    )


def _links(say: Texts) -> Iterator[Html]:
    yield tag("a", say("api.openapi"), href="/api/openapi.json")
    yield tag("a", say("api.messages"), href="/api/messages.json")


def _part(say: Texts, key: str, part: Child) -> Html:
    """The document is in English, whatever the language of the page."""
    return tag(
        "section",
        tag("h2", say(f"api.{key}"), id=key),
        tag("p", say(f"api.{key}-about")),
        tag("div", part, lang="en"),
    )


# Operations


def _operations(document: Document) -> Iterator[Html]:
    for name in TAGS:
        yield tag("h3", TAGS[name].rstrip("."))
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                if name in operation["tags"]:
                    yield _operation(method, path, operation)


def _operation(method: str, path: str, operation: Document) -> Html:
    body = operation.get("requestBody", {}).get("content", {})
    parameters = [
        _field(
            one["name"],
            one["schema"],
            one["required"],
            one.get("description", ""),
            f" ({one['in']})",
        )
        for one in operation.get("parameters", ())
    ]
    if body:
        schema = body["application/json"]["schema"]
        parameters.append(_field("body", schema, True, "", ""))
    answers = [_answer(status, one) for status, one in operation["responses"].items()]
    title = text(tag("span", method.upper(), class_="method"), " ", tag("code", path))
    return tag(
        "article",
        tag("h4", title, id=f"request-{operation['operationId']}"),
        tag("p", operation["summary"], "."),
        tag("p", operation["description"]) if "description" in operation else None,
        tag("dl", parameters) if parameters else None,
        tag("details", tag("summary", "Answers"), tag("dl", answers)),
        class_="slip",
    )


def _answer(status: str, response: Document) -> Html:
    kinds = [
        text(media if media != "application/json" else "", " ", _kind(one["schema"]))
        for media, one in response.get("content", {}).items()
    ]
    return text(
        tag("dt", tag("code", status), " ", tag("span", joined(kinds, ", "), class_="quiet")),
        tag("dd", response["description"]),
    )


# Objects


def _members(union: Document) -> list[str]:
    return [one["$ref"].removeprefix(PLACE) for one in union["oneOf"]]


def _object(name: str, schema: Document) -> Html:
    required = schema.get("required", ())
    properties = schema.get("properties", {})
    fields = [
        _field(key, one, key in required, one.get("description", ""), "")
        for key, one in properties.items()
    ]
    either = tag("p", _kind(schema)) if "oneOf" in schema else None
    return tag(
        "article",
        tag("h3", name, id=f"schema-{name}"),
        tag("p", schema["description"]) if "description" in schema else None,
        either,
        tag("dl", fields) if fields else None,
        class_="slip",
    )


def _field(name: str, schema: Document, required: bool, about: str, where: str) -> Html:
    optional = None if required else tag("span", " optional", class_="quiet")
    return text(
        tag(
            "dt", tag("code", name), where, " ", tag("span", _kind(schema), class_="type"), optional
        ),
        tag("dd", about) if about else None,
    )


def _kind(schema: Document) -> Html:
    """A schema in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(PLACE)
        return tag("a", name, href=f"#{SECTIONS.get(name, f'schema-{name}')}")
    for either in ("anyOf", "oneOf"):
        if either in schema:
            return joined((_kind(one) for one in schema[either]), " or ")
    if "const" in schema:
        return _value(schema["const"])
    if "enum" in schema:
        return joined((_value(one) for one in schema["enum"]), " or ")
    if schema.get("type") == "array":
        return text("list of ", _kind(schema.get("items") or {}))
    return text(schema.get("type", "anything"), _bounds(schema))


def _value(value: Any) -> Html:
    return tag("code", f'"{value}"' if isinstance(value, str) else str(value))


def _bounds(schema: Document) -> Html:
    least = schema.get("minimum", schema.get("minLength"))
    most = schema.get("maximum", schema.get("maxLength"))
    if "pattern" in schema:
        return text(" ", tag("code", schema["pattern"]))
    many = " characters" if schema.get("type") == "string" else ""
    if least is not None and most is not None:
        return text(f", {least} to {most}{many}")
    if least is not None:
        return text(f", {least} or more{many}")
    return text("" if most is None else f", at most {most}{many}")
