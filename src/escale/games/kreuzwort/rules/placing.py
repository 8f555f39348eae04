"""Checks how a word was laid: path, pyramids, own and black letter (K1 to K5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from escale.core.play import ALLOWED, Ruling, refused
from escale.games.kreuzwort.rules.grid import Cell, Side, is_ring, path_problem
from escale.games.kreuzwort.rules.pieces import Announce, Pyramid, Spot
from escale.games.kreuzwort.rules.position import usable

Look = Callable[[Cell], Spot]


class Lay(Protocol):
    """A word on the board: announced, or only thought of."""

    @property
    def sources(self) -> tuple[Cell, ...]: ...


ANCHORS = {
    "same-cell-twice": "straight",
    "not-in-line": "straight",
    "wrong-way": "reading",
    "inside-again": "one-end",
    "both-ends": "one-end",
    "only-ring": "own-and-black",
}


def problem(
    word: str, move: Announce, side: Side, look: Look, empty: frozenset[str], *, both_ends: bool
) -> Ruling:
    """The first violation, or ALLOWED. `word` has the letters that the move plays as."""
    if len(move.cells) != len(word) or len(move.sources) != len(word):
        return refused("cells-for-letters", "straight", count=len(word))
    if not all(0 <= cell < 100 for cell in (*move.cells, *move.sources)):
        return refused("off-the-board", "straight")
    path = path_problem(side, move.cells, both_ends=both_ends)
    if path:
        return refused(path, ANCHORS[path])
    return _letters(word, move, side, look, empty) and _colours(move, side, look)


def _letters(word: str, move: Announce, side: Side, look: Look, empty: frozenset[str]) -> Ruling:
    moved = {s for c, s in zip(move.cells, move.sources, strict=True) if c != s}
    if len(set(move.sources)) < len(move.sources):
        uncovered = any(
            c == s and s in moved for c, s in zip(move.cells, move.sources, strict=True)
        )
        return (
            refused("just-uncovered", "only-tops") if uncovered else refused("twice", "only-tops")
        )
    for letter, cell, source in zip(word, move.cells, move.sources, strict=True):
        if is_ring(source):
            return refused("nothing-there", "only-tops", letter=letter)
        top = look(source).top
        if top is not None and not usable(top, side, empty):
            return refused("foreign-grey", "expert-greys")
        if top is None and cell != source:
            return refused("nothing-there", "only-tops", letter=letter)
        if top is not None and top.colour == "black" and cell != source:
            return refused("black-stays", "black-stays")
        found = look(source).printed if top is None else top.letter
        if found != letter:
            return refused("wrong-letter", "only-tops", letter=letter, found=found or "–")
    return ALLOWED


def _colours(move: Announce, side: Side, look: Look) -> Ruling:
    colours = {used.colour if (used := look(s).top) else look(s).ink for s in move.sources}
    if side not in colours:
        return refused("no-own-letter", "own-and-black")
    if "black" not in colours:
        return refused("no-black-letter", "own-and-black")
    return ALLOWED


def gained(move: Lay, look: Look) -> tuple[Pyramid, ...]:
    """The pyramids of the word, in reading order; print stays on the board."""
    return tuple(top for source in move.sources if (top := look(source).top) is not None)
