"""The same games, whoever plays them.

The library is loaded in the tests: every process that collects them would wait for it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from escale.games.arena import play_many
from escale.games.registry import load_game
from tests.cli.commands import escale


def test_a_cluster_gives_the_results_of_one_process() -> None:
    from escale.research.dask import BATCH, play_on

    game = load_game("wordbank")
    options, levels, games = game.options(language="en"), (1, 1), BATCH + 5
    here = list(play_many(game, options, levels, games, 1, 1))
    assert list(play_on("local", game, options, levels, games, 1)) == here


@pytest.mark.parametrize("address", ["nowhere", "tcp://127.0.0.1:1", "amqp://127.0.0.1:1"])
def test_a_cluster_that_is_none_is_told_in_one_line(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from escale.research import dask

    monkeypatch.setattr(dask, "CONNECT_TIMEOUT", 0.5)
    ended = escale("arena", "wordbank", "--games", "2", "--dask", address, folder=tmp_path)
    told = ended.err.strip()
    assert ended.code == 2 and told.startswith("escale arena: --dask: "), ended
    assert "\n" not in told and "Traceback" not in told
