"""Runs tests in a moment: one process has pytest and the libraries loaded, and forks for each run.

The rules and their tests are never loaded in that process: each fork reads them as they are then.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}  # a process with threads should not be forked


class Judge:
    """The side of those who ask."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def outcome(self, tests: Sequence[str], *, compiled: bool) -> int:
        """The exit code of these tests. `compiled`: what they load is kept for the next ones."""
        assert self._process.stdin is not None and self._process.stdout is not None
        asked = {"tests": [*tests], "compiled": compiled}
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


@contextmanager
def judge(folder: Path) -> Iterator[Judge]:
    """`folder`: where it finds the package whose tests it runs."""
    ours = {"PYTHONPATH": str(folder), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    process = subprocess.Popen(
        [sys.executable, __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **ONE_THREAD, **ours},
        cwd=folder,
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        yield Judge(process)
    finally:
        process.stdin.close()
        process.wait()
        process.stdout.close()


# The other side


def _serve() -> None:
    _load()
    for line in sys.stdin:
        asked = json.loads(line)
        pid = os.fork()
        if not pid:
            _run(asked["tests"], asked["compiled"])
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201


def _load() -> None:
    """What no change touches: all but the games, tables, server and store."""
    import httpx  # noqa: F401
    import litestar.response.sse
    import litestar.testing  # noqa: F401
    import prometheus_client  # noqa: F401
    import pytest  # noqa: F401
    import uvicorn.protocols.http.httptools_impl  # noqa: F401
    import websockets.asyncio.client
    import websockets.server  # noqa: F401

    import escale.core.bots
    import escale.core.game
    import escale.core.match
    import escale.words.lexicon
    import escale.words.source  # noqa: F401


def _run(tests: list[str], compiled: bool) -> None:
    """In the child: never returns."""
    import pytest

    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.dont_write_bytecode = not compiled
    options = ["-x", "-q", "--tb=no", "-p", "no:cacheprovider", "--rootdir", str(Path.cwd())]
    os._exit(pytest.main([*options, *tests]))


if __name__ == "__main__":
    _serve()
