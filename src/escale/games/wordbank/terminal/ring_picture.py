"""The ring of safes, drawn around the table: number 1 at the top, the others clockwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.text import Text

from escale.games.wordbank.rules.pieces import Safe
from escale.games.wordbank.terminal.colours import (
    METAL,
    ON_CLOTH,
    ON_METAL,
    PLATE,
    QUIET_ON_CLOTH,
    colour,
    cut,
)

CARD = 11
GAP = 5
HEIGHT = 4
WIDTH = 3 * CARD + 2 * GAP

# For each size of the ring: where the safes lie, clockwise from number 1, as (row, place).
# Places are in half steps from the left: 0, 2 and 4 are the three columns, 1 and 3 between them.
SHAPES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 2),),
    2: ((0, 2), (1, 2)),
    3: ((0, 2), (1, 3), (1, 1)),
    4: ((0, 2), (1, 4), (2, 2), (1, 0)),
    5: ((0, 2), (1, 4), (2, 3), (2, 1), (1, 0)),
    6: ((0, 1), (0, 3), (1, 4), (2, 3), (2, 1), (1, 0)),
    7: ((0, 2), (0, 4), (1, 4), (2, 3), (2, 1), (1, 0), (0, 0)),
}


class Canvas:
    """Characters with a style each; what is drawn later lies on top."""

    def __init__(self, width: int, height: int, style: str) -> None:
        self._rows = [[(" ", style)] * width for _ in range(height)]

    def put(self, row: int, column: int, text: Text, style: str) -> None:
        for place, letter in enumerate(text.plain):
            marks = [span.style for span in text.spans if span.start <= place < span.end]
            self._rows[row][column + place] = (letter, str(marks[-1]) if marks else style)

    def lines(self) -> list[Text]:
        return [Text.assemble(*_runs(row)) for row in self._rows]


def _runs(row: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Neighbours of one style together: a tenth of what the terminal has to read."""
    for style, letters in groupby(row, key=lambda cell: cell[1]):
        yield "".join(letter for letter, _ in letters), style


def ring_picture(ring: Sequence[Safe], middle: Sequence[str]) -> list[Text]:
    """The lines of the picture, with a few words in the middle of the ring."""
    shape = SHAPES[len(ring)]
    rows = max(row for row, _ in shape) + 1
    canvas = Canvas(WIDTH, rows * HEIGHT + (rows - 1), ON_CLOTH)
    corners = [(row * (HEIGHT + 1), place * (CARD + GAP) // 2) for row, place in shape]
    for number, (safe, (top, left)) in enumerate(zip(ring, corners, strict=True), start=1):
        for row, line in enumerate(_card(number, safe)):
            canvas.put(top + row, left, line, ON_METAL)
    for here, there in zip(corners, [*corners[1:], corners[0]], strict=True):
        _arrow(canvas, here, there, aside=len(ring) == 2)
    if len(ring) > 3:
        first = (rows * (HEIGHT + 1) - 1 - len(middle)) // 2
        for row, words in enumerate(middle):
            space = WIDTH - 2 * CARD - 2
            shown = words[:space].center(space).rstrip()
            canvas.put(first + row, CARD + 1, Text(shown), QUIET_ON_CLOTH)
    return canvas.lines()


def _card(number: int, safe: Safe) -> list[Text]:
    inside = CARD - 2
    head = f"─ {number} "
    stones = Text(" " if 2 * safe.spaces - 1 <= inside else "").join(
        [*(Text(cut(seat), style=colour(seat, METAL)) for seat in safe.stones)]
        + [Text("·")] * (safe.spaces - len(safe.stones))
    )
    before = (inside - len(stones)) // 2
    row = Text.assemble("│", " " * before, stones, " " * (inside - before - len(stones)), "│")
    letter = Text.assemble("│", "  ", (f"  {safe.letter}  ", PLATE), "  ", "│")
    return [
        Text("╭" + head + "─" * (inside - len(head)) + "╮"),
        letter,
        row,
        Text("╰" + "─" * inside + "╯"),
    ]


def _arrow(canvas: Canvas, here: tuple[int, int], there: tuple[int, int], *, aside: bool) -> None:
    """One arrow from a card to the next: the way of the clock."""
    (top, left), (next_top, next_left) = here, there
    if here == there:
        return
    middle = CARD // 2
    if top == next_top:
        sign = "──▶" if left < next_left else "◀──"
        column = min(left, next_left) + CARD + (abs(left - next_left) - CARD - len(sign)) // 2
        canvas.put(top + 1, column, Text(sign), QUIET_ON_CLOTH)
        return
    sign = "▼" if top < next_top else "▲"
    row = min(top, next_top) + HEIGHT
    column = (left + next_left) // 2 + middle
    if aside:  # two safes have both ways between them
        column += 1 if sign == "▼" else -1
    canvas.put(row, column, Text(sign), QUIET_ON_CLOTH)
