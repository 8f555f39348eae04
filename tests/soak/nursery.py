"""Houses that open in a moment: one process has everything loaded, and forks one for each start.

`escale serve` spends most of its start importing. What is forked here runs the same command in a
process of its own, from the opening of the database on, and is killed like any other. A start can
also be `fresh`: then the process begins again from nothing.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from tests.served import ESCALE, NO_TLS, environment
from tests.servers.ports import free_port
from tests.soak import audit

FRESH = 10  # every tenth start is from nothing, as `escale serve` does it
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}  # a process with threads should not be forked


class Nursery:
    """The client side."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def start(
        self,
        arguments: Sequence[str],
        says: Path,
        *,
        fresh: bool = False,
        environment: Mapping[str, str] | None = None,
    ) -> int:
        """Run `escale` with these arguments; returns its process id. `says`: all it prints."""
        asked = {"run": [*arguments], "says": str(says), "fresh": fresh, "in": environment or {}}
        return int(self._ask(asked))

    def wait(self, pid: int) -> int:
        """Until it has ended; its exit code, negative for a signal."""
        return int(self._ask({"wait": pid}))

    def _ask(self, what: Mapping[str, Any]) -> str:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()


@contextmanager
def nursery(more: Mapping[str, str] | None = None) -> Iterator[Nursery]:
    """`more`: environment for it and for all that it starts."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.soak.nursery"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(ONE_THREAD | dict(more or {})),
        cwd=Path(__file__).parents[2],
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdout.readline()  # it has everything loaded
        yield Nursery(process)
    finally:
        process.stdin.close()  # it kills whatever it started that still runs
        process.wait()
        process.stdout.close()


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


# The side of the process


def _serve() -> None:
    _load()
    running: set[int] = set()
    _reply(0)
    for line in sys.stdin:
        asked = json.loads(line)
        if "wait" in asked:
            _, status = os.waitpid(asked["wait"], 0)
            running.discard(asked["wait"])
            _reply(os.waitstatus_to_exitcode(status))
        else:
            pid = os.fork()
            if not pid:
                os.environ.update(asked["in"])
                _become(asked["run"], asked["says"], asked["fresh"])
            running.add(pid)
            _reply(pid)
    for pid in running:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def _load() -> None:
    from unittest.mock import Mock

    import uvicorn.lifespan.on
    import uvicorn.loops.uvloop
    import uvicorn.protocols.http.httptools_impl
    import uvicorn.protocols.websockets.websockets_sansio_impl  # noqa: F401

    import escale.cli.commands.serve  # noqa: F401
    from escale.games.registry import game_names, load_game
    from escale.server.app import build
    from escale.server.settings import Settings

    for name in game_names():
        load_game(name)
    build(Mock(**{"now.return_value": 0}), Settings())  # much is imported only then


def _become(arguments: list[str], says: str, fresh: bool) -> None:
    """In the child: never returns."""
    code = 70
    try:
        nowhere = os.open(os.devnull, os.O_RDONLY)
        there = os.open(says, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        for stream, file in ((0, nowhere), (1, there), (2, there)):
            os.dup2(file, stream)
        if fresh:
            os.execv(ESCALE[0], [*ESCALE, *arguments])
        from escale.cli import main

        code = main(arguments)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        with suppress(Exception):
            sys.stdout.flush()
        os._exit(code)


def _reply(number: int) -> None:
    print(number, flush=True)  # noqa: T201


if __name__ == "__main__":
    _serve()
