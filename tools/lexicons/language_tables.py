"""Reads `languages/XX.toml`: the pinned sources of a language, its affixes and its word lists."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from tools.lexicons.reading import Affixes
from tools.lexicons.sources import Package

FOLDER = Path(__file__).parent / "languages"


@cache
def table(language: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))


def packages(language: str) -> tuple[Package, ...]:
    return tuple(Package(**package) for package in table(language)["package"])


def affixes(language: str) -> Affixes:
    lists: dict[str, str] = table(language)["affixes"]
    return Affixes(**{kind: tuple(words.split()) for kind, words in lists.items()})


def word_list(language: str, name: str) -> tuple[str, ...]:
    return tuple(table(language)["words"][name].split())
