"""Routes of read-only queries about a match: what a plan would do, the board in words, and what
happened since a player's last turn."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Response, get, post
from litestar.params import Parameter

from escale.core.codec import Malformed, to_plain
from escale.core.game import Game
from escale.core.match import Record
from escale.core.play import Ruling
from escale.core.secrecy import Seat
from escale.games import replay
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
from escale.server.rate_limits import client_of
from escale.server.schema import messages
from escale.server.schema.openapi import answers, problems
from escale.tables.bots.hints import Hint
from escale.tables.decisions import seating
from escale.tables.decisions.queries import story_for, view_for

QUESTION_BYTES = 8 * 1024
MOST_RECAP = 100  # frames of a recap: more than people want to be told

OneSeat = Annotated[
    int | None,
    Parameter(ge=0, le=63, description="a seat of one's own; without it: whoever looks on"),
]
OwnSeat = Annotated[int, Parameter(ge=0, le=63, description="a seat of one's own")]

Since = Annotated[
    int, Parameter(ge=0, le=10**9, description="how many events of the match are known already")
]

_encode = msgspec.json.Encoder().encode
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
        "/{table:str}/hint",
        summary="Read the hint that a seat of one's own has asked for",
        responses=problems(400, 403, 404, 409, 429, 503),
    )
    async def hint(
        self, request: HttpRequest, table: TableName, seat: OwnSeat, language: Language = None
    ) -> messages.Hint:
        guest = guests.guest_hash_in(request.scope["headers"])
        check_rate(request, "questions", guest)
        found = await table_of(request, table)
        state = found.state
        seen = await found.read(lambda: view_for(state, state.person(guest), seat))
        hint: Hint | Ruling | None = None
        if not isinstance(seen, Ruling):
            client = client_of(address_of(request))
            hint = await dependencies_of(request).hints.read(state, seat, client)
        for ruling in (seen, hint):
            if isinstance(ruling, Ruling):
                raise http_refusal(request, ruling, state.game, seating.names_taken(state))
        assert isinstance(hint, Hint)
        say = texts(state.game, language_of(request, language), [one.name for one in state.chairs])
        key, details = hint.sentence
        action = None if hint.action is None else to_plain(hint.action)
        return messages.Hint(hint.rung, say(key, **details), action)

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
            if you is not None and state.resigned(you):
                you = None  # looks on
            say = texts(state.game, language_of(request, language), names, you=you)
            return messages.Described(state.number, list(state.game.describe(seen, say)))

        board = await found.read(looked)
        if isinstance(board, Ruling):
            raise http_refusal(request, board, found.state.game, seating.names_taken(found.state))
        return board

    @get(
        "/{table:str}/recap",
        summary="What happened in a match since an event, as a seat of one's own sees it",
        media_type=MediaType.JSON,
        responses=answers(messages.Recap, "At most the last hundred moments.")
        | problems(400, 403, 404, 409, 429, 503),
    )
    async def recap(
        self,
        request: HttpRequest,
        table: TableName,
        since: Since,
        seat: OneSeat = None,
        language: Language = None,
    ) -> Response[bytes]:
        """So that a player who comes back, or reloads, is told the same as one who stayed."""
        guest = guests.guest_hash_in(request.scope["headers"])
        check_rate(request, "questions", guest)
        found = await table_of(request, table)
        story = await found.read(lambda: story_for(found.state, found.state.person(guest), seat))
        if isinstance(story, Ruling):
            raise http_refusal(request, story, found.state.game, seating.names_taken(found.state))
        record, eye = story
        told = partial(_recap, found.state.game, record, language_of(request, language), eye, since)
        encoded = await dependencies_of(request).questions.run(address_of(request), told)
        return Response(encoded, media_type=MediaType.JSON)


def _recap(
    game: Game[Any, Any, Any], record: Record[Any, Any], language: str, eye: Seat | None, since: int
) -> bytes:
    since = max(since, len(record.log) - MOST_RECAP)
    return _encode({"frames": list(replay.steps(game, record, language, eye, since))})
