"""Routes of read-only queries about a match: what a plan would do, the board in words."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import Parameter

from escale.core.codec import Malformed
from escale.core.play import Ruling
from escale.games.texts import texts
from escale.server import guests
from escale.server.asgi import HttpRequest
from escale.server.dependencies import (
    Language,
    TableName,
    address_of,
    check_rate,
    dependencies_of,
    http_problem,
    http_refusal,
    language_of,
    table_of,
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

_question_decoder = msgspec.json.Decoder(messages.Question)


class Queries(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @post(
        "/{table:str}/consider",
        status_code=200,
        summary="Ask the game what a plan would do, from what one's own seat knows",
        responses=problems(400, 403, 404, 409, 413, 429, 503),
        request_max_body_size=QUESTION_BYTES,
    )
    async def consider(self, request: HttpRequest, table: TableName) -> messages.Considered:
        """Nothing happens in the match, and nobody hears of it."""
        data = _question_decoder.decode(await request.body())  # strictly: a seat is a number
        guest = guests.guest_hash_in(request.scope["headers"])
        check_rate(request, "questions", guest)  # a whole club may share one address
        found = await table_of(request, table)
        state = found.state
        if state.game.consider is None:
            raise http_problem(request, 404, "not-found")
        seen = await found.read(lambda: view_for(found.state, found.state.person(guest), data.seat))
        if isinstance(seen, Ruling):
            raise http_refusal(request, seen, state.game, seating.names_taken(state))
        try:
            ask = partial(state.game.consider, seen, data.question)
            answer = await dependencies_of(request).questions.run(address_of(request), ask)
        except Malformed as wrong:
            raise http_problem(request, 400, "bad-request", problem=str(wrong)[:300]) from None
        return messages.Considered(answer)

    @get(
        "/{table:str}/described",
        summary="The board in words, as a seat of one's own sees it, or whoever looks on",
        responses=problems(400, 403, 404, 409, 503),
    )
    async def described(
        self,
        request: HttpRequest,
        table: TableName,
        seat: OneSeat = None,
        language: Language = None,
    ) -> messages.Described:
        found = await table_of(request, table)
        guest = guests.guest_hash_in(request.scope["headers"])

        def looked() -> messages.Described | Ruling:
            state = found.state
            seen = view_for(state, state.person(guest), seat)
            if isinstance(seen, Ruling):
                return seen
            names = [chair.name for chair in state.chairs]
            you = state.only_seat_of(guest)
            say = texts(state.game, language_of(request, language), names, you=you)
            return messages.Described(state.number, list(state.game.describe(seen, say)))

        board = await found.read(looked)
        if isinstance(board, Ruling):
            raise http_refusal(request, board, found.state.game, seating.names_taken(found.state))
        return board
