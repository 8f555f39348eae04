"""What the route handlers share: dependencies, parameters, and refusals as HTTP errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Any

from litestar.exceptions import HTTPException
from litestar.params import Parameter

from escale.core.play import Ruling
from escale.core.secrecy import Seat
from escale.games.registry import UnknownGame, load_game
from escale.server import guests
from escale.server.asgi import HttpRequest
from escale.server.operations.home_network import HomeNetwork
from escale.server.operations.json_logs import add_fields, game_fields
from escale.server.rate_limits import AddressLimits
from escale.server.refusal_texts import Reason, language_in, problem, refusal
from escale.server.settings import Settings
from escale.tables.bots.hints import Hints
from escale.tables.house import House
from escale.tables.table import Table
from escale.tables.work_pool import WorkPool

LOOPBACK = frozenset(("127.0.0.1", "::1", "::ffff:127.0.0.1"))

TableName = Annotated[str, Parameter(pattern="^[0-9a-f]{24}$", description="a table")]
GameName = Annotated[str, Parameter(max_length=64, description="a box on the shelf")]
Since = Annotated[
    int, Parameter(ge=0, le=10**9, description="the number of the last update that is known")
]
At = Annotated[
    int,
    Parameter(
        ge=0,
        le=10**15,
        description="the hour (`at`) of the entry with that number, if it is known: all is told"
        " anew if another one is there",
    ),
]
Language = Annotated[
    str | None,
    Parameter(max_length=5, description="fr, en or de; otherwise Accept-Language decides"),
]


@dataclass(frozen=True, slots=True)
class Dependencies:
    house: House
    settings: Settings
    address_limits: AddressLimits
    work: WorkPool  # for what takes long: match files, replays, reviews
    questions: WorkPool  # for what somebody who plays waits for
    hints: Hints
    home_network: HomeNetwork | None = None  # None: phones cannot be let in from the page


class RequestRefused(HTTPException):
    """Answered with a reason that a person can read."""

    def __init__(
        self, status: int, body: dict[str, Any], headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(
            detail=body["text"],
            status_code=status,
            headers={"Vary": "Accept-Language", **(headers or {})},
        )
        self.body = body


def dependencies_of(request: HttpRequest) -> Dependencies:
    dependencies: Dependencies = request.app.state.dependencies
    return dependencies


def language_of(request: HttpRequest, wanted: str | None = None) -> str:
    return language_in(wanted, request.headers.get("accept-language", ""))


def address_of(request: HttpRequest) -> str:
    return request.client.host if request.client else "?"


def is_on_this_machine(request: HttpRequest) -> bool:
    return address_of(request) in LOOPBACK


def guest_of(request: HttpRequest) -> tuple[str, dict[str, str]]:
    """The guest's hash, and headers for the answer: a new guest gets a cookie, and over HTTPS one
    whose cookie has the old name gets the same token under the new one."""
    secure = request.url.scheme == "https"
    tokens = guests.tokens_in(request.scope["headers"])
    token = tokens.get(guests.SECURE_COOKIE) or tokens.get(guests.COOKIE) or guests.new_token()
    if guests.SECURE_COOKIE in tokens or (tokens and not secure):
        return guests.guest_hash(token), {}
    return guests.guest_hash(token), {"Set-Cookie": guests.set_cookie(token, secure=secure)}


async def table_of(request: HttpRequest, table: str) -> Table:
    found = await dependencies_of(request).house.open(table)
    if found is None:
        raise http_problem(request, 404, "no-such-table")
    add_fields(**game_fields(found.state.game))
    away = found.state.asked_to_leave
    if away and found.state.is_shut_out(guests.guest_hash_in(request.scope["headers"])):
        raise http_problem(request, 403, "asked-to-leave")
    return found


def game_of(request: HttpRequest, name: str) -> Any:
    try:
        return load_game(name)
    except UnknownGame:
        raise http_problem(request, 404, "no-such-game") from None


# Refusals


def http_refusal(
    request: HttpRequest,
    ruling: Ruling,
    game: Any,
    names: Sequence[str] = (),
    you: Seat | None = None,
) -> RequestRefused:
    """Refused by a rule of the house or of the game."""
    return RequestRefused(409, refusal(ruling, language_of(request), game, names, you))


def http_problem(
    request: HttpRequest,
    status: int,
    reason: Reason,
    headers: Mapping[str, str] | None = None,
    **details: str | int,
) -> RequestRefused:
    """Refused for any other reason."""
    return RequestRefused(status, problem(reason, language_of(request), **details), headers)


def check_rate(request: HttpRequest, what: str, who: str = "") -> None:
    """`what`: a rate of `Limits`. `who`: whose rate it is; the address of the client otherwise."""
    limits = dependencies_of(request).address_limits
    refuse_if_too_fast(request, limits.take(who or address_of(request), what))


def refuse_if_too_fast(request: HttpRequest, wait: float) -> None:
    if wait:
        seconds = ceil(wait)
        later = {"Retry-After": str(seconds)}
        raise http_problem(request, 429, "too-fast", later, count=seconds)
