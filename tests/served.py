"""A real house on a real port, as a process of its own: it can be asked, stopped and killed."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

import httpx

from tests.nursery import Nursery, Process, shared

LONG = 60.0  # seconds; for what takes one on a quiet machine
NO_TLS = False  # httpx takes 50 ms to load certificates, for each client


class Place(Protocol):
    """Where a house can be asked, whoever runs it."""

    @property
    def url(self) -> str: ...


class House:
    """A server with a database of its own. Killed and restarted, it keeps its port."""

    def __init__(
        self,
        folder: Path,
        arguments: tuple[str, ...],
        more: Mapping[str, str],
        fresh: bool,
        born: Nursery,
    ) -> None:
        self.database = folder / "house.sqlite"
        self.log = folder / "house.log"  # what it says on its standard error
        self.url = ""  # without a slash at the end
        self.port = 0
        self.process: Process
        self._arguments = arguments
        self._environment = more
        self._fresh = fresh
        self._born = born

    def start(self) -> None:
        """Returns when the house can keep what it is told."""
        place = ["--port", str(self.port), "--database", str(self.database), "--bot-pause", "0"]
        self.process = self._born.process(
            ["serve", *place, *self._arguments],
            self.log,
            fresh=self._fresh,
            environment=self._environment,
        )
        for line in self.process.stdout:
            found = re.search(r"http://[^\s/]+:(\d+)", line)
            if found:
                self.url, self.port = found[0], int(found[1])
                break
        self._wait_until_ready()

    def kill(self) -> None:
        """As when the power fails."""
        self.process.kill()
        self._end()

    def stop(self) -> int:
        """As whoever runs it does; the exit code."""
        self.process.terminate()
        return self._end()

    def restart(self) -> None:
        """On the same port, with the same database; killed first, if it still runs."""
        self.kill()
        self.start()

    def _wait_until_ready(self) -> None:
        until = time.monotonic() + LONG
        with httpx.Client(trust_env=False, verify=NO_TLS) as client:
            while time.monotonic() < until and self.process.poll() is None:
                with suppress(httpx.TransportError):
                    if client.get(f"{self.url}/readyz").status_code == 200:
                        return
                time.sleep(0.02)
        self.kill()
        raise AssertionError("the house did not open:\n" + self.log.read_text(encoding="utf-8"))

    def _end(self) -> int:
        code = self.process.wait(LONG)
        self.process.stdout.close()
        return code


@contextmanager
def served(
    folder: Path,
    *arguments: str,
    environment: Mapping[str, str] | None = None,
    fresh: bool = False,
    born: Nursery | None = None,
) -> Iterator[House]:
    """`with served(tmp_path, "--connections", "3") as house: ...`

    `fresh`: it imports everything itself, so that all the memory that it holds is its own.
    `born`: another nursery than that of all tests."""
    house = House(folder, arguments, environment or {}, fresh, born or shared())
    house.start()
    try:
        yield house
    finally:
        house.kill()
