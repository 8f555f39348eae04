"""A full lexicon: a file mapped into memory, which answers without being read.

Opening costs a look at the file's sum; a look-up costs a few microseconds; all processes of a
machine share the one copy in its memory.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from escale.words import rows
from escale.words.bound import BadLexicon, open_bound
from escale.words.entries import Entry, read_marks
from escale.words.folding import fold
from escale.words.forms import PLAYABLE, SECTIONS, UMLAUT, ZIPF_STEPS, Forms
from escale.words.listed import (
    Chosen,
    Listed,
    by_frequency,
    chosen,
    entries_of,
    most_frequent,
)
from escale.words.protocol import Language, Reading, Umlauts

DATA = Path(__file__).parent / "data"


def file_of(language: Language, folder: Path = DATA) -> Path:
    return folder / f"{language}.lexicon"


class Lexicon:
    """Words behind the protocol. May be shared by threads; a copy in another process opens anew."""

    def __init__(self, path: Path, umlauts: Umlauts = "AE") -> None:
        bound = open_bound(path)
        self._path = path
        self.digest = bound.digest
        try:
            self.language: Language = bound.about["language"]
            # Only German has a second table, of the forms that Ä as A makes different.
            single = umlauts == "A" and self.language == "de"
            self.umlauts: Umlauts = "A" if single else "AE"
            self.id: str = bound.about["id"] + ("-umlaut-a" if single else "")
            families: int = bound.about["families"]
            self._forms = Forms(bound.sections, families)
            self._over = Forms(_second(bound.sections), families) if single else None
        except (KeyError, TypeError, ValueError, RuntimeError):
            raise BadLexicon(f"{path}: this lexicon is of another version of Escale") from None

    def __reduce__(self) -> tuple[Callable[..., Lexicon], tuple[object, ...]]:
        # By language, if it is ours: another process may have Escale in another folder.
        shipped = self._path == file_of(self.language)
        return _open, (self.language if shipped else self._path, self.umlauts)

    def __repr__(self) -> str:
        return f"<words {self.id}: {len(self._forms)} forms>"

    def __contains__(self, word: str, /) -> bool:
        forms = self._forms
        if self._over is not None:
            return self._find(word) is not None
        # The commonest question, so without a detour.
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
            # No lemma begins with a space: what is no word is related to itself only.
            return frozenset({rows.own_base(f" {word}")})
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
        return not self.bases(one).isdisjoint(self.bases(other))

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
    def _by_frequency(self) -> Listed:
        return Listed(by_frequency(self._tables()))

    def _tables(self) -> list[Chosen]:
        if self._over is None:
            return [chosen(self._forms)]
        return [chosen(self._forms, without_umlauts=True), chosen(self._over)]

    def _find(self, word: str) -> tuple[Forms, int] | None:
        """A word to play: its table and its number there."""
        found = self._find_entry(word)
        if found is None:
            return None
        forms, number = found
        return found if forms.kinds[forms.shapes[number]] & PLAYABLE else None

    def _find_entry(self, word: str) -> tuple[Forms, int] | None:
        """The same, or a form that is only the entry of others."""
        if not word.isascii():
            return None
        forms, over = self._forms, self._over
        if over is not None and (number := over.number(word)) is not None:
            return over, number
        number = forms.number(word)
        # HAEUSER is HAUSER if Ä is A, and HAUSER is in the second table.
        if number is None or (over is not None and forms.kinds[forms.shapes[number]] & UMLAUT):
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


def _second(sections: Mapping[str, memoryview]) -> dict[str, memoryview]:
    return {name: sections[f"a.{name}"] for name in SECTIONS}


def _open(source: Language | Path, umlauts: Umlauts) -> Lexicon:
    path = source if isinstance(source, Path) else file_of(source)
    return Lexicon(path, umlauts)
