"""The four levels of bots. Trials have their own bots, in their folders."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Literal, TypeAlias

from escale.core.bots import LONGEST_WAIT, Budget, Later
from escale.core.secrecy import Seat, View
from escale.games.fortboyard import trials
from escale.games.fortboyard.answers.kindly import would_accept
from escale.games.fortboyard.bots import odds
from escale.games.fortboyard.bots.guessing import Guesser
from escale.games.fortboyard.rules.chest import Chest, KeysBack
from escale.games.fortboyard.rules.pieces import (
    KEPT,
    KEYS,
    TO_OPEN,
    Choose,
    EndSand,
    GiveBack,
    Judge,
    OpenChest,
    PassDie,
    Ready,
    Say,
    TakeCard,
    Throw,
    TurnHourglass,
    Vote,
)
from escale.games.fortboyard.rules.riddle import READING_MS, Asked
from escale.games.fortboyard.rules.rules import Action, Fort, State
from escale.games.fortboyard.rules.trial import NO_CARD, AroundTable, TrialPhase, Trying
from escale.games.fortboyard.rules.walk import AtCell, FirstRoll, Turn

Decision: TypeAlias = Action | Later[Action]

# Milliseconds.
THROW = (700, 1500)
HURRY = (300, 900)  # a throw in the race of a riddle
RACE = (1500, 3500)  # a throw at the open chest, where pawn and note are moved, too
DECIDE = (1000, 2500)
GET_READY = (1000, 3000)
READ_LETTER = 60  # reading aloud
IN_THE_ROOM = (20_000, 40_000)  # to play a trial around the table without hourglass
SAND_SEEN = (1000, 3000)  # to vote after the sand is out

ROLL_MS = 3000  # mean duration of a roll at the open chest
TURN_IN_NOTES = 1.5  # the value of a roll: keys, and so a part of a chest
RIVAL_IN_NOTES = 1.5  # the expected loss to a rival who may open the chest first


class FortBot:
    def __init__(self, level: int, rules: Fort) -> None:
        self.level = level
        self.rules = rules
        self.guesser = Guesser(level, rules.riddles)

    def choose(self, view: View[State], budget: Budget, rng: Random) -> Decision:
        assert view.seat is not None
        state, seat = view.seen, view.seat
        match phase := state.phases[-1]:
            case FirstRoll():
                return Later(Throw(), rng.randint(*THROW))
            case Turn():
                return self._turn(state, phase, rng)
            case AtCell():
                return Later(Choose(self._path(phase, rng)), rng.randint(*DECIDE))
            case Trying():
                return self._trying(state, phase, rng)
            case AroundTable():
                return _around_table(state, phase, seat, rng)
            case Asked():
                return self._riddle(state, phase, seat, rng)
            case Chest():
                return self._chest(state, phase, rng)
            case KeysBack():
                return Later(GiveBack(self._cells(state, seat, rng)), rng.randint(*DECIDE))
            case TrialPhase():
                return self._trial(phase, view, rng)
            case _:
                raise AssertionError(phase)

    def _turn(self, state: State, turn: Turn, rng: Random) -> Decision:
        may_open = state.purses[turn.seat].keys >= TO_OPEN
        if may_open and self._opens(state, turn):
            return Later(OpenChest(), rng.randint(*DECIDE))
        return Later(PassDie() if turn.walked else Throw(), rng.randint(*THROW))

    def _opens(self, state: State, turn: Turn) -> bool:
        """Whether to open the chest now. Weak levels never wait; strong ones compare.

        More than four keys are useless. Opening after a roll costs nothing, opening instead of it
        costs the roll; waiting may leave the chest to a rival.
        """
        if self.level < 3:
            return True
        rolls = 1000 * state.options.hourglass // ROLL_MS
        rivals = sum(purse.keys >= TO_OPEN - 1 for purse in state.purses) - 1
        lost = RIVAL_IN_NOTES * rivals + (TURN_IN_NOTES if turn.walked else 0)
        later = odds.notes_later(state, rolls)
        return odds.notes_now(state, turn.seat, rolls) >= later - lost

    def _path(self, cell: AtCell, rng: Random) -> Literal["trial", "riddle"]:
        """Always takes a second chance, and strong levels choose what leaves one: the trial."""
        if cell.failed or (self.level < 3 and rng.random() < 0.5):
            return "riddle"
        return "trial"

    def _trying(self, state: State, trying: Trying, rng: Random) -> Decision:
        if trying.place == NO_CARD:
            return Later(TakeCard(rng.randrange(len(self.rules.trials))), rng.randint(*DECIDE))
        return Later(Ready(doubled=False), rng.randint(*GET_READY))

    def _riddle(self, state: State, asked: Asked, seat: Seat, rng: Random) -> Decision:
        """Plans depend on the state only, so that being asked again does not change them."""
        if not asked.turned:
            read = min(READ_LETTER * len(asked.text), READING_MS - 1000)
            return Later(TurnHourglass(), max(0, asked.began + read - state.now))
        if seat == asked.reader:
            return self._judge(state, asked, rng)
        if seat == asked.roller:
            return Later(Throw(), rng.randint(*HURRY))
        sand = 1000 * state.options.hourglass
        thoughts = self.guesser.thoughts(asked.text, seat, asked.once, sand)
        said = len(asked.answers)
        if said >= len(thoughts):
            return _never(Say("?"))
        after, answer = thoughts[said]
        return Later(Say(answer), max(0, asked.began + after - state.now))

    def _judge(self, state: State, asked: Asked, rng: Random) -> Decision:
        """Accepts the last answer if a person would, though the game did not."""
        language = state.options.language
        if any(would_accept(said, asked.card, language) for said in asked.answers[-1:]):
            return _soon(Judge(True), rng)
        return _soon(Judge(False), rng) if asked.single else _never(Judge(True))

    def _chest(self, state: State, chest: Chest, rng: Random) -> Decision:
        """Each roll gives the opener a note, unless it meets a tiger, so being slow may be better.

        The die is thrown for a slow player, but there are fewer rolls in all. Another roll pays if
        the bonus that its tiger prevents is worth more than the note.
        """
        if chest.stage == "bonus" or self.level < 3:
            return Later(Throw(), rng.randint(*RACE))
        tiger = odds.tiger_odds(state.squares, state.pawns[chest.roller])
        saved = 1.0 if self.level == 3 else tiger * odds.bonus(state.chest) / (1 - tiger)
        hurries = tiger > 0 and saved >= 1
        return Later(Throw(), rng.randint(*RACE)) if hurries else _never(Throw())

    def _cells(self, state: State, seat: Seat, rng: Random) -> tuple[int, ...]:
        """Strong levels choose cells that they reach before the others, weak ones any cells."""
        many = state.purses[seat].keys - KEPT
        if self.level < 3:
            return tuple(rng.choices(state.with_cells, k=many))
        keys = {square: state.cells[square].keys for square in state.with_cells}
        chosen: list[int] = []
        for _ in range(many):
            best = max(keys, key=lambda square: _worth(state, seat, square, keys[square]))
            keys[best] += 1
            chosen.append(best)
        return tuple(chosen)

    def _trial(self, trial: TrialPhase, view: View[State], rng: Random) -> Decision:
        """Each trial has its own bot, in its folder."""
        bot = import_module(f"{trials.__name__}.{trial.NAME}.bot")
        decision: Decision = bot.choose(self.level, self.rules, view, rng)
        return decision


def _worth(state: State, seat: Seat, square: int, keys: int) -> float:
    """The value of one more key in this cell; low if there are enough for a visit."""
    enough = keys >= KEYS[state.squares[square]]
    return odds.worth_of_cell(state, seat, square) * (0.2 if enough else 1)


def _around_table(state: State, trial: AroundTable, seat: Seat, rng: Random) -> Decision:
    """A bot does not see the room, so all bots report the same random result."""
    mood = Random(f"{trial.name}|{trial.cast}|{state.news[-1].number}")
    vote = Vote(mood.random() < 0.5)
    if seat == trial.cast.candidate:
        return _never(EndSand())  # it looks as long as it may
    if trial.ends:
        return Later(vote, trial.ends - state.now + rng.randint(*SAND_SEEN))
    if trial.turns and seat == trial.cast.opponents[-1]:
        return _soon(TurnHourglass(), rng)
    if trial.turns:
        return Later(vote, 2000 * state.options.hourglass)
    ran = any(one.what == "sand-out-trial" for one in state.news[-1:])
    return Later(vote, rng.randint(*(SAND_SEEN if ran else IN_THE_ROOM)))


def _soon(action: Action, rng: Random) -> Decision:
    return Later(action, rng.randint(*DECIDE))


def _never(action: Action) -> Decision:
    """An action must be given, but the deadline comes long before it."""
    return Later(action, LONGEST_WAIT)
