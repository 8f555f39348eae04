"""The OpenAPI document: what Litestar generates, and what it cannot know."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any, TypeAlias

import msgspec
from litestar import MediaType, Router
from litestar.datastructures import ResponseHeader
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.openapi.spec import Tag

from escale.server.asgi import HttpRequest
from escale.server.schema import messages
from escale.server.schema.json_schemas import documents

Document: TypeAlias = dict[str, Any]

ABOUT = """Games, tables and matches. What people do at a table goes over its socket,
`/api/tables/{table}/socket`, which OpenAPI cannot describe: docs/protocol.md tells all of it, and
/api/messages.json has the schemas of its messages. The same messages can be sent by
`POST /api/tables/{table}/ask`, and the same updates read from `/api/tables/{table}/events`.

A guest is known by the cookie `escale`, which the first request that needs it hands out."""

TAGS = {
    "games": "The shelf.",
    "tables": "Making, finding and watching tables; match files.",
    "guests": "Who somebody is: a cookie, and nothing else.",
    "protocol": "The schemas of the messages.",
    "running": "For whoever runs the house.",
}

PROBLEMS = {
    400: "This request cannot be understood; `problem` in the details says where.",
    403: "This is not yours to see, or the page that asks is not one of this house.",
    404: "There is no such thing.",
    409: "Refused by the rules of the house or of the game; the text says why.",
    413: "This is too long.",
    429: "Too many at once: wait, and try again.",
    503: "This could not be kept, so it did not happen, or another worker has the rules of this"
    " table. Try again: the same id is safe.",
}

COOKIE = ResponseHeader(
    name="Set-Cookie",
    documentation_only=True,
    description="the guest's cookie, if the request had none",
)


BY_LANGUAGE = {"Vary": "Accept-Language", "Cache-Control": "no-cache"}

BODIES = {
    "/api/tables/{table}/ask": "Ask",
    "/api/tables/{table}/consider": "Question",
    "/api/matches": "MatchFile",
}
"""Request bodies that handlers decode themselves."""


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    return {
        status: ResponseSpec(
            messages.Problem, description=PROBLEMS[status], generate_examples=False
        )
        for status in statuses
    }


def answers(
    kind: Any, description: str, status: int = 200, media: str = MediaType.JSON
) -> dict[int, ResponseSpec]:
    """The response of an operation whose handler returns bytes."""
    spec = ResponseSpec(kind, description=description, media_type=media, generate_examples=False)
    return {status: spec}


def config(*pages: OpenAPIRenderPlugin) -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Escale",
        version=version("escale"),
        description=ABOUT,
        tags=[Tag(name, description) for name, description in TAGS.items()],
        openapi_router=Router(
            "/api",
            route_handlers=[],
            before_request=_reject_unknown_path,
            include_in_schema=False,
            response_headers=BY_LANGUAGE,
        ),
        render_plugins=[*pages, JsonDocument()],
        use_handler_docstrings=True,
        operation_id_creator=lambda handler, *_: handler.handler_name,
    )


async def _reject_unknown_path(request: HttpRequest) -> None:
    """Litestar would show an English page of its own for every unknown path below /api."""
    if "path" in request.path_params:
        raise NotFoundException


class JsonDocument(OpenAPIRenderPlugin):
    """/api/openapi.json, as `application/json`: browsers download Litestar's media type."""

    def __init__(self) -> None:
        super().__init__(path="/openapi.json", media_type=MediaType.JSON)
        self._written = b""

    def render(self, request: HttpRequest, openapi_schema: Document) -> bytes:
        self._written = self._written or msgspec.json.encode(polished(openapi_schema))
        return self._written


def polished(document: Document) -> Document:
    """With msgspec's schemas, which have every bound, and the responses of the middleware."""
    document = msgspec.json.decode(msgspec.json.encode(document))
    known = documents("#/components/schemas/{name}")
    schemas = document["components"]["schemas"]
    unknown = schemas.keys() - known.keys()
    assert not unknown, f"schema/json_schemas.py has no {', '.join(unknown)}"
    document["components"]["schemas"] = known
    document["paths"] = dict(sorted(document["paths"].items()))
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            _polish(path, method, operation)
    return document


def _polish(path: str, method: str, operation: Document) -> None:
    found = operation["responses"]
    _add_middleware_response(found, 429)
    if method not in ("get", "head"):
        _add_middleware_response(found, 403)
    for parameter in operation.get("parameters", ()):
        _simplify(parameter)
    if path in BODIES:
        operation["requestBody"] = {"required": True, "content": _json(BODIES[path])}
    if path == "/api/tables/{table}/match":
        found["200"]["content"] = _json("MatchFile")
    operation.pop("deprecated")
    operation["responses"] = dict(sorted(found.items()))


def _json(name: str) -> Document:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


def _add_middleware_response(found: Document, status: int) -> None:
    response = {"description": PROBLEMS[status], "content": _json("Problem")}
    found.setdefault(str(status), response)


def _simplify(parameter: Document) -> None:
    """A parameter of a URL is never null: it is optional instead."""
    for unsaid in ("deprecated", "allowEmptyValue", "allowReserved"):
        parameter.pop(unsaid, None)
    schema = parameter["schema"]
    schema.pop("description", None)  # it is on the parameter
    kinds = schema.pop("oneOf", None)
    if kinds is not None:
        (kind,) = (one for one in kinds if one != {"type": "null"})
        parameter["schema"] = {**kind, **schema}
    for bound in schema.keys() & {"minimum", "maximum"}:
        schema[bound] = int(schema[bound])
