"""Simpler forms of an answer that mean the same: F11, since version 2 of the rules.

"8 pattes" is 8 if the riddle counts legs, "la voile d'un bateau" is a sail, "29/2" a date, and "the
moon, I think" the moon.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from escale.games.fortboyard.answers.dictionary import dictionary, inflected
from escale.games.fortboyard.answers.matching import matches
from escale.games.fortboyard.answers.numbers import LONGEST_RUN, with_figures
from escale.games.fortboyard.answers.phrases import fold_word, words_of
from escale.games.fortboyard.rules.pieces import ANSWER_LENGTH, Riddle
from escale.words import Language

# What may stand before a number: "il y en a huit", "there are eight", "die Zahl Vier".
_BEFORE_A_NUMBER: dict[Language, str] = {
    "fr": """il y en a ils elles sont nous sommes on est seront il reste en reste seulement juste
        exactement encore toujours le la les nombre chiffre numéro c est ça fait en tout""",
    "en": """there are is were was we they it only just exactly still the a number figure that makes
        makes about""",
    "de": """es sind ist waren gibt wir sie nur noch genau die der das zahl ziffer nummer hausnummer
        bleiben insgesamt macht""",
}
_AFTER_A_NUMBER: dict[Language, str] = {
    "fr": "en tout seulement au total",
    "en": "in all altogether in total only",
    "de": "insgesamt zusammen",
}
# The noun that a riddle counts.
_COUNTED: dict[Language, re.Pattern[str]] = {
    "fr": re.compile(r"[Cc]ombien d(?:e |['’])(\w+)"),
    "en": re.compile(r"[Hh]ow many (?!of\b)(\w+)"),
    "de": re.compile(r"[Ww]ie viele[nr]? ([A-ZÄÖÜ]\w+)"),
}
_WITH_ARTICLE: dict[Language, str] = {
    "fr": r"(?:d['’]une?|du|de la|de l['’]|des|de (?:mon|ma|mes|ton|ta|tes|son|sa|ses|ce|cette))",
    "en": r"of (?:an?|the|my|your|his|her|its|our|their|some)",
    "de": r"(?:des|der|eines|einer|[msd]einer|[msd]eines|vom|von (?:einem|einer|der|dem|den))",
}
_GENITIVE = {
    language: re.compile(rf"(.+?)\s+{link}\s*\w+(?:\s\w+)?\W*", re.IGNORECASE)
    for language, link in _WITH_ARTICLE.items()
}
_POSSESSIVE = re.compile(r"(?:(?:an?|the|my|your|his|her)\s+)?\w+(?:['’]s|s['’])\s+(.+)", re.I)
_SMALL_TALK: dict[Language, str] = {
    "fr": r"non|je (?:crois|pense|dirais)|peut[- ]être|bien sûr|s['’]il (?:vous|te) pla[iî]t",
    "en": r"maybe|perhaps|i (?:think|guess|suppose)|of course|please|right|is it",
    "de": r"oder|(?:glaube?|denke?|vermute) ich|vielleicht|nicht wahr|bitte|natürlich",
}
_AT_THE_END = {
    language: re.compile(rf"(.+?)[\s,;…]+(?:{words})\W*", re.IGNORECASE)
    for language, words in _SMALL_TALK.items()
}
_DATE = re.compile(r"\W*(?:\w+\s)?(\d{1,2})\s?[./-]\s?(\d{1,2})\W*")
_MONTHS: dict[Language, str] = {
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "en": """January February March April May June July August September October November
        December""",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
}


def accepts(answer: str, card: Riddle, language: Language) -> bool:
    """Whether this answer is right: as it stands, or in one of its simpler forms."""
    if len(answer) > ANSWER_LENGTH:
        return False
    return matches(answer, card.answers, language) or any(
        matches(simpler, card.answers, language) for simpler in _simpler(answer, card, language)
    )


def _simpler(answer: str, card: Riddle, language: Language) -> Iterator[str]:
    yield from _number(answer, card.text, language)
    yield from _date(answer, language)
    said = answer.strip()
    for pattern in (_AT_THE_END[language], _GENITIVE[language]):
        if found := pattern.fullmatch(said):
            yield found[1]
    if language == "en" and (found := _POSSESSIVE.fullmatch(said)):
        yield found[1]


def _date(answer: str, language: Language) -> Iterator[str]:
    if found := _DATE.fullmatch(answer):
        months = _MONTHS[language].split()
        day, month = int(found[1]), int(found[2])
        for one, other in ((day, month), (month, day)) if language == "en" else ((day, month),):
            if 1 <= other <= len(months):
                yield f"{one} {months[other - 1]}"


def _number(answer: str, text: str, language: Language) -> Iterator[str]:
    """The number in an answer that says besides only what is counted."""
    words = words_of(answer, language)
    before, after = (set(one[language].split()) for one in (_BEFORE_A_NUMBER, _AFTER_A_NUMBER))
    for start in range(len(words)):
        for end in range(min(len(words), start + LONGEST_RUN), start, -1):
            folded = tuple(fold_word(word, language) for word in words[start:end])
            figures = with_figures(folded, language)
            if len(figures) == 1 and figures[0].isdecimal():
                rest = words[end:]
                while rest and rest[-1] in after:
                    rest.pop()
                if not rest or _is_counted(rest, text, language):
                    yield figures[0]
        if words[start] not in before:
            return


def _is_counted(words: list[str], text: str, language: Language) -> bool:
    """Whether these words name what the riddle counts, and nothing that it does not mention."""
    told = [fold_word(word, language) for word in words_of(text, language)]
    first, *others = (fold_word(word, language) for word in words)
    nouns = _counted(text, language)
    return any(_same(first, noun, language) for noun in nouns) and all(
        any(_same(word, one, language) for one in told) for word in others
    )


@lru_cache(maxsize=1024)
def _counted(text: str, language: Language) -> tuple[str, ...]:
    """The noun after "how many"; if there is none, all nouns of the text."""
    if found := _COUNTED[language].findall(" ".join(text.split())):
        return tuple(fold_word(word.lower(), language) for word in found)
    told = (fold_word(word, language) for word in words_of(text, language))
    return tuple(
        word
        for word in told
        if any(one.pos == "noun" for one in dictionary(language).readings(word))
    )


def _same(said: str, right: str, language: Language) -> bool:
    return said == right or inflected(said, right, language)
