"""The best move in a position, exactly: best first, with a bound (docs/performance.md).

Words are looked at in the order of the most that they could be worth anywhere. A word whose letters
are there gets a bound for each line: for every letter, the best values among the tops and the letters
that stand fast on that line. Only where the bound beats what is found already is the word laid,
exactly. The search ends when no word that is left could be worth more.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate

from escale.games.kreuzwort.fitting import Move, fit, offsets
from escale.games.kreuzwort.ground import Cell, lay, lines
from escale.games.kreuzwort.position import Position
from escale.games.kreuzwort.vocabulary import DEPTH, Vocabulary

CHUNK = 2048

Sums = tuple[int, ...]
"""Of the best one, the best two, ... values of a letter."""


class Solver:
    """Finds moves with the words of one vocabulary. Threads may share it."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def best(self, position: Position, allowed: Callable[[str], bool] | None = None) -> Move | None:
        found = self.top(position, 1, allowed)
        return found[0] if found else None

    def top(
        self, position: Position, count: int, allowed: Callable[[str], bool] | None = None
    ) -> list[Move]:
        """The best move of each of the `count` best words, the most points first."""
        board = Bounds(position)
        vocabulary = self._in_order(board)
        found: list[tuple[int, int, Move]] = []  # a heap: score, minus the order of finding
        start, size = 0, CHUNK
        while start < len(vocabulary.words):
            least = found[0][0] if len(found) == count else 0
            if vocabulary.most_at(start) <= least:
                break
            for place in vocabulary.possible(start, start + size, board.have):
                least = found[0][0] if len(found) == count else 0
                if vocabulary.most_at(place) <= least:
                    break
                word = vocabulary.words[place]
                if allowed is not None and not allowed(word):
                    continue
                move = board.best(word, least)
                if move is not None:
                    entry = (move.score, -place, move)
                    (heapq.heappush if len(found) < count else heapq.heapreplace)(found, entry)
            start, size = start + size, min(2 * size, 65_536)
        return [move for _, _, move in sorted(found, key=lambda one: one[:2], reverse=True)]

    def _in_order(self, board: Bounds) -> Vocabulary:
        values = self.vocabulary.values
        if all(value <= values.get(letter, 0) for letter, value in board.dearest.items()):
            return self.vocabulary
        return self.vocabulary.sorted_by({**values, **board.dearest})


class Bounds:
    """What the letters of a position can be worth, line by line."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.lines = lines(position.side)
        tops = {letter: [top.value for top in found] for letter, found in position.tops.items()}
        self._sums = [_sums(tops, position, line) for line in self.lines]
        self._blacks = [self._black_letters(line) for line in self.lines]
        self._anywhere = {
            letter: _greatest([sums[letter] for sums in self._sums if letter in sums])
            for letter in {letter for sums in self._sums for letter in sums}
        }
        self.dearest = {letter: sums[0] for letter, sums in self._anywhere.items()}
        self.have = [
            sum(1 << ord(one) - 65 for one, sums in self._anywhere.items() if len(sums) > copies)
            for copies in range(DEPTH)
        ]

    def best(self, word: str, least: int) -> Move | None:
        """The best way to lay a word, if it is worth more than `least`."""
        if len(word) < self.position.fewest:
            return None
        counts = Counter(word).items()
        if _bound(self._anywhere, counts) <= least:
            return None
        letters, best = set(word), None
        for line, sums, blacks in zip(self.lines, self._sums, self._blacks, strict=True):
            if blacks.isdisjoint(letters) or _bound(sums, counts) <= least:
                continue
            for offset in sorted(offsets(self.position, word, line)):
                cells = lay(line, offset, len(word))
                move = None if cells is None else fit(self.position, word, cells)
                if move is not None and move.score > least:
                    best, least = move, move.score
        return best

    def _black_letters(self, line: Sequence[Cell]) -> frozenset[str]:
        fast = (self.position.fast.get(cell) for cell in line)
        return frozenset(one.letter for one in fast if one is not None and one.black)


def _sums(
    tops: Mapping[str, list[int]], position: Position, line: Sequence[Cell]
) -> dict[str, Sums]:
    values = {letter: list(found) for letter, found in tops.items()}
    for cell in line:
        fast = position.fast.get(cell)
        if fast is not None:
            values.setdefault(fast.letter, []).append(fast.value)
    return {
        letter: tuple(accumulate(sorted(found, reverse=True))) for letter, found in values.items()
    }


def _greatest(several: Sequence[Sums]) -> Sums:
    longest = max(map(len, several))
    return tuple(max(sums[n] for sums in several if len(sums) > n) for n in range(longest))


def _bound(sums: Mapping[str, Sums], counts: Sequence[tuple[str, int]] | object) -> int:
    """The most that these letters can be worth; -1: they are not all there."""
    whole = 0
    for letter, count in counts:  # type: ignore[attr-defined]
        found = sums.get(letter, ())
        if len(found) < count:
            return -1
        whole += found[count - 1]
    return whole
