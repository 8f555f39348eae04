"""Computes `doubts.toml`: how often a word that a level does not know is wrong.

A word that a bot does not know is either real and rare, or wrong. Both kinds are derived from the
lexicon and counted by their looks. Not used at run time (see scripts/make_kreuzwort_doubts.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random

from escale.games.kreuzwort.bots.doubt import LENGTHS, MOST_STRANGE, Chances, Looks, looks
from escale.games.kreuzwort.bots.levels import knowledge
from escale.games.kreuzwort.editions import words
from escale.games.kreuzwort.rules.pieces import FEWEST_LETTERS
from escale.words import Language, Words

WRONG = 0.25  # share of wrong words among unknown ones: an assumption, not measured
READ = 1.0  # Zipf frequency of the rarest words that people announce


def wrong_words(rng: Random, pool: Sequence[str], lexicon: Words) -> Iterator[str]:
    """Random wrong words: misspelt or made up."""
    while True:
        word, other = rng.choice(pool), rng.choice(pool)
        made = _misspelt(rng, word, other) if rng.random() < 0.5 else _made_up(rng, word, other)
        if len(made) >= FEWEST_LETTERS and made not in lexicon:
            yield made


def _misspelt(rng: Random, word: str, other: str) -> str:
    place = rng.randrange(len(word))
    before, letter, after = word[:place], word[place], word[place + 1 :]
    kind = rng.randrange(4)
    if kind == 0:
        return before + letter + letter + after
    if kind == 1:
        return before + after
    if kind == 2:
        return before + rng.choice(other) + after  # common letters more often than rare ones
    return before + after[:1] + letter + after[1:]


def _made_up(rng: Random, word: str, other: str) -> str:
    return word[: rng.randint(1, len(word))] + other[rng.randrange(len(other)) :]


def beyond(language: Language, level: int) -> list[str]:
    """The words that people use and the level does not know."""
    known = knowledge(language, level).known
    return [word for word in _used(language) if word not in known]


def wrong_of(language: Language, number: int, rng: Random) -> list[str]:
    return list(islice(wrong_words(rng, _used(language), words(language)), number))


@cache
def _used(language: Language) -> list[str]:
    return [word for word in words(language).common(READ) if len(word) >= FEWEST_LETTERS]


def calibrated(language: Language, level: int, number: int, rng: Random) -> Chances:
    """The share of wrong words among all of the same looks, from so many wrong ones."""
    groups = knowledge(language, level).groups
    real = Counter(looks(word, groups) for word in beyond(language, level))
    wrong = Counter(looks(word, groups) for word in wrong_of(language, number, rng))
    table: Chances = {}
    for length in LENGTHS:
        kinds = [Looks(length, strange) for strange in range(MOST_STRANGE + 1)]
        # Add-one smoothing: what did not occur is not impossible.
        of_real, of_wrong = (
            [(counts[one] + 1) / sum(counts[each] + 1 for each in kinds) for one in kinds]
            for counts in (real, wrong)
        )
        table[length] = tuple(
            WRONG * bad / (WRONG * bad + (1 - WRONG) * good)
            for good, bad in zip(of_real, of_wrong, strict=True)
        )
    return table
