"""`make containers`: the house of deploy/compose.yaml, built and opened by a real engine; people
play there through its proxy while a worker is killed.

It needs Podman or Docker with its compose, the network (images, packages), and ports 80 and 443.
`COMPOSE="podman-compose" make containers` says which program to use. The house that it makes has a
name and volumes of its own, and is gone afterwards.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

import httpx

from escale.client import Table
from tests.client.players import chosen, proved, two_at
from tests.packaging.checkers import LOUD

FILE = Path(__file__).parents[2] / "deploy" / "compose.yaml"
PROJECT = "escale-containers"
HOUSE = "http://127.0.0.1"
KNOWN = ("podman compose", "docker compose", "podman-compose")
SOON, LONG = 60.0, 600.0  # seconds
GRACE = 60.0  # for all of them to stop, each of which has twenty
PAUSE = 0.5  # of a player, so that the match is not over before the worker is


class Engine:
    def __init__(self, compose: str) -> None:
        self._compose = [*shlex.split(compose), "-f", str(FILE), "-p", PROJECT]
        self._engine = "docker" if compose.startswith("docker") else "podman"
        ours = {"POSTGRES_PASSWORD": "only1for2this", "SITE": ":80", "WORKERS": "2"}
        self._environment = {**os.environ, **ours}

    def compose(self, *arguments: str) -> None:
        command = [*self._compose, *arguments]
        subprocess.run(command, check=True, env=self._environment, timeout=LONG)

    def ask(self, *arguments: str) -> tuple[int, str]:
        done = subprocess.run([self._engine, *arguments], capture_output=True, text=True)
        return done.returncode, done.stdout.strip()

    def containers(self, service: str) -> list[str]:
        label = "label=com.docker.compose"
        project, named = f"{label}.project={PROJECT}", f"{label}.service={service}"
        return self.ask("ps", "-q", "--filter", project, "--filter", named)[1].split()


def _engine() -> Engine | None:
    for compose in [os.environ["COMPOSE"]] if "COMPOSE" in os.environ else KNOWN:
        try:
            subprocess.run([*shlex.split(compose), "version"], check=True, capture_output=True)
            return Engine(compose)
        except (OSError, subprocess.CalledProcessError):
            continue
    return None


def _wait_until_open() -> None:
    until = time.monotonic() + SOON
    with httpx.Client(base_url=HOUSE, trust_env=False) as asked:
        while True:
            try:
                if asked.get("/readyz").status_code == 200:
                    break
            except httpx.TransportError:
                pass
            assert time.monotonic() < until, "the house does not open"
            time.sleep(0.5)
        assert asked.get("/metrics").status_code == 403


def _look_inside(engine: Engine) -> None:
    workers = engine.containers("worker")
    assert len(workers) == 2, workers
    for one in (*workers, *engine.containers("bots")):
        assert engine.ask("exec", one, "id", "-u") == (0, "10001")
        assert engine.ask("exec", one, "touch", "/opt/escale/anything")[0] != 0


async def _play(engine: Engine) -> None:
    """Two people and a bot of the house, to the end. The worker is not missed."""
    async with two_at(HOUSE, ["me", "open", 1]) as (hers, his):
        await hers.ask("start")

        async def play(table: Table) -> None:
            async for turn in table.turns():
                await turn.act(await asyncio.to_thread(chosen, turn))
                await asyncio.sleep(PAUSE)

        async def kill() -> None:
            await asyncio.sleep(4 * PAUSE)
            code, _ = await asyncio.to_thread(engine.ask, "kill", engine.containers("worker")[0])
            assert code == 0 and hers.score is None, "the match was over before"

        await asyncio.gather(play(hers), play(his), kill())
        proved(await hers.client.match(hers.id))


def main() -> None:
    engine = _engine()
    if engine is None:
        sys.exit(LOUD.format(name="PODMAN OR DOCKER", what="deploy/compose.yaml"))
    try:
        engine.compose("up", "-d", "--build")
        _wait_until_open()
        _look_inside(engine)
        asyncio.run(_play(engine))
        began = time.monotonic()
        engine.compose("stop")
        assert time.monotonic() - began < GRACE, "they do not stop when told"
    finally:
        engine.compose("down", "-v")
    sys.stdout.write("Played and proved in containers, though a worker was killed meanwhile.\n")


if __name__ == "__main__":
    main()
