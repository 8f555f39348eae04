"""Words kept in a plain table: what the small source and a house list have in common."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property

from escale.words import rows
from escale.words.folding import fold
from escale.words.protocol import Language, Reading, Umlauts


class WordTable:
    """Answers from the text of a table.

    A line stays text until somebody asks for it: reading all of them at the start would cost
    more time and memory than a whole game needs.
    """

    def __init__(
        self, text: str, *, language: Language, id: str, digest: str, umlauts: Umlauts
    ) -> None:
        self._lines = rows.by_form(text, language, umlauts)
        self.umlauts: Umlauts = umlauts
        self.language: Language = language
        self.id = id
        self.digest = digest

    def __repr__(self) -> str:
        return f"<words {self.id}: {len(self._lines)} forms>"

    def __contains__(self, word: str, /) -> bool:
        return word in self._lines

    def spellings(self, word: str) -> tuple[str, ...]:
        return tuple(row.spelling for row in self._read(word))

    def lemmas(self, word: str) -> tuple[str, ...]:
        proper = (lemma for row in self._read(word) for lemma in row.lemmas)
        folded = (fold(lemma, self.language, self.umlauts) for lemma in proper)
        return tuple(dict.fromkeys(folded))

    def readings(self, word: str) -> tuple[Reading, ...]:
        found = (
            Reading(row.spelling, lemma, "other")
            for row in self._read(word)
            for lemma in row.lemmas
        )
        return tuple(dict.fromkeys(found))

    def is_lemma(self, word: str) -> bool:
        return any(row.spelling in row.lemmas for row in self._read(word))

    def bases(self, word: str) -> frozenset[int]:
        lines = self._lines.get(word)
        if lines is None:
            # No lemma begins with a space: what is no word is related to itself only.
            return frozenset({rows.own_base(f" {word}")})
        return rows.bases(lines)

    def bases_as_spelt(self, spelling: str) -> frozenset[int]:
        form = fold(spelling, self.language, self.umlauts)
        found = [
            rows.bases(rows.write_row(row))
            for row in self._read(form)
            if row.spelling.lower() == spelling.lower() and spelling != form
        ]
        return frozenset[int]().union(*found) if found else self.bases(form)

    def related(self, one: str, other: str) -> bool:
        return not self.bases(one).isdisjoint(self.bases(other))

    def family(self, word: str) -> tuple[str, ...]:
        bases = self.bases(word)
        found = (
            row.spelling
            for form in self._by_frequency
            if word in self._lines and not bases.isdisjoint(self.bases(form))
            for row in self._read(form)
            if row.spelling in row.lemmas and not bases.isdisjoint(rows.bases(rows.write_row(row)))
        )
        return tuple(found)

    def zipf(self, word: str) -> float:
        lines = self._lines.get(word)
        return 0.0 if lines is None else rows.highest_zipf(lines) / 100

    def all(self) -> Sequence[str]:
        return self._by_frequency

    def common(self, zipf: float) -> Sequence[str]:
        forms = self._by_frequency
        return forms[: bisect_right(forms, -zipf, key=lambda form: -self.zipf(form))]

    @cached_property
    def _by_frequency(self) -> tuple[str, ...]:
        # Sorted twice, since Python keeps the order of equals: first by letter, then by zipf.
        zipf = {form: rows.highest_zipf(lines) for form, lines in sorted(self._lines.items())}
        return tuple(sorted(zipf, key=zipf.__getitem__, reverse=True))

    def _read(self, word: str) -> list[rows.Row]:
        lines = self._lines.get(word)
        return [] if lines is None else rows.read(lines)
