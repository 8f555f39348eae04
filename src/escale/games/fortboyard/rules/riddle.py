"""A riddle: the candidate answers while the sand runs and the others roll (F11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Annotated

from escale.core.chance import Pick
from escale.core.event import Acted, Drawn, Played
from escale.core.phases import become, finish, push, update
from escale.core.play import Awaits, Chance, Choice, Offer, Players, Ruling, Text, refused
from escale.core.secrecy import Open, Seat, Shown, View, When
from escale.core.tuples import with_item
from escale.games.fortboyard.rules.phase import Dice, FortPhase, Rolled, told
from escale.games.fortboyard.rules.pieces import (
    ANSWER_LENGTH,
    NOBODY_SEAT,
    Judge,
    Repeat,
    Riddle,
    Say,
    Throw,
    TurnHourglass,
)

if TYPE_CHECKING:
    from escale.core import game
    from escale.games.fortboyard.rules.rules import Action, Fort, State

READING_MS = 30_000  # then the hourglass is turned for the reader
MOST_SHOWN = 100  # answers in the state: the last ones. Only the server's rate limit slows them
MOST_TRIES, MOST_REPEATS = 100, 3  # in version 1 of the rules


@dataclass(frozen=True, slots=True)
class Answered(Open):
    """The result of a riddle for the candidate."""

    right: bool


@dataclass(frozen=True, slots=True)
class Riddling(FortPhase):
    """The candidate's right-hand neighbour draws a riddle and becomes its reader."""

    candidate: Shown[Seat]
    reader: Shown[Seat]

    @classmethod
    def open(cls, state: State, candidate: Seat) -> Riddling:
        return cls(candidate, (candidate - 1) % state.seats)

    def awaits(self, rules: Fort, state: State) -> Awaits:
        return Chance(Pick(len(rules.unread(state))), to=(self.reader,))

    def step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        assert isinstance(event, Drawn)
        number = rules.unread(state)[event.result[0]]
        card = rules.riddles[number]
        state = told(state, "reads", self.reader, self.candidate)
        asked = Asked(
            self.candidate, self.reader, state.now, number, card, card.text, card.one_answer_only
        )
        return become(rules, state, asked)


def _reads(asked: Asked, seat: Seat | None) -> bool:
    return seat == asked.reader


@dataclass(frozen=True, slots=True)
class Asked(FortPhase):
    """The riddle is read aloud; the race begins when the hourglass is turned."""

    candidate: Shown[Seat]
    reader: Shown[Seat]
    began: Shown[int]  # when the card was drawn; later, when the hourglass was turned
    number: Annotated[int, When(_reads)]
    card: Annotated[Riddle, When(_reads)]
    text: Shown[str]
    once: Shown[bool]  # the card allows only one answer
    turned: Shown[bool] = False
    answers: Shown[tuple[str, ...]] = ()  # so far, all wrong
    roller: Shown[Seat] = NOBODY_SEAT
    may_roll: Shown[int] = 0  # from this moment on
    rolled: Shown[tuple[int | None, ...]] = ()  # when each seat rolled the last time
    single: Shown[bool] = False  # the only answer has been given
    throws: Shown[int] = 0  # number of throws so far
    repeats: Shown[int] = 0

    def awaits(self, rules: Fort, state: State) -> Awaits:
        if not self.turned:
            return Players((self.reader,), self.began + READING_MS)
        people = [self.reader]
        if self._may_answer(rules):
            people.append(self.candidate)
        if state.now >= self.may_roll:
            people.append(self.roller)
            next_roll = self.may_roll + self._pace(state)  # then they are thrown for the roller
        else:
            next_roll = self.may_roll
        return Players(tuple(sorted(people)), min(self._ends(state), next_roll))

    def _may_answer(self, rules: Fort) -> bool:
        return not self.single and (rules.version > 1 or len(self.answers) < MOST_TRIES)

    def _may_repeat(self, rules: Fort) -> bool:
        return rules.version > 1 or self.repeats < MOST_REPEATS

    def _pace(self, state: State) -> int:
        return 1000 * state.options.roll_pace

    def _ends(self, state: State) -> int:
        return self.began + 1000 * state.options.hourglass

    def offers(self, rules: Fort, view: View[State]) -> tuple[Offer, ...]:
        state, seat = view.seen, view.seat
        if not self.turned:
            return (Offer(TurnHourglass),) if seat == self.reader else ()
        if seat == self.reader:
            return (Offer(Judge, (Choice("right", (True, False) if self.single else (True,)),)),)
        if seat == self.candidate and self._may_answer(rules):
            repeat = (Offer(Repeat),) if self._may_repeat(rules) else ()
            return (Offer(Say, (Text("answer", ANSWER_LENGTH),)), *repeat)
        rolls = seat == self.roller and state.now >= self.may_roll
        return (Offer(Throw),) if rolls else ()

    def check(self, rules: Fort, state: State, seat: Seat, action: Action) -> Ruling:
        ruling = FortPhase.check(self, rules, state, seat, action)
        if ruling and isinstance(action, Say) and not action.answer.strip():
            return refused("empty-answer", "answers")
        return ruling

    def step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        if not isinstance(event, Acted):
            return self._elapsed(rules, state)
        match event.action:
            case TurnHourglass():
                return self._turn(state)
            case Say(answer):
                return self._judged(rules, state, answer.strip())
            case Repeat():
                state = told(state, "reads-again", self.reader, self.candidate)
                return update(state, replace(self, repeats=self.repeats + 1))
            case Judge(right):
                return self._end(rules, state, "accepted" if right else "wrong-answer", right)
            case _:
                return push(rules, state, Dice(2))

    def _elapsed(self, rules: Fort, state: State) -> State:
        if not self.turned:
            return self._turn(state)
        if state.now >= self._ends(state):
            return self._end(rules, state, "sand-out-riddle", right=False)
        if state.now >= self.may_roll + self._pace(state):
            return push(rules, state, Dice(2))
        return state  # the next one may roll now, which changes what `awaits` returns

    def _turn(self, state: State) -> State:
        """One pair of dice goes round among all but candidate and reader, from the candidate's
        left."""
        state = told(state, "turns-hourglass", self.reader)
        roller = self._after(state, self.candidate)
        return update(
            state,
            replace(
                self,
                began=state.now,
                turned=True,
                roller=roller,
                may_roll=state.now,
                rolled=(None,) * state.seats,
            ),
        )

    def _after(self, state: State, seat: Seat) -> Seat:
        following = (seat + 1) % state.seats
        out = following in (self.candidate, self.reader)
        return self._after(state, following) if out else following

    def _judged(self, rules: Fort, state: State, answer: str) -> State:
        if rules.matches(answer, self.card):
            state = told(state, "answers", self.candidate, text=answer)
            return self._end(rules, state, "right-answer", right=True)
        state = told(state, "answers-wrong", self.candidate, text=answer)
        answers = (*self.answers, answer)[-MOST_SHOWN:]
        return update(state, replace(self, answers=answers, single=self.once))

    def resume(self, rules: Fort, state: State, result: object) -> State:
        assert isinstance(result, Rolled)
        one, other = result.numbers
        if one == other and one % 2 == 0:
            state = told(state, "even-double", self.roller, self.candidate, count=one)
            return self._end(rules, state, "no-answer", right=False)
        rolled = with_item(self.rolled, self.roller, state.now)
        following = self._after(state, self.roller)
        may_roll = max(state.now, self._next_roll(rules, state, rolled[following]))
        throws = self.throws + 1
        return update(
            state, replace(self, roller=following, may_roll=may_roll, rolled=rolled, throws=throws)
        )

    def _next_roll(self, rules: Fort, state: State, last: int | None) -> int:
        """A throw every `roll_pace` seconds, however many roll; in version 1, of each of them."""
        if rules.version > 1:
            return self.may_roll + self._pace(state)
        return 0 if last is None else last + self._pace(state)

    def _end(self, rules: Fort, state: State, what: str, right: bool) -> State:
        state = told(state, what, self.candidate, self.reader, text=self.card.answers[0])
        state = replace(state, read=rules.read_again(state, self.number))
        return finish(rules, state, Answered(right))

    def sample(self, rules: Fort, state: State, seat: Seat, rng: Random) -> Action:
        """Half of the answers are right; random texts never would be."""
        action = FortPhase.sample(self, rules, state, seat, rng)
        knows = isinstance(action, Say) and rng.random() < 0.5
        return Say(self.card.answers[0]) if knows else action

    def imagine(self, rules: Fort, view: View[State], rng: Random) -> FortPhase:
        """The card follows from the text; of two cards with the same text, either will do."""
        if view.seat == self.reader:
            return self
        cards = enumerate(rules.riddles)
        number, card = next((number, card) for number, card in cards if card.text == self.text)
        return replace(self, number=number, card=card)

    def describe(self, view: View[State], say: game.Say) -> Iterator[str]:
        yield say("board.riddle", seat=self.candidate, text=" ".join(self.text.split()))
        if self.once:
            yield say("board.riddle-once")
        if view.seat == self.reader:
            yield say("board.riddle-answer", text=self.card.answers[0])
        if not self.turned:
            yield say("board.reader-turns", seat=self.reader)
            return
        left = view.seen.seconds_until(self._ends(view.seen))
        yield say("board.riddle-race", seat=self.roller, count=left)
        if self.answers:
            yield say("board.wrong-answers", text=", ".join(self.answers))
