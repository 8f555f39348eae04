"""Colours, marks and names of cells. A colour never stands alone: each has its cut."""

from __future__ import annotations

from escale.games.kreuzwort.rules.grid import Cell, Side, cell_seen_by, seen_by
from escale.games.kreuzwort.rules.pieces import Spot

ON_CLOTH = "on #46263f"
QUIET_ON_CLOTH = "#cdb9c7 on #46263f"
YOURS = "bold #ffc94a"
REFUSED = "#ff917b"

STYLES: dict[str, str] = {
    "black": "bold #ffffff on #2a3138",
    "grey": "bold #10222c on #aab4ba",
    "S": "bold #ffffff on #1f55b0",
    "W": "bold #10222c on #f0bc2e",
    "N": "bold #ffffff on #b52d22",
    "E": "bold #ffffff on #148060",
}
NAMES: dict[str, str] = {"S": "#8db6ff", "W": "#ffd86b", "N": "#ff9c93", "E": "#74d8ab"}
CUTS: dict[str, str] = {"S": "⬢", "W": "◆", "N": "▲", "E": "▮", "grey": "○", "black": " "}
HOLLOW: dict[str, str] = {"": "○", "S": "⬡", "W": "◇", "N": "△", "E": "▯"}
"""Of greys, by their owner: nobody's, or in the expert game somebody's."""
LAID = "bold #10222c on #ffc94a"
PRINT = "#e9dcc8 on #5b3d53"
COLUMNS = "abcdefghij"
ROWS = tuple(str(row) for row in range(1, 11))
SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def cell_name(side: Side, cell: Cell) -> str:
    """`e5`: the column from the left and the row from the far edge, as this side sees them."""
    row, column = seen_by(side, cell)
    return f"{COLUMNS[column]}{row + 1}"


def cell_named(side: Side, name: str) -> Cell | None:
    column, row = name[:1].lower(), name[1:]
    if not column or column not in COLUMNS or row not in ROWS:
        return None
    return cell_seen_by(side, ROWS.index(row), COLUMNS.index(column))


def letter_in_cell(spot: Spot | None) -> tuple[str, str]:
    """Five characters and their style: mark, letter, points, and how many lie beneath."""
    if spot is None:
        return "  ·  ", QUIET_ON_CLOTH
    top = spot.top
    if top is None:
        if not spot.printed:
            return "     ", PRINT
        return f" {CUTS[spot.ink or 'grey']}{spot.printed.lower()}  ", PRINT
    below = str(spot.height - 1).translate(RAISED) if spot.height > 1 else ""
    value = str(top.value).translate(SMALL)
    mark = HOLLOW[top.owner] if top.colour == "grey" else CUTS[top.colour]
    return f"{mark}{top.letter}{value}{below}".ljust(5), STYLES[top.colour]


def laid_in_cell(source: Spot) -> tuple[str, str]:
    """A letter of the word as it lies: in brackets, so that colour does not stand alone."""
    top = source.top
    letter = source.printed.lower() if top is None else top.letter
    value = "" if top is None else str(top.value).translate(SMALL)
    return f"[{letter}{value}]".ljust(5), LAID


def uncovered_cell() -> tuple[str, str]:
    """What a lifted top reveals: nobody may use it in this turn."""
    return "  ░  ", PRINT
