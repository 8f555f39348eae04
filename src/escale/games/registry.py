"""The shelf: which games are there, and what their boxes hold.

A game is on the shelf when its package is installed with an entry point in `escale.games`, or when
its package lies in one of the folders that the environment variable ESCALE_GAMES lists: the Python
package of the game, with `game.toml` and a module `game` that has `GAME`.
"""

from __future__ import annotations

import os
import sys
import tomllib
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any

from escale.core.codec import Malformed, from_plain
from escale.core.game import Box, Game

HOUSE: Any = files("escale.games") / "house"
"""Texts and rules that hold at every table, whatever the game."""

FOLDERS = "ESCALE_GAMES"


class UnknownGame(LookupError):
    """No box of this name is on the shelf."""


def names() -> tuple[str, ...]:
    return tuple(sorted({*_installed(), *_in_folders()}))


@cache
def take(name: str) -> Game[Any, Any, Any]:
    """The game of this name. An installed one comes before one in a folder."""
    game: Game[Any, Any, Any]
    if name in _installed():
        game = _installed()[name].load()
        return game
    folder = _in_folders().get(name)
    if folder is None:
        raise UnknownGame(f"no game is called {name!r}; on the shelf: {', '.join(names())}")
    if str(folder.parent) not in sys.path:
        sys.path.append(str(folder.parent))  # last, so that it can hide nothing
    game = import_module(f"{folder.name}.game").GAME
    return game


@cache
def _installed() -> dict[str, EntryPoint]:
    """Read once: to look through all that is installed takes longer than most questions."""
    return {entry.name: entry for entry in entry_points(group="escale.games")}


def _in_folders() -> dict[str, Path]:
    """The packages of games in the folders of ESCALE_GAMES, by the names on their boxes."""
    found: dict[str, Path] = {}
    for folder in os.environ.get(FOLDERS, "").split(os.pathsep):
        for toml in sorted(Path(folder).glob("*/game.toml")) if folder else ():
            try:
                found.setdefault(read_box(toml.parent).name, toml.parent.absolute())
            except (Malformed, tomllib.TOMLDecodeError):
                continue  # not one of our boxes
    return found


def read_box(folder: Any) -> Box:
    """What is printed on the box that lies in this folder."""
    with (folder / "game.toml").open("rb") as file:
        box: Box = from_plain(Box, _lists(tomllib.load(file)))
    return box


def _lists(table: dict[str, Any]) -> dict[str, Any]:
    return {key.replace("-", "_"): value for key, value in table.items()}
