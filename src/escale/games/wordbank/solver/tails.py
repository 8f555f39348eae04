"""The tails of a vocabulary: what is left of a word once some of its letters have been used.

Cards take letters of a word from left to right. Taking each letter at its first occurrence loses
nothing, so all that matters of a half-used word is the *tail* behind the last letter used. Words
share most of their tails (-TION, -AIENT), so a vocabulary has few distinct ones, and each knows
which tail every letter leads to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from escale.words.spelling import is_plain

Ints = npt.NDArray[np.int64]
Masks = npt.NDArray[np.uint32]

#: Odd, so that it has an inverse modulo 2**64 and one letter can be taken out of a hash.
_FACTOR: Final = 0x9E3779B97F4A7C15


def popcounts(masks: Masks) -> Ints:
    """How many letters each mask holds (numpy.bitwise_count needs NumPy 2)."""
    x = masks - ((masks >> np.uint32(1)) & np.uint32(0x55555555))
    x = (x & np.uint32(0x33333333)) + ((x >> np.uint32(2)) & np.uint32(0x33333333))
    x = (x + (x >> np.uint32(4))) & np.uint32(0x0F0F0F0F)
    counts: Ints = ((x * np.uint32(0x01010101)) >> np.uint32(24)).astype(np.int64)
    return counts


@dataclass(frozen=True, slots=True)
class Spelling:
    """Words as numbers: all letters (A = 0) in one array, and where each word ends in it."""

    letters: npt.NDArray[np.uint8]
    ends: Ints
    lengths: Ints

    @staticmethod
    def of(words: Sequence[str]) -> Spelling:
        lengths = np.fromiter(map(len, words), np.int64, len(words))
        text = "".join(words).encode("ascii", "replace")
        letters = np.frombuffer(text, np.uint8) - np.uint8(ord("A"))
        if (lengths == 0).any() or (letters > 25).any():
            wrong = next(word for word in words if not is_plain(word))
            raise ValueError(f"not a word of the letters A to Z: {wrong!r}")
        return Spelling(letters, np.cumsum(lengths), lengths)

    def only(self, chosen: Ints) -> Spelling:
        """The spelling of some of the words."""
        lengths = self.lengths[chosen]
        ends = np.cumsum(lengths)
        place = np.arange(int(lengths.sum())) + np.repeat(self.ends[chosen] - ends, lengths)
        return Spelling(self.letters[place], ends, lengths)

    def firsts(self) -> npt.NDArray[np.uint8]:
        firsts: npt.NDArray[np.uint8] = self.letters[self.ends - self.lengths]
        return firsts


def without_shadowed(spelling: Spelling) -> Spelling:
    """Leave out words that are another word less one letter, the first letter apart.

    Whatever such a word can place, the longer one can place too. It halves a list of inflected
    forms, and the time to build from it. A hash only proposes candidates: the letters decide.
    """
    firsts = spelling.firsts()
    kept = [_unshadowed(spelling, np.flatnonzero(firsts == letter)) for letter in range(26)]
    return spelling.only(np.concatenate(kept))


def _unshadowed(spelling: Spelling, words: Ints) -> Ints:
    if len(words) < 2:
        return words
    part = spelling.only(words)
    width = int(part.lengths.max())
    row, column = _places(part)
    text = np.zeros((len(words), width + 1), np.uint8)
    text[row, column] = part.letters + 1

    powers = np.array([pow(_FACTOR, k, 1 << 64) for k in range(width)], np.uint64)
    running = np.zeros((len(words), width + 1), np.uint64)
    np.cumsum(text[:, :width] * powers, axis=1, out=running[:, 1:])
    whole = running[:, -1]
    inverse = np.uint64(pow(_FACTOR, -1, 1 << 64))
    # The hash of each word less the letter at (row, column).
    less = running[row, column] + (whole[row] - running[row, column + 1]) * inverse

    order = np.argsort(whole)
    place = np.minimum(np.searchsorted(whole[order], less), len(words) - 1)
    shorter = order[place]
    hit = np.flatnonzero(whole[shorter] == less)
    # One witness per shorter word is enough to look at.
    witness = np.full(len(words), -1)
    witness[shorter[hit]] = hit
    candidates = np.flatnonzero(witness >= 0)
    longer, gap = row[witness[candidates]], column[witness[candidates]]
    before = np.arange(width) < gap[:, None]
    spelled = np.where(before, text[longer, :-1], text[longer, 1:])
    shadowed = candidates[(spelled == text[candidates, :-1]).all(axis=1)]
    return np.delete(words, shadowed)


def _places(spelling: Spelling) -> tuple[Ints, Ints]:
    """For each letter, the number of its word and its place in the word."""
    row = np.repeat(np.arange(len(spelling.lengths)), spelling.lengths)
    column = np.arange(len(spelling.letters)) - (spelling.ends - spelling.lengths)[row]
    return row, column


@dataclass(frozen=True, slots=True)
class Tails:
    """Every distinct tail of a vocabulary; tail 0 is the empty one.

    `letters[first[t] + k]` is the k-th letter of `masks[t]`, and `after[first[t] + k]` the tail
    behind the first occurrence of that letter in `t`.
    """

    masks: Masks
    first: Ints
    letters: npt.NDArray[np.int8]
    after: npt.NDArray[np.int32]
    heads: Ints  # sorted, distinct: first letter << 32 | tail behind the first letter

    @staticmethod
    def of(spelling: Spelling) -> Tails:
        # From the last letter backwards: a tail is a letter before a tail that is already known.
        order = np.argsort(spelling.lengths, kind="stable")
        rests, ends = spelling.lengths[order] - 1, spelling.ends[order]
        tail = np.zeros(len(order), np.int64)
        masks = [np.zeros(1, np.uint32)]
        letters: list[npt.NDArray[np.int8]] = [np.zeros(0, np.int8)]
        after: list[npt.NDArray[np.int32]] = [np.zeros(0, np.int32)]
        shorter = np.full((1, 26), -1, np.int32)
        base, total = 0, 1
        for length in range(1, int(rests.max(initial=0)) + 1):
            some = slice(int(np.searchsorted(rests, length)), None)
            key = tail[some] * 26 + spelling.letters[ends[some] - length]
            distinct, which = np.unique(key, return_inverse=True)
            behind, letter = np.divmod(distinct, 26)
            leads = shorter[behind - base]
            leads[np.arange(len(behind)), letter] = behind
            row, column = np.nonzero(leads >= 0)
            letters.append(column.astype(np.int8))
            after.append(leads[row, column])
            begins = np.searchsorted(row, np.arange(len(behind)))
            masks.append(np.bitwise_or.reduceat(np.uint32(1) << column.astype(np.uint32), begins))
            tail[some] = which.reshape(-1) + total
            base, total, shorter = total, total + len(behind), leads
        all_masks = np.concatenate(masks)
        first = np.concatenate(([0], np.cumsum(popcounts(all_masks))))
        heads = np.unique(spelling.firsts()[order].astype(np.int64) << 32 | tail)
        return Tails(all_masks, first, np.concatenate(letters), np.concatenate(after), heads)

    def behind(self, tails: Ints, letter: int) -> Ints:
        """The distinct tails behind the first occurrence of `letter`, of those that have it."""
        bit = np.uint32(1 << letter)
        tails = tails[(self.masks[tails] & bit) != 0]
        rank = popcounts(self.masks[tails] & (bit - np.uint32(1)))
        return np.unique(self.after[self.first[tails] + rank]).astype(np.int64)

    def starting(self, letter: int) -> Ints:
        """The tails behind the first letter of the words that begin with `letter`."""
        bounds = np.searchsorted(self.heads, [letter << 32, (letter + 1) << 32])
        return self.heads[bounds[0] : bounds[1]] & 0xFFFFFFFF

    def walk(self, letters: Sequence[int], limit: int) -> Iterator[int]:
        """Without a table: each choice of cards, as bits, that a word allows along `letters`.

        The first of `letters` is the start card, and -1 marks a card that takes no stone. Exact for
        any number of cards; for one question it is quicker than building a table.
        """
        heads = self.starting(letters[0])
        if len(heads) and limit > 0:
            yield from self._walk(heads, 1, 1, letters, limit - 1)

    def _walk(
        self, tails: Ints, cards: int, card: int, letters: Sequence[int], limit: int
    ) -> Iterator[int]:
        yield cards
        if not limit:
            return
        allowed = int(np.bitwise_or.reduce(self.masks[tails]))
        for further in range(card, len(letters)):
            letter = letters[further]
            if letter >= 0 and allowed >> letter & 1:
                behind = self.behind(tails, letter)
                yield from self._walk(behind, cards | 1 << further, further + 1, letters, limit - 1)
