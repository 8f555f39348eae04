"""What every handler needs: the desk that it sits at, who asks and in which language, and refusals
in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Any

from litestar import Request
from litestar.exceptions import HTTPException
from litestar.params import Parameter

from escale.core.play import Ruling
from escale.games.registry import UnknownGame, load_game
from escale.server.rate_limits import Addresses
from escale.server.refusal_texts import Reason, language_in, problem, refusal
from escale.server.settings import Settings
from escale.tables.house import House
from escale.tables.table import Table

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
class Desk:
    """What the handlers need."""

    house: House
    settings: Settings
    addresses: Addresses


class NotDone(HTTPException):
    """Refused, with a reason that a person can read."""

    def __init__(
        self, status: int, body: dict[str, Any], headers: Mapping[str, str] | None = None
    ) -> None:
        said = {"Vary": "Accept-Language", **(headers or {})}
        super().__init__(detail=body["text"], status_code=status, headers=said)
        self.body = body


def desk_of(request: Request[Any, Any, Any]) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def language_of(request: Request[Any, Any, Any], wanted: str | None = None) -> str:
    return language_in(wanted, request.headers.get("accept-language", ""))


def refused_with(
    request: Request[Any, Any, Any], ruling: Ruling, game: Any, names: Sequence[str] = ()
) -> NotDone:
    return NotDone(409, refusal(ruling, language_of(request), game, names))


def not_done(
    request: Request[Any, Any, Any],
    status: int,
    reason: Reason,
    headers: Mapping[str, str] | None = None,
    **details: str | int,
) -> NotDone:
    """What no rule refused, and yet cannot be done."""
    return NotDone(status, problem(reason, language_of(request), **details), headers)


def limited(request: Request[Any, Any, Any], what: str) -> None:
    address = request.client.host if request.client else "?"
    wait = desk_of(request).addresses.wait(address, what)
    if wait:
        raise too_fast(request, wait)


def too_fast(request: Request[Any, Any, Any], wait: float) -> NotDone:
    seconds = ceil(wait)
    later = {"Retry-After": str(seconds)}
    return not_done(request, 429, "too-fast", later, count=seconds)


async def table_of(request: Request[Any, Any, Any], table: str) -> Table:
    found = await desk_of(request).house.open(table)
    if found is None:
        raise not_done(request, 404, "no-such-table")
    return found


def box_of(request: Request[Any, Any, Any], name: str) -> Any:
    try:
        return load_game(name)
    except UnknownGame:
        raise not_done(request, 404, "no-such-game") from None
