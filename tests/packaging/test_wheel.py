"""The wheel works where nothing else is: built, installed into an empty environment, and used."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from pathlib import Path

from tests.packaging.conftest import PIP

POSITION = {"cards": [{"letter": "G", "capacity": 2, "stones": 0}], "hand": 3}


def test_the_wheel_carries_data_and_licences_but_no_tests_and_no_tools(wheel: Path) -> None:
    assert wheel.stat().st_size < 40_000_000
    names = zipfile.ZipFile(wheel).namelist()
    for needed in (
        "escale/py.typed",
        "escale/words/data/fr.lexicon",
        "escale/words/children/en.txt",
        "escale/words/data/fr.links",
        "escale/words/data/LICENCES.md",
        "escale/words/manners/family/de.txt",
        "escale/words/texts/en.toml",
        "escale/games/wordbank/editions/de.toml",
        "escale/games/wordbank/rulebook/en.md",
        "escale/games/wordbank/texts/fr.toml",
        "escale/games/house/texts/de.toml",
    ):
        assert needed in names
    assert any(name.endswith("licenses/NOTICE") for name in names)
    assert not [name for name in names if "/tests/" in name and "/template/" not in name]
    assert not [name for name in names if "hand/families" in name or "lexicons/" in name]


def test_the_wheel_carries_the_page_and_nothing_that_it_was_built_from(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    names = archive.namelist()
    dist = [name for name in names if name.startswith("escale/web/dist/")]
    assert [name for name in names if name.startswith("escale/web/")] == dist
    assert not [name for name in names if re.search(r"/games/[^/]+/web/|node_modules|\.ts$", name)]
    index = archive.read("escale/web/dist/index.html").decode()
    loaded = re.findall(r'(?:src|href)="(/assets/[^"]*)"', index)
    assert loaded
    assert {f"escale/web/dist{path}" for path in loaded} <= set(dist)
    assert [name for name in dist if name.endswith(".js.br")]


def test_the_sources_carry_all_that_the_page_is_built_from_and_nothing_built(sdist: Path) -> None:
    """The wheel of these tests is built from them (conftest.py)."""
    with tarfile.open(sdist) as archive:
        names = [name.split("/", 1)[-1] for name in archive.getnames()]
    assert {"hatch_build.py", "package-lock.json", "src/escale/web/index.html"} <= set(names)
    assert not [name for name in names if "node_modules" in name or "/web/dist/" in name]


def test_an_empty_environment_can_solve_play_and_prove(wheel: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    bin_folder = tmp_path / "venv" / "bin"
    install = ["--python", str(bin_folder / "python"), "install", "--no-compile", str(wheel)]
    subprocess.run([*PIP, *install], check=True)
    escale = bin_folder / "escale"

    def run(*arguments: str, given: str = "") -> str:
        return subprocess.run(
            [escale, *arguments],
            check=True,
            capture_output=True,
            text=True,
            input=given,
            cwd=tmp_path,
        ).stdout

    assert run("--version").strip() == "0.1.0"
    answer = json.loads(run("solve", "wordbank", "-", given=json.dumps(POSITION)))
    assert answer["count"] == 2
    arena = json.loads(run("arena", "wordbank", "--bots", "1,1", "--games", "2", "--json"))
    assert sum(bot["wins"] for bot in arena["bots"]) == 2
    written = tmp_path / "hop"
    run("new-game", "hop", "--folder", str(tmp_path))
    assert written.is_dir()
    with subprocess.Popen(
        [escale, "serve", "--port", "0"], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    ) as house:
        assert house.stdout is not None
        told = next(found for line in house.stdout if (found := re.search(r"http://[^\s/]+", line)))
        with urllib.request.urlopen(told[0] + "/table/nonsense") as answer:
            assert "text/html" in answer.headers["content-type"]
            script = re.search(r'src="(/assets/[^"]*)"', answer.read().decode())
        assert script is not None
        with urllib.request.urlopen(told[0] + script[1]) as answer:
            assert "immutable" in answer.headers["cache-control"]
        house.terminate()
