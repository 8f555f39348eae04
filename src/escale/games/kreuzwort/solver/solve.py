"""`escale solve kreuzwort`: the best move of a position, the best few, and every word's best.

    {"seat": "S", "through": false, "cells": [
        {"row": 2, "col": 2, "printed": "A", "printed_colour": "black",
         "stack": [["E", 1, "black"]]}, ...]}

Rows and columns are seen from the south. `through`: a word may use the ring at both ends. `stack`
goes from bottom to top. Cells that are not listed are blank. Two things are for the expert game
only: a grey may name the side that owns it (`["E", 1, "grey", "N"]`), and `empty` (`["E", "W"]`)
the sides where nobody sits, whose greys are free. Positions are untrusted input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, get_args

from escale.games.kreuzwort.editions import edition, words
from escale.games.kreuzwort.rules.grid import SIDES, Cell, Side, at, is_ring
from escale.games.kreuzwort.rules.pieces import Colour, Pyramid, Spot
from escale.games.kreuzwort.rules.position import Position, position
from escale.games.kreuzwort.solver.best_first import Solver
from escale.games.kreuzwort.solver.fitting import Move
from escale.games.kreuzwort.solver.vocabulary import Vocabulary
from escale.games.kreuzwort.solver.vocabulary_file import cached
from escale.games.solver_input import BadPosition, integer, json_list, json_object, read_words, show
from escale.words import Language

LANGUAGE: Final[Language] = "de"
OPTIONS: Final = ("top", "all")
MAX_VALUE: Final = 1000
MAX_HEIGHT: Final = 200
COLOURS: Final = get_args(Colour)


def read_position(data: object) -> Position:
    """A position from decoded JSON; BadPosition if anything in it is invalid."""
    fields = json_object(data, "position", ("seat", "cells"), ("through", "empty"))
    side = _side(fields["seat"], "seat")
    through = fields.get("through", False)
    if not isinstance(through, bool):
        raise BadPosition(f"through: must be true or false, got {show(through)}")
    empty = [
        _side(one, f"empty[{k}]")
        for k, one in enumerate(json_list(fields.get("empty", []), "empty"))
    ]
    if side in empty:
        raise BadPosition(f"empty: somebody sits at {side}, whose turn it is")
    spots: dict[Cell, Spot] = {}
    for k, row in enumerate(json_list(fields["cells"], "cells")):
        cell, spot = _cell(row, f"cells[{k}]")
        if cell in spots:
            raise BadPosition(f"cells[{k}]: row {cell // 10}, column {cell % 10} is already listed")
        spots[cell] = spot
    return position(spots.items(), side, both_ends=through, empty=frozenset(empty))


def answer(place: Position, solver: Solver, *, top: int = 1, every: bool = False) -> dict[str, Any]:
    """The best moves, one for each word, and with `every` the points of all playable words."""
    listed = solver.top(place, len(solver.vocabulary) if every else top)
    rows = [_row(move) for move in listed[:top]]
    found: dict[str, Any] = {
        "best_score": rows[0]["score"] if rows else None,
        "best_move": rows[0] if rows else None,
        "top": rows,
    }
    if every:
        found["words"] = {move.word: move.score for move in listed}
    return found


def prepare(
    lines: Iterable[str] | None, language: Language, *, top: int = 1, all: bool = False
) -> Callable[[object], dict[str, Any]]:
    """A function that solves positions, over the words of a file or the lexicon of a language."""
    values = dict(edition(language).values)
    if lines is not None:
        solver = Solver(Vocabulary.of(read_words(lines), values))
    elif all:
        raise BadPosition("--all: needs --words FILE")
    else:
        lexicon = words(language)
        solver = Solver(cached(lexicon.all, values, lexicon.digest + lexicon.id))
    return lambda data: answer(read_position(data), solver, top=top, every=all)


def _row(move: Move) -> dict[str, Any]:
    return {
        "word": move.word,
        "score": move.score,
        "cells": [list(divmod(cell, 10)) for cell in move.cells],
        "from": [
            None if cell == source else list(divmod(source, 10))
            for cell, source in zip(move.cells, move.sources, strict=True)
        ],
    }


def _cell(data: object, name: str) -> tuple[Cell, Spot]:
    fields = json_object(data, name, ("row", "col"), ("printed", "printed_colour", "stack"))
    row, column = (integer(fields[one], f"{name}.{one}", 0, 9) for one in ("row", "col"))
    printed, ink = fields.get("printed"), fields.get("printed_colour")
    if printed not in (None, ""):
        _letter(printed, f"{name}.printed")
    if ink not in COLOURS and (ink not in (None, "") or printed):
        known = ", ".join(COLOURS)
        raise BadPosition(f"{name}.printed_colour: must be one of {known}, got {show(ink)}")
    stack = json_list(fields.get("stack", []), f"{name}.stack")
    if len(stack) > MAX_HEIGHT:
        raise BadPosition(f"{name}.stack: must be at most {MAX_HEIGHT} high, got {len(stack)}")
    pile = [_pyramid(one, f"{name}.stack[{k}]") for k, one in enumerate(stack)]
    cell = at(row, column)
    if is_ring(cell) and (printed or pile):
        raise BadPosition(f"{name}: nothing stands on the outer ring (row {row}, column {column})")
    return cell, Spot(printed or "", (ink or "") if printed else "", tuple(reversed(pile)))


def _pyramid(data: object, name: str) -> Pyramid:
    parts = json_list(data, name)
    if not 3 <= len(parts) <= 4:
        raise BadPosition(f"{name}: must be [letter, value, colour], got {len(parts)} elements")
    letter, value, colour, *owner = parts
    _letter(letter, f"{name}[0]")
    integer(value, f"{name}[1]", 0, MAX_VALUE)
    if colour not in COLOURS:
        known = ", ".join(COLOURS)
        raise BadPosition(f"{name}[2]: must be one of {known}, got {show(colour)}")
    if owner and colour != "grey":
        raise BadPosition(f"{name}[3]: only a grey pyramid has an owner")
    return Pyramid(letter, value, colour, _side(owner[0], f"{name}[3]") if owner else "")


def _letter(data: object, name: str) -> None:
    if not isinstance(data, str) or len(data) != 1 or not "A" <= data <= "Z":
        raise BadPosition(f"{name}: must be one letter from A to Z, got {show(data)}")


def _side(data: object, name: str) -> Side:
    if data not in SIDES:
        raise BadPosition(f"{name}: must be one of {', '.join(SIDES)}, got {show(data)}")
    return data
