"""Routes of match files: a match is exported as one, and goes on at a new table from one."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, MediaType, Response, get, post
from litestar.params import Parameter
from litestar.response import Stream

from escale.core.play import Ruling
from escale.games import matchfile
from escale.server import guests
from escale.server.asgi import HttpRequest
from escale.server.dependencies import (
    TableName,
    address_of,
    check_rate,
    dependencies_of,
    guest_of,
    http_problem,
    http_refusal,
    table_of,
)
from escale.server.rate_limits import client_of
from escale.server.routes.tables import found_table
from escale.server.schema import messages
from escale.server.schema.openapi import COOKIE, answers, problems
from escale.server.settings import MATCH_FILE_BYTES
from escale.server.streaming import stream
from escale.tables.decisions import seating
from escale.tables.house import NewTable
from escale.tables.work_pool import TookTooLong

IMPORT_PAUSE = 5  # seconds, after which to try again if others of the same address are checked
FILE_SECONDS = 10.0  # of processor time, to check a match file


class MatchExport(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @get(
        "/{table:str}/match",
        summary="The match file, when the match is over or was carried away",
        media_type=MediaType.JSON,
        responses=answers(dict[str, Any], "The whole match.") | problems(400, 403, 404, 409, 503),
    )
    async def match(self, request: HttpRequest, table: TableName) -> Stream:
        found = await table_of(request, table)
        # The last move, and with it the secret of chance, is shown only once it is committed.
        state = await found.read_at_end()
        if state.running is None or state.status != "over":
            raise http_problem(request, 409, "not-over")
        match = state.running.match
        guest = guests.guest_hash_in(request.scope["headers"])
        finished = match.score is not None
        may_have_it = state.carried_by is not None and state.person(guest) in state.players()
        if not finished and not may_have_it:
            raise http_problem(request, 403, "not-your-match")
        name = f"escale-{state.game.name}-{state.name[:8]}.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        # Whoever gets a match that is not over must not learn what decides draws to come.
        record = state.game.published(match.record) if finished else match.record.handed_over()
        parts = (part.encode() for part in matchfile.json_parts(record))
        body = stream(dependencies_of(request).work, address_of(request), parts)
        return Stream(body, media_type=MediaType.JSON, headers=headers)


class MatchImport(Controller):
    path = "/api/matches"
    tags = ("tables",)

    @post(
        "/",
        summary="Bring a match file: the match goes on at a new table",
        responses=problems(400, 409, 413, 429, 503),
        response_headers=[COOKIE],
        request_max_body_size=MATCH_FILE_BYTES,
    )
    async def bring(
        self,
        request: HttpRequest,
        id: Annotated[
            str, Parameter(min_length=1, max_length=64, description="a retry has the same")
        ],
        name: Annotated[
            str, Parameter(min_length=1, max_length=20, description="of the one who brings it")
        ],
    ) -> Response[messages.Found]:
        """The body is a match file, as it was handed out."""
        check_rate(request, "tables")
        guest, cookie = guest_of(request)
        game, record = await _checked(request)
        seats = tuple(seating.imported_seats(record))
        options = record.header.options
        wanted = NewTable(game, options, seats, name, record=record)
        client = client_of(address_of(request))
        table = await dependencies_of(request).house.make(guest, id, wanted, client)
        if isinstance(table, Ruling):
            raise http_refusal(request, table, game)
        return Response(found_table(table), headers=cookie)


async def _checked(request: HttpRequest) -> tuple[Any, Any]:
    """The game and the record of a match file."""
    dependencies, address = dependencies_of(request), address_of(request)
    with dependencies.address_limits.importing(address) as allowed:
        if not allowed:
            later = {"Retry-After": str(IMPORT_PAUSE)}
            raise http_problem(request, 429, "too-fast", later, count=IMPORT_PAUSE)
        checks = seating.imported_match(await request.body())
        try:
            checked: tuple[Any, Any] = await dependencies.work.run_in_slices(
                address, checks, FILE_SECONDS
            )
            return checked
        except matchfile.BadMatchFile as wrong:
            raise http_problem(request, 400, "bad-match-file", problem=str(wrong)[:300]) from None
        except TookTooLong:
            raise http_problem(request, 409, "file-takes-too-long") from None
