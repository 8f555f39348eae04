"""What all tests share: real servers, started once a process, and the list of retried tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.servers import install, loud
from tests.servers.clocks import WrongClocks
from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer

# For the pytest processes that tests start, too: no plugins that take seconds to load.
os.environ.setdefault("PYTEST_ADDOPTS", "-p no:anyio -p no:faker -p no:schemathesis")


# Nothing of what is collected is garbage; the tests that follow need not look through it, either.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name every retry and its reason: what passed only the second time may be a race.

    Tests of browsers, clusters and crashes are marked `flaky(reruns=1)`; no other test runs twice.
    """
    retried = terminalreporter.stats.get("rerun", [])
    if retried:
        terminalreporter.section(f"RETRIED {len(retried)}", yellow=True)
        for report in sorted(retried, key=lambda report: report.nodeid):
            terminalreporter.line(report.nodeid)
            for line in report.longreprtext.splitlines()[-20:]:
                terminalreporter.line(f"    {line}")


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    names = install()
    if names:
        pytest.skip(loud(names))
    # Not among pytest's own folders: another run of it would close them to all but its user.
    with TemporaryDirectory(prefix="escale-servers-") as folder:
        # fsync guards against a loss of power; what a killed server wrote stays with the system.
        server = PostgresServer(Path(folder), "fsync = off\n").start()
        yield server
        server.stop()


@pytest.fixture(scope="session")
def redis(postgres: PostgresServer) -> Iterator[RedisServer]:
    server = RedisServer().start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def wrong_clocks() -> WrongClocks:
    names = install(["libfaketime"])
    if names:
        pytest.skip(loud(names))
    return WrongClocks()
