"""Commands that start in a moment: one process has everything loaded, and forks for each of them.

`escale serve` spends most of its start importing. What is forked here runs the same command in a
process of its own, from its arguments on, and is killed like any other. A start can also be
`fresh`: then the process begins again from nothing.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

ESCALE = (sys.executable, "-m", "escale")
LOUD = ("LC_ALL", "LC_MESSAGES", "FORCE_COLOR", "NO_COLOR")
AT_START = ("PYTHONPATH", "LD_PRELOAD")  # what only a fresh process heeds
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}  # a process with threads should not be forked
PAUSE = 0.005  # seconds, between two looks at a process


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """The same language and the same ways everywhere."""
    kept = {name: value for name, value in os.environ.items() if name not in LOUD}
    return kept | {"LANG": "C.UTF-8", "PYTHONUTF8": "1", "COLUMNS": "100"} | dict(more or {})


@dataclass(frozen=True)
class Nursery:
    """The client side."""

    line: socket.socket
    began: Mapping[str, str]  # the environment of its process
    more: Mapping[str, str]  # environment for all that it starts
    one_at_a_time: Lock

    def start(
        self,
        arguments: Sequence[str],
        says: Path,
        *,
        fresh: bool = False,
        environment: Mapping[str, str] | None = None,
    ) -> int:
        """Run `escale` with these arguments; returns its process id. `says`: all it prints."""
        with says.open("ab") as file:
            there = file.fileno()
            return self._start(arguments, there, there, fresh, environment)

    def process(
        self,
        arguments: Sequence[str],
        errors: Path,
        *,
        fresh: bool = False,
        environment: Mapping[str, str] | None = None,
    ) -> Process:
        """The same, with a pipe from its standard output."""
        readable, writable = os.pipe()
        try:
            with errors.open("ab") as file:
                pid = self._start(arguments, writable, file.fileno(), fresh, environment)
        finally:
            os.close(writable)
        return Process(self, pid, readable)

    def poll(self, pid: int) -> int | None:
        """The exit code, negative for a signal; None while it runs."""
        code: int | None = self._ask({"poll": pid})
        return code

    def wait(self, pid: int) -> int:
        """Until it has ended; its exit code."""
        while (code := self.poll(pid)) is None:
            time.sleep(PAUSE)
        return code

    def _start(
        self,
        arguments: Sequence[str],
        out: int,
        errors: int,
        fresh: bool,
        more: Mapping[str, str] | None,
    ) -> int:
        whole = environment({**ONE_THREAD, **self.more, **(more or {})})
        fresh = fresh or any(whole.get(name) != self.began.get(name) for name in AT_START)
        return int(self._ask({"run": [*arguments], "in": whole, "fresh": fresh}, out, errors))

    def _ask(self, what: Mapping[str, Any], *files: int) -> Any:
        with self.one_at_a_time:
            socket.send_fds(self.line, [json.dumps(what).encode() + b"\n"], files)
            return _received(self.line)[0]


class Process:
    """Some of what a `subprocess.Popen` can do."""

    def __init__(self, nursery: Nursery, pid: int, readable: int) -> None:
        self.pid = pid
        self.stdout = os.fdopen(readable, encoding="utf-8")
        self._nursery = nursery

    def poll(self) -> int | None:
        return self._nursery.poll(self.pid)

    def wait(self, seconds: float) -> int:
        until = time.monotonic() + seconds
        while (code := self.poll()) is None:
            if time.monotonic() > until:
                raise TimeoutError(f"it still runs after {seconds} s")
            time.sleep(PAUSE)
        return code

    def terminate(self) -> None:
        self._send(signal.SIGTERM)

    def kill(self) -> None:
        self._send(signal.SIGKILL)

    def _send(self, what: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, what)


@contextmanager
def nursery(more: Mapping[str, str] | None = None) -> Iterator[Nursery]:
    """`more`: environment for it and for all that it starts."""
    began = environment({**ONE_THREAD, **(more or {})})
    here, there = socket.socketpair()
    with here:
        with there:
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.nursery", str(there.fileno())],
                stdin=subprocess.DEVNULL,
                env=began,
                cwd=Path(__file__).parents[1],
                pass_fds=[there.fileno()],
            )
        try:
            _received(here)  # it has everything loaded
            yield Nursery(here, began, more or {}, Lock())
        finally:
            here.shutdown(socket.SHUT_RDWR)  # it kills whatever it started that still runs
            process.wait()


@cache
def _shared() -> Nursery:
    staying = ExitStack()
    atexit.register(staying.close)
    return staying.enter_context(nursery())


def shared(more: Mapping[str, str] | None = None) -> Nursery:
    """The nursery of this process: it takes a while to load, and serves many tests. `more`:
    environment for what is started by this one."""
    return replace(_shared(), more=more or {})


def _received(line: socket.socket) -> tuple[Any, list[int]]:
    """The next message, None at the end, and the files that came with it."""
    data = b""
    files: list[int] = []
    while not data.endswith(b"\n"):
        part, some, _, _ = socket.recv_fds(line, 65_536, 2)
        if not part:
            return None, files
        data += part
        files += some
    return json.loads(data), files


# The side of the process


def _serve(line: socket.socket) -> None:
    _load()
    gc.collect()
    gc.freeze()  # a child that collects garbage copies nothing of it
    codes: dict[int, int | None] = {}
    _reply(line, 0)
    while True:
        asked, files = _received(line)
        if asked is None:
            break
        if "poll" in asked:
            pid = asked["poll"]
            if codes[pid] is None and any(found := os.waitpid(pid, os.WNOHANG)):
                codes[pid] = os.waitstatus_to_exitcode(found[1])
            _reply(line, codes[pid])
        else:
            pid = os.fork()
            if not pid:
                line.close()
                _become(asked["run"], files, asked["in"], asked["fresh"])
            for file in files:
                os.close(file)
            codes[pid] = None
            _reply(line, pid)
    for pid, code in codes.items():
        if code is None:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _load() -> None:
    from unittest.mock import Mock

    import uvicorn.lifespan.on
    import uvicorn.loops.uvloop
    import uvicorn.protocols.http.httptools_impl
    import uvicorn.protocols.websockets.websockets_sansio_impl  # noqa: F401

    import escale.cli.commands.bots
    import escale.cli.commands.serve  # noqa: F401
    from escale.games.registry import FOLDERS, game_names, load_game
    from escale.server.app import build
    from escale.server.settings import Settings

    os.environ.pop(FOLDERS, None)  # each child has its own
    for name in game_names():
        load_game(name)
    build(Mock(**{"now.return_value": 0}), Settings())  # much is imported only then


def _become(arguments: list[str], files: list[int], found: dict[str, str], fresh: bool) -> None:
    """In the child: never returns."""
    code = 70
    try:
        nowhere = os.open(os.devnull, os.O_RDONLY)
        for stream, file in enumerate((nowhere, *files)):
            os.dup2(file, stream)
            os.close(file)
        os.environ.clear()
        os.environ.update(found)
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


def _reply(line: socket.socket, what: int | None) -> None:
    line.sendall(json.dumps(what).encode() + b"\n")


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
