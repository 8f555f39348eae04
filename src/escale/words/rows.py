"""The text of a word table: one line a spelling, `spelling, lemmas, zipf, families`, with tabs.

Empty lemmas mean the spelling itself. A lemma is written as what to do to the spelling: `3er`
takes off three letters and adds "er" (protégeait, protéger), which compresses far better than
the lemma. Zipf is in hundredths. Families are numbers, one for each lemma, empty for a lemma that
has no relatives. Several lemmas and their families are separated by commas.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import NamedTuple

from escale.words.folding import fold_all
from escale.words.protocol import Language, Umlauts


class Row(NamedTuple):
    spelling: str
    lemmas: tuple[str, ...]
    zipf: int
    families: tuple[int | None, ...]


def write(rows: Iterable[Row]) -> str:
    return "".join(f"{write_row(row)}\n" for row in sorted(rows, key=lambda row: row.spelling))


def by_form(text: str, language: Language, umlauts: Umlauts) -> dict[str, str]:
    """Folded form -> its lines, unread: several if it can be spelt in several ways."""
    lines = text.splitlines()
    spellings = "\n".join([line.partition("\t")[0] for line in lines])
    forms = fold_all(spellings, language, umlauts).splitlines()
    found: dict[str, str] = {}
    for form, line in zip(forms, lines, strict=True):
        found[form] = f"{found[form]}\n{line}" if form in found else line
    return found


def read(lines: str) -> list[Row]:
    """The rows of one form, the most frequent first."""
    return sorted(map(_read_row, lines.split("\n")), key=lambda row: (-row.zipf, row.spelling))


def bases(lines: str) -> frozenset[int]:
    """The families of one form; a lemma without relatives is a family of its own."""
    # Bots ask this of thousands of words, and most have one reading: no full reading for these.
    if "," not in lines and "\n" not in lines:
        spelling, lemma, _, family = lines.split("\t")
        return frozenset((int(family) if family else own_base(_read_lemma(spelling, lemma)),))
    return frozenset(
        own_base(lemma) if family is None else family
        for row in map(_read_row, lines.split("\n"))
        for lemma, family in zip(row.lemmas, row.families, strict=True)
    )


def own_base(lemma: str) -> int:
    """A number below zero, where no family is, and different for every lemma.

    Whatever its capital: das Lachen and lachen are one word.
    """
    return -1 - int.from_bytes(lemma.lower().encode(), "big")


def highest_zipf(lines: str) -> int:
    return max(int(line.split("\t", 3)[2]) for line in lines.split("\n"))


def _read_row(line: str) -> Row:
    spelling, lemmas, zipf, families = line.split("\t")
    return Row(
        spelling=spelling,
        lemmas=tuple(_read_lemma(spelling, lemma) for lemma in lemmas.split(",")),
        zipf=int(zipf),
        families=tuple(int(one) if one else None for one in families.split(",")),
    )


def write_row(row: Row) -> str:
    lemmas = ",".join(_write_lemma(row.spelling, lemma) for lemma in row.lemmas)
    families = ",".join("" if one is None else str(one) for one in row.families)
    return f"{row.spelling}\t{lemmas}\t{row.zipf}\t{families}"


def _write_lemma(spelling: str, lemma: str) -> str:
    if spelling == lemma:
        return ""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(spelling, lemma, strict=False))
    common = sum(1 for _ in same)
    return f"{len(spelling) - common}{lemma[common:]}"


def _read_lemma(spelling: str, change: str) -> str:
    if not change:
        return spelling
    ending = change.lstrip("0123456789")
    cut = int(change.removesuffix(ending) or 0)
    return spelling[: len(spelling) - cut] + ending
