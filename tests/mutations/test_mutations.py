"""The tests of the rules notice when a rule is wrong: each ruling is broken once on purpose.

A game takes part by a file here, `<game>.toml`, with the number of its rulings, the tests that
must notice, and the changes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import escale

HERE = Path(__file__).parent
PACKAGE = Path(escale.__file__).parent
GAMES: dict[str, dict[str, Any]] = {
    file.stem: tomllib.loads(file.read_text("utf-8")) for file in sorted(HERE.glob("*.toml"))
}
MUTATIONS = [(game, one) for game, table in GAMES.items() for one in table["mutation"]]


def outcome(folder: Path, game: str, mutation: dict[str, str] | None) -> int:
    """The exit code of the rule tests on a copy of the package, with one change."""
    copy = folder / "escale"
    unneeded = shutil.ignore_patterns("data", "__pycache__", "dist")
    shutil.copytree(PACKAGE, copy, ignore=unneeded)
    own = copy / "games" / game
    if mutation:
        file = own / mutation["file"]
        text = file.read_text("utf-8")
        assert text.count(mutation["old"]) == 1, f"{mutation['old']!r} is not there exactly once"
        file.write_text(text.replace(mutation["old"], mutation["new"]), "utf-8")
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    run = subprocess.run(
        [*command, "--rootdir", folder, *(own / "tests" / one for one in GAMES[game]["tests"])],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
    )
    return run.returncode


@pytest.mark.parametrize("game", GAMES)
def test_without_a_change_the_rules_pass(game: str, tmp_path: Path) -> None:
    assert outcome(tmp_path, game, None) == 0


@pytest.mark.parametrize("game", GAMES)
def test_there_is_a_change_for_every_ruling(game: str) -> None:
    rulings = {mutation["ruling"].split()[0] for mutation in GAMES[game]["mutation"]}
    assert set(GAMES[game]["rulings"]) <= rulings
    assert len(GAMES[game]["mutation"]) >= 20


@pytest.mark.parametrize(
    ("game", "mutation"), MUTATIONS, ids=[f"{game} {one['ruling']}" for game, one in MUTATIONS]
)
def test_the_rule_tests_notice(game: str, mutation: dict[str, str], tmp_path: Path) -> None:
    assert outcome(tmp_path, game, mutation) == 1
