"""The same games, whoever plays them."""

from __future__ import annotations

from escale.games.arena import play_many
from escale.games.shelf import take
from escale.research.dask import BATCH, play_on


def test_a_cluster_gives_the_results_of_one_process() -> None:
    game = take("wordbank")
    options, levels, games = game.options(language="en"), (1, 1), BATCH + 5
    here = list(play_many(game, options, levels, games, 1, 1))
    assert list(play_on("local", game, options, levels, games, 1)) == here
