"""The rules with their edition and riddles, and the digests of these for the match header."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache, partial
from importlib.resources import files
from typing import Any

from escale.core.codec import from_plain
from escale.games.fortboyard.answers.dictionary import dictionary
from escale.games.fortboyard.answers.matching import matches
from escale.games.fortboyard.riddles import riddles
from escale.games.fortboyard.rules.pieces import Edition, Options
from escale.games.fortboyard.rules.rules import Fort

FOLDER = files("escale.games.fortboyard")
EDITION = "fort"


@cache
def edition() -> Edition:
    made: Edition = from_plain(Edition, tomllib.loads(_text("editions", EDITION)))
    return made


def rules(options: Options) -> Fort:
    language = options.language
    judge = partial(matches, language=language)
    return Fort(edition(), riddles(language), judge, options)


def pins(options: Options) -> tuple[tuple[str, str], ...]:
    """The exact edition, riddles and lexicon of a match; the lexicon decides what is a typo."""
    lexicon = dictionary(options.language)
    return (
        ("edition", f"{edition().name}:{_digest('editions', EDITION)}"),
        ("riddles", f"{options.language}:{_digest('riddles', options.language)}"),
        ("lexicon", f"{lexicon.id}:{lexicon.digest}"),
    )


def _digest(folder: str, name: str) -> str:
    return hashlib.sha256(_text(folder, name).encode()).hexdigest()


def _text(folder: str, name: str) -> str:
    file: Any = FOLDER / folder / f"{name}.toml"
    text: str = file.read_text(encoding="utf-8")
    return text
