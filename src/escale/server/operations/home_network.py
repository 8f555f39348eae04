"""A second listener, for phones: opened and closed by one tap on the page of this machine.

`escale serve` listens on 127.0.0.1, where no other machine can connect.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from dataclasses import replace
from errno import EADDRINUSE
from typing import Protocol

from escale.server.operations.listeners import bind_once, only_here, own_address, url
from escale.server.settings import Settings

log = logging.getLogger(__name__)


class NoNetwork(Exception):
    """This machine has no address that phones could open."""


class RunningServer(Protocol):
    async def listen(self, listener: socket.socket) -> asyncio.Server: ...

    def disconnect(self, host: str) -> None: ...


class HomeNetwork:
    """Open or closed; closed when the house opens. `on_change` is told the address for phones, or
    None."""

    server: RunningServer

    def __init__(
        self, settings: Settings, port: int, on_change: Callable[[str | None], None]
    ) -> None:
        self._settings = settings
        self._port = port
        self._on_change = on_change
        self._listening: asyncio.Server | None = None
        self._changing = asyncio.Lock()
        self._host = ""
        self.address: str | None = None  # with a slash at the end; None: closed

    async def open(self) -> None:
        """Raises `NoNetwork`."""
        async with self._changing:
            if self._listening is None:
                await self._open()

    async def _open(self) -> None:
        self._host = own_address() or ""
        if not self._host or self._host.startswith("127."):
            raise NoNetwork
        try:
            listener = self._bound()
        except OSError as problem:
            log.warning("cannot listen on %s: %s; phones were not let in", self._host, problem)
            raise NoNetwork from problem
        self._listening = await self.server.listen(listener)
        self.address = url(self._host, listener)
        self._on_change(self.address)

    def _bound(self) -> socket.socket:
        """On the port of the house, or any other one if that is taken."""
        try:
            return bind_once(replace(self._settings, host=self._host, port=self._port))
        except OSError as problem:
            if problem.errno != EADDRINUSE:
                raise
        return bind_once(replace(self._settings, host=self._host, port=0))

    async def close(self) -> None:
        """Those who came by it are disconnected; their seats stay theirs."""
        async with self._changing:
            if self._listening is not None:
                self._listening.close()
                self.server.disconnect(self._host)
                self._listening = self.address = None
                self._on_change(None)


def is_offered(settings: Settings) -> bool:
    """Not to a house that others reach already, by a proxy or under a name of its own, and not in a
    container, whose address only its own machine can reach."""
    is_public = settings.proxies or settings.sites or settings.origins
    return only_here(settings) and not is_public and "container" not in os.environ
