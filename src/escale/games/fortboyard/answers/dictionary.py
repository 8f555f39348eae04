"""Dictionary look-ups that tell a typo of a word from another word."""

from __future__ import annotations

from functools import lru_cache

from escale.games.fortboyard.answers.numbers import with_figures
from escale.words import Language, Words, load
from escale.words.protocol import Pos

# A typo that results in a word as common as this is not taken for a typo. This is strict, because
# the reader can still accept an answer that is refused here (F11), but not the other way round.
COMMON = 1.5
# German compounds are not all in a dictionary: Redezeichen is not a typo of Lesezeichen.
COMMON_PART, SHORTEST_PART = 3.5, 4
# The version of the lexicon that these rules began with.
LEXICON = 1


def dictionary(language: Language) -> Words:
    return load(language, version=LEXICON)


@lru_cache(maxsize=4096)
def common_word(word: str, language: Language) -> bool:
    return dictionary(language).zipf(word) >= COMMON


def other_word(word: str, slips: int, language: Language) -> bool:
    """Whether it is a word of its own: a common one after one typo, any after two."""
    if common_word(word, language) or (slips > 1 and word in dictionary(language)):
        return True
    return language == "de" and any(
        _is_part(word[:at], language) and _is_part(word[at:].removeprefix("S"), language)
        for at in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1)
    )


def inflected(said: str, right: str, language: Language) -> bool:
    """Whether they are forms of the same noun or, without such a noun, of the same word."""
    return not _meant(right, language).isdisjoint(_readings(said, language))


@lru_cache(maxsize=4096)
def _meant(right: str, language: Language) -> frozenset[tuple[str, Pos]]:
    readings = _readings(right, language)
    return frozenset(reading for reading in readings if reading[1] == "noun") or readings


@lru_cache(maxsize=4096)
def _readings(word: str, language: Language) -> frozenset[tuple[str, Pos]]:
    if with_figures((word,), language) != (word,):
        return frozenset()  # sieben is a number, not the plural of sieve
    return frozenset(
        (reading.lemma, reading.pos) for reading in dictionary(language).readings(word)
    )


def _is_part(word: str, language: Language) -> bool:
    words = dictionary(language)
    if len(word) < SHORTEST_PART or words.zipf(word) < COMMON_PART:
        return False
    return any(noun.pos == "noun" and noun.spelling == noun.lemma for noun in words.readings(word))
