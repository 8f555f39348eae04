"""Routes of the games on the shelf: what each is, its texts and rulebook; QR codes of pages."""

from __future__ import annotations

import io
from typing import Annotated, Any

import segno
from litestar import Controller, MediaType, Response, get
from litestar.params import Parameter

from escale.core.schema import schema
from escale.games.registry import game_names, load_game
from escale.games.texts import rulebook, tables, texts
from escale.server.asgi import HttpRequest
from escale.server.dependencies import (
    GameName,
    Language,
    game_of,
    http_problem,
    language_of,
)
from escale.server.routes.home_network import home_network_of
from escale.server.routes.rulebook import rendered
from escale.server.schema import messages
from escale.server.schema.openapi import answers, problems

OWN_PATH = r"^/(table/[0-9a-f]{24}(/replay)?|games/[a-z0-9_-]{1,64}/(rules|new))?(?!\n)$"
LONGEST_ADDRESS = 500
A_DAY = {"Cache-Control": "private, max-age=86400"}


class Games(Controller):
    path = "/api/games"
    tags = ("games",)

    @get(
        "/",
        sync_to_thread=False,
        summary="The boxes on the shelf",
        responses=problems(400),
    )
    def games(self, request: HttpRequest, language: Language = None) -> list[messages.GameInfo]:
        return [_info(name, language_of(request, language)) for name in game_names()]

    @get(
        "/{game:str}",
        sync_to_thread=False,
        summary="One box, with the schemas of its data",
        responses=problems(400, 404),
    )
    def game(
        self, request: HttpRequest, game: GameName, language: Language = None
    ) -> messages.GameInfo:
        return _info(game_of(request, game).name, language_of(request, language))

    @get(
        "/{game:str}/rulebook",
        sync_to_thread=False,
        media_type=MediaType.TEXT,
        summary="The rulebook, in Markdown, with the anchors that refusals name",
        responses=problems(400, 404),
    )
    def rules(self, request: HttpRequest, game: GameName, language: Language = None) -> str:
        speaks = language_of(request, language)
        return rulebook(game_of(request, game), speaks) + "\n" + rulebook(None, speaks)

    @get(
        "/{game:str}/texts",
        sync_to_thread=False,
        summary="What the game says, over what every table says, as tables of texts",
        responses=problems(400, 404),
    )
    def game_texts(
        self, request: HttpRequest, game: GameName, language: Language = None
    ) -> dict[str, Any]:
        """A text has gaps in braces. One that depends on a number has the forms `one` and
        `other`; the number is `count`."""
        return tables(game_of(request, game), language_of(request, language))

    @get(
        "/{game:str}/rulebook.html",
        sync_to_thread=False,
        summary="The rulebook as HTML, with ids at the anchors that refusals name",
        responses=problems(400, 404),
    )
    def rulebook_html(
        self, request: HttpRequest, game: GameName, language: Language = None
    ) -> messages.Rulebook:
        """The game's own book and the house's below it. It has no script and no picture."""
        return rendered(game_of(request, game), language_of(request, language))


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
        hints=game.hints is not None and bool(game.levels),
        options=schema(game.options),
        actions=schema(game.actions),
    )


@get(
    "/api/qr.svg",
    tags=["games"],
    sync_to_thread=False,
    media_type="image/svg+xml",
    summary="A page of this house as a QR code",
    responses=answers(str, "Drawn in the current colour, on nothing.", media="image/svg+xml")
    | problems(400),
)
def qr_code(
    request: HttpRequest,
    path: Annotated[str, Parameter(pattern=OWN_PATH, max_length=100, description="of the page")],
    phones: Annotated[
        bool, Parameter(description="the address for phones of the home network, if it is open")
    ] = False,
) -> Response[bytes]:
    home = home_network_of(request) if phones else None
    here = f"{request.url.scheme}://{request.url.netloc}/"
    address = ((home and home.address) or here).removesuffix("/") + path
    if len(address) > LONGEST_ADDRESS:
        raise http_problem(request, 400, "bad-request", problem="address: too long for a QR code")
    kept = {"Cache-Control": "no-store"} if phones else A_DAY
    return Response(_drawn(address), media_type="image/svg+xml", headers=kept)


def _drawn(address: str) -> bytes:
    drawn = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    style = {"xmldecl": False, "omitsize": True, "svgclass": None, "lineclass": None}
    code.save(drawn, kind="svg", dark="#000", light=None, border=2, **style)
    return drawn.getvalue().replace(b'"#000"', b'"currentColor"', 1)


HANDLERS: list[Any] = [Games, qr_code]
