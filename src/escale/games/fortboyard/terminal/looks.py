"""Colours and signs. No information is given by colour alone."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from escale.core.game import Say
from escale.core.secrecy import Seat
from escale.games.fortboyard.rules.pieces import Square
from escale.games.terminal import Clock

ON_NIGHT = "on #10303d"
QUIET = "#a9c4cc on #10303d"
YOURS = "bold #ffc94a"
KEY_BLACK, KEY_RED = "●", "◆"
RED = "bold #ff7d66"
MOST_KEYS = 5  # shown one by one
MARKS = "①②③④⑤⑥"
NAMES = ("#8db6ff", "#ffd86b", "#ff9c93", "#74d8ab", "#d8a8ff", "#f3b178")
SQUARES: dict[Square, str] = {
    "start": "bold",
    "plain": "",
    "or": "#8db6ff",
    "and": "#d8a8ff",
    "guardian": "#74d8ab",
    "tiger": "bold #ffb02e",
}
FACES = "⚀⚁⚂⚃⚄⚅"
GRAINS = 12  # characters of the bar that shows the sand


def who(seat: Seat, names: Sequence[str]) -> Text:
    return Text(f"{MARKS[seat]} {names[seat]}", style=NAMES[seat])


def in_order(seats: Sequence[Seat], names: Sequence[str], text: Text) -> Text:
    """Append the players to the text, numbered from 1."""
    for number, seat in enumerate(seats, start=1):
        text.append(f"{number}. ").append_text(who(seat, names)).append("   ")
    return text


def dice(numbers: Sequence[int]) -> str:
    return " ".join(FACES[number - 1] for number in numbers)


def keys(black: int, red: int) -> Text:
    """One sign a key; above `MOST_KEYS`, a number and one sign a colour."""
    many = black + red > MOST_KEYS
    text = Text(_signs(KEY_BLACK, black, many), style="bold")
    return text.append(_signs(KEY_RED, red, many), style=RED)


def _signs(sign: str, count: int, many: bool) -> str:
    return f"{count}{sign}" if many and count else sign * count


def sand(ends: int, seconds: int, say: Say) -> Clock:
    """An hourglass of this many seconds that is empty at `ends`."""

    def shown(left: int) -> str:
        grains = -(-GRAINS * left // (1000 * seconds))
        bar = "▓" * min(GRAINS, grains) + "░" * (GRAINS - grains)
        return f"⧗ {say('entry.seconds', count=-(-left // 1000))} {bar}"

    def said(left: int) -> str:
        return say("board.sand", count=-(-left // 1000))

    return Clock(ends, shown, said=said)
