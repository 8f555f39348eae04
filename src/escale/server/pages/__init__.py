"""Plain pages, for people without the client: the shelf, open tables, rulebooks, and the API.

They need no script, no picture and no account, and a phone or a screen reader is enough to read
them. Whatever they show goes through `markup.tag`, which escapes it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Annotated, Any

from litestar import MediaType, Request, Response, get, post
from litestar.params import Parameter

from escale.games.shelf import UnknownGame, take
from escale.server.guests import mark_in
from escale.server.http import Desk, desk_of
from escale.server.openapi import answers
from escale.server.pages.layout import Here, html, mark, problem, style
from escale.server.pages.markup import tag
from escale.server.pages.rulebook import rules_page
from escale.server.pages.shelf import shelf_page
from escale.server.pages.table import table_page
from escale.server.schemas import wire_json
from escale.tables.house import Unplayable

Asked = Request[Any, Any, Any]
InPath = Annotated[str, Parameter()]
TABLE = re.compile(r"[0-9a-f]{24}")
A_DAY = {"Cache-Control": "max-age=86400"}


@get("/", include_in_schema=False)
async def shelf(request: Asked) -> Response[bytes]:
    return await _shelf(request)


async def _shelf(
    request: Asked, *, typed: str = "", problem: str = "", status: int = 200
) -> Response[bytes]:
    here, house = replace(Here.of(request), path="/"), desk_of(request).house
    own = mark_in(request.scope["headers"])
    tables = await house.of_guest(own) if own else ()
    body = shelf_page(here, await house.listed(), tables, typed=typed, problem=problem)
    return html(body, here, status)


@post("/join", include_in_schema=False)
async def join(request: Asked) -> Response[bytes]:
    """The form on the shelf. A page that cannot be found by its code says so kindly."""
    here, desk = Here.of(request), desk_of(request)
    say = here.voice()
    typed = str((await request.form()).get("code", ""))[:40]
    if _is_too_fast(request, desk):
        return await _shelf(request, typed=typed, problem=say("pages.too-fast"), status=429)
    table = await desk.house.with_code(typed)
    if table is None:
        told = say("pages.no-such-code", code=typed.strip() or "?")
        return await _shelf(request, typed=typed, problem=told, status=404)
    return Response(b"", status_code=303, headers={"Location": here.link(f"/table/{table}")})


def _is_too_fast(request: Asked, desk: Desk) -> bool:
    address = request.client.host if request.client else "?"
    return desk.addresses.wait(address, "codes") > 0


@get("/table/{table:str}", include_in_schema=False)
async def table(request: Asked, table: InPath) -> Response[bytes]:
    here, house = Here.of(request), desk_of(request).house
    try:
        found = await house.open(table) if TABLE.fullmatch(table) else None
    except Unplayable:
        return _missing(here, "unplayable", 409)
    if found is None:
        return _missing(here, "no-such-table", 404)
    own, seat = mark_in(request.scope["headers"]), request.query_params.get("seat", "")
    return html(await found.look(lambda: table_page(here, found, own, seat)), here)


def _missing(here: Here, what: str, status: int) -> Response[bytes]:
    say = here.voice()
    more = tag("p", say(f"pages.{what}-more"))
    return html(problem(here, say(f"pages.{what}"), more), here, status)


@get("/games/{game:str}/rules", include_in_schema=False)
async def rules(request: Asked, game: InPath) -> Response[bytes]:
    here = Here.of(request)
    try:
        return html(rules_page(here, take(game)), here)
    except UnknownGame:
        return html(problem(here, here.voice()("pages.no-such-game")), here, 404)


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


PAGES: list[Any] = [shelf, join, table, rules, style_sheet, picture, message_schemas]
