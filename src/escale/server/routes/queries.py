"""Questions about a match that change nothing in it: what a plan would do, how the table reads."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.params import Parameter

from escale.core.codec import Malformed
from escale.core.play import Ruling
from escale.games.texts import texts
from escale.server import guests
from escale.server.dependencies import (
    Language,
    TableName,
    desk_of,
    language_of,
    not_done,
    refused_with,
    table_of,
    too_fast,
)
from escale.server.schema import messages
from escale.server.schema.openapi import problems
from escale.tables.decisions import seating
from escale.tables.decisions.queries import view_for

QUESTION_BYTES = 8 * 1024

OneSeat = Annotated[
    int | None,
    Parameter(ge=0, le=63, description="a seat of one's own; without it: whoever looks on"),
]

_asked = msgspec.json.Decoder(messages.Question)


class Asides(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @post(
        "/{table:str}/consider",
        status_code=200,
        summary="Ask the game what a plan would do, from what one's own seat knows",
        responses=problems(400, 404, 409, 413, 429, 503),
        request_max_body_size=QUESTION_BYTES,
    )
    async def consider(
        self, request: Request[Any, Any, Any], table: TableName
    ) -> messages.Considered:
        """Nothing happens in the match, and nobody hears of it."""
        data = _asked.decode(await request.body())  # strictly: a seat is a number
        mark = guests.mark_in(request.scope["headers"])
        _not_too_often(request, mark)
        found = await table_of(request, table)
        room = found.state
        if room.game.consider is None:
            raise not_done(request, 404, "not-found")
        seen = await found.read(lambda: view_for(found.state, found.state.person(mark), data.seat))
        if isinstance(seen, Ruling):
            raise refused_with(request, seen, room.game, seating.names_taken(room))
        try:
            answer = await asyncio.to_thread(room.game.consider, seen, data.question)
        except Malformed as wrong:
            raise not_done(request, 400, "bad-request", problem=str(wrong)[:300]) from None
        return messages.Considered(answer)

    @get(
        "/{table:str}/described",
        summary="The board in words, as a seat of one's own sees it, or whoever looks on",
        responses=problems(400, 404, 409, 503),
    )
    async def described(
        self,
        request: Request[Any, Any, Any],
        table: TableName,
        seat: OneSeat = None,
        language: Language = None,
    ) -> messages.Described:
        found = await table_of(request, table)
        mark = guests.mark_in(request.scope["headers"])

        def looked() -> messages.Described | Ruling:
            room = found.state
            seen = view_for(room, room.person(mark), seat)
            if isinstance(seen, Ruling):
                return seen
            names = [chair.name for chair in room.chairs]
            say = texts(room.game, language_of(request, language), names)
            return messages.Described(room.number, list(room.game.describe(seen, say)))

        board = await found.read(looked)
        if isinstance(board, Ruling):
            raise refused_with(request, board, found.state.game, seating.names_taken(found.state))
        return board


def _not_too_often(request: Request[Any, Any, Any], mark: str) -> None:
    """Of a guest, not of an address: a whole club may type at once behind one."""
    address = request.client.host if request.client else "?"
    wait = desk_of(request).addresses.wait(mark or address, "questions")
    if wait:
        raise too_fast(request, wait)
