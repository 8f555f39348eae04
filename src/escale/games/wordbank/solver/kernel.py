"""The query to the subsequence trie: everything that a ring allows, in one pass.

One source for two engines: plain Python over lists and memoryviews, and the same function compiled
by numba over arrays when the extra `fast` is installed. numba is imported by `warm_up` alone,
because importing it takes longer than a thousand queries in plain Python: only an arena or a
long-running server gains from it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import compress
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from escale.games.jit import installed, jit
from escale.games.wordbank.rules.ring import MAX_CARDS

if TYPE_CHECKING:
    from escale.games.wordbank.solver.subsequences import Table

#: A code is `lane << CARD_BITS | cards`; a lane is twice the start card, plus one for "ccw".
CARD_BITS: Final = MAX_CARDS
CARD_MASK: Final = (1 << CARD_BITS) - 1

#: Set in the mask of every node, above the letters, so that a node without followers is not 0.
EXISTS: Final = 1 << 26

popcount: Callable[[int], int] = int.bit_count


class Numbers(Protocol):
    """What lists, memoryviews and arrays have in common here."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> int: ...


class Slots(Numbers, Protocol):
    def __setitem__(self, index: int, value: int, /) -> None: ...


def reach(
    masks: Numbers, base: Numbers, inner: int, bits: Numbers, nodes: Slots, follow: Slots
) -> None:
    """Mark in `follow` every choice of cards that some word allows, lane after lane.

    `bits` has the bit of each card's letter, clockwise. Along a lane the k-th card met doubles the
    choices: choice `c` with that card is choice `c + 2**k`. A choice that is possible has a node,
    and the letters that may follow it in `follow`, never 0; the slots come filled with 0. Nodes
    from `inner` on have used the whole hand: nothing follows them.
    """
    size = len(bits)
    choices = 1 << (size - 1)
    top = masks[0]
    begin = -choices
    for start in range(size):
        first = bits[start]
        head = base[0] + popcount(top & (first - 1))
        for step in (1, size - 1):
            begin += choices
            if not top & first:
                continue
            nodes[begin] = head
            follow[begin] = masks[head] if inner > 0 else EXISTS
            end = begin + 1
            card = start
            for _ in range(size - 2):
                card = (card + step) % size
                bit = bits[card]
                below = bit - 1
                count = end - begin
                for state in range(begin, end):
                    letters = follow[state]
                    if letters & bit:
                        node = nodes[state]
                        if node < inner:
                            node = base[node] + popcount(letters & below)
                            nodes[state + count] = node
                            follow[state + count] = masks[node]
                        else:
                            follow[state + count] = EXISTS
                end += count
            if size > 1:
                # Half of all choices end on the last card: it is enough that its letter follows.
                bit = bits[(card + step) % size]
                count = end - begin
                for state in range(begin, end):
                    follow[state + count] = follow[state] & bit


@lru_cache(maxsize=256)
def choices(size: int, usable: int) -> npt.NDArray[np.int64]:
    """The codes that the slots of `reach` stand for, on a ring of which some cards are usable."""
    cards = [card for card in range(size) if usable >> card & 1]
    codes = []
    for place, start in enumerate(cards):
        further = cards[place + 1 :] + cards[:place]
        for lane, order in ((2 * start, further), (2 * start + 1, further[::-1])):
            sets = [lane << CARD_BITS | 1 << start]
            for card in order:
                sets += [chosen | 1 << card for chosen in sets]
            codes += sets
    return np.array(codes, np.int64)


@lru_cache(maxsize=256)
def _plain_choices(size: int, usable: int) -> list[int]:
    return list(choices(size, usable).tolist())


def ask(table: Table, size: int, usable: int, limit: int, bits: Sequence[int]) -> list[int]:
    """The codes of all placements on the usable cards of a ring, whose letters are `bits`."""
    slots = len(bits) << len(bits)
    fast = _compiled
    if fast is None:
        nodes, follow = [0] * slots, [0] * slots
        reach(*table.plain, table.inner(limit), bits, nodes, follow)
        return list(compress(_plain_choices(size, usable), follow))
    space = np.zeros((2, slots), np.int64)
    fast(table.masks, table.base, table.inner(limit), np.array(bits, np.int64), *space)
    codes: list[int] = choices(size, usable)[space[1] != 0].tolist()
    return codes


_compiled: Callable[..., None] | None = None
_compiling = threading.Lock()


def compiled() -> Callable[..., None] | None:
    """The compiled `reach` if it is ready."""
    return _compiled


def warm_up(*, background: bool = False) -> None:
    """Compile `reach` with numba, if it is installed; from then on every query uses it."""
    if background:
        threading.Thread(target=warm_up, name="escale-warm-up", daemon=True).start()
        return
    global _compiled
    with _compiling:
        if _compiled is None and installed():
            function = jit_kernel(reach)
            _rehearse(function)
            _compiled = function


def jit_kernel(source: Callable[..., Any], **names: object) -> Callable[..., Any]:
    """The numba version of a kernel, with a `popcount` that numba can compile."""

    def count(mask: int) -> int:
        x = mask - ((mask >> 1) & 0x55555555)
        x = (x & 0x33333333) + ((x >> 2) & 0x33333333)
        x = (x + (x >> 4)) & 0x0F0F0F0F
        return ((x * 0x01010101) >> 24) & 0x3F

    return jit(source, popcount=jit(count), **names)


def _rehearse(function: Callable[..., None]) -> None:
    """Run it once with the types of real queries, so that the first one does not wait."""
    empty = np.zeros(1, np.uint32)
    empty.flags.writeable = False
    function(empty, empty, 0, np.zeros(1, np.int64), *np.zeros((2, 2), np.int64))
