"""The same game by the rules of two versions, in folders of their own, as two releases have it.

The second one has another option, and fills its chest sooner: the same actions end otherwise.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

from escale.core.game import Game
from escale.games.registry import FOLDERS, load_game
from tests.soak import crash

FIRST, SECOND = crash.GAME.replace("-", "_"), "cave_two"  # the packages: Python knows a name once
CHANGES = {
    "rules.py": (
        ("FULL_CHEST = 15", "FULL_CHEST = 11"),
        ("    trips: Literal", "    torch: bool = False\n    trips: Literal"),
    ),
    "game.toml": (("version = 1", "version = 2"),),
}
CARRIES = ("    describe=describe,", f"    describe=describe,\n    earlier=({FIRST}.game.GAME,),")


def second_version(folder: Path, first: Path, *, carries: bool = False) -> Path:
    """A shelf with version 2; `carries`: matches of version 1 go on by it as well."""
    package = folder / SECOND
    shutil.copytree(first / FIRST, package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in package.glob("*.py"):
        _change(
            file, (f"from {FIRST}", f"from {SECOND}"), (f'files("{FIRST}")', f'files("{SECOND}")')
        )
    for name, changes in CHANGES.items():
        _change(package / name, *changes, strictly=True)
    if carries:
        # Beside it, and after it in the order of names: the box of version 2 is the one on top.
        shutil.copytree(first / FIRST, folder / FIRST)
        import_it = (f"from {SECOND}.board", f"import {FIRST}.game\nfrom {SECOND}.board")
        _change(package / "game.py", import_it, CARRIES, strictly=True)
    return folder


def _change(file: Path, *changes: tuple[str, str], strictly: bool = False) -> None:
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text or not strictly, f"{file.name} has no {old!r}"
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


@contextmanager
def both_known_here(second: Path) -> Iterator[None]:
    """This process can read the tables of both versions, each by its own rules."""
    with crash.quick_game():
        first = load_game(crash.GAME)
    sys.path.append(str(second))
    try:
        newer = import_module(f"{SECOND}.game").GAME
        assert (first.box.version, newer.box.version) == (1, 2)
        both: Game[Any, Any, Any] = replace(newer, earlier=(first,))

        def found(name: str) -> Game[Any, Any, Any]:
            return both if name == crash.GAME else load_game(name)

        with (
            patch("escale.tables.log.entry_codec.load_game", found),
            patch("escale.games.matchfile.load_game", found),
        ):
            yield
    finally:
        sys.path.remove(str(second))


def shelf(folder: Path) -> dict[str, str]:
    """The environment of a worker with this shelf."""
    return {FOLDERS: str(folder)}
