"""docs/add-a-game.md tells the truth: its excerpts are in the new game, its commands work.

A block names its file after the language (```python rules.py). A shell block is run where it says
(```sh in lucky-cave); `sh by hand` is for people.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from escale.cli.new_game import new_game

PAGE = Path(__file__).parents[2] / "docs" / "add-a-game.md"
BLOCKS = re.findall(r"^```(\w+) ?(.*)\n((?s:.*?))^```$", PAGE.read_text(encoding="utf-8"), re.M)
EXCERPTS = [(file, text) for language, file, text in BLOCKS if language != "sh"]
COMMANDS = [(where.removeprefix("in "), text) for kind, where, text in BLOCKS if kind == "sh"]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_game("lucky-cave", tmp_path_factory.mktemp("games"))


def test_the_page_shows_every_file_that_an_author_writes():
    shown = {file for file, _ in EXCERPTS}
    assert shown >= {"game.toml", "rules.py", "board.py", "bots.py", "game.py", "pyproject.toml"}


@pytest.mark.parametrize(("file", "text"), EXCERPTS)
def test_every_excerpt_is_in_the_new_game(file, text, game):
    place = game / file if (game / file).exists() else game / "lucky_cave" / file
    assert "\n" + text in "\n" + place.read_text(encoding="utf-8")


def test_the_commands_work_one_after_the_other(tmp_path):
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
    }
    run = [(where, text) for where, text in COMMANDS if where != "by hand"]
    assert len(run) >= 3
    for where, text in run:
        done = subprocess.run(
            ["sh", "-e", "-c", text],
            cwd=tmp_path / where,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
