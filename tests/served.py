"""A real house on a real port, as a process of its own: it can be asked, stopped and killed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

import httpx

ESCALE = (sys.executable, "-m", "escale")
LOUD = ("LC_ALL", "LC_MESSAGES", "FORCE_COLOR", "NO_COLOR")
LONG = 60.0  # seconds; for what takes one on a quiet machine
NO_TLS = False  # httpx takes 50 ms to load certificates, for each client


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """The same language and the same ways everywhere."""
    kept = {name: value for name, value in os.environ.items() if name not in LOUD}
    return kept | {"LANG": "C.UTF-8", "PYTHONUTF8": "1", "COLUMNS": "100"} | dict(more or {})


class Place(Protocol):
    """Where a house can be asked, whoever runs it."""

    @property
    def url(self) -> str: ...


class House:
    """A server with a database of its own. Killed and restarted, it keeps its port."""

    def __init__(self, folder: Path, arguments: tuple[str, ...], more: Mapping[str, str]) -> None:
        self.database = folder / "house.sqlite"
        self.log = folder / "house.log"  # what it says on its standard error
        self.url = ""  # without a slash at the end
        self.port = 0
        self.process: subprocess.Popen[str]
        self._arguments = arguments
        self._environment = environment(more)

    def start(self) -> None:
        """Returns when the house can keep what it is told."""
        place = ["--port", str(self.port), "--database", str(self.database), "--bot-pause", "0"]
        with self.log.open("a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [*ESCALE, "serve", *place, *self._arguments],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self._environment,
            )
        assert self.process.stdout is not None
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
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@contextmanager
def served(
    folder: Path, *arguments: str, environment: Mapping[str, str] | None = None
) -> Iterator[House]:
    """`with served(tmp_path, "--connections", "3") as house: ...`"""
    house = House(folder, arguments, environment or {})
    house.start()
    try:
        yield house
    finally:
        house.kill()
