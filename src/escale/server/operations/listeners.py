"""The sockets that a house listens on, and the addresses to open in a browser."""

from __future__ import annotations

import os
import socket
import time
from contextlib import suppress
from errno import EADDRINUSE

from escale.server.settings import Settings

BIND_SECONDS = 1.0
BACKLOG = 4096  # connections that wait to be accepted


def bind(settings: Settings) -> socket.socket:
    """The socket to listen on; port 0 takes any free one. Raises `OSError`.

    A server that was just killed while it forked holds its port until the child runs `exec`: an
    address in use is tried again for `BIND_SECONDS`."""
    until = time.monotonic() + BIND_SECONDS
    while True:
        try:
            return bind_once(settings)
        except OSError as problem:
            if problem.errno != EADDRINUSE or time.monotonic() > until:
                raise
        time.sleep(0.05)


def bind_once(settings: Settings) -> socket.socket:
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
    return url(host, listener)


def only_here(settings: Settings) -> bool:
    """No other machine can connect."""
    return settings.host in ("127.0.0.1", "::1", "localhost")


def address_for_phones(settings: Settings, listener: socket.socket) -> str | None:
    """The URL for other machines on the network; None: unknown."""
    host: str | None = settings.host
    if only_here(settings):
        return None
    if host in ("0.0.0.0", "::"):  # noqa: S104
        host = own_address()
    return None if host is None else url(host, listener)


def url(host: str, listener: socket.socket) -> str:
    port = listener.getsockname()[1]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def own_address() -> str | None:
    """The address of this machine on its network. No packet is sent to find it."""
    if "container" in os.environ:  # its address can be reached from its own host only
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # reserved for documentation
        own: str = probe.getsockname()[0]
        return own
    return None
