"""Words in the order in which a search looks at them: those that could be worth most come first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from escale.games.kreuzwort.rules.pieces import LONGEST_WORD

DEPTH: Final = 4  # how many copies of a letter the masks tell of
HALF: Final = 13  # letters from A to M
Array: TypeAlias = NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """A-Z words, sorted by the most that their letters can be worth; as arrays, not as text.

    `worth` has the points of each letter in the edition, which gave the order.
    """

    worth: Array  # of A to Z
    most: Array  # the points of all letters of each word: never rises
    needs: Array  # for 1 to DEPTH copies, A-M and N-Z: letters, by bit, that words have so often
    starts: Array  # where the letters of each word begin, and where those of the last one end
    ranks: Array  # the place of each word in the list that was given
    beyond: Array  # how many letters of each word are copies beyond DEPTH
    letters: Array  # 0 to 25, of all words

    def __len__(self) -> int:
        return len(self.most)

    @property
    def arrays(self) -> tuple[Array, ...]:
        return (
            self.worth,
            self.most,
            self.needs,
            self.starts,
            self.ranks,
            self.beyond,
            self.letters,
        )

    def word(self, place: int) -> str:
        start, end = int(self.starts[place]), int(self.starts[place + 1])
        return bytes(self.letters[start:end] + np.uint8(65)).decode("ascii")

    @classmethod
    def of(cls, words: Iterable[str], values: Mapping[str, int]) -> Vocabulary:
        """Words that are too short or too long for the board are left out."""
        text = np.frombuffer("\n".join((*words, "")).encode("ascii"), np.uint8)
        ends = np.flatnonzero(text == 10)
        lengths = np.diff(ends, prepend=-1) - 1
        ranks = np.flatnonzero((lengths >= 2) & (lengths <= LONGEST_WORD))
        lengths = lengths[ranks]
        starts = ends[ranks] - lengths
        worth = np.zeros(26, np.int32)
        for letter, value in values.items():
            worth[ord(letter) - 65] = value
        most, needs, beyond = _counted(text - np.uint8(65), starts, starts + lengths, worth)
        order = np.argsort(-most, kind="stable")
        bounds = np.concatenate(([0], np.cumsum(lengths[order]))).astype(np.int32)
        shift = (starts[order] - bounds[:-1]).astype(np.int32)
        where = np.repeat(shift, lengths[order]) + np.arange(bounds[-1], dtype=np.int32)
        return cls(
            worth=worth,
            most=most[order],
            needs=np.ascontiguousarray(needs[:, :, order]),
            starts=bounds,
            ranks=ranks[order].astype(np.uint32),
            beyond=beyond[order],
            letters=text[where] - np.uint8(65),
        )


def _counted(text: Array, starts: Array, ends: Array, worth: Array) -> tuple[Array, Array, Array]:
    """What the words from `starts` to `ends` are worth at most, and which letters they need."""
    most = np.zeros(len(starts), np.int32)
    needs = np.zeros((DEPTH, 2, len(starts)), np.uint16)
    beyond = np.zeros(len(starts), np.uint8)
    if not len(starts):
        return most, needs, beyond
    edges = np.stack((starts, ends), axis=1).ravel()
    for letter in range(26):
        # Every second sum is of what stands between two words: a line feed, or a word left out.
        count = np.add.reduceat((text == letter).view(np.uint8), edges)[::2]
        having = np.flatnonzero(count)
        count = count[having].astype(np.int32)
        most[having] += count * worth[letter]
        beyond[having] += np.maximum(count - DEPTH, 0).astype(np.uint8)
        half, bit = divmod(letter, HALF)
        for copies in range(DEPTH):
            needs[copies, half, having] |= (count > copies).astype(np.uint16) << np.uint16(bit)
    return most, needs, beyond
