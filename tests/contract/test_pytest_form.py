"""`test_contract = contract(GAME)`: a pytest test for each check, with words for an author."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from escale.testing.checks import CHECKS

ONE_LINE = """
from escale.testing import contract
from tests.contract.boxes import BOXES

test_contract = contract(BOXES["NobodyWins"][0])
"""


def test_one_test_for_each_check_and_a_message_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "test_toy.py").write_text(ONE_LINE, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert f"3 failed, {len(CHECKS) - 3} passed" in done.stdout
    assert "score: the score names the winners () at a table of 2" in done.stdout
    assert "Traceback" not in done.stdout
    assert "test_toy.py::test_contract[hush-score]" in done.stdout
