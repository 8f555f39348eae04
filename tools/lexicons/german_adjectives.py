"""The forms of German adjectives: endings and comparison."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.lexicons.german_stock import Stock, one_word
from tools.lexicons.german_verbs import DECLINED

UMLAUT = {"a": "ä", "o": "ö", "u": "ü"}
# Words that Wikidata alone has must end like adjectives: a list of its forms has all kinds.
ADJECTIVE = re.compile("(ig|isch|lich|bar|sam|haft|los|mäßig|iv|ell|är|ös|abel|ibel)$")
DEGREES = ("er", "st", "est")


def adjectives(stock: Stock, participles: set[str]) -> Iterator[tuple[str, str]]:
    """(form, adjective). A participle is an adjective of its own if the dictionary has it so."""
    bases: set[str] = set()
    tabled = set(stock.adjectives.values())
    for form, base in stock.adjectives.items():
        right = stock.reformed(base)
        if not good(right, stock) or (right in participles and right not in stock.glosses):
            continue
        bases.add(right)
        new = stock.reformed(form)
        if not form.islower() or not one_word(form) or stock.swiss(new):
            continue
        # The table compares everything (die verpatzendere): take what somebody recorded.
        if new == right or is_plain(new, right) or stock.attested(new):
            yield new, right
    for word in stock.glosses:
        if word not in bases and good(word, stock) and inflected(word, stock):
            bases.add(word)
    for word in stock.lexeme_forms:
        if word in bases or not ADJECTIVE.search(word) or not good(word, stock):
            continue
        if inflected(word, stock) and word + "e" in stock.lexeme_forms:
            bases.add(word)
    bases |= {"un" + base for base in bases if stock.met("un" + base)}
    for base in sorted(bases):
        yield base, base
        if not inflected(base, stock) and base not in tabled and not base.startswith("un"):
            continue
        for stem in (*stems(base), *short_stems(base, stock)):
            if not stem.endswith("e"):
                yield from ((stem + ending, base) for ending in DECLINED)
        yield from compared(base, stock)


def good(base: str, stock: Stock) -> bool:
    return base.islower() and one_word(base) and not stock.swiss(base)


def inflected(word: str, stock: Stock) -> bool:
    """An adjective shows by its endings; -em is that of nothing else."""
    return any(stock.attested(stem + "em") for stem in stems(word))


def stems(base: str) -> tuple[str, ...]:
    """leise: leis-; dunkel: dunkl-; teuer: teur-."""
    if base == "hoch":
        return ("hoh",)
    if base.endswith("e"):
        return (base[:-1],)
    if base.endswith("el"):
        return (base[:-2] + "l",)
    if re.search("[ae]uer$", base):
        return (base[:-2] + "r",)
    return (base,)


def short_stems(base: str, stock: Stock) -> tuple[str, ...]:
    """muntre beside muntere, trockne beside trockene; where somebody recorded it."""
    short = re.sub("e([rn])$", r"\1", base)
    return (short,) if short != base and stock.attested(short + "em") else ()


def is_plain(form: str, base: str) -> bool:
    return any(form == stem + ending for stem in stems(base) for ending in DECLINED)


def compared(base: str, stock: Stock) -> Iterator[tuple[str, str]]:
    """Comparative and superlative where somebody recorded one of their forms."""
    for stem in {*stems(base), base.removesuffix("e"), umlauted(base)}:
        for degree in DEGREES:
            whole = stem + degree
            if stock.attested(whole + "em") and stock.attested(whole + "es"):
                if degree == "er":
                    yield whole, base
                yield from ((whole + ending, base) for ending in DECLINED)


def umlauted(base: str) -> str:
    return re.sub(r"[aou](?=[^aeiouäöü]+$)", lambda vowel: UMLAUT[vowel[0]], base)
