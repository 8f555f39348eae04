"""Why a word cannot lie anywhere: the first reason that is true, with the letter concerned."""

from __future__ import annotations

from escale.core.play import Ruling, refused
from escale.games.kreuzwort.rules.grid import Cell, seen_by
from escale.games.kreuzwort.rules.position import Position


def why_no_way(word: str, position: Position) -> Ruling:
    """`word` has the letters that it plays as, and no way to lie in this position."""
    in_place: dict[str, list[Cell]] = {}
    for cell, fixed in position.fixed.items():
        in_place.setdefault(fixed.letter, []).append(cell)
    free = {letter: len(position.tops.get(letter, ())) for letter in word}
    for letter, count in free.items():
        usable = count + len(in_place.get(letter, ()))
        if not usable:
            return refused("no-such-letter", "only-tops", letter=letter)
        if word.count(letter) > usable:
            return refused("too-few-letters", "only-tops", letter=letter, count=usable)
    own = any(top.own for letter in free for top in position.tops.get(letter, ()))
    if not own and not any(one.own and one.letter in free for one in position.fixed.values()):
        return refused("no-own-letter-fits", "own-and-black")
    if not any(one.black and one.letter in free for one in position.fixed.values()):
        return refused("no-black-letter-fits", "own-and-black")
    for letter, count in free.items():
        if word.count(letter) <= count:
            continue  # there are enough that can be moved anywhere
        if count or len(in_place[letter]) > 1:
            return refused("stays-in-place", "straight", letter=letter)
        (cell,) = in_place[letter]
        row, column = (1 + one for one in seen_by(position.side, cell))
        place: dict[str, str | int] = {"letter": letter, "row": row, "column": column}
        if position.fixed[cell].value:
            return refused("only-black", "black-stays", **place)
        return refused("only-printed", "printed", **place)
    return refused("no-line", "own-and-black")
