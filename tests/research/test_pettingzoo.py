"""PettingZoo's own tests, on games of the shelf."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from escale.core.secrecy import view
from escale.games.registry import game_names, load_game
from escale.research.menu import MenuMatch, numbers
from escale.research.pettingzoo import EscaleEnv, env

QUICK = [name for name in game_names() if name != "kreuzwort"]  # its samples take seconds
SHAPES = "ignore:Observation"  # a dictionary with a mask, as PettingZoo's own board games have


@pytest.mark.filterwarnings(SHAPES)
@pytest.mark.parametrize("game", QUICK)
def test_the_api(game: str) -> None:
    api_test(env(game), num_cycles=60)


@pytest.mark.filterwarnings(SHAPES)
@pytest.mark.parametrize("game", QUICK)
def test_a_seed_gives_the_same_game(game: str) -> None:
    seed_test(lambda: env(game), num_cycles=15)


@pytest.mark.parametrize("game", game_names())
def test_a_seat_observes_its_view_and_nothing_else(game: str) -> None:
    bare = EscaleEnv(game)
    bare.reset(seed=3)
    for agent in bare.agents:
        seat = bare.possible_agents.index(agent)
        seen = bare.observe(agent)["observation"]
        state = bare._match.match.state
        assert list(seen) == numbers(view(state, seat).seen, 512)
        assert seen.dtype == np.int32


def test_rewards_are_what_was_won() -> None:
    bare = EscaleEnv("wordbank", seats=3)
    bare.reset(seed=5)
    total = dict.fromkeys(bare.possible_agents, 0.0)
    for agent in bare.agent_iter(20_000):
        _, reward, ended, _, _ = bare.last()
        total[agent] += reward
        bare.step(None if ended else 0)
    score = bare._match.score
    assert score is not None
    for seat, agent in enumerate(bare.possible_agents):
        assert total[agent] == 2 * score.share(seat) - 1


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_too_few_or_too_many_seats_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="takes 2 to 5"):
        EscaleEnv("wordbank", seats=seats)


def test_time_passes_in_timed_games() -> None:
    game = load_game("fortboyard")
    match = MenuMatch(game, game.options(), 3, 1, 4)
    for _ in range(200):
        if match.score is not None:
            break
        decision = match.decision()
        match.act(decision.seat, decision.menu[0])
    assert match.match.now >= 100_000
