"""The best move in a position, exactly: best first, with a bound (docs/performance.md).

Words are visited in the order of the most that they could be worth anywhere. A word whose letters
are available gets an upper bound for each line: for every letter, the best values among the tops
and the letters that are fixed on that line. Only where the bound exceeds the best result so far is
the exact value computed. The search ends when no remaining word can be worth more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from escale.games.kreuzwort.rules.grid import CENTRE, lay
from escale.games.kreuzwort.rules.position import FixedLetter, Position, Top
from escale.games.kreuzwort.solver import kernel
from escale.games.kreuzwort.solver.fitting import Move, fit
from escale.games.kreuzwort.solver.position_arrays import PositionArrays, array_space, plain_space
from escale.games.kreuzwort.solver.vocabulary import Array, Vocabulary

CHUNK: Final = 8192
LARGEST_CHUNK: Final = 1 << 18
BATCH: Final = 2048


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
        arrays = PositionArrays(position)
        asked = count
        while True:
            found = search(self.vocabulary, arrays, asked)
            words = [(hit, self.vocabulary.word(hit[1])) for hit in found]
            if allowed is not None:
                words = [(hit, word) for hit, word in words if allowed(word)]
            if len(words) >= count or len(found) < asked:
                break
            asked *= 4  # too many of those found are not allowed
        return [_move(position, arrays, hit, word) for hit, word in words[:count]]


Hit = tuple[int, int, int, int]
"""Points, place of the word, line, offset."""


def search(vocabulary: Vocabulary, arrays: PositionArrays, count: int) -> list[Hit]:
    """The best words, each on its best line; of equal ones those that come first."""
    return search_by(kernel.compiled(), vocabulary, arrays, count)


def search_by(
    engine: kernel.Engine | None, vocabulary: Vocabulary, arrays: PositionArrays, count: int
) -> list[Hit]:
    """The same with the compiled kernel, or (None) with NumPy."""
    count = min(count, len(vocabulary))
    if not count or not arrays.lines:
        return []
    if engine is None:
        found = _Search(vocabulary, arrays, count).found()
    else:
        found = _scan(engine.scan, vocabulary, arrays, count)
    return sorted(found, key=lambda hit: (-hit[0], hit[1]))


def _scan(
    scan: Callable[..., int], vocabulary: Vocabulary, arrays: PositionArrays, count: int
) -> list[Hit]:
    found = np.empty((4, count), np.int64)
    number = scan(
        vocabulary.most,
        vocabulary.needs,
        vocabulary.starts,
        vocabulary.letters,
        arrays.stretch(vocabulary),
        arrays.supply,
        arrays.board_arrays,
        array_space(),
        found,
    )
    places, points, lines, offsets = found[:, :number].tolist()
    return list(zip(points, places, lines, offsets, strict=True))


class _Search:
    """The search with NumPy: bounds for many words at once, then one by one those that are left."""

    def __init__(self, vocabulary: Vocabulary, arrays: PositionArrays, count: int) -> None:
        self.vocabulary = vocabulary
        self.arrays = arrays
        self.count = count
        self._space = plain_space()
        self._hits: dict[int, Hit] = {}
        # Of the worst hit, when there are enough: another word must be worth more, or come earlier.
        self._least, self._last = -1, -1

    def found(self) -> list[Hit]:
        vocabulary, stretch = self.vocabulary, self.arrays.stretch(self.vocabulary)
        start, size = 0, CHUNK
        while start < len(vocabulary):
            if stretch and vocabulary.most[start] * stretch <= self._least:
                break
            self._look(self._possible(start, start + size))
            start, size = start + size, min(4 * size, LARGEST_CHUNK)
        return list(self._hits.values())

    def _possible(self, start: int, end: int) -> Array:
        """The words from `start` to `end` whose letters can all be had on some line."""
        needs, supply = self.vocabulary.needs, self.arrays.supply
        there = supply[0, 0].take(needs[0, 0, start:end])
        there &= supply[0, 1].take(needs[0, 1, start:end])
        found = np.flatnonzero(there)
        there, places = there[found], found + start
        for more, copies in zip(needs[1:], supply[1:], strict=True):
            there &= copies[0, more[0, places]] & copies[1, more[1, places]]
        left: Array = places[there != 0]
        return left

    def _look(self, places: Array) -> None:
        """Evaluate these words, those with the highest bounds first."""
        for start in range(0, len(places), BATCH):
            some = places[start : start + BATCH]
            bounds = self.arrays.most(self.vocabulary, some)
            lines, words = np.nonzero(bounds >= max(self._least, 0))
            limits = bounds[lines, words]
            best = np.argsort(-limits, kind="stable")
            for line, place, limit in zip(
                lines[best].tolist(), some[words[best]].tolist(), limits[best].tolist(), strict=True
            ):
                if limit < self._least:
                    break
                self._weigh(place, line, limit)

    def _weigh(self, place: int, line: int, limit: int) -> None:
        """Evaluate a word on a line, if its bound exceeds the best result so far."""
        known = self._hits.get(place)
        floor = known[0] - (line < known[2]) if known else self._least - (place < self._last)
        if limit <= floor:
            return
        start, end = self.vocabulary.starts[place : place + 2].tolist()
        letters = self.vocabulary.letters[start:end].tolist()
        number = kernel.sort_letters(letters, 0, len(letters), self._space)
        points, offset = kernel.weigh(
            self.arrays.board_lists, self._space, number, len(letters), line, floor
        )
        if points > floor:
            self._keep((points, place, line, offset))

    def _keep(self, hit: Hit) -> None:
        self._hits[hit[1]] = hit
        if len(self._hits) < self.count:
            return
        worst = min(self._hits.values(), key=_rank)
        if len(self._hits) > self.count:
            del self._hits[worst[1]]
            worst = min(self._hits.values(), key=_rank)
        self._least, self._last = worst[0], worst[1]


def _rank(hit: Hit) -> tuple[int, int]:
    return hit[0], -hit[1]


def _move(position: Position, arrays: PositionArrays, hit: Hit, word: str) -> Move:
    points, _, line, offset = hit
    cells = lay(arrays.lines[line], offset, len(word))
    assert cells is not None
    move = fit(position, word, cells)
    assert move is not None and move.score == points
    return move


def warm_up(*, background: bool = False) -> None:
    """Compile the search, if numba is installed; from then on every solver uses it."""
    kernel.warm_up(_rehearse, background=background)


def _rehearse(engine: kernel.Engine) -> None:
    black = {cell: FixedLetter("J", 1, black=True, own=False) for cell in CENTRE}
    arrays = PositionArrays(
        Position("S", both_ends=False, tops={"A": (Top(1, True, 82),)}, fixed=black)
    )
    vocabulary = Vocabulary.of(["JA"], {"J": 1, "A": 1})
    for array in vocabulary.arrays:  # as they are when they come from a file
        array.flags.writeable = False
    search_by(engine, vocabulary, arrays, 1)
