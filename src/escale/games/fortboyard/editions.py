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
from escale.games.fortboyard.answers.variants import accepts
from escale.games.fortboyard.riddles import riddles
from escale.games.fortboyard.rules.pieces import Edition, Options, Riddle
from escale.games.fortboyard.rules.rules import Fort
from escale.games.registry import read_box
from escale.words import Language

FOLDER = files("escale.games.fortboyard")
BOX = read_box(FOLDER)
EDITION = "fort"


@cache
def edition() -> Edition:
    made: Edition = from_plain(Edition, tomllib.loads(_text("editions", EDITION)))
    return made


def rules(options: Options, version: int = BOX.version) -> Fort:
    language = options.language
    judge = partial(accepts if version > 1 else _matches, language=language)
    return Fort(edition(), riddles(language, version), judge, options, version)


def _matches(answer: str, card: Riddle, language: Language) -> bool:
    return matches(answer, card.answers, language)


def pins(options: Options, version: int = BOX.version) -> tuple[tuple[str, str], ...]:
    """The exact edition, riddles and lexicon of a match; the lexicon decides what is a typo."""
    lexicon = dictionary(options.language)
    return (
        ("edition", f"{edition().name}:{_digest(_text('editions', EDITION))}"),
        ("riddles", f"{options.language}:{_riddles(options.language, version)}"),
        ("lexicon", f"{lexicon.id}:{lexicon.digest}"),
    )


def _riddles(language: Language, version: int) -> str:
    """The digest of the cards; since version 2, with the answers that are kept beside them."""
    folders = ("riddles",) if version == 1 else ("riddles", "more_answers")
    return _digest("".join(_text(folder, language) for folder in folders))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _text(folder: str, name: str) -> str:
    file: Any = FOLDER / folder / f"{name}.toml"
    text: str = file.read_text(encoding="utf-8")
    return text
