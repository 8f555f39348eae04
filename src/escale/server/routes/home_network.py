"""Routes by which the page on the machine of the house lets phones of the home network in."""

from __future__ import annotations

import msgspec
from litestar import Controller, Response, get, post

from escale.server.asgi import HttpRequest
from escale.server.dependencies import (
    check_rate,
    dependencies_of,
    http_problem,
    is_on_this_machine,
)
from escale.server.hosts import host_name
from escale.server.operations.home_network import HomeNetwork, NoNetwork

OWN_NAMES = ("127.0.0.1", "::1", "localhost")


class HomeNetworkState(msgspec.Struct, frozen=True):
    is_offered: bool  # to whoever asks
    address: str | None  # where phones find the house; None: it is closed to them


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    open: bool


_decoder = msgspec.json.Decoder(Wanted)


class HomeNetworkRoutes(Controller):
    path = "/api/home-network"
    include_in_schema = False

    @get("/")
    async def state(self, request: HttpRequest) -> Response[HomeNetworkState]:
        return _told(home_network_of(request))

    @post("/", status_code=200)
    async def change(self, request: HttpRequest) -> Response[HomeNetworkState]:
        check_rate(request, "host_requests")
        home = home_network_of(request)
        if home is None:
            raise http_problem(request, 404, "not-found")
        wanted = _decoder.decode(await request.body())
        try:
            await (home.open() if wanted.open else home.close())
        except NoNetwork:
            raise http_problem(request, 409, "no-network") from None
        return _told(home)


def home_network_of(request: HttpRequest) -> HomeNetwork | None:
    """For whoever sits at the machine itself; for all others there is no such thing."""
    is_own_page = host_name(request.headers.get("host", "")) in OWN_NAMES
    if not is_own_page or not is_on_this_machine(request):
        return None
    return dependencies_of(request).home_network


def _told(home: HomeNetwork | None) -> Response[HomeNetworkState]:
    state = HomeNetworkState(home is not None, home.address if home else None)
    return Response(state, headers={"Cache-Control": "no-store"})
