"""What the page and the faces of its games say: the same in three languages, with no gap."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from escale.core.game import LANGUAGES
from escale.games.registry import HOUSE

PACKAGE = Path(__file__).parents[2] / "src" / "escale"
PAGE = PACKAGE / "web"
KIT = PAGE / "kit"  # what faces share: it says their texts
FACES = sorted(path.parent for path in PACKAGE.glob("games/*/web/texts"))
SPEAKERS = [PAGE, *FACES]
NAMED = re.compile(r"say\(\s*['\"]([a-z0-9.-]+)['\"]")


def name(folder: Path) -> str:
    return folder.parent.name if folder in FACES else "page"


def texts(folder: Path, language: str) -> dict[str, Any]:
    table = tomllib.loads((folder / "texts" / f"{language}.toml").read_text("utf-8"))
    return dict(flat(table))


def flat(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, str) or "other" in value:
            yield prefix + key, value
        else:
            yield from flat(value, f"{prefix}{key}.")


def forms(text: str | dict[str, str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def gaps(text: str | dict[str, str]) -> set[str]:
    whole = text if isinstance(text, str) else text["other"]
    return set(re.findall(r"\{(\w+)\}", whole))


def code(*folders: Path) -> str:
    files = (path for folder in folders for path in sorted(folder.rglob("*")))
    mine = (path for path in files if path.suffix in (".svelte", ".ts"))
    return "".join(path.read_text("utf-8") for path in mine if "dist" not in path.parts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", SPEAKERS, ids=name)
def test_the_three_languages_say_the_same(folder: Path, language: str) -> None:
    ours, theirs = texts(folder, "fr"), texts(folder, language)
    assert ours.keys() == theirs.keys()
    for key, text in ours.items():
        assert gaps(text) == gaps(theirs[key]), key
        assert all(form.strip() for form in forms(theirs[key])), key


def test_the_page_says_nothing_that_has_no_text() -> None:
    """Within a table the texts of the house and the game are there as well, under their names."""
    house = dict(flat(tomllib.loads((HOUSE / "texts" / "fr.toml").read_text("utf-8"))))
    of_games = ("face.", "board.", "box.", "values.", "options.", "endings.", "inputs.", "actions.")
    of_faces = set.intersection(*(set(texts(face, "fr")) for face in FACES))  # for the kit
    used = set(NAMED.findall(code(PAGE)))
    missing = used - texts(PAGE, "fr").keys() - house.keys() - of_faces
    assert len(used) > 200
    assert sorted(key for key in missing if not key.startswith(of_games)) == []


@pytest.mark.parametrize("face", FACES, ids=name)
def test_a_face_says_nothing_that_has_no_text(face: Path) -> None:
    used = set(re.findall(r"['\"](face\.[a-z-]+)['\"]", code(face, KIT)))
    assert used
    assert used <= texts(face, "fr").keys()


@pytest.mark.parametrize("folder", SPEAKERS, ids=name)
def test_french_keeps_its_spaces(folder: Path) -> None:
    for key, text in texts(folder, "fr").items():
        for form in forms(text):
            assert not re.search(r"[^\u00a0][:;?!](\s|$)", form), key
