"""Summarises the record of one match, and estimates how long people would need for it.

Bots are faster than people. Table time is the estimate for people around one table: what the
hourglass measures counts as it was played, everything else takes the seconds below.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from escale.core.event import PLAYED
from escale.core.match import Record
from escale.games.fortboyard.editions import rules
from escale.games.fortboyard.rules.phase import Dice
from escale.games.fortboyard.rules.pieces import News, Options
from escale.games.fortboyard.rules.rules import Action, Fort, State
from escale.games.fortboyard.rules.trial import Trying
from escale.games.fortboyard.rules.walk import Turn
from escale.games.fortboyard.trials import CARDS

THROW = 10  # seconds: throw, move, look at the square, pass the die
DRAW_TRIAL = 8  # the neighbour shuffles and fans the cards, and one is drawn
READ_TRIAL = 12  # aloud, when it is drawn for the first time
DRAW_RIDDLE = 15  # the card and the hourglass are fetched, the riddle is read aloud
OPEN_CHEST = 15  # keys are counted, the first note is taken, the hourglass is turned
TAKE_NOTE = 2
GIVE_BACK = 15
PREPARE = {  # in the room: blindfold, egg cup, matchbox, places; trials that are not listed: 15
    "a_qui_est_ce": 30,
    "barbichette": 10,
    "anomalie": 40,
    "nez_a_nez": 20,
    "interdits": 10,
    "main_chaude": 5,
    "patte_du_tigre": 10,
    "pince": 10,
    "bataille": 5,
    "catapulte": 30,
}
EACH = {  # for every opponent, in trials without hourglass; trials that are not listed: 10
    "a_qui_est_ce": 15,
    "main_chaude": 10,
    "patte_du_tigre": 8,
    "pince": 8,
    "bataille": 8,
    "catapulte": 12,
}
RIGHT = ("right-answer", "accepted")
RIDDLE_ENDS = (*RIGHT, "wrong-answer", "sand-out-riddle", "no-answer")


@dataclass
class Trials:
    """One card: how often it was drawn and won, and how long it took on screen."""

    drawn: int = 0
    won: int = 0
    lasted: int = 0


@dataclass
class MatchSummary:
    seats: int
    first: int = -1  # the seat that began
    turns: int = 0
    lasted: int = 0  # match time; like all times here, in milliseconds
    at_table: int = 0
    openings: list[tuple[int, str]] = field(default_factory=list)  # notes, and what ended it
    trials: dict[str, Trials] = field(default_factory=dict)
    riddles: int = 0
    solved: int = 0
    winnings: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()


class Observer:
    """Collects the summary from the news of a match, in order."""

    def __init__(self, seats: int) -> None:
        self.summary = MatchSummary(seats)
        self._began = 0  # start of the current trial, riddle or chest
        self._trial = ""
        self._met = 0  # opponents met in the current trial

    def hear(self, news: News, now: int) -> None:
        summary = self.summary
        match news.what:
            case "begins":
                summary.first = news.seat
            case "draws-trial":
                self._trial, self._met = news.text, 0
            case "duel-won" | "duel-lost":
                self._met += 1
            case "trial-won" | "trial-lost":
                self._end_trial(news.what == "trial-won", now)
            case "turns-hourglass":
                self._began = now
            case "reads":
                self._spend(DRAW_RIDDLE)
            case what if what in RIDDLE_ENDS:
                summary.riddles += 1
                summary.solved += what in RIGHT
                summary.at_table += now - self._began
            case "opens-chest":
                self._began = now
                self._spend(OPEN_CHEST)
            case "tiger-closes":
                self.close_chest(news.count, "tiger", now)
                self._spend(GIVE_BACK)
            case "shuts-chest":
                self.close_chest(news.count, "sand", now)
                self._spend(GIVE_BACK)

    def throw(self) -> None:
        self.summary.turns += 1
        self._spend(THROW)

    def start_trial(self, now: int) -> None:
        self._began = now

    def close_chest(self, notes: int, how: str, now: int) -> None:
        self.summary.openings.append((notes, how))
        self.summary.at_table += now - self._began
        self._spend(TAKE_NOTE * notes)

    def _end_trial(self, won: bool, now: int) -> None:
        name, lasted = self._trial, now - self._began
        trial = self.summary.trials.setdefault(name, Trials())
        trial.drawn += 1
        trial.won += won
        trial.lasted += lasted
        self._spend(DRAW_TRIAL + PREPARE.get(name, 15) + (READ_TRIAL if trial.drawn == 1 else 0))
        if CARDS[name].hourglass:
            self.summary.at_table += lasted
        else:
            met = self._met if name != "a_qui_est_ce" else self.summary.seats - 1
            self._spend(EACH.get(name, 10) * met)

    def _spend(self, seconds: int) -> None:
        self.summary.at_table += 1000 * seconds


def summarise(record: Record[Options, Action]) -> MatchSummary:
    """The summary of a finished match."""
    fort = _fort(record.header.options)
    state = fort.setup(record.header.options, len(record.header.players))
    observer = Observer(state.seats)
    for event in record.log:
        if not isinstance(event, PLAYED):
            continue
        after = fort.step(state, event)
        _compare(observer, state, after)
        state = after
    summary = observer.summary
    notes = sum(purse.count for purse in state.purses) - sum(one for one, _ in summary.openings)
    observer.close_chest(notes, "empty", state.now)
    sums = tuple(sum(purse.notes) for purse in state.purses)
    summary.winnings, summary.lasted = sums, state.now
    summary.winners = tuple(seat for seat, one in enumerate(sums) if one == max(sums))
    return summary


def _compare(observer: Observer, before: State, after: State) -> None:
    was, top = before.phases[-1], after.phases[-1]
    if isinstance(was, Trying) and not isinstance(top, Trying):
        observer.start_trial(after.now)
    if isinstance(was, Turn) and isinstance(top, Dice):
        observer.throw()
    heard = before.news[-1].number if before.news else 0
    for news in after.news:
        if news.number > heard:
            observer.hear(news, after.now)


@cache
def _fort(options: Options) -> Fort:
    return rules(options)
