"""The route that gives a guest a cookie."""

from __future__ import annotations

from litestar import Controller, Response, post

from escale.server.asgi import HttpRequest
from escale.server.dependencies import guest_of
from escale.server.schema.openapi import COOKIE, answers


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
    async def guest(self, request: HttpRequest) -> Response[None]:
        _, cookie = guest_of(request)
        return Response(None, headers=cookie, status_code=204)
