"""The exact value of a word on a line, and the search through all words.

One source for two engines: plain Python over lists, and the same functions compiled by numba over
arrays when the extra `fast` is installed. numba is imported by `warm_up` alone, because loading it
takes longer than many searches.

Letters are numbers from 0 to 25. A line has eight cells; a word stands at an offset on it: where
its first letter would be if the line had no end. Letters before or behind the eight cells lie on
the ring, where no letter is fixed, so only the inner part matters.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, MutableSequence, Sequence
from typing import Any, Final, NamedTuple

from escale.games.jit import installed, jit

CELLS: Final = 8
BLACK: Final = 1
OWN: Final = 2
BOTH: Final = BLACK | OWN
NEVER: Final = -(1 << 20)  # points of the impossible; sums of a few dozen of them do not overflow

Numbers = Sequence[int]
Slots = MutableSequence[int]


class Board(NamedTuple):
    """A position in numbers. In plain Python each field is a list, for numba it is an array."""

    sums: Any  # by letter and number n: the points of its n best tops; NEVER: there are fewer
    own: Any  # by letter and number n: the same, if at least one of them is to be own
    fixed: Any  # by line and cell: the letter that is fixed there, or -1
    values: Any  # by line and cell: its points
    wishes: Any  # by line and cell: whether it is BLACK, whether it is OWN
    room: Any  # by line and the cells before it on the ring: how many may lie on the ring behind it
    bounds: Any  # by line, letter and n: the points of the n best among tops and this line


class Scratch(NamedTuple):
    """Memory that a search reuses for each word."""

    kinds: Any  # the different letters of the word
    counts: Any  # how often it has each of them
    slots: Any  # which of its kinds each letter of the word is
    where: Any  # by letter: which of the kinds it is, or -1
    hits: Any  # by offset + length - 1: the cells, by bit, in which the word agrees with the line


def sort_letters(letters: Numbers, start: int, end: int, space: Scratch) -> int:
    """Group the letters of a word by kind; returns the number of kinds."""
    kinds, counts, slots, where, _ = space
    number = 0
    for place in range(start, end):
        letter = letters[place]
        kind = where[letter]
        if kind < 0:
            kind = number
            where[letter] = kind
            kinds[kind] = letter
            counts[kind] = 0
            number += 1
        counts[kind] += 1
        slots[place - start] = kind
    for kind in range(number):
        where[kinds[kind]] = -1
    return number


def weigh(
    board: Board, space: Scratch, number: int, length: int, line: int, floor: int
) -> tuple[int, int]:
    """The most points of a word on a line, and the first offset that brings them.

    `space` knows the letters of the word. Returns `floor` if the word brings no more than that.
    """
    sums, _, all_fixed, all_values, all_wishes, rooms, _ = board
    kinds, counts, slots, _, hits = space
    fixed, values, wishes, room = all_fixed[line], all_values[line], all_wishes[line], rooms[line]
    black = 0
    for k in range(length + CELLS - 1):
        hits[k] = 0
    for cell in range(CELLS):
        letter = fixed[cell]
        if letter >= 0:
            black |= (wishes[cell] & BLACK) << cell
            for place in range(length):
                if kinds[slots[place]] == letter:
                    hits[cell - place + length - 1] |= 1 << cell
    plain = 0  # the points if all letters are tops; those that are too many count as nothing
    short = 0  # how many letters are too many
    for kind in range(number):
        tops = sums[kinds[kind]]
        count = counts[kind]
        while tops[count] < 0:
            count -= 1
            short += 1
        plain += tops[count]
    best, best_offset = floor, 0
    for offset in range(1 - length, CELLS):
        hit = hits[offset + length - 1]
        if not hit & black:
            continue
        before = max(-offset, 0)
        if before >= len(room) or max(offset + length - CELLS, 0) > room[before]:
            continue
        # No letter that is fixed brings more than if it replaced the least of the tops.
        most, missing = plain, short
        for cell in range(CELLS):
            if hit >> cell & 1:
                letter = fixed[cell]
                count = counts[slots[cell - offset]]
                tops = sums[letter]
                if tops[count] < 0:
                    most += values[cell]
                    missing -= 1
                else:
                    most += max(values[cell] - tops[count] + tops[count - 1], 0)
        if missing > 0 or most <= best:
            continue
        points = _exactly(board, space, number, line, offset, hit)
        if points > best:
            best, best_offset = points, offset
    return best, best_offset


def _exactly(board: Board, space: Scratch, number: int, line: int, offset: int, hit: int) -> int:
    """The most points of a word that agrees with the line in the cells `hit`; NEVER: no way.

    Keeps four totals: no condition fulfilled yet, a black letter, an own one, both.
    """
    sums, own, _, all_values, all_wishes, _, _ = board
    kinds, counts, slots, _, _ = space
    values, wishes = all_values[line], all_wishes[line]
    none, some_black, some_own, both = 0, NEVER, NEVER, NEVER
    for kind in range(number):
        count = counts[kind]
        tops, with_own = sums[kinds[kind]], own[kinds[kind]]
        mine = 0
        for cell in range(CELLS):
            if hit >> cell & 1 and slots[cell - offset] == kind:
                mine |= 1 << cell
        # What this letter brings, for each set of wishes that it fulfils.
        a, b, c, d = tops[count], NEVER, with_own[count], NEVER
        chosen = mine
        while chosen:  # every set of the letters that are fixed, but the empty one
            points, used, has = 0, 0, 0
            for cell in range(CELLS):
                if chosen >> cell & 1:
                    points += values[cell]
                    used += 1
                    has |= wishes[cell]
            rest = points + tops[count - used]
            rest_own = points + with_own[count - used]
            if has == BOTH:
                d = max(d, rest)
            elif has == OWN:
                c = max(c, rest)
            elif has == BLACK:
                b = max(b, rest)
                d = max(d, rest_own)
            else:
                a = max(a, rest)
                c = max(c, rest_own)
            chosen = (chosen - 1) & mine
        both = max(
            max(both + max(max(a, b), max(c, d)), none + d),
            max(some_black + max(c, d), some_own + max(b, d)),
        )
        some_black = max(some_black + max(a, b), none + b)
        some_own = max(some_own + max(a, c), none + c)
        none += a
    return both if both >= 0 else NEVER


def scan(
    most: Numbers,
    needs: Sequence[Sequence[Numbers]],
    starts: Numbers,
    letters: Numbers,
    stretch: float,
    supply: Sequence[Sequence[Numbers]],
    board: Board,
    space: Scratch,
    found: Sequence[Slots],
) -> int:
    """Fill `found` with the best words (places, points, lines, offsets); gives their number.

    Among words of equal points those that come first are kept. No word is worth more than `stretch`
    times its `most`, unless `stretch` is 0. `supply` tells, for 1, 2, ... copies and each half of
    the alphabet, on which lines, by bit, a set of letters can be had; most words find no line.
    """
    places, points, lines, offsets = found[0], found[1], found[2], found[3]
    kinds, counts = space.kinds, space.counts
    filled, least, worst = 0, -1, 0
    for place in range(len(most)):
        if stretch and most[place] * stretch <= least:
            break
        there = supply[0][0][needs[0][0][place]] & supply[0][1][needs[0][1][place]]
        if not there:
            continue
        for copies in range(1, len(needs)):
            there &= supply[copies][0][needs[copies][0][place]]
            there &= supply[copies][1][needs[copies][1][place]]
        if not there:
            continue
        start, end = starts[place], starts[place + 1]
        number = sort_letters(letters, start, end, space)
        best, best_line, best_offset = least, -1, 0
        for line in range(len(board.fixed)):
            if not there >> line & 1:
                continue
            bound = 0
            for kind in range(number):
                bound += board.bounds[line][kinds[kind]][counts[kind]]
            if bound > best:
                value, offset = weigh(board, space, number, end - start, line, best)
                if value > best:
                    best, best_line, best_offset = value, line, offset
        if best_line < 0:
            continue
        slot = worst
        if filled < len(places):
            slot = filled
            filled += 1
        places[slot], points[slot] = place, best
        lines[slot], offsets[slot] = best_line, best_offset
        if filled == len(places):
            for slot in range(filled):
                if slot == 0 or (points[slot], -places[slot]) < (points[worst], -places[worst]):
                    worst = slot
            least = points[worst]
    return filled


class Engine(NamedTuple):
    """The compiled kernel."""

    scan: Callable[..., int]
    weigh: Callable[..., tuple[int, int]]


_compiled: Engine | None = None
_compiling = threading.Lock()


def compiled() -> Engine | None:
    """The compiled kernel if it is ready."""
    return _compiled


def warm_up(rehearse: Callable[[Engine], object], *, background: bool = False) -> None:
    """Compile the kernel with numba, if it is installed; from then on every search uses it.

    `rehearse` runs it once with the types of real searches, so that the first one does not wait.
    """
    if background:
        thread = threading.Thread(target=warm_up, args=(rehearse,), name="escale-warm-up")
        thread.daemon = True
        thread.start()
        return
    global _compiled
    with _compiling:
        if _compiled is None and installed():
            sort, exactly = jit(sort_letters), jit(_exactly)
            weighing = jit(weigh, _exactly=exactly)
            engine = Engine(jit(scan, sort_letters=sort, weigh=weighing), weighing)
            rehearse(engine)
            _compiled = engine
