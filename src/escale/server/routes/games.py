"""What a page needs of a box before it is opened: its texts, its rulebook, a code to point at."""

from __future__ import annotations

import io
from typing import Annotated, Any

import segno
from litestar import Controller, Request, Response, get
from litestar.params import Parameter

from escale.games.texts import tables
from escale.server.dependencies import GameName, Language, box_of, language_of, not_done
from escale.server.routes.rulebook import rendered
from escale.server.schema import messages
from escale.server.schema.openapi import answers, problems

OWN_PATH = r"^/(table/[0-9a-f]{24}(/replay)?|games/[a-z0-9_-]{1,64}/(rules|new))?(?!\n)$"
LONGEST_ADDRESS = 500
A_DAY = {"Cache-Control": "private, max-age=86400"}


class Boxes(Controller):
    path = "/api/games"
    tags = ("games",)

    @get(
        "/{game:str}/texts",
        sync_to_thread=False,
        summary="What the game says, over what every table says, as tables of texts",
        responses=problems(400, 404),
    )
    def game_texts(
        self, request: Request[Any, Any, Any], game: GameName, language: Language = None
    ) -> dict[str, Any]:
        """A text has gaps in braces. One that depends on a number has the forms `one` and
        `other`; the number is `count`."""
        return tables(box_of(request, game), language_of(request, language))

    @get(
        "/{game:str}/rulebook.html",
        sync_to_thread=False,
        summary="The rulebook as HTML, with ids at the anchors that refusals name",
        responses=problems(400, 404),
    )
    def rulebook_html(
        self, request: Request[Any, Any, Any], game: GameName, language: Language = None
    ) -> messages.Rulebook:
        """The game's own book and the house's below it. It has no script and no picture."""
        return rendered(box_of(request, game), language_of(request, language))


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
    request: Request[Any, Any, Any],
    path: Annotated[str, Parameter(pattern=OWN_PATH, max_length=100, description="of the page")],
) -> Response[bytes]:
    address = f"{request.url.scheme}://{request.url.netloc}{path}"
    if len(address) > LONGEST_ADDRESS:
        raise not_done(request, 400, "bad-request", problem="address: too long for a QR code")
    return Response(_drawn(address), media_type="image/svg+xml", headers=A_DAY)


def _drawn(address: str) -> bytes:
    drawn = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    style = {"xmldecl": False, "omitsize": True, "svgclass": None, "lineclass": None}
    code.save(drawn, kind="svg", dark="#000", light=None, border=2, **style)
    return drawn.getvalue().replace(b'"#000"', b'"currentColor"', 1)


BOXES: list[Any] = [Boxes, qr_code]
