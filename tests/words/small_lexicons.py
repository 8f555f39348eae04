"""Small lexicons made on the spot, and what a plain dictionary says of the same words."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from random import Random
from typing import NamedTuple

from escale.words import Language, Umlauts, fold
from escale.words.lexicon import file_of
from tools.lexicons.reading import Pos, Reading, key
from tools.lexicons.writer import lexicon

KINDS: tuple[Pos, ...] = ("noun", "verb", "adjective", "adverb", "other")
# Few letters, so that many words fold alike and many entries share their letters.
LETTERS: dict[Language, str] = {"fr": "aeéèêosœçt", "en": "aeiostéï", "de": "aäoöuüeßst"}
ENDINGS = ("", "e", "s", "es", "ent", "er", "ée", "ge")


class Vocabulary(NamedTuple):
    language: Language
    readings: list[Reading]
    zipf: dict[str, float]
    family: dict[str, int]


def random_vocabulary(language: Language, size: int, seed: int = 1) -> Vocabulary:
    rng = Random(seed)
    letters = LETTERS[language]
    readings: set[Reading] = set()
    while len(readings) < size:
        stem = "".join(rng.choices(letters, k=rng.randint(1, 6)))
        lemma = stem + rng.choice(ENDINGS) if rng.random() < 0.8 else stem + "x"
        if lemma[0] == "ß" or len(lemma) < 2:
            continue
        if language == "de" and rng.random() < 0.5:
            lemma = lemma[0].upper() + lemma[1:]
        # Now and then the entry itself is no word to play.
        if rng.random() < 0.9:
            readings.add(Reading(lemma, lemma, rng.choice(KINDS)))
        for ending in rng.sample(ENDINGS, 3):
            changed = stem.replace("a", "ä") if language == "de" and rng.random() < 0.3 else stem
            form = changed + ending
            if len(form) > 1 and form[0] != "ß":
                readings.add(Reading(form, lemma, rng.choice(KINDS)))
    told = sorted(readings)
    spellings = {text for one in told for text in (one.spelling, one.lemma)}
    zipf = {one: rng.choice([0.0, rng.randrange(256) / 32]) for one in sorted(spellings)}
    names = sorted({key(one.lemma) for one in told})
    return Vocabulary(language, told, zipf, {name: rng.randrange(len(names)) for name in names})


def write_lexicon(folder: Path, words: Vocabulary) -> Path:
    path = file_of(words.language, folder)
    data, _ = lexicon(f"test-{words.language}", *words)
    path.write_bytes(data)
    return path


class PlainDictionary:
    """The same questions, answered in the most obvious way."""

    def __init__(self, words: Vocabulary, umlauts: Umlauts) -> None:
        self.words = words
        self.umlauts = umlauts
        self.spelt: dict[str, set[str]] = defaultdict(set)
        self.entries: dict[str, set[Reading]] = defaultdict(set)
        lemmas = {one.lemma for one in words.readings}
        own = {one.lemma for one in words.readings if one.lemma == one.spelling}
        for one in words.readings:
            self.spelt[self.fold(one.spelling)].add(one.spelling)
            self.entries[one.spelling].add(one)
        for one in words.readings:
            # What others are forms of is an entry, if it is a word at all.
            if one.lemma in self.entries and one.lemma in lemmas - own:
                self.entries[one.lemma].add(Reading(one.lemma, one.lemma, one.pos))

    def fold(self, text: str) -> str:
        return fold(text, self.words.language, self.umlauts)

    def spellings(self, form: str) -> tuple[str, ...]:
        return tuple(sorted(self.spelt[form], key=lambda one: (-self.words.zipf[one], one)))

    def readings(self, form: str) -> set[Reading]:
        return set().union(*(self.entries[one] for one in self.spelt[form]))

    def lemmas(self, form: str) -> set[str]:
        return {self.fold(one.lemma) for one in self.readings(form)}

    def is_lemma(self, form: str) -> bool:
        return any(one.spelling == one.lemma for one in self.readings(form))

    def bases(self, form: str) -> set[int]:
        return {self.words.family[key(one.lemma)] for one in self.readings(form)}

    def bases_as_spelt(self, spelling: str) -> set[int]:
        alike = (one for one in self.readings(self.fold(spelling)))
        return {
            self.words.family[key(one.lemma)]
            for one in alike
            if one.spelling.lower() == spelling.lower()
        }

    def family(self, form: str) -> set[str]:
        bases = self.bases(form)
        return {
            spelling
            for spelling, found in self.entries.items()
            if any(one.spelling == one.lemma for one in found)
            and self.words.family[key(spelling)] in bases
        }

    def zipf(self, form: str) -> float:
        return max(self.words.zipf[one] for one in self.spelt[form])

    def all(self) -> list[str]:
        forms = [form for form in self.spelt if self.spelt[form]]
        return sorted(forms, key=lambda form: (-self.zipf(form), form))
