"""The letters and points of each language, from `editions/`."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from escale.core.codec import from_plain
from escale.games.kreuzwort.rules.pieces import Edition, Options
from escale.words import Language, Words, load

FOLDER = files("escale.games.kreuzwort")


@cache
def edition(language: Language) -> Edition:
    table: dict[str, Any] = tomllib.loads(_text(language))
    made: Edition = from_plain(Edition, table)
    return made


@cache
def words(language: Language) -> Words:
    return load(language, edition(language).umlauts)


def pins(options: Options) -> tuple[tuple[str, str], ...]:
    """The exact letters and words of a match, for its header."""
    lexicon = words(options.language)
    letters = hashlib.sha256(_text(options.language).encode()).hexdigest()
    return (
        ("edition", f"{edition(options.language).name}:{letters}"),
        ("lexicon", f"{lexicon.id}:{lexicon.digest}"),
    )


def _text(language: Language) -> str:
    return (FOLDER / "editions" / f"{language}.toml").read_text(encoding="utf-8")
