"""What the README promises is what happens."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
READMES = ["README.md", "README.fr.md"]


@pytest.mark.parametrize("name", READMES)
def test_python_blocks_run_as_printed(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    for block in blocks:
        test = doctest.DocTestParser().get_doctest(block, {}, name, name, 0)
        assert test.examples
        report: list[str] = []
        doctest.DocTestRunner().run(test, out=report.append)
        assert not report, "".join(report)
    assert blocks or name != "README.md"


@pytest.mark.parametrize("name", READMES)
def test_commands_print_what_stands_below_them(name: str, tmp_path: Path) -> None:
    text = (ROOT / name).read_text("utf-8")
    blocks = re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert blocks
    bin_folder = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": bin_folder + os.pathsep + os.environ["PATH"]}
    for block in blocks:
        for command in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, expected = command.partition("\n")
            run = subprocess.run(
                line, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True
            )
            assert run.returncode == 0, run.stderr
            if expected.strip():
                assert run.stdout.strip() == expected.strip()


@pytest.mark.parametrize("name", READMES)
def test_every_command_that_is_shown_exists(name: str) -> None:
    from escale.cli import COMMANDS

    text = (ROOT / name).read_text("utf-8")
    shown = set(re.findall(r"^(?:\$ )?escale ([a-z-]+)", text, re.MULTILINE))
    assert shown
    assert shown <= set(COMMANDS)


@pytest.mark.parametrize("page", ["README.md", "README.fr.md", "CONTRIBUTING.md", "docs"])
def test_links_lead_somewhere(page: str) -> None:
    path = ROOT / page
    for file in sorted(path.rglob("*.md")) if path.is_dir() else [path]:
        for target in re.findall(r"\]\(([^)#]+)", file.read_text("utf-8")):
            assert (file.parent / target).exists(), f"{file.relative_to(ROOT)} links to {target}"
