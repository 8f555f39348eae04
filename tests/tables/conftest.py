from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from escale.cli.commands.new_game import new_game
from escale.games import registry
from tests.tables.strange_bots import BOTS, CAVE


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for ESCALE_GAMES, with a game whose bots do what bots should not."""
    folder = new_game(CAVE, tmp_path_factory.mktemp("games"))
    package = folder / "strange_cave"
    (package / "bots.py").write_text(BOTS, encoding="utf-8")
    text = (package / "game.py").read_text(encoding="utf-8")
    text = text.replace("import Careful, Careless", "import LEVELS")
    begin = text.index("    levels={")
    text = f"{text[:begin]}    levels=LEVELS,\n)\n"
    (package / "game.py").write_text(text, encoding="utf-8")
    path = list(sys.path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ESCALE_GAMES", str(folder))
        yield folder
    sys.path[:] = path
    for name in [one for one in sys.modules if one.split(".")[0] == "strange_cave"]:
        del sys.modules[name]
    registry.load_game.cache_clear()


@pytest.fixture
def marks(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the bots of the cave leave a mark when they begin to think."""
    monkeypatch.setenv("CAVE_MARKS", str(tmp_path))
    return tmp_path
