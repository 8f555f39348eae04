"""The house as an ASGI application."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, get
from litestar.config.app import AppConfig
from litestar.exceptions import HTTPException

from escale.server.dependencies import Desk, NotDone, desk_of, not_done
from escale.server.middleware import Edge
from escale.server.operations.memory import keep_tidying
from escale.server.operations.metrics import Metrics
from escale.server.rate_limits import Addresses
from escale.server.refusal_texts import Reason
from escale.server.routes import tables
from escale.server.routes.games import BOXES
from escale.server.routes.page import PAGE
from escale.server.routes.plain_pages import PAGES
from escale.server.routes.plain_pages.reference import Reference
from escale.server.routes.queries import Asides
from escale.server.routes.replay import After, Archive
from escale.server.schema import openapi
from escale.server.settings import Settings
from escale.server.websocket.endpoint import ELSEWHERE_SECONDS, Sockets
from escale.store.protocol import NotKept, Store, Unsure
from escale.tables.bots.pool import BotPool
from escale.tables.brokers.protocol import Broker
from escale.tables.house import House
from escale.tables.log.entry_codec import Unplayable

log = logging.getLogger(__name__)

REASONS: dict[int, Reason] = {
    400: "bad-request",
    404: "not-found",
    405: "bad-method",
    413: "too-long",
}
READY_SECONDS = 1.0  # one look at the disk answers for so long


class Ready:
    """Can the house keep what it is told? It is asked by keeping something."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._until = 0.0
        self._answer = False
        self._looking = asyncio.Lock()

    async def __call__(self) -> bool:
        async with self._looking:  # who asks meanwhile waits for the same answer
            if time.monotonic() >= self._until:
                self._answer = await self._look()
                self._until = time.monotonic() + READY_SECONDS
        return self._answer

    async def _look(self) -> bool:
        try:
            async with asyncio.timeout(5):
                await self._house.store.alive(self._house.now())
        except (NotKept, TimeoutError):
            return False
        return True


@get("/healthz", media_type=MediaType.TEXT, sync_to_thread=False, tags=["running"])
def healthz() -> str:
    """The process answers."""
    return "ok"


@get(
    "/readyz",
    media_type=MediaType.TEXT,
    tags=["running"],
    responses=openapi.answers(str, "Not now.", 503, MediaType.TEXT),
)
async def readyz(request: Request[Any, Any, Any]) -> Response[str]:
    """The house can keep moves."""
    ready = await request.app.state.ready()
    return Response("ready" if ready else "not ready", status_code=200 if ready else 503)


@get("/metrics", media_type=MediaType.TEXT, sync_to_thread=False, tags=["running"])
def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Figures in Prometheus' format."""
    text: bytes = request.app.state.metrics.text()
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")


HANDLERS: list[Any] = [
    *(tables.Games, tables.Tables, tables.Matches, tables.Guests),
    *(Asides, After),
    *BOXES,
    *(healthz, readyz, metrics),
    *PAGES,
    *PAGE,
]


def _not_done(_: Request[Any, Any, Any], problem: NotDone) -> Response[Any]:
    return Response(
        problem.body,
        status_code=problem.status_code,
        media_type=MediaType.JSON,
        headers=problem.headers,
    )


def _http_problem(request: Request[Any, Any, Any], problem: HTTPException) -> Response[Any]:
    """What Litestar found wrong. Its words are for programmers: they are in the details."""
    status = problem.status_code
    details = {"problem": _place(problem)} if status == 400 else {}
    # The headers have "Allow", after a wrong method.
    said = not_done(request, status, REASONS.get(status, "error"), problem.headers, **details)
    return _not_done(request, said)


def _place(problem: HTTPException) -> str:
    """Where a request is wrong."""
    wrong = problem.extra if isinstance(problem.extra, list) else []
    places = (
        ": ".join(str(one[part]) for part in ("key", "message") if part in one) for one in wrong
    )
    return ("; ".join(places) or problem.detail)[:300]


def _not_kept(request: Request[Any, Any, Any], problem: NotKept) -> Response[Any]:
    """Who only wants to look has nothing to be kept."""
    why: Reason = "unsure" if isinstance(problem, Unsure) else "not-kept"
    if request.method in ("GET", "HEAD"):
        why = "not-found-out"
    return _not_done(request, not_done(request, 503, why))


def _unplayable(request: Request[Any, Any, Any], missing: Unplayable) -> Response[Any]:
    """Alone, a house can only say so. Of several workers another one may have the rules: a 503 has
    the proxy, or whoever asks, try the next one."""
    what = str(missing)[:300]
    if desk_of(request).house.shared:
        again = {"Retry-After": ELSEWHERE_SECONDS}
        return _not_done(request, not_done(request, 503, "elsewhere", again, problem=what))
    return _not_done(request, not_done(request, 409, "unplayable", problem=what))


def _wrong_json(request: Request[Any, Any, Any], problem: Exception) -> Response[Any]:
    said = not_done(request, 400, "bad-request", problem=str(problem)[:300])
    return _not_done(request, said)


def _our_fault(request: Request[Any, Any, Any], problem: Exception) -> Response[Any]:
    """Litestar would answer in the same way, and tell nobody."""
    log.error("error in a request", exc_info=problem)
    return _not_done(request, not_done(request, 500, "error"))


def build(store: Store, settings: Settings, broker: Broker | None = None) -> Edge:
    """The application. It owns the store from now on, and closes it at the end.

    With a broker, bots think in workers of their own (`escale bots`).
    """
    bot_pool = BotPool(settings.bot_workers) if broker is None else None
    idle_ms = int(settings.idle_seconds * 1000)
    house = House(store, bot_pool, broker=broker, bot_pause=settings.bot_pause, idle_ms=idle_ms)
    addresses = Addresses(settings.limits)
    figures = Metrics(house, addresses)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        chores = [
            asyncio.create_task(house.keep_sweeping()),
            asyncio.create_task(house.broker.run()),
            asyncio.create_task(keep_tidying(lambda: len(house.tables) + addresses.connections)),
        ]
        try:
            yield
        finally:
            for chore in chores:
                chore.cancel()
            await asyncio.gather(*chores, return_exceptions=True)
            await house.close()

    def configure(config: AppConfig) -> AppConfig:
        desk = Desk(house, settings, addresses)
        config.state.update(desk=desk, ready=Ready(house), metrics=figures, archive=Archive())
        return config

    app = Litestar(
        HANDLERS,
        lifespan=[lifespan],
        on_app_init=[configure],
        exception_handlers={
            NotDone: _not_done,
            HTTPException: _http_problem,
            NotKept: _not_kept,
            Unplayable: _unplayable,
            msgspec.DecodeError: _wrong_json,
            RecursionError: _wrong_json,
            UnicodeDecodeError: _wrong_json,
            Exception: _our_fault,
        },
        openapi_config=openapi.config(Reference()),
        request_max_body_size=settings.limits.body_bytes,
        logging_config=None,
        debug=False,
    )
    sockets = Sockets(house, settings.limits, addresses, figures)
    return Edge(app, sockets, addresses, figures, settings.origins)
