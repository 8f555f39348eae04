"""Words in the order in which a search looks at them: those that could be worth most come first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

PART = 100_000  # words that are counted at a time: their table of letters takes 20 MB
DEPTH = 3  # how many copies of a letter the masks tell of


class Vocabulary:
    """A-Z words, sorted by the most that their letters can be worth.

    `values` has the points of each letter in the edition. A position in which some letter is worth
    more needs an order of its own: `sorted_by`.
    """

    def __init__(self, words: Sequence[str], values: Mapping[str, int]) -> None:
        self.values = dict(values)
        worth = np.zeros(26, dtype=np.int32)
        for letter, value in values.items():
            worth[ord(letter) - 65] = value
        most = np.empty(len(words), dtype=np.int32)
        needs = np.empty((DEPTH, len(words)), dtype=np.uint32)
        bits = np.uint32(1) << np.arange(26, dtype=np.uint32)
        for start in range(0, len(words), PART):
            part = slice(start, start + PART)
            counts = _counts(words[part])
            most[part] = counts @ worth
            for copies in range(DEPTH):
                needs[copies, part] = (counts > copies).astype(np.uint32) @ bits
        order: NDArray[Any] = np.argsort(-most, kind="stable")
        self.words = [words[place] for place in order]
        self.most: NDArray[Any] = most[order]
        self._needs = needs[:, order]

    @cached_property
    def _bounds(self) -> list[int]:
        bounds: list[int] = self.most.tolist()
        return bounds

    def most_at(self, place: int) -> int:
        """The most that the word at this place can be worth; no word after it is worth more."""
        return self._bounds[place]

    def possible(self, start: int, end: int, have: Sequence[int]) -> list[int]:
        """The places of words whose letters are there in sufficient number; `have`: letters by bit,
        of which there is at least one, at least two, and at least three."""
        fine = np.ones(min(end, len(self.words)) - start, dtype=bool)
        for copies, letters in enumerate(have):
            missing = np.uint32(~letters & (1 << 26) - 1)
            fine &= (self._needs[copies, start:end] & missing) == 0
        places: list[int] = (np.flatnonzero(fine) + start).tolist()
        return places

    def sorted_by(self, values: Mapping[str, int]) -> Vocabulary:
        """The same words in the order for other points."""
        return Vocabulary(self.words, values)


def _counts(words: Sequence[str]) -> NDArray[Any]:
    """How often each word has each letter."""
    letters = np.frombuffer("".join(words).encode("ascii"), dtype=np.uint8).astype(np.int64) - 65
    lengths = np.fromiter(map(len, words), dtype=np.int64, count=len(words))
    word = np.repeat(np.arange(len(words), dtype=np.int64), lengths)
    table = np.bincount(word * 26 + letters, minlength=26 * len(words))
    return table.reshape(-1, 26).astype(np.int32)
