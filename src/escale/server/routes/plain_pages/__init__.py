"""Pages without a script: the API reference, and the notice that the page is not built.

Everything shown goes through `markup.tag`, which escapes it.
"""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Response, get

from escale.server.routes.plain_pages.layout import mark, style
from escale.server.schema.json_schemas import wire_json
from escale.server.schema.openapi import answers

A_DAY = {"Cache-Control": "max-age=86400"}


@get("/style.css", include_in_schema=False, sync_to_thread=False)
def style_sheet() -> Response[bytes]:
    return Response(style(), media_type="text/css", headers=A_DAY)


@get("/mark.svg", include_in_schema=False, sync_to_thread=False)
def picture() -> Response[bytes]:
    return Response(mark(), media_type="image/svg+xml", headers=A_DAY)


@get(
    "/api/messages.json",
    tags=["protocol"],
    summary="The JSON Schemas of the messages of the socket",
    media_type=MediaType.JSON,
    sync_to_thread=False,
    responses=answers(dict[str, Any], "JSON Schema, draft 2020-12."),
)
def message_schemas() -> Response[bytes]:
    return Response(wire_json(), media_type=MediaType.JSON)


PAGES: list[Any] = [style_sheet, picture, message_schemas]
