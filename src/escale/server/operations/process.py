"""One process that serves the house until it is told to stop."""

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
from pathlib import Path

import uvicorn

from escale.server.app import build
from escale.server.operations import json_logs
from escale.server.settings import Settings, is_postgres
from escale.server.websocket.uvicorn_protocols import Opening, Requests
from escale.store.protocol import Store
from escale.store.sqlite.store import SqliteStore
from escale.tables.brokers.protocol import Broker

log = logging.getLogger(__name__)

GRACE_SECONDS = 5
NOT_INSTALLED = 'for PostgreSQL and Redis: pip install "psycopg[binary]" redis'
NOT_ALONE = (
    "another worker has used this database a moment ago: if it is still at work, both need --broker"
)
PORT_SECONDS = 1.0
BACKLOG = 4096  # connections that wait to be taken


def bind(settings: Settings) -> socket.socket:
    """The socket to listen on; port 0 takes any free one. Raises `OSError`.

    A house that was killed this moment may have been starting a process, which holds its port
    until it has become itself: whoever comes right after it looks again."""
    until = time.monotonic() + PORT_SECONDS
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
        _let_go_of_the_dead(listener, settings)
        listener.bind((settings.host, settings.port))
        listener.listen(BACKLOG)  # from now on nobody else can have this port
    except BaseException:
        listener.close()
        raise
    return listener


def _let_go_of_the_dead(listener: socket.socket, settings: Settings) -> None:
    """For all connections to come: who takes nothing for long, or has vanished, is cut off.

    To close a connection is not enough: the system would keep it until all is sent.
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
    """What to type into a browser on this machine."""
    host = settings.host
    if host in ("0.0.0.0", "::"):  # noqa: S104
        host = "127.0.0.1"
    return _url(host, listener)


def only_here(settings: Settings) -> bool:
    """No other machine can reach this one."""
    return settings.host in ("127.0.0.1", "::1", "localhost")


def address_for_phones(settings: Settings, listener: socket.socket) -> str | None:
    """What other machines on the network type; None: that cannot be known here."""
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
    """The address of this machine on its network. Nothing is sent to find it.

    In a container it is one that only its neighbours can reach."""
    if "container" in os.environ:
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # an address that belongs to nobody
        own: str = probe.getsockname()[0]
        return own
    return None


def open_store(settings: Settings, *, stays: bool = False) -> Store:
    """Raises `OSError` or `BadDatabase`, with a message that says why. `stays`: to serve."""
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
        raise OSError("a broker needs a database that workers can share: postgresql://...")
    return SqliteStore.open(Path(settings.database), time.time_ns() // 1_000_000)


def open_broker(settings: Settings) -> Broker | None:
    """None: this worker is the only one. Raises `OSError`: a broker that is away may come, but not
    to an address that cannot be, or to somebody whom it does not let in."""
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
    _allow_many_connections()
    json_logs.set_up()
    app = build(store, settings, broker)
    _spare_the_collector()
    config = uvicorn.Config(
        app,
        loop="uvloop",
        http=Requests,
        ws=Opening,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # what follows the handshake is ours
        backlog=BACKLOG,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=GRACE_SECONDS,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
    )
    _Server(config, app.farewell).run(sockets=[listener])


class _Server(uvicorn.Server):
    """Says goodbye before it waits for everybody to go: a stream of events ends only when told."""

    def __init__(self, config: uvicorn.Config, farewell: Callable[[], None]) -> None:
        super().__init__(config)
        self._farewell = farewell

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._farewell()
        await super().shutdown(sockets)


def _spare_the_collector() -> None:
    """What is loaded now stays for good: it need not be looked through again and again.

    Moves leave nothing behind that would need a collector, and to look through a thousand tables
    stops everybody. So it looks at what is young, seldom; the rest waits for `tidy`.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 1_000)


def _allow_many_connections() -> None:
    """Each connection is an open file; the usual limit is for desktops."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
