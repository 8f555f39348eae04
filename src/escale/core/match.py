"""A match: its header, its log of events, and the state that they fold into."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from escale.core.chance import Oracle
from escale.core.epoch import epoch_of, may_salt
from escale.core.event import (
    DECIDED,
    PLAYED,
    Acted,
    Drawn,
    Elapsed,
    Event,
    HandedOver,
    Played,
    Resigned,
    Revealed,
    Rewound,
    Salted,
    Unsalted,
)
from escale.core.header import Header as Header
from escale.core.header import Player as Player
from escale.core.play import ALLOWED, Awaits, Chance, Over, Players, Ruling, Score, refused
from escale.core.rules import DealsAgain, HasPhases, Rules
from escale.core.secrecy import Seat, view

O = TypeVar("O")
S = TypeVar("S")
A = TypeVar("A")


MOST_DRAWS = 10_000  # in a row, without a decision in between
MOST_UNDO = 32  # states of a running match that are kept, to take moves back at once
RESIGNED = "resigned"  # the ending of a match in which at most one seat has not resigned


def standing(log: Iterable[Event[A]]) -> list[tuple[int, Event[A]]]:
    """The events that count, with their indices in the log, without those taken back."""
    stands: list[tuple[int, Event[A]]] = []
    for place, event in enumerate(log):
        if isinstance(event, Rewound):
            while stands and stands[-1][0] >= event.to:
                stands.pop()
        else:
            stands.append((place, event))
    return stands


def fold(rules: Rules[O, S, A], header: Header[O], log: Iterable[Event[A]]) -> S:
    state = rules.setup(header.options, len(header.players))
    for _, event in standing(log):
        if isinstance(event, PLAYED):
            state = rules.step(state, event)
    return state


class UndoStack(Generic[S, A]):
    """The states before the latest events, so that taking back need not fold the whole log.

    A draw, or an event that the rules do not handle, can never be taken back: the states before it
    are dropped. (To deal again is another thing: see `may_deal_again`.) `most`: how many are kept.
    """

    def __init__(self, most: int | None = None) -> None:
        self._states: deque[tuple[int, S, Played[A]]] = deque(maxlen=most)
        self._final = -1  # index of the last event that can never be taken back
        self._kept_from = 0  # all events from this index on that count and are not final are kept

    def push(self, place: int, before: S, event: Event[A]) -> None:
        """`place`: the index of the event; `before`: the state that it happened in."""
        if isinstance(event, Drawn) or not isinstance(event, PLAYED):
            self._states.clear()
            self._final, self._kept_from = place, place + 1
            return
        if len(self._states) == self._states.maxlen:
            self._kept_from = self._states[0][0] + 1
        self._states.append((place, before, event))

    def forget(self, place: int) -> None:
        """Nothing is known of the events before this index."""
        self._states.clear()
        self._final, self._kept_from = -1, place

    def may_rewind(self, rules: Rules[Any, S, A], to: int) -> Ruling | None:
        """As the function of that name; None: too few states are kept to tell."""
        to = max(to, 0)
        if to <= self._final:
            return refused("cannot-be-untold", "house-takeback")
        if to < self._kept_from:
            return None
        if not self._states or self._states[-1][0] < to:
            return refused("nothing-to-take-back", "house-takeback")
        for place, before, event in reversed(self._states):
            if place < to:
                break
            if not rules.reversible(before, event):
                return refused("cannot-be-untold", "house-takeback")
        return ALLOWED

    def rewind(self, to: int) -> S | None:
        """The state before index `to`; None: it is not kept."""
        if max(to, 0) < self._kept_from:
            return None
        state: S | None = None
        while self._states and self._states[-1][0] >= to:
            _, state, _ = self._states.pop()
        return state


def states(rules: Rules[O, S, A], header: Header[O], log: Sequence[Event[A]]) -> Iterator[S]:
    """The state at the start and after each event, in linear time."""
    state = rules.setup(header.options, len(header.players))
    undo: UndoStack[S, A] = UndoStack()
    yield state
    for place, event in enumerate(log):
        if isinstance(event, Rewound):
            before = undo.rewind(event.to)
            if before is None:  # dealt again, or a log that does not verify
                undo.forget(place)
                before = fold(rules, header, log[: place + 1])
            state = before
        else:
            undo.push(place, state, event)
            if isinstance(event, PLAYED):
                state = rules.step(state, event)
        yield state


def resigned(log: Iterable[Event[Any]]) -> frozenset[Seat]:
    return frozenset(event.seat for _, event in standing(log) if isinstance(event, Resigned))


def after_resigning(awaits: Awaits, seats: range, gone: frozenset[Seat]) -> Awaits:
    """What a match awaits, given what its rules await and which seats have resigned.

    With at most one seat left it is over. If the rules end it, nobody who resigned wins.
    """
    if not gone:
        return awaits
    left = tuple(seat for seat in seats if seat not in gone)
    if isinstance(awaits, Over):
        return Over(_without_resigned(awaits.score, left))
    if len(left) <= 1:
        return Over(Score(RESIGNED, (0,) * len(seats), left))
    return awaits


def _without_resigned(score: Score, left: tuple[Seat, ...]) -> Score:
    """The winners who are left; if none is, those with the best points among who is left.

    Whether fewer points are better is seen from the winners who resigned: they had the fewest.
    """
    winners = tuple(seat for seat in score.winners if seat in left)
    if not winners:
        fewest = {score.points[seat] for seat in score.winners} == {min(score.points)}
        best = (min if fewest else max)((score.points[seat] for seat in left), default=0)
        winners = tuple(seat for seat in left if score.points[seat] == best)
    return replace(score, winners=winners)


@dataclass(frozen=True, slots=True)
class Record(Generic[O, A]):
    """The content of a match file.

    `secret` is set only while the match runs, so that the host can go on; in a finished match it
    is public, in the last event. So it is in a match that was handed over.
    """

    header: Header[O]
    log: tuple[Event[A], ...]
    secret: str = ""

    def handed_over(self) -> Record[O, A]:
        """To go on elsewhere: with the secret of the draws that were, not of those to come."""
        if not self.secret or epoch_of(self.header, self.log).ended:
            return self
        at = max((event.at for event in self.log), default=0)
        return Record(self.header, (*self.log, HandedOver(self.secret, at)))


class Match(Generic[O, S, A]):
    """A running match. What people, bots and the clock do becomes events here, and only here.

    `act`, `elapse`, `salt`, `unsalt`, `begin`, `resign`, `rewind` and `deal_again` return the
    events that would follow and change nothing; `extend` applies them. In between a server can make
    them durable.
    """

    def __init__(
        self,
        rules: Rules[O, S, A],
        header: Header[O],
        secret: str = "",
        log: Sequence[Event[A]] = (),
    ) -> None:
        self.rules = rules
        self.header = header
        self.secret = secret
        self.log: list[Event[A]] = list(log)
        self._undo: UndoStack[S, A] = UndoStack(MOST_UNDO)
        self.state: S = rules.setup(header.options, len(header.players))
        for place, event in standing(self.log):
            self._undo.push(place, self.state, event)
            if isinstance(event, PLAYED):
                self.state = rules.step(self.state, event)
        self.now = max((event.at for event in self.log), default=0)  # match time
        self.resigned = resigned(self.log)
        self.epoch = epoch_of(header, self.log)  # whose salts are in, and whose are awaited
        self._proposed: tuple[Sequence[Event[A]], S, Awaits] | None = None
        self._awaits: Awaits | None = None  # cached answer of the rules for the current state
        self._oracle: Oracle | None = None

    @property
    def awaits(self) -> Awaits:
        """What has to happen next: what the rules say, unless resignations ended the match."""
        if self._awaits is None:
            self._awaits = self.rules.awaits(self.state)
        if not self.resigned:
            return self._awaits
        return after_resigning(self._awaits, self.header.seats, self.resigned)

    @property
    def score(self) -> Score | None:
        """How the match ended; None while it runs."""
        awaits = self.awaits
        return awaits.score if isinstance(awaits, Over) else None

    @property
    def over(self) -> bool:
        return self.score is not None

    def open_to(self, seat: Seat) -> frozenset[Any]:
        """What a seat can do now: the kinds of actions that it is offered and, if the rules have
        phases, the phase that offers them. A bot's plan is valid as long as this is the same."""
        offered = {offer.action for offer in self.rules.offers(view(self.state, seat))}
        phase = {self.rules.phase(self.state)} if isinstance(self.rules, HasPhases) else set()
        return frozenset(offered | phase)

    @property
    def record(self) -> Record[O, A]:
        secret = "" if self.epoch.ended else self.secret
        return Record(self.header, tuple(self.log), secret)

    def salt(self, seat: Seat, salt: str, at: int = 0) -> tuple[Event[A], ...] | Ruling:
        ruling = may_go_on(self.awaits) and may_salt(self.epoch, seat, salt)
        return (Salted(seat, salt, at),) if ruling else ruling

    def unsalt(self, at: int = 0) -> tuple[Event[A], ...]:
        """Give up the pledged salts that have not come."""
        return tuple(Unsalted(seat, at) for seat in self.epoch.awaited)

    def begin(self, at: int = 0) -> tuple[Event[A], ...]:
        """The draws before the first decision; none if resignations ended the match before."""
        return () if self.resigned and self.over else self._propose([], at)

    def act(self, seat: Seat, action: A, at: int = 0) -> tuple[Event[A], ...] | Ruling:
        """The events that follow from an action, or the refusal."""
        ruling = may_act(self.rules, self.state, seat, action, self.awaits)
        return self._propose([Acted(seat, action, at)], at) if ruling else ruling

    def elapse(self, at: int) -> tuple[Event[A], ...]:
        """The events that follow when the clock reaches `at`; none if no deadline has passed."""
        awaits = self.awaits
        if isinstance(awaits, Players) and awaits.deadline is not None and at >= awaits.deadline:
            return self._propose([Elapsed(at)], at)
        return ()

    def resign(self, seat: Seat, at: int = 0) -> tuple[Event[A], ...] | Ruling:
        """A seat gives up. The others play on, unless only one is left."""
        awaits = self.awaits
        ruling = may_resign(self.header, awaits, self.resigned, seat)
        if not ruling:
            return ruling
        after = after_resigning(awaits, self.header.seats, self.resigned | {seat})
        if isinstance(after, Over) and self.secret:
            return Resigned(seat, at), Revealed(self.secret, at)
        return (Resigned(seat, at),)

    def rewind(self, to: int, at: int = 0) -> tuple[Event[A], ...] | Ruling:
        """Take back the events from index `to` on, unless one of them revealed something."""
        ruling = may_go_on(self.awaits)
        if ruling:
            known = self._undo.may_rewind(self.rules, to)
            ruling = may_rewind(self.rules, self.header, self.log, to) if known is None else known
        return (Rewound(to, at),) if ruling else ruling

    def may_deal_again(self) -> Ruling:
        return may_go_on(self.awaits) and may_deal_again(self.rules, self.log, self.state)

    def deal_again(self, at: int = 0) -> tuple[Event[A], ...] | Ruling:
        """The first draws are made once more. They differ, as their places in the log do."""
        ruling = self.may_deal_again()
        if not ruling:
            return ruling
        rewound = Rewound(first_draw(self.log), at)
        state = fold(self.rules, self.header, (*self.log, rewound))
        return self._with_draws([rewound], state, at)

    def extend(self, events: Sequence[Event[A]]) -> None:
        proposed, self._proposed = self._proposed, None
        self._awaits = None
        if proposed and proposed[0] is events:
            for event in events:  # an action, a timeout or a new deal, then only what is final
                self._undo.push(len(self.log), self.state, event)
                self._append(event)
            _, self.state, self._awaits = proposed
            return
        for event in events:
            self._extend(event)

    def _append(self, event: Event[A]) -> None:
        self.log.append(event)
        self.now = max(self.now, event.at)
        if not isinstance(event, DECIDED):
            self.epoch = self.epoch.after(event)
            self._oracle = None if not isinstance(event, Drawn) else self._oracle

    def _extend(self, event: Event[A]) -> None:
        place = len(self.log)
        self._append(event)
        if isinstance(event, Rewound):
            before = self._undo.rewind(event.to)
            if before is None:
                self._undo.forget(place)
                self.state = fold(self.rules, self.header, self.log)
                self.resigned = resigned(self.log)
            else:
                self.state = before
            return
        self._undo.push(place, self.state, event)
        if isinstance(event, PLAYED):
            self.state = self.rules.step(self.state, event)
        elif isinstance(event, Resigned):
            self.resigned |= {event.seat}

    def _propose(self, events: Sequence[Played[A]], at: int) -> tuple[Event[A], ...]:
        """These events and all draws that follow, up to the next decision or the end."""
        state = self.state
        for event in events:
            state = self.rules.step(state, event)
        return self._with_draws([*events], state, at)

    def _with_draws(self, events: list[Event[A]], state: S, at: int) -> tuple[Event[A], ...]:
        """`state`: after these events."""
        awaits = self.rules.awaits(state)
        while isinstance(awaits, Chance):
            if len(events) > MOST_DRAWS:
                raise RuntimeError(f"more than {MOST_DRAWS} draws without a decision")
            number = len(self.log) + len(events)
            drawn = Drawn(self._oracle_with_salts().answer(awaits.ask, number), awaits.to, at)
            events.append(drawn)
            state = self.rules.step(state, drawn)
            awaits = self.rules.awaits(state)
        if isinstance(awaits, Over) and self.secret:
            events.append(Revealed(self.secret, at))
        proposal = tuple(events)
        self._proposed = (proposal, state, awaits)
        return proposal

    def _oracle_with_salts(self) -> Oracle:
        if not self.secret:
            raise ValueError("cannot draw: the secret of this match is known to its host only")
        if self._oracle is None:
            if not self.epoch.salted:
                raise ValueError("cannot draw yet: a pledged salt has not been revealed")
            if self.epoch.ended:
                raise ValueError("cannot draw: the secret is public, and there is no new one")
            self._oracle = self.epoch.oracle(self.secret)
        return self._oracle


def may_go_on(awaits: Awaits) -> Ruling:
    """Nothing can be done in a match that is over."""
    return refused("match-over", "house-over") if isinstance(awaits, Over) else ALLOWED


def may_resign(header: Header[Any], awaits: Awaits, gone: frozenset[Seat], seat: Seat) -> Ruling:
    """A seat of this match can resign once, at any time until the match is over."""
    if isinstance(awaits, Over):
        return may_go_on(awaits)
    if seat not in header.seats:
        return refused("no-such-seat", "house-resign")
    if seat in gone:
        return refused("resigned-already", "house-resign")
    return ALLOWED


def may_act(
    rules: Rules[O, S, A], state: S, seat: Seat, action: A, awaits: Awaits | None = None
) -> Ruling:
    """Whether the match is running, it is the seat's turn and the rules allow the action.

    `awaits` is what the match awaits, which after a resignation may differ from the rules' answer.
    """
    if awaits is None:
        awaits = rules.awaits(state)
    if isinstance(awaits, Over):
        return may_go_on(awaits)
    if not isinstance(awaits, Players) or seat not in awaits.seats:
        return refused("not-your-turn", "house-turn")
    return rules.check(state, seat, action)


def may_rewind(
    rules: Rules[O, S, Any], header: Header[O], log: Sequence[Event[Any]], to: int
) -> Ruling:
    """Draws, and events that revealed something to somebody, cannot be taken back."""
    stands = standing(log)
    if not any(place >= to for place, _ in stands):
        return refused("nothing-to-take-back", "house-takeback")
    state = rules.setup(header.options, len(header.players))
    for place, event in stands:
        if isinstance(event, PLAYED):
            reveals = isinstance(event, Drawn) or not rules.reversible(state, event)
            state = rules.step(state, event)
        else:
            reveals = True
        if place >= to and reveals:
            return refused("cannot-be-untold", "house-takeback")
    return ALLOWED


def first_seat(match: Match[Any, Any, Any]) -> Seat | None:
    """Who was the first to decide something; None: nobody yet."""
    rules, header = match.rules, match.header
    state = rules.setup(header.options, len(header.players))
    for _, event in standing(match.log):
        if not isinstance(event, PLAYED):
            continue
        awaits = rules.awaits(state)
        if isinstance(awaits, Players):
            return awaits.seats[0]
        state = rules.step(state, event)
    awaits = rules.awaits(state)
    return awaits.seats[0] if isinstance(awaits, Players) else None


def first_draw(log: Iterable[Event[Any]]) -> int:
    """The index of the first draw that counts; -1: none was made, or more than draws since."""
    first = -1
    for place, event in standing(log):
        if isinstance(event, Drawn):
            first = place if first < 0 else first
        elif first >= 0:
            return -1
    return first


def may_deal_again(rules: Rules[Any, S, Any], log: Iterable[Event[Any]], state: S) -> Ruling:
    """Nobody has decided anything yet, and the rules call the deal an unlucky one."""
    unlucky = isinstance(rules, DealsAgain) and rules.may_deal_again(state)
    if unlucky and first_draw(log) >= 0:
        return ALLOWED
    return refused("no-new-deal", "house-new-deal")
