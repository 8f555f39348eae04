"""Drawings in braille letters, each eight dots: as much as a terminal can show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from escale.core.game import Say
from escale.core.secrecy import Seat, View
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.terminal.looks import QUIET, who
from escale.games.fortboyard.trials.a_qui_est_ce import AQuiEstCe
from escale.games.fortboyard.trials.a_qui_est_ce.drawings import GRID, read_drawing
from escale.games.fortboyard.trials.a_qui_est_ce.hands import HANDS, drawn_by

WIDE, HIGH = 20, 10  # letters
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def picture(drawing: str) -> str:
    dots = set()
    for stroke in read_drawing(drawing):
        for (x, y), (to_x, to_y) in pairwise((stroke[0], *stroke)):
            steps = max(1, abs(to_x - x), abs(to_y - y))
            for step in range(steps + 1):
                across = (x + (to_x - x) * step // steps) * 2 * WIDE // GRID
                down = (y + (to_y - y) * step // steps) * 4 * HIGH // GRID
                dots.add((across, down))
    rows = (
        "".join(chr(0x2800 + _letter(dots, column, row)) for column in range(WIDE))
        for row in range(HIGH)
    )
    return "\n".join(rows)


def _letter(dots: set[tuple[int, int]], column: int, row: int) -> int:
    return sum(
        DOTS[down][across]
        for down in range(4)
        for across in range(2)
        if (2 * column + across, 4 * row + down) in dots
    )


def by_hand(trial: AQuiEstCe, seat: Seat, number: int) -> str:
    """One of the drawings that are ready to be sent; always the same of the same number."""
    assert trial.prompt is not None
    return drawn_by(HANDS[number], trial.prompt, Random(f"{seat}|{trial.ends}|{number}"))


def sheets(
    trial: AQuiEstCe, view: View[State], say: Say, names: Sequence[str], width: int
) -> Iterator[RenderableType]:
    """To choose from, or as they hang there; at the end with their authors."""
    seat = view.seat
    if trial.prompt is not None:
        yield Text(say("a_qui_est_ce.to-draw", text=say(f"a_qui_est_ce.{trial.prompt}")))
    if trial.stage == "drawing" and seat in trial.missing and seat is not None:
        ready = [by_hand(trial, seat, number) for number in range(len(HANDS))]
        yield _hung(ready, [""] * len(ready), width)
    elif trial.hung:
        known = trial.authors if trial.stage == "shown" else ()
        below = [who(one, names).plain for one in known] or [""] * len(trial.hung)
        yield _hung(trial.hung, below, width)
    if trial.stage == "naming":
        order = Text(style=QUIET)
        for number, one in enumerate(trial.cast.opponents, start=1):
            order.append(f"{number}. ").append_text(who(one, names)).append("   ")
        yield order


def _hung(drawings: Sequence[str], below: Sequence[str], width: int) -> RenderableType:
    across = max(1, (width - 2) // (WIDE + 3))
    table = Table.grid(padding=(0, 1, 0, 0))
    framed = [
        Panel(
            Group(Text(picture(one)), *([Text(name)] if name else [])),
            title=str(number),
            width=WIDE + 2,
            padding=0,
            border_style="#3f6674",
        )
        for number, (one, name) in enumerate(zip(drawings, below, strict=True), start=1)
    ]
    for start in range(0, len(framed), across):
        table.add_row(*framed[start : start + across])
    return table
