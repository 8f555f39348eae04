"""A test that fails by accident has a second chance, and one that is right to fail has none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FIRST_TIME_ONLY = """
from pathlib import Path

def test_it():
    been = Path("been")
    there = been.exists()
    been.touch()
    assert there
"""


def twice(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.twice", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
    )


def test_what_passes_the_second_time_is_named(tmp_path: Path) -> None:
    (tmp_path / "test_shy.py").write_text(FIRST_TIME_ONLY)
    (tmp_path / "test_good.py").write_text("def test_it(): pass")
    done = twice(tmp_path, "--numprocesses=2")
    assert done.returncode == 0
    assert "PASSED only when tried again, alone:\n    test_shy.py::test_it" in done.stdout
    assert "test_good" not in done.stdout


@pytest.mark.parametrize(
    "text",
    [
        "def test_it(): assert False",
        "def test_it(: pass",
        "import pytest\n@pytest.mark.parametrize('n', range(11))\n"
        "def test_it(n, tmp_path_factory): assert False",
        "",
    ],
    ids=["twice wrong", "no test at all", "too many", "empty"],
)
def test_what_is_wrong_fails(tmp_path: Path, text: str) -> None:
    (tmp_path / "test_bad.py").write_text(text)
    done = twice(tmp_path)
    assert done.returncode != 0
    assert "PASSED" not in done.stdout
    assert ("tried once more" in done.stdout) == (text.startswith("def test_it():"))


def test_what_failed_another_day_excuses_nothing(tmp_path: Path) -> None:
    shy = tmp_path / "test_shy.py"
    shy.write_text(FIRST_TIME_ONLY)
    assert subprocess.call([sys.executable, "-m", "pytest", "-q"], cwd=tmp_path) == 1
    (tmp_path / "conftest.py").write_text("import nothing_of_that_name")
    assert twice(tmp_path).returncode != 0
