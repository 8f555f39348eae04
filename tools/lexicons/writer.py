"""Writes the file of a lexicon. The same words give the same bytes."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import marisa_trie

from escale.words.entries import write_change, write_line, write_marks
from escale.words.folding import fold_all
from escale.words.forms import BLOCK, PLAYABLE, SECTIONS, UMLAUT, ZIPF_STEPS
from escale.words.lexicon_file import pack
from escale.words.protocol import Language, Umlauts
from tools.lexicons.reading import Pos, Reading, key

_MOST_SHAPES = 1 << 16
_MOST_FAMILIES = 1 << 24
_UMLAUTS = frozenset("äöüÄÖÜ")


class Counts(NamedTuple):
    """What is in a lexicon."""

    forms: int
    spellings: int
    lemmas: int
    families: int


class Word(NamedTuple):
    """A form in a table: the text of its shape, and what goes with it."""

    shape: str
    kind: int
    zipf: int
    families: tuple[int, ...]


class Folded(NamedTuple):
    """Spellings by their forms, and the places of entries among those of their form."""

    umlauts: Umlauts
    form_of: Mapping[str, str]
    spelt: Mapping[str, list[str]]
    places: Mapping[str, int]


class Stock:
    """All spellings of a language with their entries, before any folding."""

    def __init__(
        self,
        language: Language,
        readings: Iterable[Reading],
        zipf: Mapping[str, float],
        family: Mapping[str, int],
    ) -> None:
        self.language = language
        self.family = family
        self.readings: dict[str, set[tuple[str, Pos]]] = defaultdict(set)
        for spelling, lemma, pos in readings:
            self.readings[spelling].add((lemma, pos))
        self.playable = frozenset(self.readings)
        # Every entry is found under its own spelling, even if that is no word to play.
        told = {(lemma, pos) for readings in self.readings.values() for lemma, pos in readings}
        self.entries = frozenset(lemma for lemma, _ in told)
        own = {
            one
            for one, readings in self.readings.items()
            if any(one == lemma for lemma, _ in readings)
        }
        for lemma, pos in told:
            if lemma not in own:
                self.readings[lemma].add((lemma, pos))
        steps = {one: round(zipf.get(one, 0.0) * ZIPF_STEPS) for one in self.playable}
        self.zipf = {one: min(255, max(0, number)) for one, number in steps.items()}

    def folded(self, umlauts: Umlauts) -> Folded:
        known = sorted(self.readings)
        lines = "".join(f"{spelling}\n" for spelling in known)
        forms = fold_all(lines, self.language, umlauts).splitlines()
        form_of = dict(zip(known, forms, strict=True))
        spelt: dict[str, list[str]] = defaultdict(list)
        for spelling, form in form_of.items():
            spelt[form].append(spelling)
        for spellings in spelt.values():
            spellings.sort(key=lambda one: (one not in self.playable, -self.zipf.get(one, 0), one))
        places = {
            entry: place
            for spellings in spelt.values()
            for place, entry in enumerate(one for one in spellings if one in self.entries)
        }
        return Folded(umlauts, form_of, dict(spelt), places)

    def table(self, folded: Folded) -> dict[str, Word]:
        """Every form with its shape."""
        return {form: self._word(form, spelt, folded) for form, spelt in folded.spelt.items()}

    def other(self, folded: Folded, first: Folded) -> dict[str, Word]:
        """Only the forms that this folding makes different."""
        moved = {
            entry
            for entry, place in folded.places.items()
            if place != first.places[entry] or folded.form_of[entry] != first.form_of[entry]
        }
        return {
            form: self._word(form, spelt, folded)
            for form, spelt in folded.spelt.items()
            if first.spelt.get(form) != spelt
            or any(lemma in moved for one in spelt for lemma, _ in self.readings[one])
        }

    def counts(self, forms: int) -> Counts:
        entries = {key(one) for one in self.playable if one in self.entries}
        families = {self.family[entry] for entry in entries}
        return Counts(forms, len(self.playable), len(entries), len(families))

    def _word(self, form: str, spellings: list[str], folded: Folded) -> Word:
        lines = [self._line(form, spelling, folded) for spelling in spellings]
        playable = [one for one in spellings if one in self.playable]
        kind = PLAYABLE if playable else 0
        if self.language == "de" and not _UMLAUTS.isdisjoint("".join(spellings)):
            kind |= UMLAUT
        return Word(
            shape="\n".join(lines),
            kind=kind,
            zipf=max((self.zipf[one] for one in playable), default=0),
            families=tuple(self.family[key(one)] for one in spellings if one in self.entries),
        )

    def _line(self, form: str, spelling: str, folded: Folded) -> str:
        def change(lemma: str) -> str:
            if lemma == spelling:
                return "="
            return write_change(form, folded.form_of[lemma], folded.places[lemma])

        # Itself first, then the commonest entry: SUIS is être before it is suivre.
        readings = sorted(
            self.readings[spelling],
            key=lambda one: (one[0] != spelling, -self.zipf.get(one[0], 0), one),
        )
        marks = write_marks(form, spelling, self.language, folded.umlauts)
        told = [(pos, change(lemma)) for lemma, pos in readings]
        return write_line(marks, spelling in self.playable, told)


def lexicon(
    id: str,
    language: Language,
    readings: Iterable[Reading],
    zipf: Mapping[str, float],
    family: Mapping[str, int],
) -> tuple[bytes, Counts]:
    """The bytes of a lexicon.

    `zipf` goes by spelling; `family` by entry (in small letters, see `key`), with numbers from 0.
    """
    stock = Stock(language, readings, zipf, family)
    families = max(family.values(), default=-1) + 1
    folded = stock.folded("AE")
    table = stock.table(folded)
    sections = _sections(table, families)
    if language == "de":
        other = _sections(stock.other(stock.folded("A"), folded), families)
        sections |= {f"a.{name}": data for name, data in other.items()}
    counts = stock.counts(sum(1 for word in table.values() if word.kind & PLAYABLE))
    about = {"id": id, "language": language, "families": families, "counts": counts._asdict()}
    return pack(about, sections), counts


def _sections(table: Mapping[str, Word], families: int) -> dict[str, bytes]:
    trie = marisa_trie.Trie(sorted(table), order=marisa_trie.LABEL_ORDER)
    words = [table[trie.restore_key(number)] for number in range(len(table))]
    kinds = {word.shape: word.kind for word in words}
    shapes = {shape: number for number, shape in enumerate(sorted(kinds))}
    if len(shapes) > _MOST_SHAPES:
        raise ValueError(f"{len(shapes)} shapes of words are too many for the file")
    texts = [shape.encode() for shape in shapes]
    starts = array("I", [0])
    for text in texts:
        starts.append(starts[-1] + len(text))
    numbers, mixed = _families([word.families for word in words if word.families], families)
    entry, ranks = _ranked([bool(word.families) for word in words])
    made = {
        "trie": trie.tobytes(),
        "shapes": array("H", (shapes[word.shape] for word in words)).tobytes(),
        "zipf": bytes(word.zipf for word in words),
        "entry": entry,
        "ranks": ranks,
        "low": array("H", (number & 0xFFFF for number in numbers)).tobytes(),
        "high": bytes(number >> 16 for number in numbers),
        "mixed": mixed,
        "kinds": bytes(kinds[shape] for shape in shapes),
        "starts": starts.tobytes(),
        "texts": b"".join(texts),
    }
    return {name: made[name] for name in SECTIONS}


def _families(entries: list[tuple[int, ...]], families: int) -> tuple[list[int], bytes]:
    """The number kept for each form with entries, and the lines of those in several families."""
    several = sorted({one for one in entries if len(set(one)) > 1})
    places = {one: families + place for place, one in enumerate(several)}
    if families + len(several) > _MOST_FAMILIES:
        raise ValueError(f"{families} families are too many for the file")
    lines = "".join(" ".join(map(str, one)) + "\n" for one in several)
    return [places.get(one, one[0]) for one in entries], lines.encode()


def _ranked(entry: list[bool]) -> tuple[bytes, bytes]:
    """Bits, and how many are set before each block of them."""
    bits, ranks, before = array("Q"), array("I"), 0
    for start in range(0, len(entry), BLOCK):
        block = sum(1 << place for place, one in enumerate(entry[start : start + BLOCK]) if one)
        bits.append(block)
        ranks.append(before)
        before += block.bit_count()
    return bits.tobytes(), ranks.tobytes()
