"""Words that people may play but bots do not say: the lists in `manners/`, one file a language.

No bot says a coarse word. The bots that children play against, of the first two levels, say none of
`manners/family/` either: what is sad or ugly at a family table, and names. A bot still recognises
these words; the solver and the review of a match use the whole dictionary, because they have to be
exact.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from escale.words.folding import fold
from escale.words.protocol import Language, Umlauts, Words

FOLDER = Path(__file__).parent / "manners"


def polite(words: Words, said: Sequence[str], *, family: bool = False) -> list[str]:
    """The words of `said` that a bot may say; with `family`, one that children play against."""
    is_left_out = _left_out(words.language, words.umlauts, family).match
    return [word for word in said if not is_left_out(word)]


def files(language: Language, *, family: bool) -> list[Path]:
    coarse, sad = FOLDER / f"{language}.txt", FOLDER / "family" / f"{language}.txt"
    return [coarse, sad] if family else [coarse]


@cache
def _left_out(language: Language, umlauts: Umlauts, family: bool) -> re.Pattern[str]:
    texts = [path.read_text("utf-8") for path in files(language, family=family)]
    lines = [line for text in texts for line in text.splitlines()]
    listed = [one for line in lines if not line.startswith("#") for one in line.split()]
    whole = [fold(one, language, umlauts) for one in listed if not one.endswith("*")]
    begun = [fold(one[:-1], language, umlauts) for one in listed if one.endswith("*")]
    return re.compile(f"(?:{'|'.join(whole)})$|{'|'.join(begun)}")
