"""The text format of drawings: strokes separated by spaces, four digits for each point.

"10109090 10909010" is a cross: two strokes of two points, each 00 to 99 to the right and down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

Point = tuple[int, int]
Stroke = tuple[Point, ...]

GRID = 100
LONGEST = 3000  # characters of a drawing
MOST_STROKES = 80
NO_DRAWING = ""  # of an opponent who sent none in time
_DRAWING = re.compile(r"(?:[0-9]{4})+(?: (?:[0-9]{4})+)*")


def is_drawing(text: str) -> bool:
    """Whether this is a valid drawing with at least one point."""
    if len(text) > LONGEST or text.count(" ") >= MOST_STROKES:
        return False
    return _DRAWING.fullmatch(text) is not None


def read_drawing(text: str) -> tuple[Stroke, ...]:
    """The strokes of a drawing; none for `NO_DRAWING`."""
    return tuple(
        tuple(
            (int(stroke[place : place + 2]), int(stroke[place + 2 : place + 4]))
            for place in range(0, len(stroke), 4)
        )
        for stroke in text.split(" ")
        if stroke
    )


def write_drawing(strokes: Iterable[Iterable[Point]]) -> str:
    return " ".join("".join(f"{x:02}{y:02}" for x, y in stroke) for stroke in strokes)


def ink(text: str) -> int:
    """The approximate total length of its lines."""
    return sum(
        max(abs(x - last_x), abs(y - last_y))
        for stroke in read_drawing(text)
        for (last_x, last_y), (x, y) in pairwise(stroke)
    )
