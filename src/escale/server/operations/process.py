"""The server process: its listening socket, store and broker, and uvicorn until it is stopped."""

from __future__ import annotations

import gc
import logging
import os
import resource
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from errno import EADDRINUSE
from functools import partial
from pathlib import Path

import uvicorn

from escale.server.app import build
from escale.server.operations import json_logs
from escale.server.operations.http_protocol import LimitedHttpProtocol
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
BIND_SECONDS = 1.0
BACKLOG = 4096  # connections that wait to be accepted


def bind(settings: Settings) -> socket.socket:
    """The socket to listen on; port 0 takes any free one. Raises `OSError`.

    A server that was just killed while it forked holds its port until the child runs `exec`: an
    address in use is tried again for `BIND_SECONDS`."""
    until = time.monotonic() + BIND_SECONDS
    while True:
        try:
            return _bind(settings)
        except OSError as problem:
            if problem.errno != EADDRINUSE or time.monotonic() > until:
                raise
        time.sleep(0.05)


def _bind(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _set_tcp_timeouts(listener, settings)
        listener.bind((settings.host, settings.port))
        listener.listen(BACKLOG)  # binding alone does not reserve the port
    except BaseException:
        listener.close()
        raise
    return listener


def _set_tcp_timeouts(listener: socket.socket, settings: Settings) -> None:
    """Inherited by all accepted connections: a peer that reads nothing or has vanished is cut off.

    Closing such a connection is not enough: the kernel would keep it until all is sent.
    """
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (
        ("TCP_USER_TIMEOUT", int(settings.limits.stuck_seconds * 1000)),
        ("TCP_KEEPIDLE", 30),
        ("TCP_KEEPINTVL", 10),
        ("TCP_KEEPCNT", 3),
    ):
        option = getattr(socket, name, None)  # not every system has them
        if option is not None:
            listener.setsockopt(socket.IPPROTO_TCP, option, value)


def address(settings: Settings, listener: socket.socket) -> str:
    """The URL for a browser on this machine."""
    host = settings.host
    if host in ("0.0.0.0", "::"):  # noqa: S104
        host = "127.0.0.1"
    return _url(host, listener)


def only_here(settings: Settings) -> bool:
    """No other machine can connect."""
    return settings.host in ("127.0.0.1", "::1", "localhost")


def address_for_phones(settings: Settings, listener: socket.socket) -> str | None:
    """The URL for other machines on the network; None: unknown."""
    host: str | None = settings.host
    if only_here(settings):
        return None
    if host in ("0.0.0.0", "::"):  # noqa: S104
        host = _own_address()
    return None if host is None else _url(host, listener)


def _url(host: str, listener: socket.socket) -> str:
    port = listener.getsockname()[1]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _own_address() -> str | None:
    """The address of this machine on its network. No packet is sent to find it."""
    if "container" in os.environ:  # its address can be reached from its own host only
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # reserved for documentation
        own: str = probe.getsockname()[0]
        return own
    return None


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
    settings: Settings, store: Store, listener: socket.socket, broker: Broker | None = None
) -> None:
    """Until SIGINT or SIGTERM."""
    _raise_open_files_limit()
    json_logs.set_up()
    app = build(store, settings, broker)
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
    _Server(config, app.end_subscriptions).run(sockets=[listener])


class _Server(uvicorn.Server):
    """Ends subscriptions before it waits for requests to end: an event stream is one of them."""

    def __init__(self, config: uvicorn.Config, end_subscriptions: Callable[[], None]) -> None:
        super().__init__(config)
        self._end_subscriptions = end_subscriptions

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
