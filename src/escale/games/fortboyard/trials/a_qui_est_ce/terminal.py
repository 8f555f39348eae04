"""À qui est-ce ? in the terminal: drawings in braille characters of eight dots each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from escale.core.game import Say
from escale.core.secrecy import Seat, View
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.terminal.looks import QUIET, in_order, who
from escale.games.fortboyard.terminal.questions import Asking
from escale.games.fortboyard.terminal.trials import TrialTerminal
from escale.games.fortboyard.trials.a_qui_est_ce.drawings import GRID, read_drawing
from escale.games.fortboyard.trials.a_qui_est_ce.hands import HANDS, drawn_by
from escale.games.fortboyard.trials.a_qui_est_ce.rules import AQuiEstCe, NameAuthors, SendDrawing
from escale.games.fortboyard.trials.shared.face_to_face import GoOn

WIDE, HIGH = 20, 10  # characters
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


class AQuiEstCeTerminal(TrialTerminal[AQuiEstCe]):
    def ask(self, asking: Asking, trial: AQuiEstCe) -> Any:
        say, seats = asking.say, trial.cast.opponents
        if trial.stage == "shown":
            asking.enter(say("entry.go-on", seat=asking.seat))
            return GoOn(0)
        if trial.stage == "drawing":
            hands = {str(number + 1): number for number in range(len(HANDS))}
            number = asking.one_of(say("entry.draw", count=len(HANDS)), hands)
            return SendDrawing(_drawing(trial, asking.seat, number))
        while True:
            typed = asking.numbers(say("entry.whose", count=len(seats)))
            if not typed:
                return None
            if sorted(typed) == list(range(1, len(seats) + 1)):
                return NameAuthors(tuple(seats[number - 1] for number in typed))
            asking.desk.show(say("entry.whose-how", count=len(seats)))

    def draw(
        self, trial: AQuiEstCe, view: View[State], say: Say, names: Sequence[str], width: int
    ) -> Iterator[RenderableType]:
        """The drawings to choose from, or those that hang; at the end with their authors."""
        seat = view.seat
        if trial.prompt is not None:
            yield Text(say("a_qui_est_ce.to-draw", text=say(f"a_qui_est_ce.{trial.prompt}")))
        if trial.stage == "drawing" and seat in trial.missing and seat is not None:
            ready = [_drawing(trial, seat, number) for number in range(len(HANDS))]
            yield _hung(ready, [""] * len(ready), width)
        elif trial.hung:
            known = trial.authors if trial.stage == "shown" else ()
            below = [who(one, names).plain for one in known] or [""] * len(trial.hung)
            yield _hung(trial.hung, below, width)
        if trial.stage == "naming":
            yield in_order(trial.cast.opponents, names, Text(style=QUIET))

    def private(self, trial: AQuiEstCe) -> bool:
        return trial.stage == "drawing"

    def quiet(self, trial: AQuiEstCe, _state: State) -> bool:
        return trial.stage not in ("drawing", "naming")


TERMINAL = AQuiEstCeTerminal()


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
        "".join(chr(0x2800 + _character(dots, column, row)) for column in range(WIDE))
        for row in range(HIGH)
    )
    return "\n".join(rows)


def _character(dots: set[tuple[int, int]], column: int, row: int) -> int:
    return sum(
        DOTS[down][across]
        for down in range(4)
        for across in range(2)
        if (2 * column + across, 4 * row + down) in dots
    )


def _drawing(trial: AQuiEstCe, seat: Seat, number: int) -> str:
    """One of the drawings that a player can send; the same number is always the same drawing."""
    assert trial.prompt is not None
    return drawn_by(HANDS[number], trial.prompt, Random(f"{seat}|{trial.ends}|{number}"))


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
