"""The colours of the table, and the cut of every player's stones: never colour alone.

Colours are those of the house at night; each has a ground of its own, so that they are readable on
a light terminal as well as on a dark one.
"""

from __future__ import annotations

from escale.core.secrecy import Seat
from escale.games.wordbank.rules.pieces import COLOURS

CUTS = {"blue": "⬢", "white": "●", "pink": "◆", "orange": "■", "green": "▮"}
STONE = {
    "blue": "#8DB6FF",
    "white": "#E9EEF2",
    "pink": "#FF9CC5",
    "orange": "#FFB870",
    "green": "#74D8AB",
}

CLOTH = "#0F3829"  # between the edge and the middle of the baize; green with 256 colours too
ON_CLOTH = f"#F3EEE1 on {CLOTH}"
QUIET_ON_CLOTH = f"#B8C6BF on {CLOTH}"
METAL = "#16262E"
ON_METAL = f"#BDC8C9 on {METAL}"
PLATE = "bold #10222C on #F1EEE2"
YOURS = f"bold #FFC94A on {CLOTH}"
REFUSED = f"#FF917B on {CLOTH}"


def cut(seat: Seat) -> str:
    return CUTS[COLOURS[seat]]


def colour(seat: Seat, ground: str = CLOTH) -> str:
    return f"{STONE[COLOURS[seat]]} on {ground}"
