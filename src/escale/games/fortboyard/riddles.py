"""F17: the riddles of the box, from `riddles/`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from escale.games.fortboyard.cards import BadCards, read_cards
from escale.games.fortboyard.rules.pieces import Riddle
from escale.words import Language
from escale.words.folding import check_language

FOLDER = files("escale.games.fortboyard") / "riddles"


@cache
def riddles(language: Language) -> tuple[Riddle, ...]:
    check_language(language)
    file = f"{language}.toml"
    try:
        return read_cards((FOLDER / file).read_text(encoding="utf-8"), language).riddles
    except BadCards as error:
        raise ValueError(f"riddles/{file} cannot be used:\n{error}") from error
