"""Word Bank: all placements of a ring, by several ways, side by side in one run.

    python bench/wordbank_moves.py [--words FILE] [--positions 200] [--slow 5]

Times depend on the machine: read the ratios. Every way has to give the same placements, or the run
ends with an error. `--words` names a file with one A-Z word a line, the most frequent first;
without it the French words of Escale are used.
"""

from __future__ import annotations

import argparse
import gc
import resource
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from escale.games.jit import installed
from escale.games.solver_input import read_words
from escale.games.wordbank.rules.ring import DIRECTIONS
from escale.games.wordbank.solver import kernel
from escale.games.wordbank.solver.moves import Moves, Ring, in_order
from escale.games.wordbank.solver.subsequences import build

HAND = 20
Codes = set[int]
Trie = dict[str, Any]
#: Cards used so far with their lane, the next card that may be used, the cards along the lane.
State = tuple[int, int, list[tuple[str, int]]]


def lanes(ring: Ring) -> dict[str, list[tuple[int, int, list[tuple[str, int]]]]]:
    """By first letter: the code of a lane, its start, and the letters and marks met along it."""
    found: dict[str, list[tuple[int, int, list[tuple[str, int]]]]] = {}
    for start, letter in enumerate(ring.letters):
        for turn, direction in enumerate(DIRECTIONS):
            further = [
                (ring.letters[card], 1 << card)
                for card in in_order(len(ring.letters), start, direction)
            ]
            lane = (2 * start + turn) << kernel.CARD_BITS
            found.setdefault(letter, []).append((lane, 1 << start, further))
    return found


def plain_scan(words: Sequence[str], ring: Ring) -> Codes:
    """What one writes first: try every word on every start card, in both directions."""
    found: Codes = set()
    ways = lanes(ring)
    for word in words:
        for lane, start, further in ways.get(word[0], ()):
            states = [(lane | start, 1)]
            for letter, mark in further:
                for cards, read in tuple(states):
                    behind = word.find(letter, read) + 1
                    if behind:
                        states.append((cards | mark, behind))
            found.update(cards for cards, _ in states)
    return found


def make_trie(words: Sequence[str]) -> Trie:
    root: Trie = {}
    for word in words:
        node = root
        for letter in word:
            node = node.setdefault(letter, {})
    return root


def trie_walk(trie: Trie, ring: Ring) -> Codes:
    """As Scrabble programs do: down the letters of all words at once, placing on the way."""
    found: Codes = set()

    def walk(node: Trie, states: list[State], shown: Codes) -> None:
        for letter, below in node.items():
            more = [
                (cards | mark, k + 1, further)
                for cards, card, further in states
                for k, (other, mark) in enumerate(further[card:], card)
                if other == letter and cards | mark not in shown
            ]
            if more:
                fresh = {cards for cards, _, _ in more}
                found.update(fresh)
                walk(below, states + more, shown | fresh)
            elif below:
                walk(below, states, shown)

    for first, ways in lanes(ring).items():
        if first in trie:
            found.update(lane | start for lane, start, _ in ways)
            walk(trie[first], [(lane | start, 0, further) for lane, start, further in ways], set())
    return found


class Ways:
    """Ways to answer, timed in turns, so that a busy moment of the machine meets all of them."""

    def __init__(self) -> None:
        self._ways: dict[str, tuple[Callable[[Ring], object], int]] = {}
        self._times: dict[str, list[float]] = {}

    def add(self, name: str, way: Callable[[Ring], object], rings: int) -> None:
        self._ways[name] = way, rings
        self._times[name] = []

    def run(self, rings: Sequence[Ring], rounds: int) -> None:
        for turn in range(rounds):
            for name, (way, number) in self._ways.items():
                for ring in rings[turn : turn + number * rounds : rounds]:
                    begin = time.perf_counter()
                    way(ring)
                    self._times[name].append(time.perf_counter() - begin)

    def report(self) -> None:
        unit = statistics.median(next(iter(self._times.values())))
        print(f"{'way':42}{'median ms':>12}{'p95 ms':>12}{'x scan':>12}{'rings':>8}")
        for name, times in self._times.items():
            median, late = statistics.median(times), sorted(times)[int(len(times) * 0.95)]
            print(f"{name:42}{median * 1e3:12.4f}{late * 1e3:12.4f}", end="")
            print(f"{unit / median:12,.0f}{len(times):8}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--words", type=Path, help="one A-Z word a line, most frequent first")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--slow", type=int, default=5, help="positions for the two slow ways")
    parser.add_argument("--seed", default="escale")
    options = parser.parse_args()
    if options.words is None:
        from escale import words as lexicons

        words: Sequence[str] = list(lexicons.load("fr").all())
    else:
        words = read_words(options.words.read_text(encoding="utf-8").splitlines())

    rng = Random(options.seed)
    supply = Counter("".join(words))
    letters, numbers = sorted(supply), [supply[letter] for letter in sorted(supply)]
    rings = [Ring("".join(rng.choices(letters, numbers, k=7))) for _ in range(options.positions)]
    forbidden = set(rng.sample(list(words), min(300, len(words))))

    begin = time.perf_counter()
    table = build(words)
    built = time.perf_counter() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    size = (table.masks.nbytes + table.base.nbytes) / 1e6
    print(f"{len(words):,} words; table of {len(table.masks):,} nodes, {size:.1f} MB,")
    print(f"built in {built:.1f} s with numpy; largest memory of the process so far {peak:.0f} MB")
    moves, trie = Moves(words, table=table), make_trie(words)
    moves.placements(rings[0], HAND)
    gc.collect()
    gc.freeze()  # the trie of dicts would slow every way down, not only its own

    answers = [set(moves.reachable(ring, HAND)) for ring in rings]
    print(f"median {statistics.median(map(len, answers)):.0f} placements a ring of 7 cards\n")
    each = len(rings) // options.slow
    ways = Ways()
    ways.add("plain scan", lambda ring: plain_scan(words, ring), 1)
    ways.add("trie walk", lambda ring: trie_walk(trie, ring), 1)
    ways.add("base", lambda ring: moves.reachable(ring, HAND), each)
    ways.add("base, best and its word", lambda ring: moves.best(ring, HAND), each)
    ways.add("base, with words", lambda ring: moves.placements(ring, HAND), each)
    ways.add(
        f"base, with words, {len(forbidden)} forbidden",
        lambda ring: moves.placements(ring, HAND, forbidden=forbidden),
        each,
    )
    ways.run(rings, options.slow)
    ways.report()

    agree = all(
        plain_scan(words, ring) == trie_walk(trie, ring) == answer
        for ring, answer in zip(rings[: options.slow], answers, strict=False)
    )
    agree &= all(
        len(moves.placements(ring, HAND)) == len(answer)
        for ring, answer in zip(rings, answers, strict=True)
    )
    if installed():
        begin = time.perf_counter()
        kernel.warm_up()
        print(f"\nnumba imported, the kernel compiled: {time.perf_counter() - begin:.1f} s\n")
        moves.reachable(rings[0], HAND)
        ways = Ways()
        ways.add("plain scan", lambda ring: plain_scan(words, ring), 1)
        ways.add("fast", lambda ring: moves.reachable(ring, HAND), each)
        ways.add("fast, the kernel alone", kernel_alone(moves), each)
        ways.run(rings, options.slow)
        ways.report()
        agree &= answers == [set(moves.reachable(ring, HAND)) for ring in rings]
    print("all ways agree" if agree else "THE WAYS DO NOT AGREE")
    return 0 if agree else 1


def kernel_alone(moves: Moves) -> Callable[[Ring], object]:
    """The compiled kernel, without turning its answer into a list."""
    import numpy as np

    fast, table = kernel.compiled(), moves.table
    assert fast is not None
    space = np.zeros((2, 7 << 7), np.int64)

    def ask(ring: Ring) -> None:
        bits = np.array([1 << ord(letter) - 65 for letter in ring.letters], np.int64)
        space[1].fill(0)
        fast(table.masks, table.base, table.inner(7), bits, space[0], space[1])

    return ask


if __name__ == "__main__":
    sys.exit(main())
