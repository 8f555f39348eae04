"""Routes that make, find, show and change tables. Commands are the same as over the WebSocket."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from litestar import Controller, MediaType, Response, delete, get, post, route
from litestar.params import Body

from escale.core.codec import Malformed, from_plain
from escale.core.play import Ruling
from escale.server import guests
from escale.server.asgi import HttpRequest
from escale.server.dependencies import (
    At,
    Since,
    TableName,
    address_of,
    check_rate,
    dependencies_of,
    game_of,
    guest_of,
    http_problem,
    http_refusal,
    refuse_if_too_fast,
    table_of,
)
from escale.server.rate_limits import client_of
from escale.server.schema import messages
from escale.server.schema.openapi import COOKIE, answers, problems
from escale.server.websocket.subscription import snapshot
from escale.store.protocol import TableSummary
from escale.tables.decisions.commands import Command, Start, name_in
from escale.tables.house import House, NewTable
from escale.tables.log import entries as e
from escale.tables.table import Table

CODE_BYTES = 1024

_command_decoder = msgspec.json.Decoder(Command)


def found_table(table: Table) -> messages.Found:
    name = table.state.name
    code = table.state.made.code if table.state.status != "over" else None
    return messages.Found(name, code, f"/table/{name}")


async def _listed(
    house: House, summaries: Sequence[TableSummary], *, own: bool
) -> list[messages.Listed]:
    here = await house.here([summary.table for summary in summaries])
    rows = (_row(summary, here.get(summary.table, 0), own=own) for summary in summaries)
    return [row for row in rows if row is not None]


def _row(summary: TableSummary, here: int, *, own: bool) -> messages.Listed | None:
    """None: it is damaged, which must not hide the others."""
    try:
        more = msgspec.json.decode(summary.summary)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return messages.Listed(
        table=summary.table,
        game=summary.game,
        status=summary.status,
        code=summary.code if own or summary.listed else None,
        seats=more["seats"],
        pace=more["pace"],
        here=here,
        language=more.get("language"),
        winners=more.get("winners", []),
        ended=more.get("ended"),
    )


class Tables(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @route(
        ["/", "/{table:str}"],
        http_method="OPTIONS",
        include_in_schema=False,
        sync_to_thread=False,
    )
    def allowed(self, request: HttpRequest) -> Response[None]:
        """Litestar would answer with the methods of the first handler of the path only.

        Handlers are sorted by name: this one must come before the others of its path.
        """
        path = f"{self.path}/{{table:str}}" if request.path_params else self.path
        (here,) = (one for one in request.app.routes if one.path == path)
        return Response(None, status_code=204, headers={"Allow": ", ".join(sorted(here.methods))})

    @get("/", summary="Open tables that wait for players")
    async def listed(self, request: HttpRequest) -> list[messages.Listed]:
        house = dependencies_of(request).house
        return await _listed(house, await house.listed(), own=False)

    @get("/mine", summary="The tables of this guest, the last ones first")
    async def mine(self, request: HttpRequest) -> list[messages.Listed]:
        guest = guests.guest_hash_in(request.scope["headers"])
        house = dependencies_of(request).house
        summaries = await house.of_guest(guest) if guest else ()
        return await _listed(house, summaries, own=True)

    @post(
        "/",
        summary="Make a table, as a guest with a name",
        responses=problems(400, 404, 409, 413, 429, 503),
        response_headers=[COOKIE],
    )
    async def make(
        self, request: HttpRequest, data: Annotated[messages.NewTable, Body()]
    ) -> Response[messages.Found]:
        """The same id from the same guest makes the same table, however often it is sent."""
        check_rate(request, "tables")
        guest, cookie = guest_of(request)
        game = game_of(request, data.game)
        try:
            options = from_plain(game.options, data.options)
        except Malformed as wrong:
            raise http_problem(request, 400, "bad-options", problem=f"options.{wrong}") from None
        seats = tuple(None if who == "open" else who for who in data.seats)
        pace = e.Pace(data.pace.speed, data.pace.seconds)
        around = (pace, data.listed, data.chat, data.hints)
        client = client_of(address_of(request))
        pledge, called = data.pledge or "", tuple(data.names)
        wanted = NewTable(game, options, seats, data.name, *around, pledge=pledge, called=called)
        table = await dependencies_of(request).house.make(guest, data.id, wanted, client)
        if isinstance(table, Ruling):
            raise http_refusal(request, table, game)
        if data.start:
            outcome = await table.do(guest, Start(f"start-{data.id}"[:64]))
            if isinstance(outcome, Ruling) and table.state.status == "gathering":
                raise http_refusal(request, outcome, game)
        return Response(found_table(table), headers=cookie)

    @post(
        "/join",
        status_code=200,
        summary="Find a table by its spoken code",
        responses=problems(400, 404, 409, 413, 429, 503),
        response_headers=[COOKIE],
        request_max_body_size=CODE_BYTES,
    )
    async def join(
        self, request: HttpRequest, data: Annotated[messages.Code, Body()]
    ) -> Response[messages.Found]:
        check_rate(request, "codes")
        _, cookie = guest_of(request)
        house = dependencies_of(request).house
        name = await house.with_code(data.code)
        table = None if name is None else await house.open(name)
        if table is None:
            raise http_problem(request, 404, "no-such-code")
        return Response(found_table(table), headers=cookie)

    @get(
        "/{table:str}",
        summary="The table as this guest may see it: one update",
        media_type=MediaType.JSON,
        responses=answers(messages.Update, "All that is new since then.")
        | problems(400, 403, 404, 409, 503),
    )
    async def look(
        self, request: HttpRequest, table: TableName, since: Since = 0, at: At = 0
    ) -> Response[bytes]:
        found = await table_of(request, table)
        await found.catch_up_with(since)
        guest = guests.guest_hash_in(request.scope["headers"])
        body = await found.read(lambda: snapshot(found, guest, since, at, found.house.now()))
        return Response(body, media_type=MediaType.JSON)

    @delete(
        "/{table:str}",
        summary="Delete a table that is over, with all that was said there: by whoever opened it",
        responses=problems(400, 403, 404, 409, 503),
    )
    async def remove(self, request: HttpRequest, table: TableName) -> None:
        found = await table_of(request, table)
        state = await found.read_at_end()
        if state.person(guests.guest_hash_in(request.scope["headers"])) != 0:
            raise http_problem(request, 403, "not-your-table")
        if state.status != "over":
            raise http_problem(request, 409, "not-over")
        await dependencies_of(request).house.delete([table])

    @post(
        "/{table:str}/ask",
        status_code=200,
        summary="Command something of a table: any message",
        responses=problems(400, 403, 404, 409, 413, 429, 503),
        response_headers=[COOKIE],
    )
    async def ask(
        self,
        request: HttpRequest,
        table: TableName,
    ) -> Response[messages.Done]:
        """On a 200 it is on disk. The same id from the same guest has its effect once."""
        data: Command = _command_decoder.decode(
            await request.body()
        )  # as strictly as over the socket
        found = await table_of(request, table)
        guest, cookie = guest_of(request)
        if name_in(data) and found.state.person(guest) is None:
            limits = dependencies_of(request).address_limits
            refuse_if_too_fast(request, limits.newcomer(address_of(request), table))
        outcome = await found.do(guest, data)
        if isinstance(outcome, Ruling):
            state = found.state
            names, you = [chair.name for chair in state.chairs], state.only_seat_of(guest)
            raise http_refusal(request, outcome, state.game, names, you)
        done = messages.Done(data.id, outcome.number, outcome.person)
        return Response(done, headers=cookie)
