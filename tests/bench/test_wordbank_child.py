"""A simulated child wins now and then against level 1 of Word Bank, and never against level 2."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from escale.words import LANGUAGES, Language

FOLDER = Path(__file__).parents[2] / "bench"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(FOLDER))
    yield __import__("wordbank_child")
    del sys.modules["wordbank_child"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_child_wins_about_one_game_in_three(bench: ModuleType, language: Language) -> None:
    """Few games, so a wide bound; docs/games/wordbank.md has the figure."""
    assert 0.15 < bench.wins_of_child(language, games=60) < 0.55


def test_a_child_loses_against_level_2(bench: ModuleType) -> None:
    assert bench.wins_of_child("fr", games=20, level=2) < 0.15
