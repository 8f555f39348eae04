"""F11: whether an answer is right, tolerant of spelling but not of meaning."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from escale.games.fortboyard.answers.dictionary import (
    common_word,
    dictionary,
    inflected,
    other_word,
)
from escale.games.fortboyard.answers.edit_distance import forgiven, slips
from escale.games.fortboyard.answers.phonetics import sound
from escale.games.fortboyard.answers.phrases import Phrase, core, ways
from escale.games.fortboyard.rules.pieces import ANSWER_LENGTH
from escale.words import Language, Umlauts

SHORTEST_BY_EAR = 4
FARTHEST = 4  # most letters that a phonetic spelling, an ending and typos add or drop

_ENDINGS: dict[Language, tuple[str, ...]] = {
    "fr": ("S", "X"),
    "en": ("S", "ES"),
    "de": ("N", "EN", "E", "S", "ER"),
}
# Without ü on the keyboard, people type u or ue: accept both.
_UMLAUTS: dict[Language, tuple[Umlauts, ...]] = {"fr": ("AE",), "en": ("AE",), "de": ("AE", "A")}


def matches(answer: str, accepted: Sequence[str], language: Language) -> bool:
    """Whether an answer is one of the accepted ones.

    Ignored are case, accents, hyphens, articles, an introduction such as "it is" or "maybe",
    plural, figures for numbers, phonetic spelling and, in longer words, one typo or two.
    """
    if len(answer) > ANSWER_LENGTH:
        return False
    in_one, spelt = _understood(answer, language)
    card = [_prepared(text, language) for text in accepted]
    return any(not in_one.isdisjoint(exact) for exact, _ in card) or any(
        _alike(phrase, right, language) for phrase in spelt for _, cores in card for right in cores
    )


@lru_cache(maxsize=1024)
def _understood(answer: str, language: Language) -> tuple[frozenset[str], tuple[Phrase, ...]]:
    """What somebody said: its exact forms, and the phrases that may have typos."""
    said = ways(answer, language, hedged=True)
    # No typos in numbers: they would make another number.
    spelt = (phrase for phrase in said if not (len(phrase) == 1 and phrase[0].isdecimal()))
    return frozenset("".join(phrase) for phrase in said), tuple(spelt)


@lru_cache(maxsize=4096)
def _prepared(text: str, language: Language) -> tuple[frozenset[str], frozenset[Phrase]]:
    """An accepted answer: its exact forms, and the words that typos are compared with."""
    folds = _UMLAUTS[language]
    exact = {"".join(phrase) for umlauts in folds for phrase in ways(text, language, umlauts)}
    cores = frozenset[Phrase]().union(*(core(text, language, umlauts) for umlauts in folds))
    return frozenset(exact), cores


def _alike(said: Phrase, right: Phrase, language: Language) -> bool:
    if len(said) != len(right):
        return _alike_in_one(said, right, language)
    in_context = len(right) > 1
    made = 0
    for one, other in zip(said, right, strict=True):
        each = _slips(one, other, language, in_context)
        if each is None:
            return False
        made += each
    return made <= forgiven(len("".join(right)))


def _alike_in_one(said: Phrase, right: Phrase, language: Language) -> bool:
    """Whether they match when written as one word: grillepain, door mats, cerfs volants."""
    one, other = "".join(said), "".join(right)
    if abs(len(one) - len(other)) > FARTHEST:
        return False
    # A sequence of common words is not a typo.
    if len(said) > 1 and all(len(word) < 3 or common_word(word, language) for word in said):
        return inflected(one, other, language)
    return _figures(one) == _figures(other) and _slips(one, other, language, False) is not None


def _slips(said: str, right: str, language: Language, in_context: bool) -> int | None:
    """The number of typos in one word; None if it is another word."""
    if abs(len(said) - len(right)) > FARTHEST:
        return None
    if said == right or inflected(said, right, language):
        return 0
    if said.isdecimal() or right.isdecimal():
        return None
    stems = _stems(said, language)
    by_ear = min(len(said), len(right)) >= SHORTEST_BY_EAR
    if by_ear and sound(right, language) in [sound(stem, language) for stem in stems]:
        # Next to another right word it is only misspelt: mille-pâtes.
        return 0 if in_context or not common_word(said, language) else None
    most = forgiven(len(right))
    fewest = min(slips(stem, right, most) for stem in stems)
    return None if fewest > most or other_word(said, fewest, language) else fewest


@lru_cache(maxsize=4096)
def _stems(said: str, language: Language) -> tuple[str, ...]:
    """An unknown word with and without its ending; a known word only as it is."""
    if said in dictionary(language):
        return (said,)
    endings = [ending for ending in _ENDINGS[language] if said.endswith(ending)]
    return (said, *(said.removesuffix(ending) for ending in endings))


def _figures(text: str) -> list[str]:
    return [letter for letter in text if letter.isdecimal()]
