"""What a player who is stuck is told of a bot's word."""

from __future__ import annotations

from typing import Literal

from escale.core.game import Hints, Sentence
from escale.core.phases import top
from escale.core.secrecy import View
from escale.games.kreuzwort.rules.grid import is_ring, seen_by
from escale.games.kreuzwort.rules.pieces import Action, Announce, points, side_of
from escale.games.kreuzwort.rules.placing import gained
from escale.games.kreuzwort.rules.rules import State, Turn
from escale.words.spelling import capitals

NOTHING: Sentence = ("hints.nothing", {})


def _fit(view: View[State]) -> bool:
    return isinstance(top(view.seen), Turn)


def _nudge(view: View[State], action: Action) -> Sentence:
    if not isinstance(action, Announce):
        return NOTHING
    line, number = _line(view, action)
    return f"hints.nudge-{line}", {"line": number}


def _move(view: View[State], action: Action) -> Sentence:
    if not isinstance(action, Announce):
        return NOTHING
    line, number = _line(view, action)
    word, gain = capitals(action.word), points(gained(action, view.seen.at))
    return f"hints.move-{line}", {"line": number, "word": word, "count": gain}


def _line(view: View[State], action: Announce) -> tuple[Literal["row", "column"], int]:
    """The line of the board on which the word lies, as its player sees it."""
    side = side_of(view.seat or 0, view.seen.seats)
    inside = [seen_by(side, cell) for cell in action.cells if not is_ring(cell)]
    rows, columns = {row for row, _ in inside}, {column for _, column in inside}
    if len(rows) == 1:
        return "row", rows.pop() + 1
    return "column", columns.pop() + 1


HINTS: Hints[State, Action] = Hints(_fit, _nudge, _move)
