"""Finds and loads the games that are available (the shelf).

A game is found in one of two ways: its package is installed and has an entry point in the group
`escale.games`, or its package is in a folder that the environment variable ESCALE_GAMES lists. Such
a package has a `game.toml` and a module `game` with the object `GAME`. An installed game takes
precedence over one of the same name in a folder.
"""

from __future__ import annotations

import os
import sys
import tomllib
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from escale.core.codec import Malformed, from_plain
from escale.core.game import Box, Game

HOUSE: Any = files("escale.games") / "house"
"""The folder of texts and rules that apply to every game."""

FOLDERS = "ESCALE_GAMES"


class UnknownGame(LookupError):
    """No game of this name was found."""


def game_names() -> tuple[str, ...]:
    return tuple(sorted({*_installed(), *_in_folders()}))


@cache
def load_game(name: str) -> Game[Any, Any, Any]:
    """Load the game of this name, once per process."""
    game: Game[Any, Any, Any]
    if name in _installed():
        game = _installed()[name].load()
        return game
    folder = _in_folders().get(name)
    if folder is None:
        raise UnknownGame(f"no game is called {name!r}; on the shelf: {', '.join(game_names())}")
    if str(folder.parent) not in sys.path:
        sys.path.append(str(folder.parent))  # last, so that it shadows no installed package
    game = import_module(f"{folder.name}.game").GAME
    return game


@cache
def _installed() -> dict[str, EntryPoint]:
    """Cached: scanning the installed packages takes longer than most requests."""
    return {entry.name: entry for entry in entry_points(group="escale.games")}


def _in_folders() -> dict[str, Path]:
    """The packages in the folders of ESCALE_GAMES, by the names in their game.toml."""
    found: dict[str, Path] = {}
    for folder in os.environ.get(FOLDERS, "").split(os.pathsep):
        for toml in sorted(Path(folder).glob("*/game.toml")) if folder else ():
            try:
                found.setdefault(read_box(toml.parent).name, toml.parent.absolute())
            except (Malformed, tomllib.TOMLDecodeError):
                continue  # the game.toml of something else
    return found


def read_box(folder: Traversable) -> Box:
    """The contents of `game.toml` in a game's folder."""
    with (folder / "game.toml").open("rb") as file:
        table = {key.replace("-", "_"): value for key, value in tomllib.load(file).items()}
    box: Box = from_plain(Box, table)
    return box
