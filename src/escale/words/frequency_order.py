"""The forms of a lexicon in order of frequency, in little memory."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from escale.words.forms import PLAYABLE, UMLAUT, Forms

_AT_ONCE = 1 << 14


class CompactWordList(Sequence[str]):
    """Words joined into one string: a tuple would take four times the memory."""

    def __init__(self, words: Sequence[str]) -> None:
        self._text = "\n".join(words)
        lengths = (len(word) + 1 for word in words)
        self._starts = array("I", accumulate(lengths, initial=0))

    def __repr__(self) -> str:
        return f"<{len(self)} words>"

    def __len__(self) -> int:
        return len(self._starts) - 1

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...
    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        if isinstance(place, slice):
            first, last, step = place.indices(len(self))
            if step == 1:
                return self._part(first, max(first, last))
            return [self[one] for one in range(first, last, step)]
        if place < 0:
            place += len(self)
        if not 0 <= place < len(self):
            raise IndexError("word index out of range")
        return self._text[self._starts[place] : self._starts[place + 1] - 1]

    def __iter__(self) -> Iterator[str]:
        for first in range(0, len(self), _AT_ONCE):
            yield from self._part(first, min(first + _AT_ONCE, len(self)))

    def _part(self, first: int, last: int) -> list[str]:
        if first == last:
            return []
        return self._text[self._starts[first] : self._starts[last] - 1].split("\n")


class Selection(NamedTuple):
    """A table of forms, and which of them are selected (by their numbers)."""

    forms: Forms
    which: NDArray[np.bool_]
    zipf: NDArray[np.uint8]


def select(forms: Forms, without_umlauts: bool = False) -> Selection:
    """The playable words, optionally without those that have an umlaut."""
    kinds = np.frombuffer(forms.kinds, np.uint8)[np.frombuffer(forms.shapes, np.uint16)]
    wanted = PLAYABLE | (UMLAUT if without_umlauts else 0)
    return Selection(forms, (kinds & wanted) == PLAYABLE, np.frombuffer(forms.zipf, np.uint8))


def by_frequency(tables: Sequence[Selection]) -> list[str]:
    """All words, most frequent first, ties in alphabetical order; later tables take precedence."""
    words, zipf = _in_order(tables[0])
    if len(tables) > 1:
        found = dict(zip(words, zipf.tolist(), strict=True))
        for table in tables[1:]:
            more, frequent = _in_order(table)
            found.update(zip(more, frequent.tolist(), strict=True))
        words = sorted(found)
        zipf = np.fromiter((found[word] for word in words), np.uint8, len(words))
    order = np.argsort(255 - zipf, kind="stable")
    in_order: list[str] = np.array(words, dtype=object)[order].tolist()
    return in_order


def most_frequent(tables: Iterable[Selection], rarest: int) -> list[str]:
    """The beginning of `by_frequency`, without sorting the rest."""
    found: dict[str, int] = {}
    for forms, which, zipf in tables:
        numbers = np.flatnonzero(which & (zipf >= rarest)).tolist()
        found.update((forms.form(number), forms.zipf[number]) for number in numbers)
    return sorted(sorted(found), key=found.__getitem__, reverse=True)


def entries_of(forms: Forms, families: frozenset[int]) -> list[int]:
    """The numbers of the forms with an entry in one of the families."""
    bits = np.frombuffer(forms.sections["entry"], np.uint8)
    numbers = np.flatnonzero(np.unpackbits(bits, bitorder="little"))
    high = np.frombuffer(forms.sections["high"], np.uint8).astype(np.uint32)
    stored = np.frombuffer(forms.sections["low"], np.uint16) | high << 16
    found: list[int] = numbers[np.isin(stored, list(forms.kept_as(families)))].tolist()
    return found


def _in_order(table: Selection) -> tuple[list[str], NDArray[np.uint8]]:
    """The words of a table in alphabetical order, as its trie yields them."""
    words: list[str] = []
    numbers = array("I")
    for word, number in table.forms.trie.iteritems():
        words.append(word)
        numbers.append(number)
    known = np.frombuffer(numbers, np.uint32) if words else np.empty(0, np.uint32)
    which = table.which[known]
    if not which.all():
        words = [word for word, one in zip(words, which.tolist(), strict=True) if one]
    return words, table.zipf[known[which]]
