"""À qui est-ce ?: tell whose part of the body it is.

On screen every opponent draws the same part, and the candidate names the author of each drawing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, get_args

from escale.core.chance import Draw, Pick
from escale.core.event import Acted, Drawn, Played
from escale.core.phases import update
from escale.core.play import (
    EVERYBODY,
    NOBODY,
    Awaits,
    Chance,
    Choice,
    Offer,
    Players,
    Ruling,
    Some,
    Text,
    refused,
)
from escale.core.secrecy import Open, Own, Seat, Shown, View, When
from escale.core.tuples import with_item
from escale.games.fortboyard.rules.phase import FortPhase, told
from escale.games.fortboyard.rules.pieces import Cast
from escale.games.fortboyard.rules.trial import TrialAction, TrialPhase, trial_over
from escale.games.fortboyard.trials.a_qui_est_ce.drawings import (
    GRID,
    LONGEST,
    NO_DRAWING,
    is_drawing,
    read_drawing,
    write_drawing,
)
from escale.games.fortboyard.trials.shared.card import TrialCard
from escale.games.fortboyard.trials.shared.face_to_face import GoOn

if TYPE_CHECKING:
    from escale.core.game import Say
    from escale.games.fortboyard.rules.rules import Action, Fort, State

Prompt = Literal["nose", "ear", "eye", "mouth", "hand", "foot", "finger", "elbow"]
PROMPTS: tuple[Prompt, ...] = get_args(Prompt)
DRAWING_MS = 90_000
SHOWING_MS = 15_000

Stage = Literal["prompt", "drawing", "mixing", "naming", "shown"]


@dataclass(frozen=True, slots=True)
class SendDrawing(TrialAction):
    """An opponent has finished; the drawing stays secret until all are sent."""

    drawing: Own[str]


@dataclass(frozen=True, slots=True)
class NameAuthors(TrialAction, Open):
    """The candidate names the author of each drawing, in the order in which they hang."""

    authors: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class AQuiEstCe(TrialPhase):
    """The authors stay secret, even from each other, until the candidate has named all."""

    NAME: ClassVar[str] = "a_qui_est_ce"

    drawings: Own[tuple[str, ...]]  # by seat, as they are sent
    stage: Shown[Stage] = "prompt"
    ends: Shown[int] = 0  # deadline for the drawings; later, for looking at the result
    prompt: Shown[Prompt | None] = None
    sent: Shown[tuple[Seat, ...]] = ()  # in the order in which they were sent
    hung: Shown[tuple[str, ...]] = ()  # the drawings, mixed
    authors: Annotated[tuple[Seat, ...], When(lambda phase, _: phase.stage == "shown")] = ()
    named: Shown[tuple[Seat, ...]] = ()

    @classmethod
    def begin(cls, cast: Cast, state: State) -> AQuiEstCe:
        return cls(cast, (NO_DRAWING,) * state.seats)

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The opponents who are still drawing."""
        return tuple(sorted(seat for seat in self.cast.opponents if seat not in self.sent))

    def awaits(self, rules: Fort, state: State) -> Awaits:
        count = len(self.cast.opponents)
        match self.stage:
            case "prompt":
                return Chance(Pick(len(PROMPTS)), to=EVERYBODY)
            case "drawing":
                return Players(self.missing, self.ends)
            case "mixing":
                return Chance(Draw(count, count), to=NOBODY)
            case "naming":
                return Players((self.cast.candidate,))
            case "shown":
                return Players((self.cast.candidate,), self.ends)

    def offers(self, rules: Fort, view: View[State]) -> tuple[Offer, ...]:
        if self.stage == "drawing" and view.seat in self.missing:
            return (Offer(SendDrawing, (Text("drawing", LONGEST),)),)
        if view.seat != self.cast.candidate:
            return ()
        if self.stage == "naming":
            seats = self.cast.opponents
            return (Offer(NameAuthors, (Some("authors", seats, len(seats), len(seats)),)),)
        return (Offer(GoOn, (Choice("bout", (0,)),)),) if self.stage == "shown" else ()

    def check(self, rules: Fort, state: State, seat: Seat, action: Action) -> Ruling:
        ruling = FortPhase.check(self, rules, state, seat, action)
        if ruling and isinstance(action, SendDrawing) and not is_drawing(action.drawing):
            return refused("no-drawing", "a-qui-est-ce-online")
        return ruling

    def step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        match event:
            case Drawn((number,)) if self.stage == "prompt":
                return self._ask(state, PROMPTS[number])
            case Drawn(order):
                return self._hang(state, tuple(self.cast.opponents[place] for place in order))
            case Acted(seat, SendDrawing(drawing)):
                return self._sent(state, seat, drawing)
            case Acted(_, NameAuthors(authors)):
                return self._named(state, authors)
        if self.stage == "drawing":
            return update(state, replace(self, stage="mixing"))
        right = sum(name == author for name, author in zip(self.named, self.authors, strict=True))
        return trial_over(rules, state, self.cast, right >= self.cast.needed)

    def _ask(self, state: State, prompt: Prompt) -> State:
        lasts = max(self.cast.window(seat, DRAWING_MS) for seat in self.cast.opponents)
        state = told(state, f"draw-{prompt}")
        return update(state, replace(self, stage="drawing", prompt=prompt, ends=state.now + lasts))

    def _sent(self, state: State, seat: Seat, drawing: str) -> State:
        drawings = with_item(self.drawings, seat, drawing)
        sent = replace(self, drawings=drawings, sent=(*self.sent, seat))
        return update(state, sent if sent.missing else replace(sent, stage="mixing"))

    def _hang(self, state: State, authors: tuple[Seat, ...]) -> State:
        hung = tuple(self.drawings[seat] for seat in authors)
        return update(state, replace(self, stage="naming", authors=authors, hung=hung, ends=0))

    def _named(self, state: State, named: tuple[Seat, ...]) -> State:
        """All authors are named; now everybody sees whose drawing each is."""
        for number, (name, author) in enumerate(zip(named, self.authors, strict=True), start=1):
            what = "author-right" if name == author else "author-wrong"
            state = told(state, what, name, author, count=number)
        ends = state.now + self.cast.window(self.cast.candidate, SHOWING_MS)
        return update(state, replace(self, stage="shown", named=named, ends=ends))

    def sample(self, rules: Fort, state: State, seat: Seat, rng: Random) -> Action:
        if self.stage == "drawing":
            return SendDrawing(_scrawl(rng))
        return FortPhase.sample(self, rules, state, seat, rng)

    def imagine(self, rules: Fort, view: View[State], rng: Random) -> FortPhase:
        """Guess the drawings of others; once they hang, an order that fits one's own drawing."""
        own = view.seat
        if self.stage in ("prompt", "drawing", "mixing"):
            drawings = tuple(
                drawing if seat == own else _scrawl(rng) if seat in self.sent else NO_DRAWING
                for seat, drawing in enumerate(self.drawings)
            )
            return replace(self, drawings=drawings, authors=())
        authors = self.authors
        if self.stage == "naming":
            authors = self._some_order(own, rng)
        by_seat = dict(zip(authors, self.hung, strict=True))
        seats = range(len(self.drawings))
        drawings = tuple(by_seat.get(seat, NO_DRAWING) for seat in seats)
        return replace(self, drawings=drawings, authors=authors)

    def _some_order(self, own: Seat | None, rng: Random) -> tuple[Seat, ...]:
        """A possible order of authors: empty sheets belong to those who sent nothing."""
        drew = [seat for seat in self.sent if seat != own]
        rng.shuffle(drew)
        late = [seat for seat in self.missing if seat != own]
        mine = None
        if own in self.cast.opponents:
            mine = rng.choice(
                [place for place, one in enumerate(self.hung) if one == self.drawings[own]]
            )
        order = []
        for place, drawing in enumerate(self.hung):
            if place == mine and own is not None:
                order.append(own)
            else:
                order.append(late.pop() if drawing == NO_DRAWING else drew.pop())
        return tuple(order)

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        yield say("board.trial", seat=self.cast.candidate, text=self.title(view.seen, say))
        if self.prompt is None:
            return
        yield say("a_qui_est_ce.to-draw", text=say(f"a_qui_est_ce.{self.prompt}"))
        if self.stage == "drawing":
            yield say("a_qui_est_ce.missing", count=len(self.missing))
        for number, drawing in enumerate(self.hung, start=1):
            count = len(read_drawing(drawing))
            text = say("a_qui_est_ce.strokes", count=count)
            if self.stage == "shown":
                author = self.authors[number - 1]
                yield say("a_qui_est_ce.hangs-by", number=number, text=text, seat=author)
            else:
                yield say("a_qui_est_ce.hangs", number=number, text=text)


def _scrawl(rng: Random) -> str:
    """A random drawing."""
    points = [(rng.randrange(GRID), rng.randrange(GRID)) for _ in range(rng.randint(2, 9))]
    return write_drawing((points[:2], points[2:]) if len(points) > 2 else (points,))


CARD = TrialCard(AQuiEstCe, (NameAuthors, SendDrawing), against="each")
