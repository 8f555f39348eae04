"""The folded forms of a lexicon, each with a shape, a frequency and, if an entry, its families.

Sections of the file; unless stated otherwise they have one number per form:

    trie       form -> its number (marisa-trie, in alphabetical order)
    shapes     which shape it has
    zipf       how common it is
    entry      bits: is it a dictionary entry?
    ranks      how many entries come before each 64 forms
    low, high  the family of each entry; from `families` on, a line number of `mixed`
    mixed      families of entries that fold to the same form, one line per form
    kinds      flags of each shape, available without decoding it
    starts     offsets of the texts of the shapes, and the end of the last one
    texts      the texts of the shapes, see entries.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import marisa_trie

from escale.words.entries import Shape

# Resolution of Zipf values: fine enough for any band, and a value of 8 fits a byte.
ZIPF_STEPS = 32
PLAYABLE = 1  # kinds: some spelling is playable
UMLAUT = 2  # kinds: some spelling has an umlaut
BLOCK = 64
_BELOW = tuple((1 << bit) - 1 for bit in range(BLOCK))
SECTIONS = "trie shapes zipf entry ranks low high mixed kinds starts texts".split()


class Forms:
    """A table of forms on top of the mapped sections. Immutable."""

    def __init__(self, sections: Mapping[str, memoryview], families: int) -> None:
        self.trie: Any = marisa_trie.Trie()
        self.trie.map(sections["trie"])
        self.number: Callable[[str], int | None] = self.trie.get
        self.form: Callable[[int], str] = self.trie.restore_key
        self.shapes = sections["shapes"].cast("H")
        self.zipf = sections["zipf"]
        self.kinds = sections["kinds"]
        self.sections = sections
        self._entry = sections["entry"].cast("Q")
        self._ranks = sections["ranks"].cast("I")
        self._low = sections["low"].cast("H")
        self._high = sections["high"]
        self._families = families
        self._starts = sections["starts"].cast("I")
        self._texts = sections["texts"]
        # A benign race: two threads may decode a shape, with equal results.
        self._read: list[Shape | None] = [None] * len(self.kinds)

    def __len__(self) -> int:
        return len(self.shapes)

    def shape(self, number: int) -> Shape:
        which = self.shapes[number]
        return self._read[which] or self._read_shape(which)

    def family(self, number: int, skip: int) -> int:
        """The family of an entry; `skip` counts those before it that fold to the same form."""
        block = number // BLOCK
        before = self._entry[block] & _BELOW[number % BLOCK]
        rank = self._ranks[block] + before.bit_count()
        family = self._low[rank] | self._high[rank] << 16
        if family < self._families:
            return family
        return self._mixed[family - self._families][skip]

    def kept_as(self, families: frozenset[int]) -> set[int]:
        """The families, and the numbers of the lines of `mixed` that contain one of them."""
        lines = enumerate(self._mixed, start=self._families)
        return {*families, *(place for place, line in lines if not families.isdisjoint(line))}

    def _read_shape(self, which: int) -> Shape:
        text = self._texts[self._starts[which] : self._starts[which + 1]]
        shape = self._read[which] = Shape(str(text, "utf-8"))
        return shape

    @cached_property
    def _mixed(self) -> list[tuple[int, ...]]:
        lines = str(self.sections["mixed"], "utf-8").splitlines()
        return [tuple(map(int, line.split())) for line in lines]
