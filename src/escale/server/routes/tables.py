"""The HTTP side: games, tables, match files. What is asked of a table is the same as by socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Request, Response, get, post, route
from litestar.params import Body, Parameter
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from escale.core.codec import Malformed, from_plain
from escale.core.play import Ruling
from escale.core.schema import schema
from escale.games import matchfile
from escale.games.registry import game_names, load_game
from escale.games.texts import rulebook, texts
from escale.server import guests
from escale.server.dependencies import (
    At,
    GameName,
    Language,
    Since,
    TableName,
    box_of,
    desk_of,
    language_of,
    limited,
    not_done,
    refused_with,
    table_of,
)
from escale.server.rate_limits import Addresses
from escale.server.schema import messages
from escale.server.schema.openapi import COOKIE, answers, problems
from escale.server.settings import MATCH_FILE_BYTES
from escale.server.websocket.subscription import Line, known, snapshot
from escale.store.protocol import Card
from escale.tables.decisions import seating
from escale.tables.decisions.commands import Ask, Start
from escale.tables.house import House, Wish
from escale.tables.log import entries as e
from escale.tables.table import Table

PING_SECONDS = 20.0

_asked = msgspec.json.Decoder(Ask)


def _mark(request: Request[Any, Any, Any]) -> tuple[str, dict[str, str]]:
    """The guest's mark; who comes for the first time gets a cookie with the answer."""
    token = guests.token_in(request.scope["headers"])
    if token is not None:
        return guests.mark_of(token), {}
    token = guests.new_token()
    secure = request.url.scheme == "https"
    return guests.mark_of(token), {"Set-Cookie": guests.set_cookie(token, secure=secure)}


def _found(table: Table) -> messages.Found:
    name = table.room.table
    code = table.room.made.code if table.room.status != "over" else None
    return messages.Found(name, code, f"/table/{name}")


async def _listed(house: House, cards: Sequence[Card], *, own: bool) -> list[messages.Listed]:
    here = await house.here([card.table for card in cards])
    return [_row(card, here.get(card.table, 0), own=own) for card in cards]


def _row(card: Card, here: int, *, own: bool) -> messages.Listed:
    more = msgspec.json.decode(card.summary)
    return messages.Listed(
        table=card.table,
        game=card.game,
        status=card.status,
        code=card.code if own or card.listed else None,
        seats=more["seats"],
        pace=more["pace"],
        here=here,
    )


class Games(Controller):
    """The shelf."""

    path = "/api/games"
    tags = ("games",)

    @get(
        "/",
        sync_to_thread=False,
        summary="The boxes on the shelf",
        responses=problems(400),
    )
    def games(
        self, request: Request[Any, Any, Any], language: Language = None
    ) -> list[messages.GameInfo]:
        return [_info(name, language_of(request, language)) for name in game_names()]

    @get(
        "/{game:str}",
        sync_to_thread=False,
        summary="One box, with the schemas of its data",
        responses=problems(400, 404),
    )
    def game(
        self, request: Request[Any, Any, Any], game: GameName, language: Language = None
    ) -> messages.GameInfo:
        return _info(box_of(request, game).name, language_of(request, language))

    @get(
        "/{game:str}/rulebook",
        sync_to_thread=False,
        media_type=MediaType.TEXT,
        summary="The rulebook, in Markdown, with the anchors that refusals name",
        responses=problems(400, 404),
    )
    def rules(
        self, request: Request[Any, Any, Any], game: GameName, language: Language = None
    ) -> str:
        speaks = language_of(request, language)
        return rulebook(box_of(request, game), speaks) + "\n" + rulebook(None, speaks)


def _info(name: str, language: str) -> messages.GameInfo:
    game = load_game(name)
    box, say = game.box, texts(game, language)
    return messages.GameInfo(
        name=name,
        version=box.version,
        title=say("box.title"),
        about=say("box.about"),
        players=(box.fewest, box.most),
        minutes=box.minutes,
        age=box.age,
        levels=sorted(game.levels),
        endings=list(box.endings),
        options=schema(game.options),
        actions=schema(game.actions),
    )


class Tables(Controller):
    """Making, finding and watching tables."""

    path = "/api/tables"
    tags = ("tables",)

    @route("/", http_method="OPTIONS", include_in_schema=False, sync_to_thread=False)
    def allowed(self, request: Request[Any, Any, Any]) -> Response[None]:
        """Litestar makes such an answer with the first handler of a path, for its method only.

        Handlers are taken by their names: this one must come before the others of its path.
        """
        (here,) = (one for one in request.app.routes if one.path == self.path)
        return Response(None, status_code=204, headers={"Allow": ", ".join(sorted(here.methods))})

    @get("/", summary="Open tables that wait for players")
    async def listed(self, request: Request[Any, Any, Any]) -> list[messages.Listed]:
        house = desk_of(request).house
        return await _listed(house, await house.listed(), own=False)

    @get("/mine", summary="The tables of this guest, the last ones first")
    async def mine(self, request: Request[Any, Any, Any]) -> list[messages.Listed]:
        mark = guests.mark_in(request.scope["headers"])
        house = desk_of(request).house
        cards = await house.of_guest(mark) if mark else ()
        return await _listed(house, cards, own=True)

    @post(
        "/",
        summary="Make a table, as a guest with a name",
        responses=problems(400, 404, 409, 413, 429, 503),
        response_headers=[COOKIE],
    )
    async def make(
        self, request: Request[Any, Any, Any], data: Annotated[messages.NewTable, Body()]
    ) -> Response[messages.Found]:
        """The same id from the same guest makes the same table, however often it is sent."""
        limited(request, "tables")
        mark, cookie = _mark(request)
        game = box_of(request, data.game)
        try:
            options = from_plain(game.options, data.options)
        except Malformed as wrong:
            raise not_done(request, 400, "bad-options", problem=f"options.{wrong}") from None
        seats = tuple(None if who == "open" else who for who in data.seats)
        pace = e.Pace(data.pace.speed, data.pace.seconds)
        wish = Wish(game, options, seats, data.name, pace, data.listed, data.chat)
        table = await desk_of(request).house.make(mark, data.id, wish)
        if isinstance(table, Ruling):
            raise refused_with(request, table, game)
        if data.start:
            outcome = await table.do(mark, Start(f"start-{data.id}"[:64]))
            if isinstance(outcome, Ruling) and table.room.status == "gathering":
                raise refused_with(request, outcome, game)
        return Response(_found(table), headers=cookie)

    @post(
        "/join",
        status_code=200,
        summary="Find a table by its spoken code",
        responses=problems(400, 404, 409, 413, 429, 503),
        response_headers=[COOKIE],
    )
    async def join(
        self, request: Request[Any, Any, Any], data: Annotated[messages.Code, Body()]
    ) -> Response[messages.Found]:
        limited(request, "codes")
        _, cookie = _mark(request)
        house = desk_of(request).house
        name = await house.with_code(data.code)
        table = None if name is None else await house.open(name)
        if table is None:
            raise not_done(request, 404, "no-such-code")
        return Response(_found(table), headers=cookie)

    @get(
        "/{table:str}",
        summary="The table as this guest may see it: one update",
        media_type=MediaType.JSON,
        responses=answers(messages.Update, "All that is new since then.")
        | problems(400, 404, 409, 503),
    )
    async def look(
        self, request: Request[Any, Any, Any], table: TableName, since: Since = 0, at: At = 0
    ) -> Response[bytes]:
        found = await table_of(request, table)
        await found.catch_up_with(since)
        mark = guests.mark_in(request.scope["headers"])
        body = await found.look(lambda: snapshot(found, mark, since, at, found.house.now()))
        return Response(body, media_type=MediaType.JSON)

    @post(
        "/{table:str}/ask",
        status_code=200,
        summary="Ask something of a table: any message",
        responses=problems(400, 404, 409, 413, 503),
        response_headers=[COOKIE],
    )
    async def ask(
        self,
        request: Request[Any, Any, Any],
        table: TableName,
    ) -> Response[messages.Done]:
        """On a 200 it is on disk. The same id from the same guest has its effect once."""
        data: Ask = _asked.decode(await request.body())  # as strictly as over the socket
        found = await table_of(request, table)
        mark, cookie = _mark(request)
        outcome = await found.do(mark, data)
        if isinstance(outcome, Ruling):
            raise refused_with(request, outcome, found.room.game, seating.taken(found.room))
        done = messages.Done(data.id, outcome.number, outcome.person)
        return Response(done, headers=cookie)

    @get(
        "/{table:str}/events",
        summary="Updates as server-sent events, where a socket cannot pass",
        media_type="text/event-stream",
        responses=answers(
            str, "The data of each event is an Update or a Presence.", media="text/event-stream"
        )
        | problems(400, 404, 409, 429, 503),
    )
    async def events(
        self,
        request: Request[Any, Any, Any],
        table: TableName,
        since: Since = 0,
        at: At = 0,
        language: Language = None,
    ) -> ServerSentEvent:
        found = await table_of(request, table)
        desk = desk_of(request)
        address = request.client.host if request.client else "?"
        mark = guests.mark_in(request.scope["headers"])
        room = found.has_room(mark, desk.settings.limits.watchers)
        if not room or desk.addresses.full(address):
            raise not_done(request, 429, "too-many")
        await found.catch_up_with(since)
        news = asyncio.Event()
        past = known(since, at, found.room)
        line = Line(desk.house, found, mark, past, language_of(request, language), news.set)
        return ServerSentEvent(_stream(line, news, found, desk.addresses, address))

    @get(
        "/{table:str}/match",
        summary="The match file, when the match is over or was carried away",
        media_type=MediaType.JSON,
        responses=answers(dict[str, Any], "The whole match.") | problems(400, 403, 404, 409, 503),
    )
    async def match(self, request: Request[Any, Any, Any], table: TableName) -> Response[bytes]:
        found = await table_of(request, table)
        # The last move is told when it is kept, and so is the secret that comes with it.
        room = await found.look_at_end()
        if room.match is None or room.status != "over":
            raise not_done(request, 409, "not-over")
        mark = guests.mark_in(request.scope["headers"])
        finished = room.match.score is not None
        if not finished and (room.carried_by is None or room.person(mark) not in room.players()):
            raise not_done(request, 403, "not-your-match")
        name = f"escale-{room.game.name}-{room.table[:8]}.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        text = matchfile.to_json(room.match.record)
        return Response(text.encode(), media_type=MediaType.JSON, headers=headers)


class Matches(Controller):
    """Matches that come from elsewhere."""

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
        request: Request[Any, Any, Any],
        id: Annotated[
            str, Parameter(min_length=1, max_length=64, description="a retry has the same")
        ],
        name: Annotated[
            str, Parameter(min_length=1, max_length=20, description="of the one who brings it")
        ],
        data: Annotated[dict[str, Any], Body(description="a match file, as it was handed out")],
        listed: Annotated[
            bool, Parameter(description="in the list of open tables, for everybody to find")
        ] = False,
    ) -> Response[messages.Found]:
        limited(request, "tables")
        mark, cookie = _mark(request)
        text = msgspec.json.encode(data).decode()
        try:
            game, record = await asyncio.to_thread(seating.brought, text)
        except matchfile.BadMatchFile as wrong:
            raise not_done(request, 400, "bad-match-file", problem=str(wrong)[:300]) from None
        seats = tuple(seating.plan_of(record))
        options = record.header.options
        wish = Wish(game, options, seats, name, listed=listed, record=record)
        table = await desk_of(request).house.make(mark, id, wish)
        if isinstance(table, Ruling):
            raise refused_with(request, table, game)
        return Response(_found(table), headers=cookie)


class Guests(Controller):
    path = "/api/guest"
    tags = ("guests",)

    @post(
        "/",
        status_code=204,
        summary="Get the cookie by which tables know a guest again",
        responses=answers(None, "Known.", 204),
        response_headers=[COOKIE],
    )
    async def guest(self, request: Request[Any, Any, Any]) -> Response[None]:
        _, cookie = _mark(request)
        return Response(None, headers=cookie, status_code=204)


async def _stream(
    line: Line, news: asyncio.Event, table: Table, addresses: Addresses, address: str
) -> AsyncIterator[bytes | ServerSentEventMessage]:
    """Everything that the line tells, and a sign of life where there is nothing to tell."""
    if not addresses.connect(address):
        return
    table.watch(line)
    pinging = asyncio.create_task(_ping(line))
    try:
        while not line.over:
            for message in line.news():
                # A comment alone: with data, though empty, it would be an event.
                yield message or ServerSentEventMessage(data=None, comment="here")
            await news.wait()
            news.clear()
    finally:
        pinging.cancel()
        table.unwatch(line)
        addresses.disconnect(address)


async def _ping(line: Line) -> None:
    while True:
        await asyncio.sleep(PING_SECONDS)
        line.ping()
