"""Routes of the door (password, announcement) and of the page for the host of the house."""

from __future__ import annotations

import asyncio
import hmac
from typing import Annotated, TypeVar

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import Body
from msgspec import Meta

from escale.server.asgi import HttpRequest
from escale.server.dependencies import (
    TableName,
    check_rate,
    dependencies_of,
    http_problem,
    language_of,
    table_of,
)
from escale.server.door import Door, admission_cookie
from escale.server.refusal_texts import Reason, problem
from escale.tables import hosting
from escale.tables.log import entries as e

MOST_TABLES = 200  # of the host's list: the newest

T = TypeVar("T")

_decoder = msgspec.json.Decoder(hosting.AnyHostCommand)
_passwords = asyncio.Lock()  # one at a time: each needs 16 MB and some time of a processor


class DoorState(msgspec.Struct, frozen=True):
    reason: Reason | None  # why this device may not come in
    text: str  # the same, to be read
    notice: str | None  # what the host announces


class Password(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: Annotated[str, Meta(min_length=1, max_length=100)]


class HostedBan(msgspec.Struct, frozen=True):
    guest: str
    name: str
    until: int


class HostedHouse(msgspec.Struct, frozen=True):
    newcomers: bool
    password: bool
    notice: str | None
    bans: list[HostedBan]


class HostedTable(msgspec.Struct, frozen=True):
    table: str
    game: str
    status: str
    players: list[str]
    here: int


class HostedPeople(msgspec.Struct, frozen=True):
    people: list[str]
    said: int  # messages that are not erased


class DoorRoutes(Controller):
    path = "/api/door"
    include_in_schema = False

    @get("/")
    async def door(self, request: HttpRequest) -> Response[DoorState]:
        house = dependencies_of(request).house
        reason = await Door(house).refusal_of(request.scope["headers"])
        text = problem(reason, language_of(request))["text"] if reason else ""
        state = DoorState(reason, text, house.host_state.current_notice(house.now()))
        return Response(state, headers={"Cache-Control": "no-store"})

    @post("/", status_code=204)
    async def enter(
        self, request: HttpRequest, data: Annotated[Password, Body()]
    ) -> Response[None]:
        check_rate(request, "passwords")
        state = dependencies_of(request).house.host_state
        if not state.password:
            return Response(None, status_code=204)
        async with _passwords:
            right = await asyncio.to_thread(state.is_password, data.password)
        if not right:
            raise http_problem(request, 403, "wrong-password")
        secure = request.url.scheme == "https"
        cookie = admission_cookie(state.admission(), secure=secure)
        return Response(None, status_code=204, headers={"Set-Cookie": cookie})


class HostRoutes(Controller):
    """Every request has the key of the host in its header `Authorization`: never in an address,
    which browsers and proxies keep."""

    path = "/api/host"
    include_in_schema = False

    @get("/")
    async def state(self, request: HttpRequest) -> Response[HostedHouse]:
        check_key(request)
        house = dependencies_of(request).house
        now, state = house.now(), house.host_state
        bans = [HostedBan(guest, one.name, one.until) for guest, one in state.bans.items()]
        current = [ban for ban in bans if ban.until > now]
        notice = state.current_notice(now)
        return _private(HostedHouse(state.newcomers, bool(state.password), notice, current))

    @get("/tables")
    async def tables(self, request: HttpRequest) -> Response[list[HostedTable]]:
        check_key(request)
        house = dependencies_of(request).house
        summaries = await house.store.newest_tables(MOST_TABLES)
        here = await house.here([one.table for one in summaries])
        rows = [
            HostedTable(
                one.table, one.game, one.status, _players(one.summary), here.get(one.table, 0)
            )
            for one in summaries
        ]
        return _private(rows)

    @get("/tables/{table:str}")
    async def people(self, request: HttpRequest, table: TableName) -> Response[HostedPeople]:
        check_key(request)
        found = await table_of(request, table)
        state = await found.read(lambda: found.state)
        said = sum(
            isinstance(one, e.Said) and one.text != ""
            for entry in state.entries
            for one in entry.what
        )
        return _private(HostedPeople([guest.name for guest in state.people], said))

    @post("/", status_code=204)
    async def command(self, request: HttpRequest) -> Response[None]:
        check_key(request)
        command: hosting.AnyHostCommand = _decoder.decode(await request.body())
        try:
            await hosting.carry_out(dependencies_of(request).house, command)
        except hosting.NoSuchThing:
            raise http_problem(request, 404, "no-such-table") from None
        return Response(None, status_code=204)


def check_key(request: HttpRequest) -> None:
    """Without a key nobody is the host."""
    check_rate(request, "host_requests")
    key = dependencies_of(request).settings.host_key
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    right = hmac.compare_digest(given.encode(), key.encode())
    if not key or scheme.lower() != "bearer" or not right:
        raise http_problem(request, 403, "bad-key")


def _players(summary: bytes) -> list[str]:
    try:
        return [seat["name"] for seat in msgspec.json.decode(summary)["seats"] if seat["name"]]
    except (msgspec.DecodeError, UnicodeDecodeError, LookupError, TypeError):
        return []  # it is damaged: the host may still delete it


def _private(content: T) -> Response[T]:
    return Response(content, headers={"Cache-Control": "no-store"})
