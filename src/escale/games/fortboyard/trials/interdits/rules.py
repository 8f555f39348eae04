"""Les interdits: answer every question while the sand runs, without yes or no."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, ClassVar, Literal, get_args
from unicodedata import category

from escale.core.event import Acted, Played
from escale.core.phases import update
from escale.core.play import Awaits, Choice, Offer, Players, Ruling, Text, refused
from escale.core.secrecy import Open, Seat, Shown, View
from escale.games.fortboyard.rules.phase import FortPhase, told
from escale.games.fortboyard.rules.pieces import Cast
from escale.games.fortboyard.rules.trial import TrialAction, TrialPhase, trial_over
from escale.games.fortboyard.trials.interdits.forbidden import folded, said_in
from escale.games.fortboyard.trials.shared.card import TrialCard

if TYPE_CHECKING:
    from escale.core.game import Say
    from escale.games.fortboyard.rules.rules import Action, Fort, State

LONGEST = 120  # characters of a question or a reply
SLOW_MS = 5_000
MOST_SHOWN = 12  # questions and replies kept in the state; the log has all of them
UNSEEN = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"))  # categories of Unicode
SAMPLED_QUESTIONS = ("Are you sure?", "Bist du müde?", "Tu es là\u00a0?")
SAMPLED_REPLIES = ("peut-être", "cela dépend", "oui", "no", "nein", "demain")

Reason = Literal["slow", "same"]
REASONS: tuple[Reason, ...] = get_args(Reason)


@dataclass(frozen=True, slots=True)
class AskQuestion(TrialAction, Open):
    """An opponent asks the candidate; one question at a time."""

    question: str


@dataclass(frozen=True, slots=True)
class Reply(TrialAction, Open):
    """The candidate replies to the oldest open question."""

    reply: str


@dataclass(frozen=True, slots=True)
class Object(TrialAction, Open):
    """An opponent objects that the candidate takes too long or repeats a reply."""

    why: Reason
    bout: int


@dataclass(frozen=True, slots=True)
class Question(Open):
    asker: Seat
    text: str


@dataclass(frozen=True, slots=True)
class Exchange(Open):
    """A question and its reply."""

    asker: Seat
    question: str
    reply: str
    at: int


@dataclass(frozen=True, slots=True)
class Objection(Open):
    seat: Seat
    why: Reason


@dataclass(frozen=True, slots=True)
class Interdits(TrialPhase):
    """Each opponent has at most one open question; the candidate replies to them in order.

    `bout` counts the replies. An objection concerns the reply with this number, or the wait for
    the next one, and is dropped when the next one comes.
    """

    NAME: ClassVar[str] = "interdits"

    began: Shown[int]
    ends: Shown[int]  # when the sand is out
    queue: Shown[tuple[Question, ...]] = ()
    since: Shown[int] = 0  # when the first question of the queue became the first
    said: Shown[tuple[Exchange, ...]] = ()
    bout: Shown[int] = 0
    objections: Shown[tuple[Objection, ...]] = ()

    @classmethod
    def begin(cls, cast: Cast, state: State) -> Interdits:
        return cls(cast, state.now, state.now + 1000 * state.options.hourglass)

    @property
    def slow_from(self) -> int:
        """From when on the candidate takes too long, if there is an open question."""
        return self.since + self.cast.window(self.cast.candidate, SLOW_MS)

    def objectors(self, why: Reason) -> tuple[Seat, ...]:
        return tuple(one.seat for one in self.objections if one.why == why)

    def grounds(self, state: State) -> tuple[Reason, ...]:
        """The objections that are justified now."""
        last = [folded(one.reply, state.options.language) for one in self.said[-2:]]
        slow = bool(self.queue) and state.now >= self.slow_from
        same = len(last) == 2 and last[0] == last[1]
        return tuple(why for why, true in zip(REASONS, (slow, same), strict=True) if true)

    def awaits(self, rules: Fort, state: State) -> Awaits:
        people = (self.cast.candidate, *self.cast.opponents)
        seats = (seat for seat in people if self.offers(rules, View(seat, state)))
        slow = (self.slow_from,) if self.queue and state.now < self.slow_from else ()
        return Players(tuple(sorted(seats)), min(self.ends, *slow) if slow else self.ends)

    def offers(self, rules: Fort, view: View[State]) -> tuple[Offer, ...]:
        seat, state = view.seat, view.seen
        if seat == self.cast.candidate:
            return (Offer(Reply, (Text("reply", LONGEST),)),) if self.queue else ()
        if seat not in self.cast.opponents:
            return ()
        waits = any(question.asker == seat for question in self.queue)
        asks = () if waits else (Offer(AskQuestion, (Text("question", LONGEST),)),)
        mine = [one.why for one in self.objections if one.seat == seat]
        grounds = tuple(why for why in self.grounds(state) if why not in mine)
        bout = Choice("bout", (self.bout,))
        return (*asks, Offer(Object, (Choice("why", grounds), bout))) if grounds else asks

    def check(self, rules: Fort, state: State, seat: Seat, action: Action) -> Ruling:
        if isinstance(action, Object) and seat in self.cast.opponents:
            if action.bout != self.bout:
                return refused("too-late", "offers")
            if action.why in REASONS and action.why not in self.grounds(state):
                return refused(f"not-{action.why}", "offers")
        if isinstance(action, AskQuestion) and any(one.asker == seat for one in self.queue):
            return refused("one-question", "offers")
        allowed = FortPhase.check(self, rules, state, seat, action)
        if allowed and isinstance(action, AskQuestion | Reply):
            text = action.question if isinstance(action, AskQuestion) else action.reply
            if not readable(text) or not folded(text, state.options.language):
                return refused("say-something", "offers")
        return allowed

    def step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        """A deadline means that the sand is out, or that a question has waited too long."""
        if not isinstance(event, Acted):
            if state.now < self.ends:
                return state
            state = told(state, "sand-out-trial", self.cast.candidate)
            return trial_over(rules, state, self.cast, won=True)
        match event.action:
            case AskQuestion(text):
                since = self.since if self.queue else state.now
                queue = (*self.queue, Question(event.seat, text.strip()))
                return update(state, replace(self, queue=queue, since=since))
            case Reply(text):
                return self._replied(rules, state, text.strip())
            case _:
                assert isinstance(event.action, Object)
                return self._objected(rules, state, Objection(event.seat, event.action.why))

    def _replied(self, rules: Fort, state: State, text: str) -> State:
        question, *queue = self.queue
        word = said_in(text, state.options.language)
        if word:
            state = told(state, "says-forbidden", self.cast.candidate, text=word)
            return trial_over(rules, state, self.cast, won=False)
        exchange = Exchange(question.asker, question.text, text, state.now)
        replied = replace(
            self,
            queue=tuple(queue),
            since=state.now,
            said=(*self.said, exchange)[-MOST_SHOWN:],
            bout=self.bout + 1,
            objections=(),
        )
        return update(state, replied)

    def _objected(self, rules: Fort, state: State, objection: Objection) -> State:
        """The majority of the opponents decides."""
        objected = replace(self, objections=(*self.objections, objection))
        count = len(objected.objectors(objection.why))
        if 2 * count <= len(self.cast.opponents):
            return update(state, objected)
        state = told(state, f"too-{objection.why}", self.cast.candidate, count=count)
        return trial_over(rules, state, self.cast, won=False)

    def sample(self, rules: Fort, state: State, seat: Seat, rng: Random) -> Action:
        action = FortPhase.sample(self, rules, state, seat, rng)
        match action:
            case AskQuestion():
                return AskQuestion(rng.choice(SAMPLED_QUESTIONS))
            case Reply():
                return Reply(rng.choice(SAMPLED_REPLIES))
            case _:
                return action

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        yield say("board.trial", seat=self.cast.candidate, text=self.title(view.seen, say))
        yield say("board.sand", count=view.seen.seconds_until(self.ends))
        for one in self.said[-3:]:
            yield say("interdits.asked", seat=one.asker, text=one.question)
            yield say("interdits.replied", seat=self.cast.candidate, text=one.reply)
        for waiting in self.queue:
            yield say("interdits.asked", seat=waiting.asker, text=waiting.text)
        for why in REASONS:
            if count := len(self.objectors(why)):
                yield say(f"interdits.objections-{why}", count=count)


def readable(text: str) -> bool:
    """Whether it has no invisible characters, such as those that reverse the direction."""
    return not any(category(letter) in UNSEEN for letter in text)


CARD = TrialCard(Interdits, (AskQuestion, Reply, Object), against="all", hourglass=1)
