"""A full lexicon, memory-mapped from its file.

Opening costs a checksum of the file, a look-up a few microseconds; all processes of a machine share
one copy in memory.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from escale.words.entries import Entry, read_marks
from escale.words.folding import fold
from escale.words.forms import PLAYABLE, SECTIONS, UMLAUT, ZIPF_STEPS, Forms
from escale.words.frequency_order import (
    CompactWordList,
    Selection,
    by_frequency,
    entries_of,
    most_frequent,
    select,
)
from escale.words.lexicon_file import BadLexicon, open_file
from escale.words.protocol import Language, Reading, Umlauts, own_base

DATA = Path(__file__).parent / "data"


def file_of(language: Language, folder: Path = DATA, version: int | None = None) -> Path:
    """The lexicon that ships, or an earlier version of it."""
    return folder / (f"{language}-{version}.lexicon" if version else f"{language}.lexicon")


class Lexicon:
    """Implements `Words`. Thread-safe; an unpickled copy opens the file again."""

    def __init__(self, path: Path, umlauts: Umlauts = "AE") -> None:
        file = open_file(path)
        self.path = path
        self.digest = file.digest
        try:
            self.language: Language = file.about["language"]
            # Only German has a second table, of the forms that Ä as A makes different.
            single = umlauts == "A" and self.language == "de"
            self.umlauts: Umlauts = "A" if single else "AE"
            self.id: str = file.about["id"] + ("-umlaut-a" if single else "")
            families: int = file.about["families"]
            self._forms = Forms(file.sections, families)
            overlay = _overlay_sections(file.sections) if single else None
            self._overlay = Forms(overlay, families) if overlay else None
        except (KeyError, TypeError, ValueError, RuntimeError):
            raise BadLexicon(f"{path}: the lexicon belongs to another version of Escale") from None

    def __reduce__(self) -> tuple[Callable[..., Lexicon], tuple[object, ...]]:
        # A shipped lexicon by name: the other process may have Escale in another folder.
        shipped = self.path.parent == DATA
        return _open, (self.path.name if shipped else self.path, self.umlauts)

    def __repr__(self) -> str:
        return f"<words {self.id}: {len(self._forms)} forms>"

    def __contains__(self, word: str, /) -> bool:
        forms = self._forms
        if self._overlay is not None:
            return self._find(word) is not None
        # Inlined: this is the most frequent call.
        number = forms.number(word) if word.isascii() else None
        return number is not None and bool(forms.kinds[forms.shapes[number]] & PLAYABLE)

    def spellings(self, word: str) -> tuple[str, ...]:
        found = self._find(word)
        if found is None:
            return ()
        forms, number = found
        lines = forms.shape(number).lines
        return tuple(self._spelt(word, line.marks) for line in lines if line.playable)

    def lemmas(self, word: str) -> tuple[str, ...]:
        found = self._find(word)
        if found is None:
            return ()
        forms, number = found
        return tuple(dict.fromkeys(entry.form(word) for entry in forms.shape(number).entries))

    def readings(self, word: str) -> tuple[Reading, ...]:
        found = self._find(word)
        return () if found is None else tuple(self._readings(word, *found))

    def is_lemma(self, word: str) -> bool:
        found = self._find(word)
        return found is not None and found[0].shape(found[1]).is_entry

    def bases(self, word: str) -> frozenset[int]:
        found = self._find(word)
        if found is None:
            return frozenset({own_base(word)})
        forms, number = found
        bases = []
        for entry in forms.shape(number).entries:
            cut, add, skip = entry
            if cut or add:
                bases.append(self._family(word, entry))
            else:
                bases.append(forms.family(number, skip))
        return frozenset(bases)

    def bases_as_spelt(self, spelling: str) -> frozenset[int]:
        word = fold(spelling, self.language, self.umlauts)
        found = self._find(word) if spelling != word else None
        if found is None:
            return self.bases(word)
        forms, number = found
        shape = forms.shape(number)
        entries = {
            entry
            for line in shape.lines
            if line.playable and self._spelt(word, line.marks).lower() == spelling.lower()
            for entry in shape.entries_of(line)
        }
        return frozenset(self._family(word, entry) for entry in entries) or self.bases(word)

    def related(self, one: str, other: str) -> bool:
        return not self.bases_as_spelt(one).isdisjoint(self.bases_as_spelt(other))

    def family(self, word: str) -> tuple[str, ...]:
        if self._find(word) is None:
            return ()
        return tuple(self._members(self.bases(word)))

    def zipf(self, word: str) -> float:
        found = self._find(word)
        return 0.0 if found is None else found[0].zipf[found[1]] / ZIPF_STEPS

    def all(self) -> Sequence[str]:
        return self._by_frequency

    def common(self, zipf: float) -> Sequence[str]:
        rarest = math.ceil(zipf * ZIPF_STEPS)
        return self.all() if rarest <= 0 else most_frequent(self._tables(), rarest)

    @cached_property
    def _by_frequency(self) -> CompactWordList:
        return CompactWordList(by_frequency(self._tables()))

    def _tables(self) -> list[Selection]:
        if self._overlay is None:
            return [select(self._forms)]
        return [select(self._forms, without_umlauts=True), select(self._overlay)]

    def _find(self, word: str) -> tuple[Forms, int] | None:
        """A playable word: its table and its number there."""
        found = self._find_entry(word)
        if found is None:
            return None
        forms, number = found
        return found if forms.kinds[forms.shapes[number]] & PLAYABLE else None

    def _find_entry(self, word: str) -> tuple[Forms, int] | None:
        """The same, or a form that is only the entry of others."""
        if not word.isascii():
            return None
        forms, overlay = self._forms, self._overlay
        if overlay is not None and (number := overlay.number(word)) is not None:
            return overlay, number
        number = forms.number(word)
        # HAEUSER is HAUSER if Ä is A, and HAUSER is in the second table.
        if number is None or (overlay is not None and forms.kinds[forms.shapes[number]] & UMLAUT):
            return None
        return forms, number

    def _entry(self, word: str, entry: Entry) -> tuple[Forms, int]:
        found = self._find_entry(entry.form(word))
        assert found is not None, f"{word} has no entry"
        return found

    def _family(self, word: str, entry: Entry) -> int:
        forms, number = self._entry(word, entry)
        return forms.family(number, entry.skip)

    def _members(self, bases: frozenset[int]) -> list[str]:
        # The first table has the entries of both, folded its own way.
        forms, found = self._forms, dict[str, int]()
        for number in entries_of(forms, bases):
            own = (line for line in forms.shape(number).lines if line.is_entry)
            for skip, line in enumerate(own):
                if line.playable and forms.family(number, skip) in bases:
                    spelling = read_marks(forms.form(number), line.marks, self.language, "AE")
                    found[spelling] = forms.zipf[number]
        return sorted(found, key=lambda spelling: (-found[spelling], spelling))

    def _readings(self, word: str, forms: Forms, number: int) -> Iterator[Reading]:
        for line in forms.shape(number).lines:
            if not line.playable:
                continue
            spelling = self._spelt(word, line.marks)
            for pos, entry in line.readings:
                yield Reading(spelling, self._lemma(word, entry) if entry else spelling, pos)

    def _lemma(self, word: str, entry: Entry) -> str:
        forms, number = self._entry(word, entry)
        marks = forms.shape(number).entry_line(entry.skip).marks
        return self._spelt(entry.form(word), marks)

    def _spelt(self, word: str, marks: str) -> str:
        return read_marks(word, marks, self.language, self.umlauts)


def _overlay_sections(sections: Mapping[str, memoryview]) -> dict[str, memoryview]:
    return {name: sections[f"a.{name}"] for name in SECTIONS}


def _open(source: str | Path, umlauts: Umlauts) -> Lexicon:
    path = source if isinstance(source, Path) else DATA / source
    return Lexicon(path, umlauts)
