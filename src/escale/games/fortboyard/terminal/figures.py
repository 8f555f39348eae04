"""The companions of l'anomalie as a table: a column each, a row for each thing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from escale.core.game import Say
from escale.core.secrecy import View, has_hidden
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.terminal.looks import QUIET, who
from escale.games.fortboyard.trials.anomalie import Anomalie
from escale.games.fortboyard.trials.anomalie.figures import PARTS, THINGS, VARIANTS

ROWS = "abcdefgh"
A_COLUMN = 17  # letters, at least


def companions(
    trial: Anomalie, view: View[State], say: Say, names: Sequence[str], width: int
) -> Iterator[RenderableType]:
    if trial.stage in ("looking", "agreeing", "searching"):
        yield Text(say(f"anomalie.board-{trial.stage}", seat=trial.cast.candidate))
    if has_hidden(trial.figures) or not trial.figures:
        return
    seats = trial.cast.opponents
    across = max(1, (width - 4) // A_COLUMN)
    for start in range(0, len(seats), across):
        yield _table(trial, seats[start : start + across], say, names)
    if trial.stage == "agreeing":
        yield from _things(trial, say)
    before = (
        1 if trial.stage == "shown" else 3
    )  # lines that say what is drawn here, or by the clock
    for line in list(trial.describe(view, say))[before + len(seats) :]:
        yield Text(line, style=QUIET)


def numbered_proposals(trial: Anomalie, view: View[State], say: Say) -> list[str]:
    """As one joins them: `=1` is the first."""
    if not trial.proposals:
        return []
    lines = list(trial.describe(view, say))[-len(trial.proposals) :]
    return [f"={number}  {line}" for number, line in enumerate(lines, start=1)]


def _things(trial: Anomalie, say: Say) -> Iterator[RenderableType]:
    """What can be worn, and how a change is typed."""
    for number, row in enumerate(ROWS):
        things = THINGS[number * VARIANTS : (number + 1) * VARIANTS]
        named = (
            f"{row}{variant} {say('values.thing-' + one)}"
            for variant, one in enumerate(things, start=1)
        )
        yield Text("   ".join(named), style=QUIET)
    yield Text(say("entry.propose-how", count=len(trial.cast.opponents)))


def _table(trial: Anomalie, seats: Sequence[int], say: Say, names: Sequence[str]) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), border_style="#3f6674")
    table.add_column("")
    for seat in seats:
        number = trial.cast.opponents.index(seat) + 1
        table.add_column(Text(f"{number}  ").append_text(who(seat, names)))
    for row, part in zip(ROWS, PARTS, strict=True):
        things = (say(f"values.thing-{trial.companions[seat].thing(part)}") for seat in seats)
        table.add_row(Text(row, style=QUIET), *things)
    return table
