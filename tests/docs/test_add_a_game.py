"""docs/add-a-game.md tells the truth: its excerpts are in the new game, its commands work.

A block names its file after the language (```python rules.py). A shell block is run where it says
(```sh in lucky-cave); `sh by hand` is for people. A change (```diff game.py) is made to its file.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from escale.cli.commands.new_game import new_game

PAGE = Path(__file__).parents[2] / "docs" / "add-a-game.md"
BLOCKS = re.findall(r"^```(\w+) ?(.*)\n((?s:.*?))^```$", PAGE.read_text(encoding="utf-8"), re.M)
EXCERPTS = [(file, text) for language, file, text in BLOCKS if language not in ("sh", "diff")]
CHANGES = [(file, text) for language, file, text in BLOCKS if language == "diff"]
COMMANDS = [(where.removeprefix("in "), text) for kind, where, text in BLOCKS if kind == "sh"]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_game("lucky-cave", tmp_path_factory.mktemp("games"))


def test_the_page_shows_every_file_that_an_author_writes() -> None:
    shown = {file for file, _ in EXCERPTS}
    assert shown >= {"game.toml", "rules.py", "board.py", "bots.py", "game.py", "pyproject.toml"}


@pytest.mark.parametrize(("file", "text"), EXCERPTS)
def test_every_excerpt_is_in_the_new_game(file: Any, text: str, game: Any) -> None:
    place = game / file if (game / file).exists() else game / "lucky_cave" / file
    assert "\n" + text in "\n" + place.read_text(encoding="utf-8")


def run(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.run(
        ["sh", "-e", "-c", text],
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_commands_work_one_after_the_other(tmp_path: Path) -> None:
    commands = [(where, text) for where, text in COMMANDS if where != "by hand"]
    assert len(commands) >= 3
    for where, text in commands:
        done = run(text, tmp_path / where)
        assert done.returncode == 0, done.stdout + done.stderr


def changed(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_the_rules_change_as_the_page_says(tmp_path: Path) -> None:
    """The contract wants a new version, and with it holds both to their own matches."""
    game = new_game("lucky-cave", tmp_path)
    package = game / "lucky_cave"
    aside, rewrite = [text for where, text in COMMANDS if where == "lucky-cave"][-2:]
    contract = "python -m pytest -q -p no:cacheprovider -k 'recorded or playthroughs or versions'"
    assert run(aside, game).returncode == 0
    changed(package / "rules.py", "FULL_CHEST = 15", "FULL_CHEST = 5")
    assert "raise `version`" in run(contract, game).stdout
    for file, text in CHANGES:
        lines = text.splitlines(keepends=True)
        old, new = ("".join(one[1:] for one in lines if one[0] in kept) for kept in (" -", " +"))
        changed(package / file, old, new)
    assert "version 1 of the rules" in run(contract, game).stdout
    written = run(rewrite, game)
    assert written.returncode == 0, written.stdout + written.stderr
    assert "recorded/v1/full-chest.json" in written.stdout
    done = run(contract.partition(" -k")[0], game)
    assert done.returncode == 0, done.stdout
