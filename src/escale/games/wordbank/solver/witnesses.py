"""Finds words for placements, excluding forbidden ones and those of a used base (W5).

The subsequence trie tells what the whole vocabulary allows. A witness is a word for a placement;
earlier words of the vocabulary are preferred, so callers pass the most frequent ones first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, groupby
from typing import Final

import numpy as np
import numpy.typing as npt

from escale.games.wordbank.rules.ring import DIRECTIONS, Ring, in_order
from escale.games.wordbank.solver.kernel import CARD_BITS, CARD_MASK
from escale.games.wordbank.solver.tails import Spelling

Allowed = Callable[[str], bool]

_NOWHERE: Final = 255


class LetterIndex:
    """The words that begin with one letter, in their order.

    A set of words is one long integer, bit k for word k, so that a few operations on integers leave
    almost only the words that have given letters in a given order.
    """

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.all = (1 << len(words)) - 1
        self._ordered: dict[str, int] = {}
        self._first, self._last = _first_and_last(words)

    def candidates(self, rest: str) -> int:
        """Words in which the letters of `rest` occur, each pair of them in this order."""
        chosen = self.all
        if len(rest) == 1:
            return self._with(rest)
        for pair in set(combinations(rest, 2)):
            chosen &= self._with("".join(pair))
        return chosen

    def _with(self, letters: str) -> int:
        """Words with one letter, or with one somewhere before another. Made when asked for."""
        chosen = self._ordered.get(letters)
        if chosen is None:
            first = self._first[ord(letters[0]) - ord("A")]
            if len(letters) == 1:
                marks = first != _NOWHERE
            else:
                marks = first < self._last[ord(letters[1]) - ord("A")]
            chosen = int.from_bytes(np.packbits(marks, bitorder="little").tobytes(), "little")
            self._ordered[letters] = chosen
        return chosen


def _first_and_last(words: list[str]) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """For every letter and word, where behind the first letter it stands first, and last."""
    first = np.full((26, len(words)), _NOWHERE, np.uint8)
    last = np.zeros((26, len(words)), np.uint8)
    if not words:
        return first, last
    spelling = Spelling.of(words)
    begins = spelling.ends - spelling.lengths
    for place in range(1, int(spelling.lengths.max())):
        word = np.flatnonzero(spelling.lengths > place)
        letter = spelling.letters[begins[word] + place]
        # Words longer than a byte can count are looked at more often than needed, never less.
        last[letter, word] = min(place, _NOWHERE)
        new = first[letter, word] == _NOWHERE
        first[letter[new], word[new]] = min(place, _NOWHERE - 1)
    return first, last


class Witnesses:
    """The words of a vocabulary in 26 indexes by first letter, built on demand."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words: list[list[str]] = [[] for _ in range(26)]
        for word in words:
            self._words[ord(word[0]) - ord("A")].append(word)
        self._indexes: list[LetterIndex | None] = [None] * 26

    def index(self, letter: str) -> LetterIndex:
        number = ord(letter) - ord("A")
        index = self._indexes[number]
        if index is None:
            index = self._indexes[number] = LetterIndex(self._words[number])
        return index


class Search:
    """Proofs under one idea of which words are allowed; each word is asked about once at most."""

    def __init__(self, witnesses: Witnesses, allowed: Allowed) -> None:
        self._witnesses = witnesses
        self._allowed = allowed
        self._known: set[str] = set()
        self._left: dict[str, int] = {}

    def find(self, sequence: str) -> str | None:
        """The first allowed word with this first letter and the others behind it in this order."""
        head, rest = sequence[0], sequence[1:]
        index = self._witnesses.index(head)
        left = self._left.get(head, index.all)
        refused: list[int] = []
        found = None
        for k in _members(index.candidates(rest) & left):
            word = index.words[k]
            if _has(word, rest):
                if word in self._known or self._allowed(word):
                    self._known.add(word)
                    found = word
                    break
                refused.append(k)
        if refused:
            self._left[head] = left & ~_set_of(refused)
        return found

    def cover(self, ring: Ring, codes: Iterable[int]) -> dict[int, str]:
        """A word for each of `codes` (in order of lanes) that an allowed word proves.

        Largest placements first: a word found for one serves every smaller one it proves on that
        lane. A miss says nothing about smaller ones, so it drops only that placement. That keeps it
        exact.
        """
        proofs: dict[int, str] = {}
        for lane, group in groupby(codes, lambda code: code >> CARD_BITS):
            wanted = {code & CARD_MASK for code in group}
            start, direction = lane >> 1, DIRECTIONS[lane & 1]
            further = [
                (ring.letters[card], 1 << card)
                for card in in_order(len(ring.letters), start, direction)
                if ring.free[card]
            ]
            proved: dict[int, str] = {}
            for cards in sorted(sorted(wanted), key=int.bit_count, reverse=True):
                if cards in proved:
                    continue
                sequence = [letter for letter, mark in further if cards & mark]
                word = self.find(ring.letters[start] + "".join(sequence))
                if word is not None:
                    for smaller in _proved(word, 1 << start, further):
                        if smaller in wanted:
                            proved.setdefault(smaller, word)
            proofs.update((lane << CARD_BITS | cards, word) for cards, word in proved.items())
        return proofs


def _members(chosen: int) -> Iterator[int]:
    """The numbers in a set, upwards. Few are asked for as a rule; many come faster by NumPy."""
    for _ in range(32):
        if not chosen:
            return
        lowest = chosen & -chosen
        yield lowest.bit_length() - 1
        chosen ^= lowest
    data = np.frombuffer(chosen.to_bytes(chosen.bit_length() // 8 + 1, "little"), np.uint8)
    yield from np.flatnonzero(np.unpackbits(data, bitorder="little")).tolist()


def _set_of(members: list[int]) -> int:
    data = bytearray(members[-1] // 8 + 1)
    for k in members:
        data[k >> 3] |= 1 << (k & 7)
    return int.from_bytes(data, "little")


def _has(word: str, rest: str) -> bool:
    """Whether the letters of `rest` stand in this order behind the first letter of `word`."""
    read = 1
    for letter in rest:
        read = word.find(letter, read) + 1
        if not read:
            return False
    return True


def _proved(word: str, start: int, further: list[tuple[str, int]]) -> list[int]:
    """Every choice of cards, as bits, that one word allows on a lane."""
    states = [(start, 1)]
    for letter, mark in further:
        states += [
            (cards | mark, behind)
            for cards, read in states
            if (behind := word.find(letter, read) + 1)
        ]
    return [cards for cards, _ in states]
