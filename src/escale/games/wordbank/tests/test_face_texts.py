"""What the page's face of Word Bank says: the same in three languages, and nothing is missing."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from escale.games.wordbank.editions import FOLDER

WEB = FOLDER / "web"
KIT = Path(__file__).parents[3] / "web" / "kit"  # what faces share: it says their texts
LANGUAGES = ("fr", "en", "de")


def texts(language: str) -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads((WEB / "texts" / f"{language}.toml").read_text("utf-8"))
    return table


def flat(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str | dict[str, str]]]:
    for key, value in table.items():
        if isinstance(value, str) or "other" in value:
            yield prefix + key, value
        else:
            yield from flat(value, f"{prefix}{key}.")


def gaps(text: str | dict[str, str]) -> set[str]:
    whole = text if isinstance(text, str) else text["other"]
    return set(re.findall(r"\{(\w+)\}", whole))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_three_languages_say_the_same(language: str) -> None:
    ours, theirs = dict(flat(texts("fr"))), dict(flat(texts(language)))
    assert ours.keys() == theirs.keys()
    for key, text in ours.items():
        assert gaps(text) == gaps(theirs[key]), key


def test_the_face_says_nothing_that_has_no_text() -> None:
    code = "".join(
        path.read_text("utf-8")
        for folder in (WEB, WEB / "ring", WEB / "tray", KIT)
        for path in folder.iterdir()
        if path.name.endswith((".svelte", ".ts"))
    )
    used = set(re.findall(r"['\"](face\.[a-z-]+)['\"]", code))
    known = dict(flat(texts("fr"))).keys()
    assert used
    assert used <= known


def test_french_keeps_its_spaces() -> None:
    for key, text in flat(texts("fr")):
        for form in [text] if isinstance(text, str) else text.values():
            assert not re.search(r"[^\u00a0][:;?!](\s|$)", form), key
