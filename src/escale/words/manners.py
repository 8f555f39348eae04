"""Words that people may play but no bot says: the lists in `manners/`, one file a language.

A bot still recognises these words; the solver and the review of a match use the whole dictionary,
because they have to be exact.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from escale.words.folding import fold
from escale.words.protocol import Language, Umlauts, Words

FOLDER = Path(__file__).parent / "manners"


def polite(words: Words, said: Sequence[str]) -> list[str]:
    """The words of `said` that a bot may say."""
    is_coarse = _coarse(words.language, words.umlauts).match
    return [word for word in said if not is_coarse(word)]


@cache
def _coarse(language: Language, umlauts: Umlauts) -> re.Pattern[str]:
    lines = (FOLDER / f"{language}.txt").read_text("utf-8").splitlines()
    listed = [one for line in lines if not line.startswith("#") for one in line.split()]
    whole = [fold(one, language, umlauts) for one in listed if not one.endswith("*")]
    begun = [fold(one[:-1], language, umlauts) for one in listed if one.endswith("*")]
    return re.compile(f"(?:{'|'.join(whole)})$|{'|'.join(begun)}")
