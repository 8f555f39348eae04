"""F17: the riddles of the fort, from `riddles/`, and those of a host (F16)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from escale.games.fortboyard.cards import BadCards, read_cards
from escale.games.fortboyard.rules.pieces import Riddle, Trial
from escale.words import Language
from escale.words.folding import check_language

__all__ = ["BadCards", "Riddle", "Trial", "read_cards", "riddles"]

FOLDER = files("escale.games.fortboyard") / "riddles"


@cache
def riddles(language: Language) -> tuple[Riddle, ...]:
    check_language(language)
    file = f"{language}.toml"
    try:
        return read_cards((FOLDER / file).read_text(encoding="utf-8"), language).riddles
    except BadCards as error:
        raise ValueError(f"riddles/{file} cannot be used:\n{error}") from error
