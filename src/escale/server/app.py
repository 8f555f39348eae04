"""The ASGI application: routes, error handlers and background tasks, put together."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Response, get
from litestar.config.app import AppConfig
from litestar.exceptions import HTTPException

from escale.server.asgi import HttpRequest
from escale.server.dependencies import (
    Dependencies,
    RequestRefused,
    dependencies_of,
    http_problem,
    is_on_this_machine,
)
from escale.server.door import Door
from escale.server.middleware import Middleware
from escale.server.operations.home_network import HomeNetwork
from escale.server.operations.memory import release_memory_periodically
from escale.server.operations.metrics import Metrics
from escale.server.rate_limits import AddressLimits
from escale.server.refusal_texts import Reason
from escale.server.routes import games
from escale.server.routes.event_stream import EventStream
from escale.server.routes.guests import Guests
from escale.server.routes.home_network import HomeNetworkRoutes
from escale.server.routes.host import DoorRoutes, HostRoutes, check_key
from escale.server.routes.match_files import MatchExport, MatchImport
from escale.server.routes.page import PAGE
from escale.server.routes.plain_pages import PAGES
from escale.server.routes.plain_pages.reference import Reference
from escale.server.routes.queries import Queries
from escale.server.routes.replay import ReplayCaches, Replays
from escale.server.routes.tables import Tables
from escale.server.schema import openapi
from escale.server.settings import Settings
from escale.server.websocket.endpoint import RETRY_AFTER_SECONDS, WebSocketEndpoint
from escale.store.protocol import OutcomeUnknown, Store, StoreError
from escale.tables.bots.hints import Hints
from escale.tables.bots.pool import BotPool
from escale.tables.brokers.protocol import Broker
from escale.tables.hosting import keep_deleting_finished
from escale.tables.house import House
from escale.tables.log.entry_codec import Unplayable
from escale.tables.work_pool import TooMuchWork, WorkPool

log = logging.getLogger(__name__)

REASONS: dict[int, Reason] = {
    400: "bad-request",
    404: "not-found",
    405: "bad-method",
    413: "too-long",
}
QUESTION_THREADS = 2
READY_SECONDS = 1.0  # for which one probe of the store answers


class ReadinessProbe:
    """Can the store write? It is asked to write something."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._until = 0.0
        self._answer = False
        self._probing = asyncio.Lock()

    async def __call__(self) -> bool:
        async with self._probing:  # callers that wait meanwhile share the answer
            if time.monotonic() >= self._until:
                self._answer = await self._probe()
                self._until = time.monotonic() + READY_SECONDS
        return self._answer

    async def _probe(self) -> bool:
        try:
            async with asyncio.timeout(5):
                await self._house.store.record_alive(self._house.now())
        except (StoreError, TimeoutError):
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
async def readyz(request: HttpRequest) -> Response[str]:
    """The house can keep moves."""
    ready = await request.app.state.ready()
    return Response("ready" if ready else "not ready", status_code=200 if ready else 503)


@get("/metrics", media_type=MediaType.TEXT, sync_to_thread=False, tags=["running"])
def metrics(request: HttpRequest) -> Response[bytes]:
    """Figures in Prometheus' format, for the machine of the house or with the key of the host: they
    count private tables as well."""
    if not is_on_this_machine(request):
        check_key(request)
    text: bytes = request.app.state.metrics.text()
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")


HANDLERS: list[Any] = [
    *games.HANDLERS,
    *(Tables, EventStream, MatchExport, MatchImport, Guests),
    *(Queries, Replays, DoorRoutes, HostRoutes, HomeNetworkRoutes),
    *(healthz, readyz, metrics),
    *PAGES,
    *PAGE,
]


def _on_refused(_: HttpRequest, problem: RequestRefused) -> Response[Any]:
    return Response(
        problem.body,
        status_code=problem.status_code,
        media_type=MediaType.JSON,
        headers=problem.headers,
    )


def _on_http_error(request: HttpRequest, problem: HTTPException) -> Response[Any]:
    """Found by Litestar. Its messages are for programmers: they go into the details."""
    status = problem.status_code
    details = {"problem": _described(problem)} if status == 400 else {}
    # The headers have "Allow", after a wrong method.
    reason = REASONS.get(status, "error")
    return _on_refused(request, http_problem(request, status, reason, problem.headers, **details))


def _described(problem: HTTPException) -> str:
    wrong = problem.extra if isinstance(problem.extra, list) else []
    places = (
        ": ".join(str(one[part]) for part in ("key", "message") if part in one) for one in wrong
    )
    return ("; ".join(places) or problem.detail)[:300]


def _on_write_failure(request: HttpRequest, problem: StoreError) -> Response[Any]:
    reason: Reason = "unsure" if isinstance(problem, OutcomeUnknown) else "not-kept"
    if request.method in ("GET", "HEAD"):
        reason = "not-found-out"
    return _on_refused(request, http_problem(request, 503, reason))


def _on_unplayable(request: HttpRequest, missing: Unplayable) -> Response[Any]:
    """Another worker may have the rules: on a 503 the proxy or the client tries the next one."""
    what = str(missing)[:300]
    if dependencies_of(request).house.shared:
        again = {"Retry-After": RETRY_AFTER_SECONDS}
        return _on_refused(request, http_problem(request, 503, "elsewhere", again, problem=what))
    return _on_refused(request, http_problem(request, 409, "unplayable", problem=what))


def _on_too_much_work(request: HttpRequest, _: TooMuchWork) -> Response[Any]:
    again = {"Retry-After": RETRY_AFTER_SECONDS}
    seconds = int(RETRY_AFTER_SECONDS)
    return _on_refused(request, http_problem(request, 429, "too-fast", again, count=seconds))


def _on_invalid_json(request: HttpRequest, problem: Exception) -> Response[Any]:
    return _on_refused(
        request, http_problem(request, 400, "bad-request", problem=str(problem)[:300])
    )


def _on_error(request: HttpRequest, problem: Exception) -> Response[Any]:
    """Litestar would answer in the same way, and log nothing."""
    log.error("a request failed; its client gets status 500", exc_info=problem)
    return _on_refused(request, http_problem(request, 500, "error"))


def build(
    store: Store,
    settings: Settings,
    broker: Broker | None = None,
    home_network: HomeNetwork | None = None,
) -> Middleware:
    """The application; it closes the store at its end.

    With a broker, bots run in processes of their own (`escale bots`). Without `home_network` nobody
    can let phones in from the page.
    """
    bot_pool = BotPool(settings.bot_workers) if broker is None else None
    hint_pool = bot_pool or BotPool(1)  # a bot that gives a hint runs where the player is served
    idle_ms = int(settings.idle_seconds * 1000)
    work, questions = WorkPool(), WorkPool(QUESTION_THREADS)
    house = House(
        store, bot_pool, broker=broker, bot_pause=settings.bot_pause, idle_ms=idle_ms, work=work
    )
    address_limits = AddressLimits(settings.limits)
    figures = Metrics(house, address_limits)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        tasks = [
            asyncio.create_task(house.keep_sweeping()),
            asyncio.create_task(house.broker.run()),
            asyncio.create_task(keep_deleting_finished(house, settings.keep_days)),
            asyncio.create_task(
                release_memory_periodically(lambda: len(house.tables) + address_limits.connections)
            ),
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            questions.close()
            await hint_pool.close()
            await house.close()

    def configure(config: AppConfig) -> AppConfig:
        config.state.update(
            dependencies=Dependencies(
                house, settings, address_limits, work, questions, Hints(hint_pool), home_network
            ),
            ready=ReadinessProbe(house),
            metrics=figures,
            replay_caches=ReplayCaches(),
        )
        return config

    app = Litestar(
        HANDLERS,
        lifespan=[lifespan],
        on_app_init=[configure],
        exception_handlers={
            RequestRefused: _on_refused,
            HTTPException: _on_http_error,
            StoreError: _on_write_failure,
            Unplayable: _on_unplayable,
            TooMuchWork: _on_too_much_work,
            msgspec.DecodeError: _on_invalid_json,
            RecursionError: _on_invalid_json,
            UnicodeDecodeError: _on_invalid_json,
            Exception: _on_error,
        },
        openapi_config=openapi.config(Reference()),
        request_max_body_size=settings.limits.body_bytes,
        logging_config=None,
        debug=False,
    )
    websockets = WebSocketEndpoint(house, settings.limits, address_limits, figures)
    return Middleware(app, websockets, address_limits, figures, settings, Door(house))
