"""An arena on a cluster, through Dask: the extra `cluster`.

    escale arena wordbank --games 1000000 --dask tcp://scheduler.example:8786

Workers need the same Escale. A game is a pure function of its seed and number, so results do not
depend on who plays it, and a game whose worker dies is simply played again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from distributed import Client, LocalCluster

from escale.core.game import Game
from escale.games.arena import Result, Task, play_task

LOCAL = "local"
CONNECT_TIMEOUT = 10.0  # seconds
BATCH = 50  # games that a worker plays before it answers
AHEAD = 20  # batches in flight: a million games need not be submitted at once


class NoCluster(Exception):
    """The cluster cannot be reached or cannot play. The message is one line."""


def play_on(
    address: str,
    game: Game[Any, Any, Any],
    options: Any,
    levels: Sequence[int],
    games: int,
    seed: int,
) -> Iterator[Result]:
    """All games, in order. `local`: on a cluster of this machine's own. Raises `NoCluster`."""
    tasks = [(game.name, options, tuple(levels), seed, number) for number in range(games)]
    batches = [tasks[start : start + BATCH] for start in range(0, games, BATCH)]
    if address == LOCAL:
        with LocalCluster(threads_per_worker=1, dashboard_address=None) as cluster:
            yield from _played(Client(cluster), batches)
    else:
        yield from _played(_scheduler(address), batches)


def _scheduler(address: str) -> Client:
    try:
        return Client(address, timeout=CONNECT_TIMEOUT)
    except (OSError, ValueError) as problem:  # no scheduler there, or an invalid address
        raise NoCluster(str(problem)) from None


def _played(client: Client, batches: list[list[Task]]) -> Iterator[Result]:
    with client:
        flying = [client.submit(_play, batch, pure=False) for batch in batches[:AHEAD]]
        for following in [*batches[AHEAD:], *[None] * len(flying)]:
            try:
                results = flying.pop(0).result()
            except ModuleNotFoundError as problem:
                raise NoCluster(f"the workers need the same version of Escale: {problem}") from None
            yield from results
            if following is not None:
                flying.append(client.submit(_play, following, pure=False))


def _play(batch: list[Task]) -> list[Result]:
    return [play_task(task) for task in batch]
