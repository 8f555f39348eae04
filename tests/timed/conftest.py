"""Gong, on the shelf while a test lasts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from escale.core.game import Game
from escale.games import registry
from tests.timed import GAMES


@pytest.fixture
def gong(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game[Any, Any, Any]]:
    monkeypatch.setenv("ESCALE_GAMES", str(GAMES))
    path = list(sys.path)
    yield registry.load_game("gong")
    sys.path[:] = path
    for name in [one for one in sys.modules if one.split(".")[0] == "gong"]:
        del sys.modules[name]
    registry.load_game.cache_clear()


@pytest.fixture
def elsewhere(gong: Game[Any, Any, Any], monkeypatch: pytest.MonkeyPatch) -> Game[Any, Any, Any]:
    """Gong, where a strike brings everybody somewhere else: they are offered another action."""
    usual = type(gong.rules(gong.options()))
    offers = usual.offers

    class Answer:
        """To a strike."""

    def others(self: Any, view: Any) -> Any:
        kind = Answer if any(view.seen.struck) else gong.actions
        return tuple(replace(offer, action=kind) for offer in offers(self, view))

    monkeypatch.setattr(usual, "offers", others)
    return gong
