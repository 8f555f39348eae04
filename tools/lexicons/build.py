"""Builds one lexicon and its provenance file from the pinned sources."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from escale.words.family_links import links_of
from escale.words.folding import fold
from escale.words.lexicon import file_of
from escale.words.protocol import Language
from tools.lexicons.families import families
from tools.lexicons.family_links import Family, links_file
from tools.lexicons.frequency import PACKAGE as WORDFREQ
from tools.lexicons.frequency import Frequency
from tools.lexicons.hand_files import HAND, HandFamilies, read_families, refused_readings
from tools.lexicons.provenance import provenance
from tools.lexicons.reading import Reading, entries, key
from tools.lexicons.sources import Sources
from tools.lexicons.writer import lexicon

# Raised for a language whenever its lexicon changes: a match header names it.
VERSIONS: dict[Language, int] = {"fr": 2, "en": 2, "de": 2}
_MODULES: dict[Language, str] = {"fr": "french", "en": "english", "de": "german"}
# An entry that is so much rarer (Zipf) than one of its forms is not what people hear in that form:
# heute is hardly ever a form of heuen.
UNHEARD = 1.5
# One-letter words; the names of the letters themselves are not words.
_ONE_LETTER: dict[Language, frozenset[str]] = {
    "fr": frozenset({"a", "à", "y", "ô"}),
    "en": frozenset({"a", "I", "O"}),
    "de": frozenset(),
}


def build(
    language: Language, folder: Path, sources_folder: Path, log: Callable[[str], None] = print
) -> Path:
    """Write the lexicon of a language and its provenance file; return the lexicon's path."""
    hand = _hand_families(language)
    module: Any = import_module(f"tools.lexicons.{_MODULES[language]}")
    packages = (*module.PACKAGES, WORDFREQ)
    sources = Sources(sources_folder, packages, log)
    sources.fetch_all()
    log(f"reading the words ({language})")
    readings = sorted(set(playable(language, module.readings(sources))))
    frequency = Frequency(sources.path(WORDFREQ.name), language)
    zipf = {spelling: frequency[spelling] for spelling in _spellings(readings)}
    log(f"finding the families of {len({key(one.lemma) for one in readings}):,} entries")
    used: list[Family] = []
    by_name = {spelling.casefold(): value for spelling, value in zipf.items()}
    family = families(
        entries(readings, by_name),
        module.glosses(sources),
        module.relations(sources),
        module.AFFIXES,
        hand,
        _entries_of_forms(readings),
        used,
    )
    kept = without(refused_readings(language), readings)
    readings = sorted(heard(kept, by_name, family))
    log("writing")
    version = VERSIONS[language]
    id = f"escale-{language}-{version}"
    data, counts = lexicon(id, language, readings, zipf, family)
    folder.mkdir(parents=True, exist_ok=True)
    path = file_of(language, folder)
    path.write_bytes(data)
    explained = links_file(language, hashlib.sha256(data).hexdigest(), used)
    links_of(path).write_bytes(explained)
    account = provenance(id, version, data, counts, packages)
    path.with_suffix(".toml").write_text(account, encoding="utf-8", newline="\n")
    log(f"{path.name}: {counts.forms:,} forms, {len(data):,} bytes")
    return path


def playable(language: Language, readings: Iterable[Reading]) -> Iterator[Reading]:
    """Only words that the letters A-Z can spell; of one letter, only those listed above."""
    for reading in readings:
        if all(_is_word(language, text) for text in (reading.spelling, reading.lemma)):
            yield reading


def without(refused: Mapping[str, Sequence[str]], readings: Iterable[Reading]) -> list[Reading]:
    """All readings but those that the hand-checked file refuses (Rinde is no form of Rind)."""
    return [one for one in readings if one.lemma not in refused.get(one.spelling, ())]


def heard(
    readings: Iterable[Reading],
    zipf: Mapping[str, float],
    family: Mapping[str, int],
) -> Iterator[Reading]:
    """The readings without those that nobody hears, where they would make kin.

    Words of one spelling are compared. `zipf` goes by casefolded spelling: the frequencies do not
    tell Gast from (er) gast.
    """
    by_spelling: dict[str, list[Reading]] = {}
    for reading in readings:
        by_spelling.setdefault(reading.spelling.casefold(), []).append(reading)
    for spelling, several in by_spelling.items():
        own = zipf.get(spelling, 0.0)
        counts = [min(own, zipf.get(one.lemma.casefold(), 0.0)) for one in several]
        least = own - UNHEARD
        usual = [one for one, count in zip(several, counts, strict=True) if count >= least]
        homes = {family[key(one.lemma)] for one in usual or several}
        yield from (one for one in several if family[key(one.lemma)] in homes)


def _is_word(language: Language, text: str) -> bool:
    if len(text) < 2:
        return text in _ONE_LETTER[language]
    if not text[1:].islower():
        return False
    try:
        fold(text, language)
    except ValueError:
        return False
    return True


def _spellings(readings: Iterable[Reading]) -> set[str]:
    return {text for reading in readings for text in (reading.spelling, reading.lemma)}


def _entries_of_forms(readings: Iterable[Reading]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for reading in readings:
        lemmas = found.setdefault(key(reading.spelling), [])
        if key(reading.lemma) not in lemmas:
            lemmas.append(key(reading.lemma))
    return found


def _hand_families(language: Language) -> HandFamilies:
    path = HAND / f"families_{language}.txt"
    return read_families(path) if path.exists() else HandFamilies()
