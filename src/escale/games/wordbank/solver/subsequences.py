"""The subsequence trie: which letters, in which order, some word allows.

Only the first letter of a word and up to six further letters matter for a ring of seven cards. So
the table holds, once for a whole vocabulary, every *feasible sequence*: a first letter and any
subsequence of the rest. A node is a sequence and stores one 26-bit mask, the letters that may
follow. Nodes are numbered by length and then alphabetically, so the children of a node stand side
by side:

    child = base[node] + popcount(mask & (bit of the letter - 1))

Node 0 is the empty sequence. The longest sequences are bits in the masks of their parents, not
nodes. A question to the table does not depend on the number of words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from escale.games.wordbank.solver.kernel import EXISTS
from escale.games.wordbank.solver.tails import (
    Ints,
    Masks,
    Spelling,
    Tails,
    popcounts,
    without_shadowed,
)

#: The cards of a ring, and so the longest sequence the table answers for.
DEPTH: Final = 7
#: Pairs (sequence, tail) expanded at once: bounds the memory, and fits the cache of a processor.
_BLOCK: Final = 200_000


@dataclass(frozen=True)
class Table:
    """The trie of a vocabulary. `levels[k]` is the first node of length k."""

    masks: Masks
    base: Masks
    levels: tuple[int, ...]

    def __post_init__(self) -> None:
        # Shared between threads; and numba compiles once, for arrays that cannot be written to.
        for array in (self.masks, self.base):
            array.flags.writeable = False

    def __reduce__(self) -> tuple[object, ...]:
        return Table, (self.masks, self.base, self.levels)

    @cached_property
    def plain(self) -> tuple[memoryview, memoryview]:
        """`masks` and `base` for plain Python, which reads a memoryview faster than an array."""
        return self.masks.data, self.base.data

    def inner(self, limit: int) -> int:
        """Nodes below this number may still be extended when at most `limit` cards are used."""
        return self.levels[min(limit, DEPTH) - 1]

    @staticmethod
    def of(masks: Masks, levels: tuple[int, ...]) -> Table:
        """The table with these letters after each sequence. Keeps the array, and marks it."""
        counts = popcounts(masks[: levels[DEPTH - 1]])
        masks |= np.uint32(EXISTS)
        base = (np.cumsum(counts) - counts + 1).astype(np.uint32)
        return Table(masks, base, levels)


def build(words: Sequence[str]) -> Table:
    """The table of a vocabulary of A-Z words."""
    tails = Tails.of(without_shadowed(Spelling.of(words)))
    found: list[list[Masks]] = [[] for _ in range(DEPTH)]
    letters = tails.heads >> 32
    top = np.bitwise_or.reduce(np.uint32(1) << letters.astype(np.uint32), initial=0)
    found[0].append(np.array([top], np.uint32))
    if len(letters):
        groups = np.unique(letters, return_inverse=True)[1].reshape(-1)
        _grow(tails, 1, groups, tails.heads & 0xFFFFFFFF, found)
    sizes = [sum(map(len, level)) for level in found]
    masks = np.concatenate([part for level in found for part in level])
    return Table.of(masks, tuple(int(n) for n in np.cumsum([0, *sizes[:-1]])))


def _grow(tails: Tails, length: int, groups: Ints, ends: Ints, found: list[list[Masks]]) -> None:
    """Add the nodes of one length, and all below them.

    A node is a group: the tails that its sequence leaves in the words which contain it. Blocks are
    taken in order and each is followed to the bottom, so every length gets its nodes in
    alphabetical order.
    """
    if not len(ends):
        return
    begins = np.flatnonzero(np.diff(groups, prepend=-1))
    found[length].append(np.bitwise_or.reduceat(tails.masks[ends], begins))
    cuts = np.unique(begins[np.searchsorted(begins, np.arange(0, len(ends), _BLOCK), "right") - 1])
    for low, high in zip(cuts, [*cuts[1:], len(ends)], strict=True):
        block = slice(int(low), int(high))
        parents, letters, behind = _expand(tails, groups[block] - groups[low], ends[block])
        if length + 1 < DEPTH - 1:
            width = len(tails.masks).bit_length()
            key = _distinct((parents << 5 | letters) << width | behind)
            code, behind = key >> width, key & (1 << width) - 1
            groups_below = np.cumsum(np.diff(code, prepend=code[:1]) != 0)
            _grow(tails, length + 1, groups_below, behind, found)
        else:
            # The last nodes: only the letters of a tail count, so tails with the same ones merge.
            key = _distinct((parents << 5 | letters) << 26 | tails.masks[behind])
            begins_below = np.flatnonzero(np.diff(key >> 26, prepend=-1))
            last = (key & (1 << 26) - 1).astype(np.uint32)
            if len(last):
                found[length + 1].append(np.bitwise_or.reduceat(last, begins_below))


def _expand(tails: Tails, groups: Ints, ends: Ints) -> tuple[Ints, Ints, Ints]:
    """Every next letter of every tail: the group it comes from, the letter, the tail behind it."""
    first = tails.first[ends]
    counts = tails.first[ends + 1] - first
    stop = np.cumsum(counts)
    entry = np.arange(int(stop[-1])) + np.repeat(first - (stop - counts), counts)
    return np.repeat(groups, counts), tails.letters[entry], tails.after[entry].astype(np.int64)


def _distinct(key: Ints) -> Ints:
    key.sort()
    return key[np.flatnonzero(np.diff(key, prepend=-1))]
