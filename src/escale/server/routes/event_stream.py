"""Updates of a table as server-sent events, for clients that cannot open a WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from litestar import Controller, get
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from escale.server import guests
from escale.server.asgi import HttpRequest
from escale.server.dependencies import (
    At,
    Language,
    Since,
    TableName,
    address_of,
    dependencies_of,
    http_problem,
    language_of,
    table_of,
)
from escale.server.rate_limits import AddressLimits, client_of
from escale.server.schema.openapi import answers, problems
from escale.server.websocket.subscription import Subscription, known_number
from escale.tables.table import Table

PING_SECONDS = 20.0


class EventStream(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @get(
        "/{table:str}/events",
        summary="Updates as server-sent events, where a socket cannot pass",
        media_type="text/event-stream",
        responses=answers(
            str, "The data of each event is an Update or a Presence.", media="text/event-stream"
        )
        | problems(400, 403, 404, 409, 429, 503),
    )
    async def events(
        self,
        request: HttpRequest,
        table: TableName,
        since: Since = 0,
        at: At = 0,
        language: Language = None,
    ) -> ServerSentEvent:
        found = await table_of(request, table)
        dependencies = dependencies_of(request)
        address = address_of(request)
        guest = guests.guest_hash_in(request.scope["headers"])
        limits = dependencies.settings.limits
        accepted = found.accepts_watcher(guest, client_of(address), limits)
        if not accepted or dependencies.address_limits.is_full(address):
            raise http_problem(request, 429, "too-many")
        await found.catch_up_with(since)
        news = asyncio.Event()
        subscription = Subscription(
            dependencies.house,
            found,
            guest,
            client_of(address),
            known_number(since, at, found.state),
            language_of(request, language),
            news.set,
        )
        stream = _stream(subscription, news, found, dependencies.address_limits, address)
        return ServerSentEvent(stream)


async def _stream(
    subscription: Subscription,
    news: asyncio.Event,
    table: Table,
    address_limits: AddressLimits,
    address: str,
) -> AsyncIterator[bytes | ServerSentEventMessage]:
    if not address_limits.connect(address):
        return
    table.watch(subscription)
    pinging = asyncio.create_task(_ping(subscription))
    try:
        while not subscription.over:
            for message in subscription.take_messages():
                # A ping is a comment: with data, even empty data, it would be an event.
                yield message or ServerSentEventMessage(data=None, comment="here")
            await news.wait()
            news.clear()
    finally:
        pinging.cancel()
        table.unwatch(subscription)
        address_limits.disconnect(address)


async def _ping(subscription: Subscription) -> None:
    while True:
        await asyncio.sleep(PING_SECONDS)
        subscription.keep_alive()
