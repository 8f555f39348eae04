"""`escale new-game NAME`: a small complete game, as a Python package to start from."""

from __future__ import annotations

import keyword
import re
import sys
from argparse import ArgumentParser, Namespace
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from escale.cli.inputs import BadInput
from escale.cli.terminal.console import console
from escale.games.registry import game_names

TEMPLATE = files("escale.cli") / "template"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", help="small letters and digits, with hyphens between the words")
    parser.add_argument("--folder", default=".", help="where to put it (default: here)")


def run(args: Namespace) -> int:
    try:
        written = new_game(args.name, Path(args.folder))
    except ValueError as problem:
        raise BadInput(str(problem)) from None
    out = console()
    out.print(f"{written} is a complete game. In that folder:", highlight=False)
    out.print("  python -m pytest                         keep its contract", highlight=False)
    out.print(f"  ESCALE_GAMES=. escale play {args.name}", highlight=False)
    return 0


def new_game(name: str, folder: Path) -> Path:
    """Write the game into a new folder of its name; `ValueError` says why it cannot be done."""
    package = name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise ValueError(
            f"{name!r} cannot be a game's name: use small letters and digits, with single hyphens"
            " between words, such as lucky-cave"
        )
    if name in game_names():
        raise ValueError(f"there is a game called {name} on the shelf: choose another name")
    if keyword.iskeyword(package) or package in sys.stdlib_module_names or find_spec(package):
        raise ValueError(f"Python has something called {package} already: choose another name")
    place = folder / name
    if place.exists():
        raise ValueError(f"{place} exists already: choose another name or folder")
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{folder} is not a folder")
    words = {"name": name, "package": package, "title": name.replace("-", " ").title()}
    try:
        _fill(TEMPLATE, place, words)
    except OSError as problem:
        raise ValueError(f"{place} cannot be written: {problem.strerror}") from None
    return place


def _fill(template: Any, place: Path, words: dict[str, str]) -> None:
    """Copy a folder; `@name@`, `@package@` and `@title@` become those of the new game."""
    place.mkdir(parents=True)
    for entry in template.iterdir():
        if entry.is_dir():
            name = words["package"] if entry.name == "package" else entry.name
            _fill(entry, place / name, words)
        elif entry.name.endswith(".in"):
            text = entry.read_text(encoding="utf-8")
            for gap, word in words.items():
                text = text.replace(f"@{gap}@", word)
            (place / entry.name.removesuffix(".in")).write_text(text, encoding="utf-8")
