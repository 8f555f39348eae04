"""Tracks since when each seat is awaited, and the planned actions of bots."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from escale.core.bots import Later, planned
from escale.core.event import Acted, Elapsed, Event, Rewound
from escale.core.match import Match
from escale.core.play import Players
from escale.core.secrecy import Seat


class Plan(NamedTuple):
    """A seat acts at match time `at`. It chose after `known` events, among the `open` actions."""

    at: int
    seat: Seat
    action: Any
    known: int
    open: frozenset[type[Any]]


class BotPlans:
    """Same rules as at a table of a server (`tables/bots`): a seat is asked again after it acted,
    after a deadline or a take-back, and when it was not awaited before. A bot is also asked again
    when others changed which actions are open to it."""

    def __init__(self, match: Match[Any, Any, Any]) -> None:
        self._match = match
        self._plans: dict[Seat, Plan] = {}
        self._since = dict.fromkeys(self._awaited, 0)  # by seat: the place in the log

    @property
    def _awaited(self) -> tuple[Seat, ...]:
        awaits = self._match.awaits
        return awaits.seats if isinstance(awaits, Players) else ()

    def since(self, seat: Seat) -> int | None:
        """The length of the log when this seat was asked; None: it is not awaited."""
        return self._since.get(seat)

    def extend(self, events: Sequence[Event[Any]]) -> None:
        before = {seat: self._since[seat] for seat in self._awaited}
        self._match.extend(events)
        for event in events:
            if isinstance(event, Elapsed | Rewound):
                before.clear()
            elif isinstance(event, Acted):
                before.pop(event.seat, None)
        place = len(self._match.log)
        self._since = {seat: before.get(seat, place) for seat in self._awaited}
        self._plans = {
            seat: plan
            for seat, plan in self._plans.items()
            if seat in before and self._match.open_to(seat) == plan.open
        }

    def make(
        self, bots: Collection[Seat], choose: Callable[[Seat], Any], now: Callable[[], int]
    ) -> None:
        """Make the missing plans of awaited bots, up to the first that is due: a bot that acts at
        once does not wait for others to choose."""
        self._plans = {seat: plan for seat, plan in self._plans.items() if seat in bots}
        for seat in bots:
            if seat not in self._plans:
                asked, known, could = now(), len(self._match.log), self._match.open_to(seat)
                choice = choose(seat)
                action, wait = planned(choice)
                at = asked + wait if isinstance(choice, Later) else now()
                self._plans[seat] = Plan(at, seat, action, known, could)
            if self._plans[seat].at <= now():
                return

    def first(self) -> Plan | None:
        return min(self._plans.values(), key=lambda plan: plan.at, default=None)

    def take(self, plan: Plan) -> None:
        del self._plans[plan.seat]
