"""Several workers are configured by one settings file."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx

from tests.nursery import ESCALE, environment
from tests.servers.ports import free_port
from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer

SOON = 60.0


@contextmanager
def _running(log: Path, *arguments: str) -> Iterator[None]:
    clean = {name: value for name, value in environment().items() if "ESCALE_" not in name}
    with log.open("w") as said:
        process = subprocess.Popen([*ESCALE, *arguments], env=clean, stdout=said, stderr=said)
    try:
        yield
    finally:
        process.terminate()
        assert process.wait(SOON) == 0, log.read_text()


def test_workers_and_bots_find_each_other_by_it(
    tmp_path: Path, postgres: PostgresServer, redis: RedisServer
) -> None:
    """A table that one worker has made is played by bots, and the other worker tells of it."""
    file = tmp_path / "escale.toml"
    file.write_text(
        f'database = "{postgres.database()}"\nbroker = "{redis.url}"\nbots = 1\nbot-pause = 0\n'
    )
    settings = ("--settings", str(file))
    ports = free_port(), free_port()
    with ExitStack() as stack:
        for port in ports:
            log = tmp_path / f"{port}.log"
            stack.enter_context(_running(log, "serve", *settings, "--port", str(port)))
        stack.enter_context(_running(tmp_path / "bots.log", "bots", *settings))
        one, other = (
            stack.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False))
            for port in ports
        )
        _until(lambda: all(worker.get("/readyz").status_code == 200 for worker in (one, other)))
        wanted = {"id": "t", "game": "wordbank", "name": "Ada", "seats": [1, 1], "start": True}
        made = one.post("/api/tables", json={**wanted, "options": {"language": "en"}})
        assert made.status_code == 201, made.text
        table = made.json()["table"]

        def number() -> int:
            return int(other.get(f"/api/tables/{table}").json()["number"])

        begun = number()
        _until(lambda: number() > begun + 2)


def _until(done: Callable[[], bool]) -> None:
    until = time.monotonic() + SOON
    while True:
        try:
            if done():
                return
        except httpx.TransportError:
            pass
        assert time.monotonic() < until
        time.sleep(0.05)
