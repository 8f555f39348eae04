"""What happened in one game, from its record, and how long people would need for it.

Bots have quick hands and no dice to look for under the table. Table time is what the same evening
takes four people around the box: what the hourglass measures stays as it was played, all else has
the seconds below.
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

THROW = 10  # seconds: throw, walk, look what is there, and at the end hand the die on
DRAW_TRIAL = 8  # the neighbour shuffles and fans the cards, and one is drawn
READ_TRIAL = 12  # aloud, when it comes up for the first time this evening
DRAW_RIDDLE = 15  # the card and the hourglass are fetched, the riddle is read aloud
OPEN_CHEST = 15  # keys are counted, the first note is taken, the hourglass is turned
TAKE_NOTE = 2
GIVE_BACK = 15
PREPARE = {  # in the room: blindfold, egg cup, matchbox, places
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
EACH = {  # for every opponent met, in trials without hourglass
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
    """One card: how often it was drawn and won, and how long it took on the screens."""

    drawn: int = 0
    won: int = 0
    lasted: int = 0


@dataclass
class Story:
    seats: int
    first: int = -1  # the seat that began
    turns: int = 0
    lasted: int = 0  # match time, as every time here in milliseconds
    at_table: int = 0
    openings: list[tuple[int, str]] = field(default_factory=list)  # notes, and what ended it
    trials: dict[str, Trials] = field(default_factory=dict)
    riddles: int = 0
    solved: int = 0
    winnings: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()


class Teller:
    """Follows a game, one piece of news after the other."""

    def __init__(self, seats: int) -> None:
        self.story = Story(seats)
        self._began = 0  # the trial, riddle or chest that is going on
        self._trial = ""
        self._met = 0  # opponents, in that trial

    def hear(self, news: News, now: int) -> None:
        story = self.story
        match news.what:
            case "begins":
                story.first = news.seat
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
                story.riddles += 1
                story.solved += what in RIGHT
                story.at_table += now - self._began
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
        self.story.turns += 1
        self._spend(THROW)

    def start_trial(self, now: int) -> None:
        self._began = now

    def close_chest(self, notes: int, how: str, now: int) -> None:
        self.story.openings.append((notes, how))
        self.story.at_table += now - self._began
        self._spend(TAKE_NOTE * notes)

    def _end_trial(self, won: bool, now: int) -> None:
        name, lasted = self._trial, now - self._began
        trial = self.story.trials.setdefault(name, Trials())
        trial.drawn += 1
        trial.won += won
        trial.lasted += lasted
        self._spend(DRAW_TRIAL + PREPARE[name] + (READ_TRIAL if trial.drawn == 1 else 0))
        if CARDS[name].hourglass:
            self.story.at_table += lasted
        else:
            met = self._met if name != "a_qui_est_ce" else self.story.seats - 1
            self._spend(EACH[name] * met)

    def _spend(self, seconds: int) -> None:
        self.story.at_table += 1000 * seconds


def tell(record: Record[Options, Action]) -> Story:
    """The story of a game that was played to its end."""
    fort = _fort(record.header.options)
    state = fort.setup(record.header.options, len(record.header.players))
    teller = Teller(state.seats)
    for event in record.log:
        if not isinstance(event, PLAYED):
            continue
        after = fort.step(state, event)
        _compare(teller, state, after)
        state = after
    story = teller.story
    notes = sum(purse.count for purse in state.purses) - sum(one for one, _ in story.openings)
    teller.close_chest(notes, "empty", state.now)
    sums = tuple(sum(purse.notes) for purse in state.purses)
    story.winnings, story.lasted = sums, state.now
    story.winners = tuple(seat for seat, one in enumerate(sums) if one == max(sums))
    return story


def _compare(teller: Teller, before: State, after: State) -> None:
    was, top = before.phases[-1], after.phases[-1]
    if isinstance(was, Trying) and not isinstance(top, Trying):
        teller.start_trial(after.now)
    if isinstance(was, Turn) and isinstance(top, Dice):
        teller.throw()
    heard = before.news[-1].number if before.news else 0
    for news in after.news:
        if news.number > heard:
            teller.hear(news, after.now)


@cache
def _fort(options: Options) -> Fort:
    return rules(options)
