"""Verification of a finished match: every draw and every action is checked again."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Generic, TypeVar

from escale.core.chance import Oracle
from escale.core.epoch import Epoch, first_epoch, is_bound_to, may_salt, may_unsalt
from escale.core.event import (
    DECIDED,
    PLAYED,
    Acted,
    Drawn,
    Elapsed,
    Event,
    HandedOver,
    Recommitted,
    Resigned,
    Revealed,
    Rewound,
    Salted,
    Unsalted,
)
from escale.core.header import is_kept
from escale.core.match import (
    Header,
    Record,
    UndoStack,
    after_resigning,
    first_draw,
    fold,
    may_act,
    may_deal_again,
    may_go_on,
    may_resign,
)
from escale.core.play import Awaits, Chance, Over, Players
from escale.core.rules import Rules
from escale.core.secrecy import Seat

O = TypeVar("O")
S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Problem:
    """A failed check. `event` is an index in the log, or None for the match as a whole."""

    event: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Proof:
    """`epochs` tell whose salts are in, and who brought the match from elsewhere."""

    draws: int
    actions: int
    over: bool
    problems: tuple[Problem, ...]
    epochs: tuple[Epoch, ...] = ()

    def __bool__(self) -> bool:
        return not self.problems

    @property
    def witnessed(self) -> bool:
        """Could the host choose no draw? Only if a person's salt is in all of them.

        Whoever brought a match from elsewhere may have invented what was played there.
        """
        return len(self.epochs) == 1 and bool(self.epochs[0].witnesses)


def verify(rules: Rules[O, S, A], record: Record[O, A]) -> Proof:
    """Replay the whole record and check everything, trusting nothing."""
    steps = verification(rules, record)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            proof: Proof = end.value
            return proof


def verification(rules: Rules[O, S, A], record: Record[O, A]) -> Generator[None, None, Proof]:
    """The same, one event at a time: whoever runs it can do something else in between, or stop."""
    review = _Review(rules, record)
    problems: list[Problem] = []
    for problem in review.problems():
        if problem is None:
            yield
        else:
            problems.append(problem)
    epochs = tuple(review.epochs)
    return Proof(review.draws, review.actions, review.over, tuple(problems), epochs)


@dataclass
class _Review(Generic[O, S, A]):
    rules: Rules[O, S, A]
    record: Record[O, A]
    draws: int = 0
    actions: int = 0
    over: bool = False
    now: int = 0
    gone: frozenset[Seat] = frozenset()
    epochs: list[Epoch] = field(default_factory=list[Epoch])  # the last one is the present one
    undo: UndoStack[S, A] = field(default_factory=UndoStack)
    _oracle: Oracle | None = None  # of the present epoch, once its salts are in

    def problems(self) -> Iterator[Problem | None]:
        """None after each event that passed."""
        header, log = self.record.header, self.record.log
        reveals = [event.secret for event in log if isinstance(event, Revealed)]
        handed_over = [event.secret for event in log if isinstance(event, HandedOver)]
        secrets = [*handed_over, reveals[0] if reveals else self.record.secret]
        self.epochs = [first_epoch(header)]
        if not is_kept(header):
            yield Problem(None, "header-changed")
            return
        if not self.epochs[0].kept_by(secrets[0]):
            yield Problem(None, "secret-breaks-commitment")
            return
        state = self.rules.setup(header.options, len(header.players))
        for place, event in enumerate(log):
            reason = self._objection(header, log, place, event, state, secrets)
            if reason:
                yield Problem(place, reason)
                return  # later events depend on this one
            self.now = event.at
            if isinstance(event, Recommitted):
                self.epochs.append(self.epochs[-1])
            if not isinstance(event, DECIDED):
                self.epochs[-1] = self.epochs[-1].after(event)
                self._oracle = None if not isinstance(event, Drawn) else self._oracle
            if isinstance(event, Rewound):
                before = self.undo.rewind(event.to)
                if before is None:  # dealt again: all other states are kept
                    self.undo.push(place, state, event)
                    before = fold(self.rules, header, log[: place + 1])
                state = before
            else:
                self.undo.push(place, state, event)
                if isinstance(event, PLAYED):
                    state = self.rules.step(state, event)
                elif isinstance(event, Resigned):
                    self.gone |= {event.seat}
            yield None
        self.over = isinstance(self._awaits(header, state), Over)
        if self.over and not reveals:
            yield Problem(None, "secret-not-revealed")

    def _awaits(self, header: Header[O], state: S) -> Awaits:
        return after_resigning(self.rules.awaits(state), header.seats, self.gone)

    def _objection(
        self,
        header: Header[O],
        log: tuple[Event[A], ...],
        place: int,
        event: Event[A],
        state: S,
        secrets: list[str],
    ) -> str:
        """Why this event could not happen in this state; empty if it could."""
        awaits = self._awaits(header, state)
        epoch = self.epochs[-1]
        if event.at < self.now:
            return "time-runs-backwards"
        if epoch.ended and not isinstance(event, Recommitted):
            return "not-recommitted"
        match event:
            case Drawn(result, to):
                self.draws += 1
                if not isinstance(awaits, Chance):
                    return "draw-not-awaited"
                if not epoch.salted:
                    return "drawn-before-all-salts"
                if result != self._drawn(secrets, awaits, place) or to != awaits.to:
                    return "draw-not-proved"
            case Acted(seat, action):
                self.actions += 1
                return may_act(self.rules, state, seat, action, awaits).reason
            case Elapsed(at):
                deadline = awaits.deadline if isinstance(awaits, Players) else None
                if deadline is None or at < deadline:
                    return "deadline-not-passed"
            case Rewound(to):
                # Asked first, because it is cheap: a file may have thousands of these.
                if may_deal_again(self.rules, islice(log, place), state) and (
                    to == first_draw(islice(log, place))
                ):
                    return may_go_on(awaits).reason
                ruling = may_go_on(awaits) and self.undo.may_rewind(self.rules, to)
                assert ruling is not None  # all states are kept
                return ruling.reason
            case Salted(seat, salt):
                ruling = may_go_on(awaits) and may_salt(epoch, seat, salt)
                return ruling.reason
            case Unsalted(seat):
                return may_unsalt(epoch, seat).reason
            case Resigned(seat):
                return may_resign(header, awaits, self.gone, seat).reason
            case Revealed():
                if not isinstance(awaits, Over) or place != len(log) - 1:
                    return "secret-told-too-early"
            case HandedOver():
                return may_go_on(awaits).reason
            case Recommitted():
                if not epoch.ended:
                    return "not-handed-over"
                if not is_bound_to(header, event):
                    return "header-changed"
                if not epoch.after(event).kept_by(secrets[len(self.epochs)]):
                    return "secret-breaks-commitment"
        return ""

    def _drawn(self, secrets: list[str], awaits: Chance, place: int) -> tuple[int, ...]:
        if self._oracle is None:
            self._oracle = self.epochs[-1].oracle(secrets[len(self.epochs) - 1])
        return self._oracle.answer(awaits.ask, place)
