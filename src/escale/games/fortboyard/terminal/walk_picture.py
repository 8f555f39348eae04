"""The picture of the walk, and the table of players."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from escale.core.game import Say
from escale.core.secrecy import View
from escale.games.fortboyard.board import money
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.rules.walk import Turn
from escale.games.fortboyard.terminal.looks import (
    KEY_BLACK,
    KEY_RED,
    MARKS,
    NAMES,
    QUIET,
    RED,
    SQUARES,
    YOURS,
    keys,
    who,
)

CELL = 8  # characters
MOST_IN_A_ROW = 10


def walk(state: State, say: Say, width: int) -> RenderableType:
    in_a_row = max(1, min(MOST_IN_A_ROW, (width - 5) // (CELL + 1)))
    table = Table(
        box=box.SQUARE, show_header=False, show_lines=True, padding=0, border_style="#3f6674"
    )
    for _ in range(in_a_row):
        table.add_column(width=CELL, no_wrap=True)
    squares = [_square(state, place, say) for place in range(len(state.squares))]
    for start in range(0, len(squares), in_a_row):
        table.add_row(*squares[start : start + in_a_row])
    return table


def _square(state: State, place: int, say: Say) -> Text:
    sort, cell = state.squares[place], state.cells[place]
    text = Text(f"{place:>2} ", style=QUIET)
    text.append_text(keys(cell.black, cell.red))
    text.append(f"\n{say('walk.' + sort)}", style=SQUARES[sort])
    pawns = [seat for seat, where in enumerate(state.pawns) if where == place]
    if pawns:
        text.append("\n")
    for seat in pawns:
        text.append(MARKS[seat], style=f"bold {NAMES[seat]}")
    return text


def legend(say: Say) -> Text:
    return Text.assemble(
        (KEY_BLACK, "bold"),
        f" {say('walk.black')}   ",
        (KEY_RED, RED),
        f" {say('walk.red')}   {say('walk.signs')}",
        style=QUIET,
    )


def players(view: View[State], say: Say, names: Sequence[str]) -> RenderableType:
    """Keys and notes as far as the view shows them."""
    state = view.seen
    counted = [purse for purse in state.purses if purse.counted or purse.seat == view.seat]
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    for key in ("player", "keys", "notes", "square", *(("worth",) if counted else ())):
        table.add_column(say(f"walk.{key}"), justify="left")
    turn = next((phase.seat for phase in state.phases if isinstance(phase, Turn)), None)
    for purse in state.purses:
        seat = purse.seat
        begun = Text("▸ " if seat == turn else "  ", style=YOURS)
        worth = money(sum(purse.notes)) if purse in counted else ""
        square = f"{state.pawns[seat]}, {say('squares.' + state.squares[state.pawns[seat]])}"
        table.add_row(
            begun.append_text(who(seat, names)),
            keys(purse.black, purse.red) if purse.keys else "–",
            str(purse.count),
            square,
            *((worth,) if counted else ()),
        )
    return table
