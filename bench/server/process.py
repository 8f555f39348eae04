"""A server as a process: started on a core of its own, watched from outside, ended."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from sides import Side

TICKS = os.sysconf("SC_CLK_TCK")
START_SECONDS = 30.0
STOP_SECONDS = 10.0


class NotStarted(Exception):
    """A server did not come up."""


@dataclass(frozen=True, slots=True)
class Cores:
    """One core for the servers, one for the driver; none on a machine with a single core."""

    server: int | None
    driver: int | None

    @staticmethod
    def of_machine() -> Cores:
        available = sorted(os.sched_getaffinity(0))
        return Cores(available[0], available[1]) if len(available) > 1 else Cores(None, None)


def busy_seconds(core: int | None) -> float:
    """Processor time of everybody on a core so far, and what the host of the machine took from it.

    Interrupts are left out: they are the price of the sockets, and nobody else's work.
    """
    for line in Path("/proc/stat").read_text().splitlines():
        name, *times = line.split()
        if name == f"cpu{core}":
            user, nice, system, _, _, _, _, stolen, *_ = map(int, times)
            return (user + nice + system + stolen) / TICKS
    return 0.0


@contextmanager
def pinned(core: int | None) -> Iterator[None]:
    """Whatever is started in here stays on this core: a child inherits the cores of its parent."""
    if core is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


class Server:
    """A running server of one side. Its data outlives it, so that it can be killed and restarted.

    The data lies in the cache folder: a temporary folder may be in memory, where writing costs
    nothing and a comparison of durable servers means nothing.
    """

    def __init__(self, side: Side, cache: Path, cores: Cores) -> None:
        self.side = side
        self.data = Path(tempfile.mkdtemp(prefix="data-", dir=cache))
        self.errors = self.data.with_suffix(".log")
        self.core = cores.server
        self.port = 0
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Server:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.close()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        self.port = free_port()
        launch = self.side.launch(self.port, self.data)
        with pinned(self.core), self.errors.open("ab") as errors:
            self._process = subprocess.Popen(  # noqa: S603
                launch.command,
                cwd=launch.folder,
                env={**os.environ, **launch.environment},
                stdin=subprocess.DEVNULL,
                stdout=errors,
                stderr=errors,
            )
        self._wait_until_it_listens()

    def kill(self) -> None:
        """As if the power of this process were cut: it may not even notice."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self.data, ignore_errors=True)
        self.errors.unlink(missing_ok=True)

    def cpu_seconds(self) -> float:
        """Processor time of the server and of all processes that it started."""
        return sum(cpu_seconds(pid) for pid in family(self.pid))

    def memory_kb(self) -> int:
        """Memory after a tidy-up. Proportional, so that shared pages are not counted twice."""
        self.side.tidy(self.pid)
        return sum(memory_kb(pid) for pid in family(self.pid))

    def last_words(self) -> str:
        return self.errors.read_text(errors="replace")[-2000:] if self.errors.exists() else ""

    def _wait_until_it_listens(self) -> None:
        assert self._process is not None
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and self._process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise NotStarted(f"{self.side.name} did not start:\n{self.last_words()}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def family(pid: int) -> Iterator[int]:
    """The process, and all that it started and that still run."""
    yield pid
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield from family(int(child))


def cpu_seconds(pid: int) -> float:
    """Of the process, to the nanosecond, and of those that it started and that have ended."""
    own = time.clock_gettime(~pid << 3 | 2)  # Linux makes the number of a process's clock so
    # The name, in brackets, may hold spaces: the times of ended children are fields 16 and 17.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return own + (int(fields[13]) + int(fields[14])) / TICKS


def memory_kb(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
