"""A match that is brought from elsewhere goes on with the players that it had, or not at all."""

from __future__ import annotations

import pytest

from escale.core.match import Player
from escale.games import matchfile
from escale.games.arena import seeded_match
from tests.contract.hush.game import GAME


def test_its_people_and_bots_may_be_those_that_are_here() -> None:
    level = min(GAME.levels)
    match = seeded_match(GAME, GAME.options(), [Player("Ada"), Player("Bo", f"bot:{level}")], 1)
    assert matchfile.reopen(GAME, match.record).header == match.header


@pytest.mark.parametrize("role", ["bot:99", "bot:", "1", "Person", "", "bot:\x1b[2J"])
def test_a_player_that_nobody_here_can_be_is_refused(role: str) -> None:
    match = seeded_match(GAME, GAME.options(), [Player("Ada"), Player("Bo", role)], 1)
    with pytest.raises(matchfile.BadMatchFile, match=r"^header\.players: ") as problem:
        matchfile.reopen(GAME, match.record)
    assert str(problem.value).isprintable(), "what a file says must not steer a terminal"
