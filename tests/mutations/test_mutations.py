"""The tests of the rules notice when a rule is wrong: each ruling is broken once on purpose."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import escale

HERE = Path(__file__).parent
PACKAGE = Path(escale.__file__).parent
MUTATIONS = tomllib.loads((HERE / "wordbank.toml").read_text("utf-8"))["mutation"]
TESTS = [
    f"games/wordbank/tests/test_{part}.py" for part in ("rules", "passwords", "referee", "endings")
]


def outcome(folder: Path, mutation: dict[str, str] | None) -> int:
    """The exit code of the rule tests on a copy of the package, with one change."""
    copy = folder / "escale"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("data", "__pycache__"))
    if mutation:
        file = copy / "games" / "wordbank" / mutation["file"]
        text = file.read_text("utf-8")
        assert text.count(mutation["old"]) == 1, f"{mutation['old']!r} is not there exactly once"
        file.write_text(text.replace(mutation["old"], mutation["new"]), "utf-8")
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    run = subprocess.run(
        [*command, "--rootdir", folder, *(copy / one for one in TESTS)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
    )
    return run.returncode


def test_without_a_change_the_rules_pass(tmp_path: Path) -> None:
    assert outcome(tmp_path, None) == 0


def test_there_is_a_change_for_every_ruling() -> None:
    rulings = {mutation["ruling"].split()[0] for mutation in MUTATIONS}
    assert {f"W{number}" for number in range(1, 14)} <= rulings
    assert len(MUTATIONS) >= 20


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: one["ruling"])
def test_the_rule_tests_notice(mutation: dict[str, str], tmp_path: Path) -> None:
    assert outcome(tmp_path, mutation) == 1
