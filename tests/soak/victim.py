"""The server as a victim: started from the nursery, and killed."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

import httpx

from tests.nursery import Nursery
from tests.served import NO_TLS
from tests.servers.ports import free_port
from tests.soak import audit

FRESH = 10  # every tenth start is from nothing, as `escale serve` does it


class Victim:
    """The server, started and killed on one port and one database."""

    def __init__(
        self,
        nursery: Nursery,
        folder: Path,
        database: Path | str | None = None,
        *,
        fresh: bool = False,
    ) -> None:
        """`database`: another file, or the URL of a database that several servers share.
        `fresh`: every start is from nothing, so that the memory it holds is all its own."""
        self.database = database if isinstance(database, Path) else folder / "house.sqlite"
        shared = isinstance(database, str)
        self._place = str(database or self.database)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.urls: tuple[str, ...] = (self.url,)
        self._nursery = nursery
        self._fresh = fresh
        self._says = folder / (f"house-{self.port}.log" if shared else "house.log")
        self.pid = 0
        self.starts = 0

    def start(self, *more: str, **environment: str) -> None:
        """Returns at once; `wait_until_ready` waits for it to serve."""
        place = ["--port", str(self.port), "--database", self._place]
        arguments = ["serve", *place, "--bot-pause", "0.05", *more]
        fresh = self._fresh or self.starts % FRESH == FRESH - 1
        self.pid = self._nursery.start(arguments, self._says, fresh=fresh, environment=environment)
        self.starts += 1

    def stored(self) -> dict[str, audit.StoredTable]:
        """All tables of the database, read without the server."""
        return audit.tables(self.database)

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """The exit code."""
        os.kill(self.pid, how)
        return self.wait()

    def wait(self) -> int:
        return self._nursery.wait(self.pid)

    def wait_until_ready(self, seconds: float = 60) -> None:
        until = time.monotonic() + seconds
        with httpx.Client(trust_env=False, verify=NO_TLS) as client:
            while time.monotonic() < until:
                with suppress(httpx.TransportError):
                    if client.get(f"{self.url}/readyz").status_code == 200:
                        return
                time.sleep(0.01)
        raise AssertionError(self.said())

    def said(self) -> str:
        return self._says.read_text(encoding="utf-8")
