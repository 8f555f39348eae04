"""Runs tests quickly: one process has pytest and the libraries loaded, and forks for each run.

What a mutation can change is never loaded in that process: each fork reads it as it is then.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from _pytest.config import default_plugins

ENVIRONMENT = {
    "OPENBLAS_NUM_THREADS": "1",  # a process with threads should not be forked
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    "PYTEST_ADDOPTS": "",
}
LOADED = (
    *("escale.core.codec", "escale.core.game", "escale.core.match", "escale.core.phases"),
    *("escale.words.lexicon", "escale.words.loading", "escale.words.spelling"),
    *("httpx", "litestar.response.sse", "litestar.testing", "prometheus_client"),
    *(
        "litestar.openapi.plugins",
        "markdown_it",
        "psycopg",
        "segno",
        "sqlite3",
        "tomllib",
        "uvloop",
    ),
    *("litestar.exceptions.responses", "litestar.middleware.csrf", "litestar.plugins.attrs"),
    *("litestar.middleware.allowed_hosts", "litestar.middleware.response_cache"),
    *("concurrent.futures.process", "multiprocessing.queues", "prometheus_client.core", "readline"),
    *("uvicorn.protocols.http.httptools_impl", "websockets.asyncio.client", "websockets.server"),
)
UNNEEDED = (
    # It would collect all garbage several times in each run, and only warn of what it finds.
    "unraisableexception",
    *("cacheprovider", "doctest", "junitxml", "pastebin", "stepwise", "setuponly", "setupplan"),
)
LONGEST = 120  # seconds; tests that hang are killed, which counts as an error of the list


class Outcome(NamedTuple):
    code: int  # of pytest: 0 if all passed, 1 if a test failed; negative if it was killed
    failed: str = ""  # the first test that failed


class Judge:
    """The side of the caller."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def run(
        self, tests: Sequence[str], only: Sequence[str] = (), *, compiled: bool = False
    ) -> Outcome:
        """Up to the first failure. `only`: these of them, as far as they are there. `compiled`:
        write bytecode, for the runs that follow."""
        assert self._process.stdin is not None and self._process.stdout is not None
        asked = {"tests": [*tests], "only": [*only], "compiled": compiled}
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return Outcome(*json.loads(self._process.stdout.readline()))


@contextmanager
def judge(folder: Path) -> Iterator[Judge]:
    """`folder`: where it finds the package whose tests it runs."""
    process = subprocess.Popen(
        [sys.executable, __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **ENVIRONMENT, "PYTHONPATH": str(folder)},
        cwd=folder,
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        yield Judge(process)
    finally:
        process.stdin.close()
        process.wait()
        process.stdout.close()


# The side of the process


def _serve() -> None:
    _load()
    gc.collect()
    gc.freeze()  # the forks need not look through it, and share it
    for line in sys.stdin:
        asked = json.loads(line)
        readable, writable = os.pipe()
        pid = os.fork()
        if not pid:
            _run(**asked, result=writable)
        os.close(writable)
        _, status = os.waitpid(pid, 0)
        with suppress(ProcessLookupError):  # servers that a test started and did not stop
            os.killpg(pid, signal.SIGKILL)
        with os.fdopen(readable) as pipe:
            failed = pipe.read()
        print(json.dumps([os.waitstatus_to_exitcode(status), failed]), flush=True)  # noqa: T201


def _load() -> None:
    """Only what no mutation touches: neither games nor tables, server and store."""
    # pytest itself would import its plugins again in every fork.
    for name in (*(f"_pytest.{one}" for one in default_plugins), *LOADED):
        import_module(name)
    loaded = [name for name in sys.modules if name.startswith("escale.")]
    assert all(name.split(".")[1] in {"core", "words"} for name in loaded), loaded


def _run(tests: list[str], only: list[str], compiled: bool, result: int) -> None:
    """In the child: never returns."""
    import pytest

    class Some:
        told = False

        def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
            if only:
                items[:] = [one for one in items if one.nodeid in only]

        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            if report.failed and not self.told:
                self.told = os.write(result, report.nodeid.encode()) > 0

    os.setpgrp()
    signal.alarm(LONGEST * (5 if compiled else 1))  # all tests of a list, or the one that notices
    os.set_inheritable(result, False)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)  # the parent's standard input carries its orders
    os.dup2(nowhere, 1)
    sys.dont_write_bytecode = not compiled
    # Its own temporary folder: pytest would look through the common one, and clear it, every time.
    places = ["--rootdir", str(Path.cwd()), "--basetemp", str(Path.cwd() / "temporary")]
    without = [f"-pno:{plugin}" for plugin in UNNEEDED]
    options = ["-x", "-q", "--tb=no", *without, *places]
    os._exit(pytest.main([*options, *tests], plugins=[Some()]))


if __name__ == "__main__":
    _serve()
