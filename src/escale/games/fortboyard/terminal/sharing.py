"""How people share one keyboard: what is private, who is asked first, what is not redrawn."""

from __future__ import annotations

from escale.core.secrecy import Seat, View
from escale.games.fortboyard.rules.chest import Chest
from escale.games.fortboyard.rules.riddle import Asked
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.rules.trial import AroundTable, TrialPhase, Trying
from escale.games.fortboyard.rules.walk import AtCell, FirstRoll
from escale.games.fortboyard.terminal.trials import terminal_of


def private(view: View[State]) -> bool:
    """Whether the seat needs the screen for itself: the reader's card, and what trials keep secret.

    Notes are shown only when their owner asks for them, and votes are said aloud in a room.
    """
    match view.seen.phases[-1]:
        case Asked() as asked:
            return view.seat == asked.reader and not asked.turned
        case TrialPhase() as trial:
            return terminal_of(trial).private(trial)
        case _:
            return False


def first(view: View[State], seats: tuple[Seat, ...]) -> Seat:
    """The seat that types for the others, or whose action the others wait for."""
    wanted: tuple[Seat, ...]
    match view.seen.phases[-1]:
        case AroundTable(cast=cast, turns=turns, voted=voted):
            turner = (cast.opponents[-1],) if turns and not voted else ()
            wanted = (*turner, *cast.opponents)
        case Asked() as asked:
            wanted = (asked.reader, asked.candidate, asked.roller)
        case TrialPhase() as trial:
            wanted = terminal_of(trial).first(trial)
        case _:
            wanted = ()
    return next((seat for seat in wanted if seat in seats), seats[0])


def quiet(view: View[State]) -> bool:
    """Whether the picture stays: a turn goes on below the walk, a race or a vote below the card."""
    state = view.seen
    match state.phases[-1]:
        case FirstRoll():
            return bool(state.news)
        case Trying() as trying:
            return not trying.name or bool(trying.ready)
        case Asked() as asked:
            begun = bool(asked.answers) or any(one is not None for one in asked.rolled)
            return asked.turned and begun
        case Chest() as chest:
            return chest.stage == "bonus" or chest.taken > 1
        case TrialPhase() as trial:
            return terminal_of(trial).quiet(trial, state)
        case top:
            return isinstance(top, AtCell | AroundTable)
