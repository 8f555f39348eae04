"""How a bot judges as the reader of a riddle: it accepts what a person would (F11)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from escale.games.fortboyard.answers.dictionary import dictionary
from escale.games.fortboyard.answers.phrases import fold_word
from escale.games.fortboyard.answers.variants import accepts
from escale.games.fortboyard.rules.pieces import Riddle
from escale.words import Language

_BETWEEN: dict[Language, re.Pattern[str]] = {
    "fr": re.compile(r"\s*[,;/()]\s*|\s+ou (?:alors |bien )?", re.IGNORECASE),
    "en": re.compile(r"\s*[,;/()]\s*|\s+or (?:else )?", re.IGNORECASE),
    "de": re.compile(r"\s*[,;/()]\s*|\s+oder (?:auch )?", re.IGNORECASE),
}


@lru_cache(maxsize=1024)
def would_accept(answer: str, card: Riddle, language: Language) -> bool:
    """One of several things that were said is right, or it is right but for an adjective."""
    return any(
        accepts(said, card, language)
        for part in _BETWEEN[language].split(answer)
        for said in (part, *_without_an_adjective(part, language))
        if said.strip()
    )


def _without_an_adjective(text: str, language: Language) -> Iterator[str]:
    """Of those before a noun: after it they make another thing of it, such as a glow-worm."""
    words = text.split()
    for place, word in enumerate(words[:-1]):
        readings = dictionary(language).readings(fold_word(word.lower(), language))
        if any(one.pos == "adjective" for one in readings):
            yield " ".join((*words[:place], *words[place + 1 :]))
