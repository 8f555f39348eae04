"""Tests of browsers, clusters and crashes are retried once and named; pure tests never are."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PLUGINS = ("-p", "xdist", "-p", "pytest_rerunfailures")
ENVIRONMENT = {
    "PYTHONPATH": str(ROOT),
    "PYTEST_ADDOPTS": "",
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # the others take seconds to load
}
# Each run leaves a letter, whichever process it is in.
TEST = """
from pathlib import Path

def test_it():
    runs = Path(__file__).with_suffix(".runs")
    with runs.open("a") as file:
        file.write("x")
    assert len(runs.read_text()) > {failures}
"""
MAY_RETRY = {
    "tests/browser/conftest.py",
    "tests/cluster/conftest.py",
    "tests/server/test_crash.py",
    "tests/server/test_soak.py",
}


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *PLUGINS, *arguments],
        cwd=folder,
        env={**os.environ, **ENVIRONMENT},
        capture_output=True,
        text=True,
    )


def write_suite(folder: Path, **failures: int) -> None:
    """Tests by name, here and in a folder `cluster`, each of which fails so many times."""
    cluster = folder / "cluster"
    cluster.mkdir()
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "conftest.py").write_text("from tests.conftest import pytest_terminal_summary\n")
    (cluster / "conftest.py").write_text(
        "from tests.cluster.conftest import pytest_itemcollected\n"
    )
    for name, times in failures.items():
        place = folder if name == "pure" else cluster
        (place / f"test_{name}.py").write_text(TEST.format(failures=times))


@pytest.mark.parametrize("workers", ["0", "2"])
def test_only_marked_tests_run_twice(tmp_path: Path, workers: str) -> None:
    write_suite(tmp_path, pure=1, late=1, broken=9, good=0)
    done = run(tmp_path, "--numprocesses", workers)
    assert done.returncode == 1, done.stdout + done.stderr
    runs = {file.stem: len(file.read_text()) for file in tmp_path.rglob("*.runs")}
    assert runs == {"test_pure": 1, "test_late": 2, "test_broken": 2, "test_good": 1}
    told = done.stdout[done.stdout.index("RETRIED 2") :].splitlines()[1:]
    named = [line for line in told if line.startswith("cluster/")]
    assert named == ["cluster/test_broken.py::test_it", "cluster/test_late.py::test_it"]
    reasons = re.findall(r"^    E .*assert 1 > (\d)", "\n".join(told), re.MULTILINE)
    assert reasons == ["9", "1"]
    failed = set(re.findall(r"^FAILED (\S+)", done.stdout, re.MULTILINE))
    assert failed == {"test_pure.py::test_it", "cluster/test_broken.py::test_it"}


def test_nothing_is_said_where_nothing_was_retried(tmp_path: Path) -> None:
    write_suite(tmp_path, pure=0, good=0)
    done = run(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "RETRIED" not in done.stdout


def test_no_other_test_is_marked() -> None:
    files = [*ROOT.glob("tests/**/*.py"), *ROOT.glob("src/escale/games/*/tests/**/*.py")]
    marked = {
        file.relative_to(ROOT).as_posix()
        for file in files
        if file != Path(__file__) and re.search(r"mark\.flaky\(", file.read_text("utf-8"))
    }
    assert marked == MAY_RETRY
    assert "--reruns" not in (ROOT / "pyproject.toml").read_text("utf-8")
    assert "--reruns" not in (ROOT / "Makefile").read_text("utf-8")
