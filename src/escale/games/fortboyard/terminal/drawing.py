"""The picture of the table: the walk, or the card, riddle or trial that is being played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from escale.core.game import Say
from escale.core.secrecy import View
from escale.games.fortboyard.rules.chest import Chest
from escale.games.fortboyard.rules.pieces import Cast
from escale.games.fortboyard.rules.riddle import Asked
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.rules.trial import (
    NO_CARD,
    AroundTable,
    TrialPhase,
    Trying,
    trial_text,
    trial_title,
)
from escale.games.fortboyard.terminal.looks import ON_NIGHT, QUIET, YOURS, in_order, who
from escale.games.fortboyard.terminal.trials import terminal_of
from escale.games.fortboyard.terminal.walk_picture import legend, players, walk
from escale.games.fortboyard.trials import CARDS

WIDEST = 100
BORDER = 6  # characters around the text of a card


def draw(view: View[State], say: Say, names: Sequence[str], width: int) -> RenderableType:
    width = min(width, WIDEST)
    parts = list(_parts(view, say, names, width))
    return Constrain(Padding(Group(*parts), (0, 1), style=ON_NIGHT), width)


def _parts(
    view: View[State], say: Say, names: Sequence[str], width: int
) -> Iterator[RenderableType]:
    state = view.seen
    match state.phases[-1]:
        case Trying(place=place, name=name) as trying if name:
            assert place != NO_CARD
            yield card(view, name, trying.cast(state), say, names, width)
        case AroundTable(cast=cast, name=name):
            yield card(view, name, cast, say, names, width)
        case Asked() as asked:
            yield riddle(asked, view, say)
        case TrialPhase() as trial:
            yield from terminal_of(trial).draw(trial, view, say, names, width)
        case top:
            yield walk(state, say, width)
            yield legend(say)
            yield Text()
            yield players(view, say, names)
            yield Text(say("board.chest", count=state.chest), style=QUIET)
            if isinstance(top, Trying):
                yield Text(say("board.fan", seat=top.candidate), style=YOURS)
            if isinstance(top, Chest):
                yield Text(say("board.chest-open", seat=top.opener, count=top.taken), style=YOURS)


def card(
    view: View[State], name: str, cast: Cast, say: Say, names: Sequence[str], width: int
) -> RenderableType:
    """The printed card, the candidate and the opponents in order."""
    order = Text(say("card.candidate") + " ", style=QUIET).append_text(who(cast.candidate, names))
    order.append(f"\n{say('card.' + _against(name))} ", style=QUIET)
    order = in_order(cast.opponents, names, order)
    return Panel(
        Group(Text(_filled(trial_text(view.seen, name, say), width)), Text(), order),
        title=Text(trial_title(view.seen, name, say), style=YOURS),
        border_style="#b98a3a",
    )


def _filled(text: str, width: int) -> str:
    """Rich would break lines at the no-break space before a French colon; textwrap does not."""
    return "\n".join(fill(line, width - BORDER) for line in text.split("\n"))


def _against(name: str) -> str:
    """A host's own card has no such entry: its text says who plays."""
    return CARDS[name].against if name in CARDS else "all"


def riddle(asked: Asked, view: View[State], say: Say) -> RenderableType:
    lines = [Text(asked.text)]
    if asked.once:
        lines += [Text(), Text(say("board.riddle-once"), style="bold")]
    if view.seat == asked.reader:
        answers = ", ".join(asked.card.answers)
        lines += [Text(), Text(say("riddle.answers", text=answers), style=YOURS)]
    title = say("riddle.title", seat=asked.candidate, player=asked.reader)
    return Panel(Group(*lines), title=Text(title, style=YOURS), border_style="#74d8ab")
