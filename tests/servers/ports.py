"""Finds a free port."""

from __future__ import annotations

import socket
from contextlib import suppress
from random import SystemRandom


def free_port() -> int:
    """Below those that the system gives to outgoing connections: it must stay free while a server
    is down."""
    while True:
        port = SystemRandom().randint(20_000, 30_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
