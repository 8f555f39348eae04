"""A position as arrays for the kernel, and bounds for many words at once."""

from __future__ import annotations

from functools import cache, cached_property
from itertools import accumulate
from typing import Final

import numpy as np

from escale.games.kreuzwort.rules.grid import RING, Cell, Side, lines
from escale.games.kreuzwort.rules.pieces import LONGEST_WORD
from escale.games.kreuzwort.rules.position import Position
from escale.games.kreuzwort.solver.kernel import BLACK, CELLS, NEVER, OWN, Board, Scratch
from escale.games.kreuzwort.solver.vocabulary import DEPTH, HALF, Array, Vocabulary

COPIES: Final = LONGEST_WORD + 1  # numbers of equal letters in a word, 0 included
PART: Final = 7  # letters of which all sets are summed up; two such parts cover half the alphabet

NO_OWN: Final = [NEVER] * COPIES
NO_TOPS: Final = [0, *NO_OWN[1:]]


class PositionArrays:
    """What the letters of a position are worth, overall and on each line."""

    def __init__(self, position: Position) -> None:
        fixed = position.fixed
        every = lines(position.side)
        kept = [
            number
            for number, line in enumerate(every)
            if any(cell in fixed and fixed[cell].black for cell in line)
        ]
        self.lines: list[tuple[Cell, ...]] = [every[number] for number in kept]
        rooms = _rooms(position.side, position.both_ends)
        self._rooms = [rooms[number] for number in kept]
        self._tops = {
            ord(letter) - 65: [top.value for top in tops] for letter, tops in position.tops.items()
        }
        self._sums, self._own = [NO_TOPS] * 26, [NO_OWN] * 26
        for letter, tops in position.tops.items():
            number = ord(letter) - 65
            self._sums[number] = _sums(self._tops[number])
            own = next((place for place, top in enumerate(tops) if top.own), -1)
            if own >= 0:
                self._own[number] = _with_own(self._sums[number], tops[own].value, own)
        standing = [[fixed.get(cell) for cell in line] for line in self.lines]
        self._fast = [[ord(one.letter) - 65 if one else -1 for one in line] for line in standing]
        self._values = [[one.value if one else 0 for one in line] for line in standing]
        self._wishes = [
            [BLACK * one.black | OWN * one.own if one else 0 for one in line] for line in standing
        ]

    @cached_property
    def bounds(self) -> Array:
        """By line, letter and n: the points of the n best among the tops and this line."""
        found = np.empty((len(self.lines), 26, COPIES), np.int32)
        found[:] = np.array(self._sums, np.int32)
        for line, (letters, values) in enumerate(zip(self._fast, self._values, strict=True)):
            standing: dict[int, list[int]] = {}
            for letter, value in zip(letters, values, strict=True):
                if letter >= 0:
                    standing.setdefault(letter, []).append(value)
            for letter, more in standing.items():
                best = sorted((*self._tops.get(letter, ()), *more), reverse=True)[: COPIES - 1]
                found[line, letter, 1 : len(best) + 1] = list(accumulate(best))
        return found

    @cached_property
    def anywhere(self) -> Array:
        """By letter and n: the same on whichever line is best."""
        most: Array = self.bounds.max(axis=0)
        return most

    @cached_property
    def supply(self) -> Array:
        """For 1 to DEPTH copies and each half of the alphabet: the lines, by bit, on which a set of
        letters can be had so often."""
        bits = np.left_shift(1, np.arange(len(self.lines)), dtype=np.int64)
        lines = ((self.bounds[:, :, 1 : DEPTH + 1] >= 0) * bits[:, None, None]).sum(axis=0)
        steps = lines.T.reshape(DEPTH, 2, HALF).astype(np.uint16)
        supply = np.empty((DEPTH, 2, 1 << HALF), np.uint16)
        supply[..., 0] = bits.sum()
        for bit in range(HALF):
            size = 1 << bit
            np.bitwise_and(
                supply[..., :size], steps[..., bit, None], out=supply[..., size : 2 * size]
            )
        return supply

    def stretch(self, vocabulary: Vocabulary) -> float:
        """How many times its `most` a word can be worth here; 0: that says nothing."""
        times = 1.0
        here, known = self.anywhere[:, 1].tolist(), vocabulary.worth.tolist()
        for value, usual in zip(here, known, strict=True):
            if value > usual:
                if not usual:
                    return 0.0
                times = max(times, value / usual)
        return times

    @cached_property
    def board_lists(self) -> Board:
        """The board for plain Python, which has no use for the bounds."""
        return Board(
            self._sums, self._own, self._fast, self._values, self._wishes, self._rooms, None
        )

    @cached_property
    def board_arrays(self) -> Board:
        """The board for numba."""
        plain = self.board_lists
        return Board(
            np.array(plain.sums, np.int32),
            np.array(plain.own, np.int32),
            np.array(plain.fixed, np.int32),
            np.array(plain.values, np.int32),
            np.array(plain.wishes, np.int32),
            np.array(plain.room, np.int32),
            self.bounds,
        )

    @cached_property
    def _tables(self) -> Array:
        """What sets of letters are worth, by line: as the first, second, ... copies, for four parts
        of the alphabet."""
        sums = self.bounds[:, :, : DEPTH + 1]
        steps = np.zeros((len(sums), DEPTH, 2, 2 * PART), np.int32)
        worth = np.where(sums[:, :, 1:] < 0, NEVER, np.diff(sums)).swapaxes(1, 2)
        steps[..., :HALF] = worth.reshape(len(sums), DEPTH, 2, HALF)
        steps = steps.reshape(len(sums), DEPTH, 4, PART)
        tables = np.zeros((len(sums), DEPTH, 4, 1 << PART), np.int32)
        for bit in range(PART):
            size = 1 << bit
            np.add(tables[..., :size], steps[..., bit, None], out=tables[..., size : 2 * size])
        return tables

    def most(self, vocabulary: Vocabulary, places: Array) -> Array:
        """For each line and each of these words: no more points than these; negative: no way."""
        most = np.empty((len(self.lines), len(places)), np.int32)
        most[:] = vocabulary.beyond[places] * np.int32(self.anywhere[:, 1].max(initial=0))
        for copies in range(DEPTH):
            for half in range(2):
                needs = vocabulary.needs[copies, half, places]
                for part, some in enumerate((needs & ((1 << PART) - 1), needs >> PART)):
                    most += self._tables[:, copies, 2 * half + part].take(some, axis=1)
        return most


def plain_space() -> Scratch:
    long = LONGEST_WORD + CELLS
    return Scratch([0] * 26, [0] * 26, [0] * long, [-1] * 26, [0] * long)


def array_space() -> Scratch:
    return Scratch(*(np.array(one, np.int32) for one in plain_space()))


def _sums(values: list[int]) -> list[int]:
    sums = list(accumulate(values[: COPIES - 1], initial=0))
    return sums + NO_OWN[len(sums) :]


def _with_own(sums: list[int], value: int, place: int) -> list[int]:
    """The points of the n best if the best own top, which is at `place`, is to be among them."""
    found = list(NO_OWN)
    for count in range(1, COPIES):
        if sums[count] < 0:
            break
        found[count] = sums[count] if place < count else sums[count - 1] + value
    return found


@cache
def _rooms(side: Side, both_ends: bool) -> list[list[int]]:
    """For each line, and each number of cells before it on the ring: how many may lie behind it.

    Head and tail of a word start from opposite cells of the ring, which cut it into two arcs. They
    take one arc each, or share one.
    """
    found = []
    for line in lines(side):
        step = line[1] - line[0]
        head, tail = RING.index(line[0] - step), RING.index(line[-1] + step)
        arc = (tail - head) % len(RING) - 1
        room = [len(RING)]
        for before in range(1, len(RING) + 1):
            ways = [0]
            for one, other in ((arc, len(RING) - 2 - arc), (len(RING) - 2 - arc, arc)):
                if both_ends and before <= one + 1:
                    ways += [other + 1, one + 2 - before]
            room.append(max(ways))
        found.append(room)
    return found
