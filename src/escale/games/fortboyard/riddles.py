"""F17: the riddles of the box, from `riddles/`, with further answers from `more_answers/`.

A match pins the file of its riddles, and those of version 1 of the rules are played on: so what
people said rightly and was refused then stands in a file of its own.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from importlib.resources import files

from escale.games.fortboyard.cards import BadCards, read_cards
from escale.games.fortboyard.rules.pieces import Riddle
from escale.words import Language
from escale.words.folding import check_language

FOLDER = files("escale.games.fortboyard")


@cache
def riddles(language: Language, version: int = 2) -> tuple[Riddle, ...]:
    check_language(language)
    file = f"{language}.toml"
    try:
        text = (FOLDER / "riddles" / file).read_text(encoding="utf-8")
        cards = read_cards(text, language).riddles
    except BadCards as error:
        raise ValueError(f"riddles/{file} cannot be used:\n{error}") from error
    if version == 1:
        return cards
    more = tomllib.loads((FOLDER / "more_answers" / file).read_text(encoding="utf-8"))
    unknown = more.keys() - {card.name for card in cards}
    if unknown:
        raise ValueError(f"more_answers/{file}: {min(unknown)} is no riddle")
    return tuple(replace(card, answers=(*card.answers, *more.get(card.name, ()))) for card in cards)
