"""The shelf: which games are there, and what their boxes hold."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from typing import Any

from escale.core.codec import from_plain
from escale.core.game import Box, Game

HOUSE = files("escale.games") / "house"
"""Texts and rules that hold at every table, whatever the game."""


class UnknownGame(LookupError):
    """No box of this name is on the shelf."""


def names() -> tuple[str, ...]:
    return tuple(sorted(entry.name for entry in entry_points(group="escale.games")))


@cache
def take(name: str) -> Game[Any, Any, Any]:
    """The game of this name, or of this Python module (`my_package.my_game`)."""
    for entry in entry_points(group="escale.games"):
        if entry.name == name:
            game: Game[Any, Any, Any] = entry.load()
            return game
    raise UnknownGame(f"no game is called {name!r}; on the shelf: {', '.join(names())}")


def read_box(folder: Any) -> Box:
    """What is printed on the box that lies in this folder."""
    with (folder / "game.toml").open("rb") as file:
        box: Box = from_plain(Box, _lists(tomllib.load(file)))
    return box


def _lists(table: dict[str, Any]) -> dict[str, Any]:
    return {key.replace("-", "_"): value for key, value in table.items()}
