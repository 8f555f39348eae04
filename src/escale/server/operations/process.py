"""The server process: its store and broker, and uvicorn until it is stopped."""

from __future__ import annotations

import asyncio
import gc
import logging
import resource
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn

from escale.server.app import build
from escale.server.operations import json_logs
from escale.server.operations.home_network import HomeNetwork
from escale.server.operations.http_protocol import LimitedHttpProtocol
from escale.server.operations.listeners import BACKLOG
from escale.server.settings import Settings, is_postgres
from escale.server.websocket.handshake import WebSocketHandshake
from escale.store.protocol import Store
from escale.store.sqlite.store import SqliteStore
from escale.tables.brokers.protocol import Broker

log = logging.getLogger(__name__)

GRACE_SECONDS = 5
NOT_INSTALLED = (
    'PostgreSQL and Redis need more packages; install them: pip install "psycopg[binary]" redis'
)
NOT_ALONE = (
    "another worker wrote to this database a moment ago; serving goes on, but if that worker still"
    " runs, tables of the two will conflict: start both with --broker"
)


def open_store(settings: Settings, *, stays: bool = False) -> Store:
    """Raises `OSError` or `BadDatabase`, with a message that says why. `stays`: in order to serve,
    and not only for one command."""
    if is_postgres(settings.database):
        try:
            from escale.store.postgres import PostgresStore
        except ModuleNotFoundError:
            raise OSError(NOT_INSTALLED) from None
        store = PostgresStore.open(settings.database)
        if stays and store.others and not settings.broker:
            log.warning(NOT_ALONE)
        return store
    if settings.broker:
        raise OSError("--broker needs a shared database: --database postgresql://...")
    return SqliteStore.open(Path(settings.database), time.time_ns() // 1_000_000)


def open_broker(settings: Settings) -> Broker | None:
    """None: this worker is the only one. Raises `OSError` on a bad address or a refused login;
    a broker that is only unreachable is retried later."""
    if not settings.broker:
        return None
    try:
        from escale.tables.brokers.redis_broker import RedisBroker, permanent_problem
    except ModuleNotFoundError:
        raise OSError(NOT_INSTALLED) from None
    problem = permanent_problem(settings.broker)
    if problem is not None:
        raise OSError(f"the broker cannot be used: {problem}")
    return RedisBroker(settings.broker)


def serve(
    settings: Settings,
    store: Store,
    listener: socket.socket,
    broker: Broker | None = None,
    home_network: HomeNetwork | None = None,
) -> None:
    """Until SIGINT or SIGTERM."""
    _raise_open_files_limit()
    json_logs.set_up()
    app = build(store, settings, broker, home_network)
    _tune_garbage_collector()
    config = uvicorn.Config(
        app,
        loop="uvloop",
        http=partial(  # type: ignore[arg-type]  # uvicorn only calls it
            LimitedHttpProtocol,
            stall_seconds=settings.limits.stuck_seconds,
            on_stalled=app.metrics.stuck.inc,
        ),
        ws=WebSocketHandshake,
        ws_max_size=settings.limits.message_bytes,
        backlog=BACKLOG,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=GRACE_SECONDS,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
    )
    server = _Server(config, app.end_subscriptions)
    if home_network is not None:
        home_network.server = server
    server.run(sockets=[listener])


class _Server(uvicorn.Server):
    """Ends subscriptions before it waits for requests to end: an event stream is one of them."""

    def __init__(self, config: uvicorn.Config, end_subscriptions: Callable[[], None]) -> None:
        super().__init__(config)
        self._end_subscriptions = end_subscriptions

    async def listen(self, listener: socket.socket) -> asyncio.Server:
        """On one more socket, which is closed with the others at the end."""
        made: Any = self.config.http_protocol_class  # as uvicorn makes it for the first socket
        protocol = partial(
            made,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        loop = asyncio.get_running_loop()
        server = await loop.create_server(protocol, sock=listener, backlog=BACKLOG)
        self.servers.append(server)
        return server

    def disconnect(self, host: str) -> None:
        """All who are connected to this address of ours."""
        for connection in [*self.server_state.connections]:
            transport: asyncio.Transport = connection.transport
            if transport.get_extra_info("sockname")[0] == host:
                connection.shutdown()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._end_subscriptions()
        await super().shutdown(sockets)


def _tune_garbage_collector() -> None:
    """Collect young objects seldom, and leave full collections to `operations.memory`.

    Moves leave no reference cycles, and a full collection over a thousand tables stops everybody.
    What is loaded now stays for good: frozen, it is never looked through.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 1_000)


def _raise_open_files_limit() -> None:
    """Each connection is an open file; the default limit is for desktops."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
