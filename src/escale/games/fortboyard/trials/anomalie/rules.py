"""L'anomalie: find the one thing that the opponents have agreed to change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from escale.core.chance import Pick, Roll
from escale.core.event import Acted, Drawn, Played
from escale.core.phases import update
from escale.core.play import (
    ALLOWED,
    EVERYBODY,
    Awaits,
    Chance,
    Choice,
    Offer,
    Players,
    Ruling,
    Some,
    refused,
)
from escale.core.secrecy import Seat, Shown, View, When
from escale.games.fortboyard.rules.phase import FortPhase, told
from escale.games.fortboyard.rules.pieces import NOBODY_SEAT, Cast
from escale.games.fortboyard.rules.trial import TrialPhase, trial_over
from escale.games.fortboyard.trials.anomalie.actions import Propose, Remember, SeenEnough, Spot
from escale.games.fortboyard.trials.anomalie.agreeing import (
    Proposal,
    Proposals,
    as_action,
    most_backed,
    proposed,
    with_voice,
)
from escale.games.fortboyard.trials.anomalie.board import described
from escale.games.fortboyard.trials.anomalie.figures import (
    A_FIGURE,
    PARTS,
    THINGS,
    VARIANTS,
    Change,
    Companions,
    Figure,
    change_by_number,
    changed,
    count_of_changes,
    dressed,
)
from escale.games.fortboyard.trials.anomalie.memory import marks_of, most_marks
from escale.games.fortboyard.trials.shared.card import TrialCard
from escale.games.fortboyard.trials.shared.face_to_face import LOOK_MS, GoOn

if TYPE_CHECKING:
    from escale.core.game import Say
    from escale.games.fortboyard.rules.rules import Action, Fort, State

AGREEING_MS = 45_000
PACE_MS = 5_000  # interval at which waiting opponents, bots above all, see new proposals
TRIES = 3  # our ruling, as the card has none: naming everything must not win

Stage = Literal["dressing", "looking", "agreeing", "lot", "searching", "shown"]


def _is_companion(phase: Anomalie, seat: Seat | None) -> bool:
    return seat in phase.cast.opponents


def _is_candidate(phase: Anomalie, seat: Seat | None) -> bool:
    return seat == phase.cast.candidate


def _may_look(phase: Anomalie, seat: Seat | None) -> bool:
    """Spectators may sit beside the candidate, so they close their eyes, too."""
    return phase.stage in ("looking", "searching", "shown") or _is_companion(phase, seat)


def _knows(phase: Anomalie, seat: Seat | None) -> bool:
    return phase.stage == "shown" or _is_companion(phase, seat)


@dataclass(frozen=True, slots=True)
class Anomalie(TrialPhase):
    """The candidate looks, closes the eyes while one thing changes, and looks again."""

    NAME: ClassVar[str] = "anomalie"

    stage: Shown[Stage] = "dressing"
    ends: Shown[int] = 0  # when the sand is out, or the opponents must have agreed
    figures: Annotated[tuple[Figure, ...], When(_may_look)] = ()  # in the order of the opponents
    spoken: Shown[tuple[Seat, ...]] = ()  # opponents who have proposed something
    proposals: Annotated[Proposals, When(_is_companion)] = ()  # the first one first
    change: Annotated[Change | None, When(_knows)] = None
    notes: Annotated[tuple[int, ...], When(_is_candidate)] = ()  # of the candidate, see Remember
    answers: Shown[tuple[Spot, ...]] = ()  # all wrong, so far
    found: Shown[bool] = False

    @classmethod
    def begin(cls, cast: Cast, _state: State) -> Anomalie:
        return cls(cast)

    @property
    def companions(self) -> Companions:
        return dict(zip(self.cast.opponents, self.figures, strict=True))

    def awaits(self, rules: Fort, state: State) -> Awaits:
        count = len(self.cast.opponents)
        match self.stage:
            case "dressing":
                return Chance(Roll(count * A_FIGURE, VARIANTS), to=EVERYBODY)
            case "lot":
                return Chance(Pick(count_of_changes(count)), to=tuple(sorted(self.cast.opponents)))
            case "agreeing":
                return Players(tuple(sorted(self.cast.opponents)), self._next_look(state))
            case "looking" | "searching" | "shown":
                return Players((self.cast.candidate,), self.ends)

    def _next_look(self, state: State) -> int:
        """Waiting opponents are asked again at this interval, so that they can join proposals."""
        passed = max(0, state.now - self.eyes_closed) // PACE_MS
        return min(self.ends, self.eyes_closed + PACE_MS * (passed + 1))

    @property
    def eyes_closed(self) -> int:
        """When the candidate closed the eyes; valid in the stage "agreeing"."""
        return self.ends - self._to_agree()

    def _to_agree(self) -> int:
        return max(self.cast.window(seat, AGREEING_MS) for seat in self.cast.opponents)

    def offers(self, rules: Fort, view: View[State]) -> tuple[Offer, ...]:
        seats = self.cast.opponents
        if self.stage == "agreeing" and view.seat in seats:
            partners = (NOBODY_SEAT, *seats)
            inputs = (Choice("seat", seats), Choice("thing", THINGS), Choice("partner", partners))
            return (Offer(Propose, inputs),)
        if view.seat != self.cast.candidate:
            return ()
        if self.stage == "looking":
            marks = tuple(marks_of(len(seats)))
            return (
                Offer(SeenEnough),
                Offer(Remember, (Some("marks", marks, 0, most_marks(len(seats))),)),
            )
        if self.stage == "searching":
            return (Offer(Spot, (Choice("seat", seats), Choice("part", PARTS))),)
        return (Offer(GoOn, (Choice("bout", (0,)),)),) if self.stage == "shown" else ()

    def check(self, rules: Fort, state: State, seat: Seat, action: Action) -> Ruling:
        ruling = FortPhase.check(self, rules, state, seat, action)
        if not ruling:
            return ruling
        if isinstance(action, Propose):
            return self._may_propose(action)
        if action in self.answers:
            return refused("named-already", "anomalie-tries")
        return ruling

    def _may_propose(self, action: Propose) -> Ruling:
        change, companions = proposed(action), self.companions
        if changed(companions, change) == companions:
            return refused("nothing-changes", "anomalie-change")
        if change.thing is None and companions[action.partner].thing(change.part) != action.thing:
            return refused("not-worn", "anomalie-change")
        return ALLOWED

    def step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        if isinstance(event, Drawn):
            return self._drawn(state, event.result)
        if isinstance(event, Acted):
            return self._acted(rules, state, event.seat, event.action)
        if state.now < self.ends:
            return state  # a new interval begins, which changes what `awaits` returns
        match self.stage:
            case "looking":
                return self._close_eyes(state)
            case "agreeing":
                return self._agreed(state)
            case "searching":
                state = told(state, "sand-out-trial", self.cast.candidate)
                return self._show(state, found=False)
            case _:
                return trial_over(rules, state, self.cast, self.found)

    def _drawn(self, state: State, result: tuple[int, ...]) -> State:
        if self.stage == "dressing":
            looking = replace(self, stage="looking", figures=dressed(result))
            return update(state, replace(looking, ends=self._sand(state)))
        return self._made(state, change_by_number(self.companions, result[0]))

    def _sand(self, state: State) -> int:
        sand = 1000 * state.options.hourglass
        return state.now + self.cast.window(self.cast.candidate, sand)

    def _acted(self, rules: Fort, state: State, seat: Seat, action: Action) -> State:
        match action:
            case Remember(marks):
                return update(state, replace(self, notes=marks))
            case SeenEnough():
                return self._close_eyes(state)
            case Spot():
                return self._spotted(state, action)
            case GoOn():
                return trial_over(rules, state, self.cast, self.found)
        assert isinstance(action, Propose)
        return self._backed(state, seat, proposed(action))

    def _close_eyes(self, state: State) -> State:
        state = told(state, "closes-eyes", self.cast.candidate)
        ends = state.now + self._to_agree()
        return update(state, replace(self, stage="agreeing", ends=ends))

    def _backed(self, state: State, seat: Seat, change: Change) -> State:
        """More than half of the opponents decide at once."""
        spoken = self.spoken if seat in self.spoken else (*self.spoken, seat)
        proposals = with_voice(self.proposals, seat, change)
        backed = replace(self, spoken=spoken, proposals=proposals)
        most = max(len(one.backers) for one in proposals)
        return (
            backed._agreed(state) if 2 * most > len(self.cast.opponents) else update(state, backed)
        )

    def _agreed(self, state: State) -> State:
        """The most backed change, of equals the first; without proposals it is drawn."""
        best = most_backed(self.proposals)
        if best is None:
            return update(state, replace(self, stage="lot"))
        return self._made(state, best.change)

    def _made(self, state: State, change: Change) -> State:
        figures = tuple(changed(self.companions, change).values())
        state = told(state, "opens-eyes", self.cast.candidate)
        searching = replace(self, stage="searching", figures=figures, change=change)
        return update(state, replace(searching, ends=self._sand(state)))

    def _spotted(self, state: State, answer: Spot) -> State:
        assert self.change is not None
        state = told(state, f"names-{answer.part}", self.cast.candidate, answer.seat)
        if self.change.touches(answer.seat, answer.part):
            return self._show(state, found=True)
        answers = (*self.answers, answer)
        if len(answers) == TRIES:
            return replace(self, answers=answers)._show(state, found=False)
        state = told(state, "not-that", self.cast.candidate, count=TRIES - len(answers))
        return update(state, replace(self, answers=answers))

    def _show(self, state: State, found: bool) -> State:
        """Show the change to everybody for a while."""
        change = self.change
        assert change is not None
        if change.partner == NOBODY_SEAT:
            state = told(state, f"changed-{change.part}", player=change.seat)
        else:
            state = told(state, f"swapped-{change.part}", change.seat, change.partner)
        ends = state.now + self.cast.window(self.cast.candidate, LOOK_MS)
        return update(state, replace(self, stage="shown", ends=ends, found=found))

    def sample(self, rules: Fort, state: State, seat: Seat, rng: Random) -> Action:
        """An allowed action; opponents often join a proposal, or they would never agree."""
        if self.stage == "agreeing" and self.proposals and rng.random() < 0.75:
            return as_action(rng.choice(self.proposals).change, self.companions)
        while True:
            action = FortPhase.sample(self, rules, state, seat, rng)
            if self.check(rules, state, seat, action):
                return action

    def imagine(self, rules: Fort, view: View[State], rng: Random) -> FortPhase:
        if _is_companion(self, view.seat):
            return replace(self, notes=())
        seats = self.cast.opponents
        figures = self.figures
        if not _may_look(self, view.seat):
            some = tuple(rng.randint(1, VARIANTS) for _ in range(len(seats) * A_FIGURE))
            figures = () if self.stage == "dressing" else dressed(some)
        change = self.change if _knows(self, view.seat) else None
        seen = replace(self, figures=figures, proposals=(), change=change)
        seen = seen if _is_candidate(self, view.seat) else replace(seen, notes=())
        return seen._with_guesses(rng)

    def _with_guesses(self, rng: Random) -> Anomalie:
        """Guess the proposals, each a different one, since equal ones would have been agreed on."""
        if self.stage == "agreeing":
            numbers = rng.sample(range(count_of_changes(len(self.figures))), len(self.spoken))
            said = (change_by_number(self.companions, number) for number in numbers)
            pairs = zip(said, self.spoken, strict=True)
            return replace(self, proposals=tuple(Proposal(one, (seat,)) for one, seat in pairs))
        if self.stage != "searching":
            return self
        answered = [(one.seat, one.part) for one in self.answers]
        things = [(seat, part) for seat in self.cast.opponents for part in PARTS]
        seat, part = rng.choice([one for one in things if one not in answered])
        return replace(self, change=Change(seat, part, self.companions[seat].thing(part)))

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        return described(self, view, say, sees=_may_look(self, view.seat))


CARD = TrialCard(Anomalie, (Propose, Remember, SeenEnough, Spot), against="all", hourglass=2)
