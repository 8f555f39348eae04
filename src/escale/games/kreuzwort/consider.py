"""Answers a board's questions about a plan: ways to lay a word, or what is wrong with a path.

No dictionary is consulted, so the answers do not reveal whether a word is valid.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from escale.core.codec import Malformed
from escale.core.play import ALLOWED, Ruling
from escale.core.secrecy import Seat, View
from escale.games.kreuzwort.rules.grid import Cell, is_ring, lays, lines
from escale.games.kreuzwort.rules.no_way import why_no_way
from escale.games.kreuzwort.rules.pieces import (
    FEWEST_LETTERS,
    LONGEST_WORD,
    Announce,
    change,
    points,
    side_of,
)
from escale.games.kreuzwort.rules.placing import gained, problem
from escale.games.kreuzwort.rules.position import FixedLetter, Position
from escale.games.kreuzwort.rules.rules import Kreuzwort, State
from escale.games.kreuzwort.solver.fitting import Move, fit, moves, offsets

MOST_WAYS = 24
PINNED = 10_000  # more points than any word has


def consider(rules: Kreuzwort, view: View[State], question: object) -> dict[str, Any]:
    """`{"word": …}`: the ways to lay it, the most points first, of equals the plain ones; without
    any, `problem` says why. With `"pinned"`, a list of `[cell, source]`, only those that have
    these letters there. `{"cells": …, "sources": …}`: the letters that lie there, their points,
    and what is wrong with them as a word. `change` is what a word changes in the score."""
    if view.seat is None:
        raise Malformed("only a player can ask about a word")
    if not isinstance(question, dict):
        raise Malformed("a question must be an object")
    if set(question) == {"cells", "sources"}:
        cells, sources = (_cells(name, question[name]) for name in ("cells", "sources"))
        return _read(view, cells, sources)
    unknown = set(question) - {"word", "pinned"}
    if unknown:
        raise Malformed(f"not a part of a question: {', '.join(sorted(map(str, unknown)))}")
    word = question.get("word")
    if not isinstance(word, str) or not 1 <= len(word) <= LONGEST_WORD:
        raise Malformed(f"word: must be a text of 1 to {LONGEST_WORD} letters")
    pinned = _pairs(question.get("pinned", []))
    folded = rules.referee.folded(word)
    position = view.seen.position(view.seat)
    fitting = []
    if len(folded) >= FEWEST_LETTERS:
        fitting = _through(position, folded, pinned) if pinned else moves(position, folded)
    fitting = plain_first(view.seen, view.seat, fitting)
    return {
        "word": folded,
        "count": len(fitting),
        "ways": [_told(view.seen, view.seat, move) for move in fitting[:MOST_WAYS]],
        "problem": _problem(_no_way(folded, position, fitting)),
    }


def _no_way(word: str, position: Position, found: Sequence[Move]) -> Ruling:
    short = len(word) < FEWEST_LETTERS
    return ALLOWED if found or short else why_no_way(word, position)


def _told(state: State, seat: Seat, move: Move) -> dict[str, Any]:
    side, taken = side_of(seat, state.seats), gained(move, state.at)
    return {
        "score": move.score,
        "change": change(taken, side),
        "cells": list(move.cells),
        "sources": list(move.sources),
        "own": sum(one.is_of(side) for one in taken),
    }


def plain_first(state: State, seat: Seat, found: Iterable[Move]) -> list[Move]:
    """The most points first; of equals a straight one, then what changes most in the score."""
    side = side_of(seat, state.seats)

    def key(move: Move) -> tuple[int, int, int, int]:
        return -move.score, _bends(move), -change(gained(move, state.at), side), move.moved

    return sorted(found, key=key)


def _bends(move: Move) -> int:
    steps = [after - before for before, after in pairwise(move.cells)]
    return sum(one != other for one, other in pairwise(steps))


def _read(view: View[State], cells: tuple[int, ...], sources: tuple[int, ...]) -> dict[str, Any]:
    state, seat = view.seen, view.seat
    assert seat is not None
    if len(cells) != len(sources):
        raise Malformed("sources: must be as many as cells")
    letters = ""
    for cell in sources:
        spot = None if is_ring(cell) else state.at(cell)
        top = spot.top if spot else None
        letters += (top.letter if top else spot.printed if spot else "") or "?"
    both = state.options.ring == "both"
    move = Announce(letters, cells, sources)
    side = side_of(seat, state.seats)
    ruling = problem(letters, move, side, state.at, state.empty, both_ends=both)
    taken = () if "?" in letters else gained(move, state.at)
    return {
        "word": letters,
        "score": points(taken),
        "change": change(taken, side),
        "problem": _problem(ruling),
    }


def _problem(ruling: Ruling) -> dict[str, Any] | None:
    if ruling:
        return None
    return {"reason": ruling.reason, "anchor": ruling.anchor, "details": dict(ruling.details)}


def _through(position: Position, word: str, pinned: dict[Cell, Cell]) -> list[Move]:
    """The ways that have the pinned letters where they were set, round the ring either way.

    A pinned letter is treated as fixed on its cell, with a bonus larger than any word's points.
    """
    tops = {
        letter: tuple(top for top in found if top.cell not in pinned.values())
        for letter, found in position.tops.items()
    }
    fixed = dict(position.fixed)
    for cell, source in pinned.items():
        one = _letter(position, cell, source)
        if one is None:
            return []
        fixed[cell] = replace(one, value=one.value + PINNED)
    position = replace(position, tops=tops, fixed=fixed)
    found = []
    for line in lines(position.side):
        for offset in offsets(position, word, line):
            for cells in lays(line, offset, len(word)):
                move = fit(position, word, cells) if set(pinned) <= set(cells) else None
                if move is not None and move.score >= PINNED * len(pinned):
                    sources = tuple(
                        pinned.get(cell, source)
                        for cell, source in zip(cells, move.sources, strict=True)
                    )
                    found.append(Move(word, move.score - PINNED * len(pinned), cells, sources))
    return found


def _letter(position: Position, cell: Cell, source: Cell) -> FixedLetter | None:
    """What stands on a cell if it was taken from this one; None: nothing that could be there."""
    if cell == source and source in position.fixed:
        return position.fixed[source]
    for letter, found in position.tops.items():
        for top in found:
            if top.cell == source:
                return FixedLetter(letter, top.value, black=False, own=top.own)
    return None


def _cells(name: str, plain: object) -> tuple[int, ...]:
    if not isinstance(plain, list) or not 1 <= len(plain) <= LONGEST_WORD:
        raise Malformed(f"{name}: must be 1 to {LONGEST_WORD} cells")
    for cell in plain:
        if type(cell) is not int or not 0 <= cell < 100:
            raise Malformed(f"{name}: must be cells of the board, numbered from 0 to 99")
    return tuple(plain)


def _pairs(plain: object) -> dict[Cell, Cell]:
    """What was set by hand: on which cell, from which."""
    if not isinstance(plain, list) or len(plain) > LONGEST_WORD:
        raise Malformed(f"pinned: must be at most {LONGEST_WORD} pairs of cells")
    pairs: dict[Cell, Cell] = {}
    for pair in plain:
        if not isinstance(pair, list) or len(pair) != 2:
            raise Malformed("pinned: must be pairs of cells")
        cell, source = _cells("pinned", pair)
        pairs[cell] = source
    if len(set(pairs.values())) < len(plain):
        raise Malformed("pinned: a cell can be used only once")
    return pairs
