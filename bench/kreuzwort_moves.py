"""Kreuzwort-Pyramiden: the best move of a position, by several ways, side by side in one run.

    python bench/kreuzwort_moves.py [--languages de fr en] [--positions 20] [--slow 1]
        [--share 40] [--patience 60]

Positions come from games in which everybody takes the best move: the first turns, turns in the
middle, and the last ones. Times are processor time; they depend on the machine: read the ratios.
Every way has to give the same points, or the run ends with an error. The plain scan and the trie
walk take very long, so they answer only a few positions of each kind; and the scan looks at every
40th word only, and its time is multiplied: it takes as long for each word.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from escale.games.kreuzwort.editions import edition, words
from escale.games.kreuzwort.rules.grid import (
    CENTRE,
    CORNERS,
    INSIDE,
    SIDES,
    STARTS,
    Cell,
    lay,
    lines,
)
from escale.games.kreuzwort.rules.pieces import Edition, Spot
from escale.games.kreuzwort.rules.position import Position, of_seat
from escale.games.kreuzwort.rules.setup import bags, bare
from escale.games.kreuzwort.solver import best_first, kernel
from escale.games.kreuzwort.solver.fitting import fit
from escale.games.kreuzwort.solver.position_arrays import PositionArrays, array_space, plain_space
from escale.games.kreuzwort.solver.vocabulary import Vocabulary

KINDS = ("start", "middle", "end")
Trie = dict[str, Any]
Way = Callable[[Position], int]


def dealt(box: Edition, rng: Random) -> dict[Cell, Spot]:
    """A board at the start; the whole of each pile is known here."""
    spots = dict(zip(INSIDE, bare(box), strict=True))
    homes = (*(STARTS[side] for side in SIDES), CORNERS, CENTRE)
    for cells, bag in zip(homes, bags(box, expert=False), strict=True):
        shuffled = rng.sample(bag, len(bag))
        for place, cell in enumerate(cells):
            spots[cell] = replace(spots[cell], stack=tuple(shuffled[place :: len(cells)]))
    return spots


def positions(
    box: Edition, words: Vocabulary, count: int, rng: Random
) -> dict[str, list[Position]]:
    """Of each kind so many, from games of four who all take the best move."""
    finder = best_first.Solver(words)
    found: dict[str, list[Position]] = {kind: [] for kind in KINDS}
    while len(found["end"]) < count:
        spots, game = dealt(box, rng), []
        for turn in range(40):
            place = of_seat(tuple(spots.values()), turn % 4, 4, both_ends=False)
            move = finder.best(place)
            if move is None:
                break
            game.append(place)
            for cell in move.sources:
                if spots[cell].stack:
                    spots[cell] = replace(spots[cell], stack=spots[cell].stack[1:])
            colours = {one.colour for spot in spots.values() for one in spot.stack}
            if not colours.issuperset(SIDES):  # somebody has run out: the game is over
                break
        third = len(game) // 3
        for kind, part in zip(
            KINDS, (game[:third], game[third:-third], game[-third:]), strict=True
        ):
            found[kind] += rng.sample(part, min(2, len(part)))
    return {kind: places[:count] for kind, places in found.items()}


def plain_scan(words: Sequence[Sequence[int]], place: Position) -> int:
    """What one writes first: every word at every offset of every line, by its exact value."""
    best, arrays, space = -1, PositionArrays(place), plain_space()
    for letters in words:
        number = kernel.sort_letters(letters, 0, len(letters), space)
        for line in range(len(arrays.lines)):
            best = kernel.weigh(arrays.plain, space, number, len(letters), line, best)[0]
    return best


def make_trie(words: Sequence[str]) -> Trie:
    root: Trie = {}
    for word in words:
        node = root
        for letter in word:
            node = node.setdefault(letter, {})
        node[""] = word
    return root


def trie_walk(trie: Trie, place: Position, patience: float) -> int:
    """As Scrabble programs do: down the letters that can be had, from every cell of every line.

    What lies on the ring before a line is the same for all lines, and walked once for all. After
    so many seconds it gives up.
    """
    best, end = -1, time.process_time() + patience
    tops = {letter: len(found) for letter, found in place.tops.items()}
    crossing: dict[tuple[Cell, ...], int] = {}  # lines, and where their last black letter stands
    for line in lines(place.side):
        black = [
            k for k, cell in enumerate(line) if cell in place.fixed and place.fixed[cell].black
        ]
        if black:
            crossing[line] = black[-1]

    def along(node: Trie, line: tuple[Cell, ...], begin: int, at: int, black: bool) -> None:
        nonlocal best
        if "" in node and black and (begin >= 0 or at <= len(line)):
            cells = lay(line, begin, at - begin)
            move = fit(place, node[""], cells) if cells else None
            if move is not None and move.score > best:
                best = move.score
        if not black and at > crossing[line]:
            return
        if time.process_time() > end:
            raise TimeoutError
        fixed = place.fixed.get(line[at]) if at < len(line) else None
        for letter, below in node.items():
            if letter and fixed is not None and fixed.letter == letter:
                # Whether a top would be better here, `fit` finds out.
                along(below, line, begin, at + 1, black or fixed.black)
            elif letter and tops.get(letter, 0):
                tops[letter] -= 1
                along(below, line, begin, at + 1, black)
                tops[letter] += 1

    def before(node: Trie, depth: int) -> None:
        for line in crossing:
            along(node, line, -depth, 0, False)
        for letter, below in node.items():
            if letter and tops.get(letter, 0):
                tops[letter] -= 1
                before(below, depth + 1)
                tops[letter] += 1

    for line in crossing:
        for begin in range(1, len(line)):
            along(trie, line, begin, begin, False)
    before(trie, 0)
    return best


def kernel_alone(vocabulary: Vocabulary, places: Sequence[Position]) -> Way:
    """The compiled search, with the position in numbers already."""
    engine = kernel.compiled()
    assert engine is not None
    ready = {}
    for place in places:
        arrays = PositionArrays(place)
        ready[id(place)] = (arrays.stretch(vocabulary), arrays.supply, arrays.board_arrays)
    space, found = array_space(), np.empty((4, 1), np.int64)

    def ask(place: Position) -> int:
        stretch, supply, board = ready[id(place)]
        parts = (vocabulary.most, vocabulary.needs, vocabulary.starts, vocabulary.letters)
        number = engine.scan(*parts, stretch, supply, board, space, found)
        return int(found[1, 0]) if number else -1

    return ask


def timed(way: Way, places: Sequence[Position], repeat: int) -> tuple[list[float], list[int]]:
    times, points = [], []
    for place in places:
        begin = time.process_time()
        for _ in range(repeat):
            score = way(place)
        times.append((time.process_time() - begin) / repeat)
        points.append(score)
    return times, points


def compare(language: Any, count: int, slow: int, share: int, patience: float) -> bool:
    lexicon, box = words(language), edition(language)
    listed = list(lexicon.all())
    begin = time.process_time()
    vocabulary = Vocabulary.of(listed, dict(box.values))
    built = time.process_time() - begin
    finder = best_first.Solver(vocabulary)
    places = positions(box, vocabulary, count, Random(f"kreuzwort {language}"))
    trie = make_trie(listed)
    gc.collect()
    gc.freeze()
    print(f"\n{language}: {len(listed):,} words, counted and sorted in {built:.1f} s")
    print(f"{'':8}{'way':32}{'median ms':>12}{'p95 ms':>12}{'x scan':>12}{'positions':>11}")

    def best(place: Position) -> int:
        move = finder.best(place)
        return move.score if move else -1

    agree = True
    few = listed[::share]
    spelt = [[ord(letter) - 65 for letter in word] for word in few]
    few_only = best_first.Solver(Vocabulary.of(few, dict(box.values)))
    for kind, some in places.items():
        times, points = timed(lambda place: plain_scan(spelt, place), some[:slow], 1)
        unit = statistics.median(times) * share
        report(kind, "plain scan", [one * share for one in times], unit)
        agree &= points == [
            move.score if (move := few_only.best(place)) else -1 for place in some[:slow]
        ]
        ways: list[tuple[str, Way, int, int, bool]] = [
            ("trie walk", lambda place: trie_walk(trie, place, patience), slow, 1, False),
            ("best first, base", best, count, 1, False),
        ]
        if kernel.compiled():
            alone = kernel_alone(vocabulary, some)
            ways += [
                ("best first, numba", best, count, 5, True),
                ("the compiled kernel alone", alone, count, 20, True),
            ]
        expected: list[int] = []
        for name, way, number, repeat, fast in ways:
            try:
                with _engine(fast):
                    times, points = timed(way, some[:number], repeat)
            except TimeoutError:
                print(f"{kind:8}{name:32}{'':5}gave up after {patience:g} s")
                continue
            report(kind, name, times, unit)
            agree &= all(a == b for a, b in zip(points, expected, strict=False))
            expected = max(expected, points, key=len)
    gc.unfreeze()
    return agree


def report(kind: str, name: str, times: Sequence[float], unit: float) -> None:
    median, late = statistics.median(times), sorted(times)[int(len(times) * 0.95)]
    print(f"{kind:8}{name:32}{median * 1e3:12.4f}{late * 1e3:12.4f}", end="")
    print(f"{unit / median:12,.0f}{len(times):11}", flush=True)


class _engine:  # noqa: N801 - used as a statement
    """With the compiled kernel, or as if numba were not there."""

    def __init__(self, fast: bool) -> None:
        self.fast, self.kept = fast, kernel.compiled()

    def __enter__(self) -> None:
        if not self.fast:
            kernel._compiled = None

    def __exit__(self, *_: object) -> None:
        kernel._compiled = self.kept


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--languages", nargs="+", default=["de", "fr", "en"])
    parser.add_argument("--positions", type=int, default=20, help="of each kind")
    parser.add_argument("--slow", type=int, default=1, help="positions for the two slow ways")
    parser.add_argument("--share", type=int, default=40, help="the scan takes every n-th word")
    parser.add_argument("--patience", type=float, default=60, help="seconds for a trie walk")
    options = parser.parse_args()
    begin = time.process_time()
    best_first.warm_up()
    if kernel.compiled():
        print(f"numba imported, the kernel compiled: {time.process_time() - begin:.1f} s")
    agree = True
    for language in options.languages:
        agree &= compare(language, options.positions, options.slow, options.share, options.patience)
    print("\nall ways agree" if agree else "\nTHE WAYS DO NOT AGREE")
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
