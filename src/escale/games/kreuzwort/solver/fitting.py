"""The best way to lay a word on given cells, exactly.

Tops may go anywhere, so only their letters and points matter; fixed letters count where they
stand. For each letter of the word the best choice is found for every wish (a black letter, an
own letter, both, neither), and the letters are put together so that both wishes come true.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from escale.games.kreuzwort.rules.grid import Cell, lay, lines
from escale.games.kreuzwort.rules.position import FixedLetter, Position, Top

BLACK, OWN = 1, 2
BOTH = BLACK | OWN


class Choice(NamedTuple):
    """What one letter of the word takes: cells where it is fixed already, and tops."""

    value: int
    fixed: tuple[Cell, ...]
    tops: tuple[Top, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A word on the board: its path, and where each letter comes from (its own cell: in place)."""

    word: str
    score: int
    cells: tuple[Cell, ...]
    sources: tuple[Cell, ...]

    @property
    def moved(self) -> int:
        return sum(cell != source for cell, source in zip(self.cells, self.sources, strict=True))


def ways(position: Position, word: str) -> Iterator[tuple[Cell, ...]]:
    """The cells of a word for every line and offset at which a black letter of it stands right."""
    for line in lines(position.side):
        for offset in sorted(offsets(position, word, line)):
            cells = lay(line, offset, len(word))
            if cells is not None:
                yield cells


def offsets(position: Position, word: str, line: Sequence[Cell]) -> set[int]:
    found: set[int] = set()
    for place, cell in enumerate(line):
        fixed = position.fixed.get(cell)
        if fixed is None or not fixed.black:
            continue
        start = word.find(fixed.letter)
        while start >= 0:
            offset = place - start
            if position.both_ends or offset >= 0 or offset + len(word) <= len(line):
                found.add(offset)
            start = word.find(fixed.letter, start + 1)
    return found


def fit(position: Position, word: str, cells: Sequence[Cell]) -> Move | None:
    """The most points for a word on these cells, with an own and a black letter; None: none."""
    places: dict[str, list[Cell]] = {}
    standing: dict[str, list[tuple[Cell, FixedLetter]]] = {}
    for letter, cell in zip(word, cells, strict=True):
        places.setdefault(letter, []).append(cell)
        fixed = position.fixed.get(cell)
        if fixed is not None and fixed.letter == letter:
            standing.setdefault(letter, []).append((cell, fixed))
    tops = position.tops
    if any(
        len(where) > len(tops.get(letter, ())) + len(standing.get(letter, ()))
        for letter, where in places.items()
    ):
        return None  # true for most cells, hence tested first
    best: dict[int, tuple[int, tuple[Choice, ...]]] = {0: (0, ())}
    for letter, where in places.items():
        found = choices(tops.get(letter, ()), standing.get(letter, ()), len(where))
        best = _together(best, found)
    if BOTH not in best:
        return None
    score, chosen = best[BOTH]
    return Move(word, score, tuple(cells), _sources(cells, places, chosen))


def choices(
    tops: Sequence[Top], fixed: Sequence[tuple[Cell, FixedLetter]], count: int
) -> dict[int, Choice]:
    """The best choice for `count` letters that are alike, for each set of wishes it fulfils."""
    found: dict[int, Choice] = {}
    for number in range(max(0, count - len(tops)), min(count, len(fixed)) + 1):
        for used in combinations(fixed, number):
            wishes = 0
            for _, one in used:
                wishes |= BLACK * one.black | OWN * one.own
            value = sum(one.value for _, one in used)
            cells = tuple(cell for cell, _ in used)
            for taken in _tops(tops, count - number):
                has = wishes | (OWN if any(top.own for top in taken) else 0)
                whole = value + sum(top.value for top in taken)
                if has not in found or found[has].value < whole:
                    found[has] = Choice(whole, cells, taken)
    return found


def _tops(tops: Sequence[Top], count: int) -> Iterator[tuple[Top, ...]]:
    """The most valuable ones; and, if none of them is own, those with one own instead."""
    best = tuple(tops[:count])
    yield best
    if count and not any(top.own for top in best):
        own = next((top for top in tops[count:] if top.own), None)
        if own is not None:
            yield (*best[:-1], own)


def _together(
    best: dict[int, tuple[int, tuple[Choice, ...]]], found: dict[int, Choice]
) -> dict[int, tuple[int, tuple[Choice, ...]]]:
    merged: dict[int, tuple[int, tuple[Choice, ...]]] = {}
    for wishes, (value, chosen) in best.items():
        for more, choice in found.items():
            has, whole = wishes | more, value + choice.value
            if has not in merged or merged[has][0] < whole:
                merged[has] = (whole, (*chosen, choice))
    return merged


def _sources(
    cells: Sequence[Cell], places: dict[str, list[Cell]], chosen: Sequence[Choice]
) -> tuple[Cell, ...]:
    """Tops that are already in place stay there; the others come in any order."""
    source: dict[Cell, Cell] = {}
    for where, choice in zip(places.values(), chosen, strict=True):
        open_cells = [cell for cell in where if cell not in choice.fixed]
        source.update((cell, cell) for cell in choice.fixed)
        stay = {top.cell for top in choice.tops} & set(open_cells)
        source.update((cell, cell) for cell in stay)
        come = sorted(top.cell for top in choice.tops if top.cell not in stay)
        go = [cell for cell in open_cells if cell not in stay]
        source.update(zip(go, come, strict=True))
    return tuple(source[cell] for cell in cells)


def moves(position: Position, word: str) -> list[Move]:
    """The best move of a word on every possible path, the most points first."""
    if not _letters_for(position, word):
        return []
    found = (fit(position, word, cells) for cells in ways(position, word))
    return sorted(
        (move for move in found if move is not None),
        key=lambda move: (-move.score, move.moved, move.cells),
    )


def _letters_for(position: Position, word: str) -> bool:
    """Whether there are enough of each letter anywhere: a quick test that most words fail."""
    fixed = [one.letter for one in position.fixed.values()]
    return all(
        word.count(letter) <= len(position.tops.get(letter, ())) + fixed.count(letter)
        for letter in set(word)
    )
