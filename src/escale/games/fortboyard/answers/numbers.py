"""Number words from 0 to 1000, in all languages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from escale.words import Language

MOST = 1000
LONGEST_RUN = 8  # "neuf cent quatre vingt dix neuf" has six words, "nine hundred and ..." five

_FR = """zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze
seize dixsept dixhuit dixneuf""".split()
_FR_TENS = {2: "vingt", 3: "trente", 4: "quarante", 5: "cinquante", 6: "soixante"}
_EN = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
fifteen sixteen seventeen eighteen nineteen""".split()
_EN_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_DE = """null eins zwei drei vier fuenf sechs sieben acht neun zehn elf zwoelf dreizehn vierzehn
fuenfzehn sechzehn siebzehn achtzehn neunzehn""".split()
_DE_TENS = "zwanzig dreissig vierzig fuenfzig sechzig siebzig achtzig neunzig".split()
_DE_LONG = {16: "sechszehn", 17: "siebenzehn", 60: "sechszig", 70: "siebenzig"}  # as children write

# Numbers if they stand alone, articles before another word.
ARTICLES = frozenset({"UN", "UNE", "ONE", "EIN", "EINE", "EINS", "1"})


def with_figures(words: Sequence[str], language: Language) -> tuple[str, ...]:
    """The same folded words, with figures for each number: TRENTE ET UN JOURS -> 31 JOURS."""
    known = _known(language)
    figures: list[str] = []
    at = 0
    while at < len(words):
        for end in range(min(len(words), at + LONGEST_RUN), at, -1):
            run = words[at:end]
            number = known.get("".join(run))
            if number is not None and (len(words) == 1 or run[0] not in ARTICLES or len(run) > 1):
                figures.append(number)
                at = end
                break
        else:
            figures.append(words[at])
            at += 1
    return tuple(figures)


@cache
def _known(language: Language) -> dict[str, str]:
    names = {"fr": _french, "en": _english, "de": _german}[language]
    known = {name.upper(): str(number) for number in range(MOST + 1) for name in names(number)}
    if language == "de":  # typed without the dots, or Swiss
        known |= {name.replace("UE", "U").replace("OE", "O"): n for name, n in known.items()}
    return known


def _french(number: int) -> Iterator[str]:
    if number == 1:
        yield "une"
    if number < 20:
        yield _FR[number]
    elif number < 100:
        tens, units = divmod(number, 10)
        if tens >= 7:  # soixante-dix, quatre-vingt-dix; and as they say in Brussels and Geneva
            base, rest = ("soixante", number - 60) if tens == 7 else ("quatrevingt", number - 80)
            link = "et" if number == 71 else ""
            yield base + (link + _FR[rest] if rest else "s")
            if not rest:
                yield base
            yield from _tens({7: "septante", 8: "huitante", 9: "nonante"}[tens], units)
        else:
            yield from _tens(_FR_TENS[tens], units)
    elif number < 1000:
        hundreds, rest = divmod(number, 100)
        start = ("" if hundreds == 1 else _FR[hundreds]) + "cent"
        yield from (start + name for name in (_french(rest) if rest else ("", "s")))
    else:
        yield "mille"


def _tens(tens: str, units: int) -> Iterator[str]:
    if units == 1:
        yield from (tens + "etun", tens + "etune", tens + "un")
    else:
        yield tens + (_FR[units] if units else "")


def _english(number: int) -> Iterator[str]:
    if number < 20:
        yield _EN[number]
    elif number < 100:
        yield _EN_TENS[number // 10 - 2] + (_EN[number % 10] if number % 10 else "")
    else:
        many, rest = divmod(number, 100) if number < 1000 else (1, 0)
        unit = "hundred" if number < 1000 else "thousand"
        for start in (_EN[many], *(("", "a") if many == 1 else ())):
            if not rest:
                yield start + unit
            for name in _english(rest) if rest else ():
                yield from (start + unit + "and" + name, start + unit + name)


def _german(number: int) -> Iterator[str]:
    if number == 1:
        yield from ("ein", "eine")
    if number == 2:
        yield "zwo"
    if number in _DE_LONG:
        yield _DE_LONG[number]
    if number < 20:
        yield _DE[number]
    elif number < 100:
        tens, units = divmod(number, 10)
        before = ("ein" if units == 1 else _DE[units]) + "und" if units else ""
        yield before + _DE_TENS[tens - 2]
    else:
        many, rest = divmod(number, 100) if number < 1000 else (1, 0)
        unit = "hundert" if number < 1000 else "tausend"
        for start in ("ein", "") if many == 1 else (_DE[many],):
            if not rest:
                yield start + unit
            for name in _german(rest) if rest else ():
                yield from (start + unit + name, start + unit + "und" + name)
