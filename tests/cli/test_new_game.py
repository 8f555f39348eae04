"""`escale new-game` writes a game that keeps the contract at once, under any name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from escale.cli import main
from escale.cli.commands.new_game import new_game
from escale.games import matchfile, registry

NAME = "quiet-cave"
OTHER = "dark-cave"  # another, since Python knows the first once it is imported


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_game(NAME, tmp_path_factory.mktemp("games"))


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python in the new game's folder, where its box is on the shelf without being installed."""
    environment = {**os.environ, "ESCALE_GAMES": ".", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_it_keeps_the_contract_at_once(folder: Any) -> None:
    done = python(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout


def test_its_code_is_as_strict_as_ours(folder: Any) -> None:
    for tool in (["ruff", "check", "--no-cache"], ["mypy", "--strict", "--cache-dir", os.devnull]):
        done = python(folder, "-m", *tool, "quiet_cave")
        assert done.returncode == 0, done.stdout


def test_nothing_of_the_template_is_left(folder: Any) -> None:
    for file in folder.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            assert "@" not in file.read_text(encoding="utf-8").replace("@dataclass", "").replace(
                "@property", ""
            ), file
            assert file.suffix != ".in"


def test_rewriting_its_playthroughs_changes_nothing(folder: Any) -> None:
    done = python(folder, "-m", "escale.testing.rewrite", NAME)
    assert (done.returncode, done.stdout) == (0, "")


def test_it_is_found_in_a_folder_and_its_matches_can_be_read(
    folder: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setenv("ESCALE_GAMES", os.pathsep.join(["", str(folder / "no"), str(folder)]))
    monkeypatch.setattr(registry, "load_game", registry.load_game.__wrapped__)
    monkeypatch.setattr(matchfile, "load_game", registry.load_game)
    assert NAME in registry.game_names()
    text = (folder / "quiet_cave" / "recorded" / "last-trip.json").read_text(encoding="utf-8")
    game, record = matchfile.from_json(text)
    assert game.name == NAME
    assert matchfile.to_json(record) == text
    assert matchfile.reopen(game, record).over


def test_a_box_that_is_none_does_not_disturb_the_shelf(
    folder: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = folder.parent / "broken" / "dreams"
    broken.mkdir(parents=True)
    (broken / "game.toml").write_text("colour = 'red'", encoding="utf-8")
    monkeypatch.setenv("ESCALE_GAMES", str(broken.parent))
    assert "dreams" not in registry.game_names()
    with pytest.raises(registry.UnknownGame, match="dreams"):
        registry.load_game.__wrapped__("dreams")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Cave", "small letters"),
        ("", "small letters"),
        ("my_cave", "small letters"),
        ("../cave", "small letters"),
        ("2caves", "small letters"),
        ("cave-", "small letters"),
        ("wordbank", "on the shelf"),
        ("class", "Python has"),
        ("random", "Python has"),
        ("escale", "Python has"),
    ],
)
def test_a_bad_name_is_refused_in_one_line(name: str, why: Any, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=why) as refusal:
        new_game(name, tmp_path)
    assert "\n" not in str(refusal.value)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / OTHER).mkdir()
    with pytest.raises(ValueError, match="exists already"):
        new_game(OTHER, tmp_path)
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match="not a folder"):
        new_game(OTHER, tmp_path / "file")


def test_the_command_tells_what_to_do_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", OTHER, "--folder", str(tmp_path)]) == 0
    assert "ESCALE_GAMES=. escale play dark-cave" in capsys.readouterr().out
    assert main(["new-game", OTHER, "--folder", str(tmp_path)]) == 2
    assert "exists already" in capsys.readouterr().err
