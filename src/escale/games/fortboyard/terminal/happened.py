"""What happened between two views of the table, one line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from escale.core.game import Say
from escale.core.secrecy import Seat, View
from escale.games.fortboyard.board import in_words, money
from escale.games.fortboyard.rules import pieces
from escale.games.fortboyard.rules.chest import Chest
from escale.games.fortboyard.rules.phase import Dice
from escale.games.fortboyard.rules.riddle import Asked
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.rules.trial import AroundTable, TrialPhase
from escale.games.fortboyard.terminal.looks import dice
from escale.games.fortboyard.terminal.trials import terminal_of
from escale.games.terminal import News

LAST = "chest-empty"  # after the notes that emptied it
REPEATED = "reads-again"
THROWN = ("first-roll", "bonus")


def news(before: View[State], after: View[State], say: Say, _: Sequence[str]) -> tuple[News, ...]:
    """The news of the state, and what it only shows: rolls, notes, votes and trials."""
    last = before.seen.news[-1].number if before.seen.news else 0
    new = [one for one in after.seen.news if one.number > last]
    told = [_told(one, say) for one in new if one.what != LAST]
    end = [_told(one, say) for one in new if one.what == LAST]
    again = [line for one in new if one.what == REPEATED for line in _riddle(after.seen)]
    rolls = _rolls(before.seen, after.seen, say)
    lines = (*rolls, *told, *again, *_shown(before, after, say), *end)
    return tuple(News(line) for line in lines)


def _told(news: pieces.News, say: Say) -> str:
    """The sentence, with the die if one was thrown."""
    thrown = news.what in THROWN or news.what.startswith("arrives-")
    line = in_words(news, say)
    return f"{dice((news.count,))}  {line}" if thrown else line


def _riddle(state: State) -> Iterator[str]:
    """The text of the riddle again, if it is still open."""
    for phase in state.phases:
        if isinstance(phase, Asked):
            yield from phase.text.split("\n")


def _rolls(before: State, after: State, say: Say) -> Iterator[str]:
    """Rolls for an even double and for the tiger; all other rolls are in the news."""
    for phase in before.phases:
        match phase:
            case Asked() as asked if _fell(before, after):
                yield say("happened.rolls", seat=asked.roller, dice=dice(after.dice))
            case Chest(stage="racing") as chest if _fell(before, after):
                yield _walked(after, chest.roller, say)


def _fell(before: State, after: State) -> bool:
    """Whether dice were thrown, also if that ended the riddle or the race."""
    if isinstance(before.phases[-1], Dice):
        return True
    match before.phases[-1], after.phases[-1]:
        case Asked() as one, Asked() as other:
            return one.rolled != other.rolled and bool(one.rolled)
        case Asked(), _:
            last = before.news[-1].number
            return any(one.what == "even-double" and one.number > last for one in after.news)
        case Chest() as chest, _:
            return before.pawns[chest.roller] != after.pawns[chest.roller]
        case _:
            return False


def _walked(after: State, seat: Seat, say: Say) -> str:
    square = after.pawns[seat]
    sort = say("squares." + after.squares[square])
    return say("happened.walks", seat=seat, dice=dice(after.dice), square=str(square), sort=sort)


def _shown(before: View[State], after: View[State], say: Say) -> Iterator[str]:
    for old, new in zip(before.seen.purses, after.seen.purses, strict=True):
        gained = new.count - old.count
        if gained > 0 and new.seat == after.seat:
            amount = money(sum(new.notes) - sum(old.notes))
            yield say("happened.takes-seen", count=gained, amount=amount)
        elif gained > 0:
            yield say("happened.takes", seat=new.seat, count=gained, left=after.seen.chest)
    match before.seen.phases[-1], after.seen.phases[-1]:
        case AroundTable() as old_table, AroundTable() as new_table:
            for seat in new_table.voted[len(old_table.voted) :]:
                yield say("happened.has-voted", seat=seat)
        case TrialPhase() as old_trial, TrialPhase() as trial if old_trial.NAME == trial.NAME:
            yield from terminal_of(trial).news(old_trial, trial, after, say)
        case _:
            return
