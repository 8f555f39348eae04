"""The headers of all games can be bound: what is public in them can be read back and compared."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from escale.core.header import is_kept
from escale.core.match import Player
from escale.games.fortboyard.rules.pieces import Options, Riddle
from escale.games.registry import game_names, load_game
from tests.contract.hush.game import GAME as HUSH

SECRET = "5e" * 32


def headers() -> list[Any]:
    games = [HUSH, *map(load_game, game_names())]
    return [
        game.header("m", game.options(), [Player(str(seat)) for seat in game.box.seats], SECRET)
        for game in games
    ]


@pytest.mark.parametrize("header", headers(), ids=lambda header: header.game)
def test_a_header_keeps_what_its_draws_are_bound_to(header: Any) -> None:
    assert header.bound
    assert is_kept(header)
    players = (replace(header.players[0], name="Eve"), *header.players[1:])
    assert not is_kept(replace(header, players=players))
    assert not is_kept(replace(header, version=header.version + 1))


def test_what_is_hidden_in_options_is_not_in_the_text() -> None:
    """The text is public: the host's own riddles are bound by their number only."""
    card = Riddle("own", "nature", 1, "What is it?", ("secret-answer",))
    game, players = load_game("fortboyard"), [Player(str(seat)) for seat in range(3)]
    header = game.header("m", Options(riddles=(card,)), players, SECRET)
    assert "secret-answer" not in header.bound
    assert json.loads(header.bound)["options"]["riddles"] == [{"kind": "Hidden"}]
    assert is_kept(header)
    assert not is_kept(replace(header, options=Options(riddles=(card, replace(card, name="more")))))


def test_an_option_that_came_later_changes_nothing_for_older_matches() -> None:
    """Its default means what was before: a text without it is still true of the header."""
    header = headers()[-1]
    said = json.loads(header.bound)
    name = next(field for field in said["options"] if field != "kind")
    del said["options"][name]
    assert is_kept(replace(header, bound=json.dumps(said)))
