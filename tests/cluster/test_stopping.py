"""Workers that wait for their database at start-up can be stopped."""

from __future__ import annotations

import signal
import socket
import subprocess
from contextlib import closing

import pytest

from tests.nursery import ESCALE, environment
from tests.served import LONG


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("bots",)], ids=lambda one: one[0])
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_worker_that_waits_for_its_database_stops_in_order(
    command: tuple[str, ...], how: signal.Signals
) -> None:
    """As the first process of a container, or in the background of a script, which has it ignore
    Ctrl+C, it would otherwise not hear of it at all."""
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        silent.settimeout(LONG)
        database = f"postgresql://escale@127.0.0.1:{silent.getsockname()[1]}/escale"
        there = ("--database", database, "--broker", "redis://127.0.0.1:1")
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the worker begins with that
        try:
            started = subprocess.Popen(
                [*ESCALE, *command, *there], stdout=subprocess.PIPE, env=environment()
            )
        finally:
            signal.signal(signal.SIGINT, before)
        with started as worker:
            asked, _ = silent.accept()
            with closing(asked):
                worker.send_signal(how)
                assert worker.wait(LONG) == 0
