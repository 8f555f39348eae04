"""L'anomalie in the terminal: companions as columns of a table, their clothes as rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.control import Control
from rich.table import Table
from rich.text import Text

from escale.core.game import Say
from escale.core.secrecy import Seat, View, has_hidden
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.terminal.looks import QUIET, sand, who
from escale.games.fortboyard.terminal.questions import Asking
from escale.games.fortboyard.terminal.trials import TrialTerminal
from escale.games.fortboyard.trials.anomalie.actions import Propose, SeenEnough, Spot
from escale.games.fortboyard.trials.anomalie.agreeing import as_action
from escale.games.fortboyard.trials.anomalie.figures import PARTS, THINGS, VARIANTS
from escale.games.fortboyard.trials.anomalie.rules import Anomalie
from escale.games.fortboyard.trials.shared.face_to_face import GoOn

ROWS = "abcdefgh"
COLUMN = 17  # characters, at least
WIDTH = 78  # of what is shown to one of several people
THING = re.compile(r"([1-5]) ?([a-h])")
CHANGE = re.compile(r"([1-5]) ?([a-h]) ?(?:([1-4])|\+ ?([1-5]))")


class AnomalieTerminal(TrialTerminal[Anomalie]):
    def ask(self, asking: Asking, trial: Anomalie) -> Any:
        say = asking.say
        if trial.stage == "shown":
            asking.enter(say("entry.go-on", seat=asking.seat))
            return GoOn(0)
        if trial.stage == "agreeing":
            return self._propose(asking, trial)
        seconds = trial.cast.window(asking.seat, asking.view.seen.options.hourglass)
        clock = sand(trial.ends, seconds, say)
        if trial.stage == "looking":
            asking.enter(say("entry.seen-enough"), clock)
            return SeenEnough()
        if not asking.alone and not trial.answers:  # remove the proposals from the screen
            shown = self.draw(trial, asking.view, say, asking.names, WIDTH)
            asking.desk.show(Control.clear(), Control.home(), Group(*shown))
        while True:
            line = asking.desk.read(say("entry.spot"), clock=clock).lower()
            found = THING.fullmatch(line)
            if not line:
                return None
            if found and int(found[1]) <= len(trial.cast.opponents):
                return Spot(trial.cast.opponents[int(found[1]) - 1], PARTS[ROWS.index(found[2])])
            asking.desk.show(say("entry.spot-how"))

    def _propose(self, asking: Asking, trial: Anomalie) -> Any:
        """One line, since the others may propose something while it is typed."""
        say, seats = asking.say, trial.cast.opponents
        if not asking.alone:  # the shared screen shows none of this
            if not trial.spoken:
                shown = self.draw(trial, asking.view, say, asking.names, WIDTH)
                asking.desk.show(say("entry.looks-away", seat=trial.cast.candidate), Group(*shown))
            asking.desk.show(*_numbered_proposals(trial, asking.view, say))
        clock = sand(trial.ends, (trial.ends - trial.eyes_closed) // 1000, say)
        while True:
            line = asking.desk.read(say("entry.propose", seat=asking.seat), clock=clock).lower()
            if not line:
                return None
            action = _proposal(trial, line)
            if action is not None:
                return action
            asking.desk.show(say("entry.propose-how", count=len(seats)))

    def draw(
        self, trial: Anomalie, view: View[State], say: Say, names: Sequence[str], width: int
    ) -> Iterator[RenderableType]:
        if trial.stage in ("looking", "agreeing", "searching"):
            yield Text(say(f"anomalie.board-{trial.stage}", seat=trial.cast.candidate))
        if has_hidden(trial.figures) or not trial.figures:
            return
        seats = trial.cast.opponents
        across = max(1, (width - 4) // COLUMN)
        for start in range(0, len(seats), across):
            yield _table(trial, seats[start : start + across], say, names)
        if trial.stage == "agreeing":
            yield from _things(trial, say)
        # Skip the title, the sand, the stage and the clothes, which are on the screen already.
        before = 1 if trial.stage == "shown" else 3
        for line in list(trial.describe(view, say))[before + len(seats) :]:
            yield Text(line, style=QUIET)

    def news(self, before: Anomalie, after: Anomalie, view: View[State], say: Say) -> Iterator[str]:
        """Proposals, for the opponents only."""
        if after.stage != "agreeing" or has_hidden(after.proposals):
            return
        if after.proposals != before.proposals:
            yield from _numbered_proposals(after, view, say)

    def first(self, trial: Anomalie) -> tuple[Seat, ...]:
        return tuple(seat for seat in trial.cast.opponents if seat not in trial.spoken)

    def quiet(self, trial: Anomalie, state: State) -> bool:
        match trial.stage:
            case "looking":
                return False
            case "agreeing":
                return state.now > trial.eyes_closed
            case "searching":
                return bool(trial.answers)
            case _:
                return True


TERMINAL = AnomalieTerminal()


def _proposal(trial: Anomalie, line: str) -> Propose | None:
    """`1a3`: another thing for the first; `1a+2`: the first and second swap; `=2`: join."""
    seats = trial.cast.opponents
    joined = re.fullmatch(r"= ?([1-9])", line)
    if joined and int(joined[1]) <= len(trial.proposals):
        return as_action(trial.proposals[int(joined[1]) - 1].change, trial.companions)
    found = CHANGE.fullmatch(line)
    if not found or int(found[1]) > len(seats):
        return None
    seat, row = seats[int(found[1]) - 1], ROWS.index(found[2])
    if found[3]:
        return Propose(seat, THINGS[row * VARIANTS + int(found[3]) - 1])
    if int(found[4]) > len(seats):
        return None
    partner = seats[int(found[4]) - 1]
    return Propose(seat, trial.companions[partner].thing(PARTS[row]), partner)


def _numbered_proposals(trial: Anomalie, view: View[State], say: Say) -> list[str]:
    """With what is typed to join each: `=1` for the first."""
    if not trial.proposals:
        return []
    lines = list(trial.describe(view, say))[-len(trial.proposals) :]
    return [f"={number}  {line}" for number, line in enumerate(lines, start=1)]


def _things(trial: Anomalie, say: Say) -> Iterator[RenderableType]:
    """The things that can be worn, and how a change is typed."""
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
