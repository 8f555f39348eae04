"""The page's generated types: they fit the schemas, and stale ones are noticed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.page.node import NODE, ROOT, needs_node

GENERATED = sorted(ROOT.glob("src/escale/**/web/**/generated.ts"))
OWN = "src/escale/games/wordbank/web/generated.ts"


def check(python: Path | str) -> subprocess.CompletedProcess[str]:
    command = [NODE or "", "src/escale/web/build/types.mjs", "--check"]
    environment = {**os.environ, "PYTHON": str(python)}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


@needs_node
def test_generated_types_are_up_to_date() -> None:
    assert len(GENERATED) >= 4
    ended = check(sys.executable)
    assert ended.returncode == 0, ended.stderr


@needs_node
@pytest.mark.skipif(os.name == "nt", reason="the stand-in for Python is a shell script")
def test_a_renamed_field_of_a_view_makes_its_types_stale(tmp_path: Path) -> None:
    before = (ROOT / OWN).read_bytes()
    script = [sys.executable, "scripts/page_types.py"]
    printed = subprocess.run(script, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    changed = tmp_path / "changed.json"
    changed.write_text(printed.replace('"pile"', '"heap"'), encoding="utf-8")
    stand_in = tmp_path / "python"
    stand_in.write_text(f"#!/bin/sh\ncat '{changed}'\n", encoding="utf-8")
    stand_in.chmod(0o755)
    ended = check(stand_in)
    assert ended.returncode == 1
    assert OWN in ended.stderr and "python hatch_build.py types" in ended.stderr
    assert "src/escale/web/wire/generated.ts" not in ended.stderr
    assert (ROOT / OWN).read_bytes() == before
