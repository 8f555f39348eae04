"""Normalises a text to words, without punctuation, case, articles and introductions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from unicodedata import normalize

from escale.games.fortboyard.answers.numbers import with_figures
from escale.words import Language, Umlauts, fold

Phrase = tuple[str, ...]  # folded words, figures for numbers

_APOSTROPHES = re.compile(r"['’‘ʼ`´′]")
_WORD = re.compile(r"\d+|[^\W\d_]+")
_ORDINAL = re.compile(r"(?<=\d)(st|nd|rd|th|er|re|e|eme|ème|te|ter|ten)\b")

# Compared with their accents: "dé" is not "de".
_ARTICLES: dict[Language, str] = {
    "fr": """le la les l un une des du de d au aux mon ma mes ton ta tes son sa ses notre nos
        votre vos leur leurs ce cet cette ces 1""",
    "en": "the a an one my your his her its our their this these some 1",
    "de": """der die das den dem des ein eine einen einem einer eines mein meine meinen meinem
        meiner dein deine deinen deinem deiner sein seine seinen seinem seiner ihr ihre ihren
        ihrem ihrer unser unsere unseren euer eure dieser diese dieses 1""",
}
_BEGINNINGS: dict[Language, str] = {
    "fr": "c est cest sont je suis tu es pense crois que ca ça réponse reponse euh s agit il",
    "en": "it is its that thats they are theyre i am im you think answer um to",
    "de": "es ist s ists sind ich bin du bist glaube denke antwort lautet äh um",
}
# Introductions of answers only: "peut-être un phare", "it must be a key".
_HEDGES: dict[Language, str] = {
    "fr": "peut être etre doit serait vous êtes etes heu bah ben alors",
    "en": "maybe perhaps probably must might could be youre well uh oh",
    "de": "vielleicht wohl bestimmt könnte koennte müsste muesste muss sie na also hm ähm",
}
_LINKS: dict[Language, str] = {
    "fr": "à a et",
    "en": "of and in",
    "de": "und im in von vom am",
}
_FIRST = {
    language: frozenset(_ARTICLES[language].split() + _BEGINNINGS[language].split())
    for language in _ARTICLES
}
_HEDGED = {language: _FIRST[language] | {*_HEDGES[language].split()} for language in _ARTICLES}
_INNER = {
    language: frozenset(_ARTICLES[language].split() + _LINKS[language].split())
    for language in _ARTICLES
}


@lru_cache(maxsize=4096)
def ways(
    text: str, language: Language, umlauts: Umlauts = "AE", hedged: bool = False
) -> frozenset[Phrase]:
    """All readings of a text, with and without its little words ("de" may be a typo of "dé").

    Little words are dropped one by one from the front, and all at once from inside. The last word
    always stays, so that no reading is empty and "un" stays a number.
    """
    first = _HEDGED[language] if hedged else _FIRST[language]
    starts = _starts(words_of(text, language), first)
    phrases = [way for start in starts for way in _with_and_without(start, language, umlauts)]
    return frozenset(with_figures(phrase, language) for phrase in phrases)


def core(text: str, language: Language, umlauts: Umlauts) -> frozenset[Phrase]:
    """The significant words of an accepted answer, with numbers both as words and as figures:
    "quattre" is a typo of "quatre"."""
    *_, last = _starts(words_of(text, language), _FIRST[language])
    phrases = [*_with_and_without(last, language, umlauts)]
    return frozenset([*phrases, *(with_figures(phrase, language) for phrase in phrases)])


def _starts(words: list[str], first: frozenset[str]) -> Iterator[list[str]]:
    while words:
        yield words
        if len(words) == 1 or words[0] not in first:
            return
        words = words[1:]


def _with_and_without(words: list[str], language: Language, umlauts: Umlauts) -> Iterator[Phrase]:
    *before, last = words
    yield tuple(fold_word(word, language, umlauts) for word in words)
    inner = [word for word in before if word not in _INNER[language]]
    yield tuple(fold_word(word, language, umlauts) for word in [*inner, last])


def words_of(text: str, language: Language) -> list[str]:
    """The words of a text and the numbers in it, in lower case."""
    plain = _APOSTROPHES.sub(" " if language == "fr" else "", normalize("NFKC", text).lower())
    return _WORD.findall(_ORDINAL.sub("", plain))


def fold_word(word: str, language: Language, umlauts: Umlauts = "AE") -> str:
    try:
        return fold(word, language, umlauts)
    except ValueError:  # figures, or letters of another alphabet, which match nothing
        return word.lstrip("0") or "0" if word.isdecimal() else word.upper()
