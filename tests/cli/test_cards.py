"""Cards of the host's own, from a file (F16)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from escale.cli import inputs
from escale.games.registry import load_game

GOOD = """
[[riddle]]
name = "tide"
text = "I leave twice a day and come back twice."
answers = ["the tide"]

[[trial]]
name = "The candle"
text = "Blow it out from three steps away."
"""


def test_a_file_of_cards_becomes_options(tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_text(GOOD, encoding="utf-8")
    game = load_game("fortboyard")
    options = inputs.options(game, [], language="en", **inputs.cards(game, str(file), "en"))
    assert [card.name for card in options.riddles] == ["tide"]
    assert [card.name for card in options.own_trials] == ["The candle"]
    rules: Any = game.rules(options)
    assert rules.riddles[-1].answers == ("the tide",)
    assert rules.trials[-1] == "The candle"


def test_every_mistake_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_text(GOOD.replace('answers = ["the tide"]', "answers = 7"), encoding="utf-8")
    with pytest.raises(inputs.BadInput, match="line 5: tide: answers must be a list"):
        inputs.cards(load_game("fortboyard"), str(file), "en")


def test_a_game_without_blank_cards_says_so() -> None:
    with pytest.raises(inputs.BadInput, match="--cards: wordbank has no blank cards"):
        inputs.cards(load_game("wordbank"), "cards.toml", "en")
