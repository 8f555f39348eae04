"""The wheel works where nothing else is: built, installed into an empty environment, and used."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
POSITION = {"cards": [{"letter": "G", "capacity": 2, "stones": 0}], "hand": 3}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", folder, ROOT], check=True)
    (built,) = folder.glob("escale-*.whl")
    return built


def test_the_wheel_carries_data_and_licences_but_no_tests(wheel: Path) -> None:
    assert wheel.stat().st_size < 40_000_000
    names = zipfile.ZipFile(wheel).namelist()
    for needed in (
        "escale/py.typed",
        "escale/words/data/fr.lexicon",
        "escale/words/data/LICENCES.md",
        "escale/words/build/hand/families_de.txt",
        "escale/words/texts/en.toml",
        "escale/games/wordbank/editions/de.toml",
        "escale/games/wordbank/rulebook/en.md",
        "escale/games/wordbank/texts/fr.toml",
        "escale/games/house/texts/de.toml",
    ):
        assert needed in names
    assert any(name.endswith("licenses/NOTICE") for name in names)
    assert not [name for name in names if "/tests/" in name and "/template/" not in name]


def test_an_empty_environment_can_solve_play_and_prove(wheel: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    bin_folder = tmp_path / "venv" / "bin"
    pip = [bin_folder / "python", "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "install", wheel], check=True)
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
