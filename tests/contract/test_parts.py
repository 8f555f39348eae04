"""A game of several parts: each folder has texts of its own, and together they are the game's."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from escale.core.game import LANGUAGES, Game
from escale.games.texts import tables, texts
from escale.testing import violations
from tests.contract.hush.game import GAME
from tests.contract.hush.rules import Action, Options, State


def part(folder: Path, **written: str) -> Path:
    """A folder with texts, the same for all languages but for those given by name."""
    (folder / "texts").mkdir(parents=True)
    for language in LANGUAGES:
        text = written.get(language, written["every"])
        (folder / "texts" / f"{language}.toml").write_text(text, encoding="utf-8")
    return folder


def with_parts(*parts: Path) -> Game[Options, State, Action]:
    return replace(GAME, parts=parts)


def found(game: Game[Options, State, Action]) -> list[str]:
    return [one.message for one in violations(game, only=["texts", "labels", "refusals"])]


def test_what_a_part_says_the_game_says(tmp_path: Path) -> None:
    hall = part(tmp_path / "hall", every='[hall]\nname = "The hall"\n[refusals]\ndark = "Dark."\n')
    cellar = part(tmp_path / "cellar", every='[hall.below]\nname = "The cellar"\n')
    game = with_parts(hall, cellar)
    for language in LANGUAGES:
        say, whole = texts(game, language), tables(game, language)
        assert say("hall.name") == whole["hall"]["name"] == "The hall"
        assert say("hall.below.name") == whole["hall"]["below"]["name"] == "The cellar"
        assert whole["refusals"].keys() > {"dark", "not-in-hand", "match-over"}
        assert "hall.name" not in texts(GAME, language)
    assert found(game) == []


def test_a_part_may_have_the_labels_that_the_game_needs(tmp_path: Path) -> None:
    """The game's own texts without the label of an action, which a part brings."""
    own = {name: (GAME.folder / "texts" / f"{name}.toml").read_text("utf-8") for name in LANGUAGES}
    label = re.compile(r'(?<=\[actions\]\n)lay = "[^"]*"\n')
    bare = part(tmp_path / "bare", every="", **{name: label.sub("", own[name]) for name in own})
    for file in ("recorded", "playthroughs", "rulebook"):
        (bare / file).symlink_to(Path(str(GAME.folder)) / file)
    game = replace(GAME, folder=bare)
    assert found(game) == [f"texts/{name}.toml: actions.lay is missing" for name in LANGUAGES]
    hall = part(tmp_path / "hall", every='[actions]\nlay = "Lay"\n')
    assert found(replace(game, parts=(hall,))) == []


def test_the_languages_of_a_part_must_agree(tmp_path: Path) -> None:
    hall = part(tmp_path / "hall", every='[hall]\nname = "The hall"\n', de="[hall]\n")
    assert found(with_parts(hall)) == ["hall/texts/de.toml: hall.name is missing"]


@pytest.mark.parametrize(
    ("first", "second", "key"),
    [
        ('[hall]\nname = "One"\n', '[hall]\nname = "Two"\n', "hall.name"),
        ('[hall]\nname = "One"\n', '[hall.name]\nlong = "Two"\n', "hall.name.long"),
        ('[hall.name]\nlong = "One"\n', '[hall]\nname = "Two"\n', "hall.name"),
    ],
)
def test_no_text_stands_twice(tmp_path: Path, first: str, second: str, key: str) -> None:
    parts = part(tmp_path / "hall", every=first), part(tmp_path / "attic", every=second)
    assert found(with_parts(*parts)) == [
        f"attic/texts/{name}.toml: {key} is already defined in hall" for name in LANGUAGES
    ]


def test_nor_in_the_game_and_in_a_part(tmp_path: Path) -> None:
    hall = part(tmp_path / "hall", every='[box]\ntitle = "The hall"\n')
    assert found(with_parts(hall))[0] == "hall/texts/fr.toml: box.title is already defined in hush"
