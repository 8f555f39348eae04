"""What has happened between two looks at the table, one line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from escale.core.game import Say
from escale.core.secrecy import Seat, View, has_hidden
from escale.games.fortboyard.board import in_words, money
from escale.games.fortboyard.rules.chest import Chest
from escale.games.fortboyard.rules.phase import Dice
from escale.games.fortboyard.rules.pieces import News as Told
from escale.games.fortboyard.rules.riddle import Asked
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.rules.trial import AroundTable
from escale.games.fortboyard.terminal.figures import numbered_proposals
from escale.games.fortboyard.terminal.looks import dice
from escale.games.fortboyard.trials.anomalie import Anomalie
from escale.games.fortboyard.trials.interdits import Interdits
from escale.games.terminal import News

LAST = "chest-empty"  # the notes that emptied it come first
REPEATED = "reads-again"
THROWN = ("first-roll", "bonus")


def news(before: View[State], after: View[State], say: Say, _: Sequence[str]) -> tuple[News, ...]:
    """What the state tells, and what it only shows: rolls, notes, votes and what is said."""
    last = before.seen.news[-1].number if before.seen.news else 0
    new = [one for one in after.seen.news if one.number > last]
    told = [_told(one, say) for one in new if one.what != LAST]
    end = [_told(one, say) for one in new if one.what == LAST]
    again = [line for one in new if one.what == REPEATED for line in _riddle(after.seen)]
    rolls = _rolls(before.seen, after.seen, say)
    lines = (*rolls, *told, *again, *_shown(before, after, say), *end)
    return tuple(News(line) for line in lines)


def _told(news: Told, say: Say) -> str:
    """With the die, where one was thrown."""
    thrown = news.what in THROWN or news.what.startswith("arrives-")
    line = in_words(news, say)
    return f"{dice((news.count,))}  {line}" if thrown else line


def _riddle(state: State) -> Iterator[str]:
    """The card once more, if it has not been put aside in the meantime."""
    for phase in state.phases:
        if isinstance(phase, Asked):
            yield from phase.text.split("\n")


def _rolls(before: State, after: State, say: Say) -> Iterator[str]:
    """The race for an even double, and the walk to the tiger; other rolls are told."""
    for phase in before.phases:
        match phase:
            case Asked() as asked if _fell(before, after):
                yield say("happened.rolls", seat=asked.roller, dice=dice(after.dice))
            case Chest(stage="racing") as chest if _fell(before, after):
                yield _walked(after, chest.roller, say)


def _fell(before: State, after: State) -> bool:
    """Were dice thrown? An even double ends a riddle, and a tiger the race: then no phase tells."""
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
        case Interdits() as old_chat, Interdits() as new_chat:
            yield from _said(old_chat, new_chat, say)
        case Anomalie() as old_trial, Anomalie() as new_trial:
            yield from _proposed(old_trial, new_trial, after, say)
        case _:
            return


def _said(before: Interdits, after: Interdits, say: Say) -> Iterator[str]:
    if after.bout > before.bout:
        reply = after.said[-1]
        yield say("interdits.replied", seat=after.cast.candidate, text=reply.reply)
    for question in after.queue:
        if question not in before.queue:
            yield say("interdits.asked", seat=question.asker, text=question.text)
    for objection in after.objections[len(before.objections) :]:
        why = say(f"values.why-{objection.why}")
        yield say("happened.objects", seat=objection.seat, text=why)


def _proposed(before: Anomalie, after: Anomalie, view: View[State], say: Say) -> Iterator[str]:
    """Only the companions hear what is proposed."""
    if after.stage != "agreeing" or has_hidden(after.proposals):
        return
    if after.proposals != before.proposals:
        yield from numbered_proposals(after, view, say)
