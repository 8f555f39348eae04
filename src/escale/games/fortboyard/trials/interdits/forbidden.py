"""The forbidden words: yes, no and their variants, whatever they mean in the sentence."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from unicodedata import normalize

from escale.words.folding import fold
from escale.words.protocol import Language

# Forbidden anywhere, also in "non merci" or "das ist ja schön".
_WORDS: dict[Language, str] = {
    "fr": """oui ouais ouai ouaip ouep oue moui mouais voui
        non nan nenni nope yes yep yeah no nein""",
    "en": """yes yeah yea yep yup yah yessir aye
        no nope nah naw nay oui nein""",
    "de": """ja jawohl jawoll jau jep jup joa yes yep yeah
        nein nee nö nope oui non""",
}
# Forbidden only as the whole clause: "mais si", but not "si tu veux".
_ANSWERS: dict[Language, str] = {"fr": "si", "en": "", "de": "doch jo ne nä"}
_BESIDE: dict[Language, str] = {
    "fr": "ah oh eh ben bien mais que sûr euh pardi",
    "en": "",
    "de": "ah ach oh äh na aber klar und",
}
LONGEST_IN_ONE = 30  # letters of a word that is checked for several yeses in a row

_APOSTROPHES = re.compile(r"['’‘ʼ`´]")
_WORD = re.compile(r"[^\W_]+")
_CLAUSE = re.compile(r"[^\w\s\-‐‑–—]+")
_LONG_RUN = re.compile(r"(.)\1{2,}")


def said_in(text: str, language: Language) -> str:
    """The first forbidden word of a reply, as written there; empty if there is none."""
    for clause in _CLAUSE.split(_plain(text)):
        words: list[str] = _WORD.findall(clause)
        for word in words:
            if _FORBIDDEN[language].makes(_fold(word, language)):
                return word
        # The clause without the little words that may accompany such an answer.
        left = [word for word in words if _fold(word, language) not in _LITTLE[language]]
        if left and all(_ANSWERING[language].makes(_fold(word, language)) for word in left):
            return left[0]
    return ""


@lru_cache(maxsize=1024)  # the same replies are compared at every event
def folded(text: str, language: Language) -> tuple[str, ...]:
    """The words without case, accents and punctuation; equal for replies that are the same."""
    return tuple(_fold(word, language) for word in _WORD.findall(_plain(text)))


def _plain(text: str) -> str:
    return _APOSTROPHES.sub(" ", normalize("NFKC", text))


def _fold(word: str, language: Language) -> str:
    try:
        return fold(word, language)
    except ValueError:  # figures, or letters of another alphabet
        return word.upper()


class _Words:
    """Words that may be stretched ("ouiii") and joined ("nonnon").

    A double letter stays at least double: "nee" is forbidden in German, "ne" is not.
    """

    def __init__(self, words: str, language: Language) -> None:
        self._each = [
            re.compile("".join(f"{letter}{{{len([*run])},}}" for letter, run in groupby(word)))
            for word in folded(words, language)
        ]

    def makes(self, word: str) -> bool:
        """Whether it consists of such words only. (One regex could take exponential time.)"""
        word = _LONG_RUN.sub(r"\1\1", word)
        if len(word) > LONGEST_IN_ONE:
            return False
        reached = {0}
        for start in range(len(word)):
            if start in reached:
                reached.update(
                    end
                    for end in range(start + 1, len(word) + 1)
                    if any(one.fullmatch(word, start, end) for one in self._each)
                )
        return len(word) in reached


_FORBIDDEN = {language: _Words(words, language) for language, words in _WORDS.items()}
_ANSWERING = {language: _Words(words, language) for language, words in _ANSWERS.items()}
_LITTLE = {language: frozenset(folded(words, language)) for language, words in _BESIDE.items()}
