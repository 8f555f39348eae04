"""A table for tests of a single trial, at times and with draws that a test chooses.

    table = Table(bataille.CARD, players=4)
    table.act(0, ShowHand("well"))
    table.act(1, ShowHand("leaf"), after=500)
    assert table.phase.results == (False,)

The candidate is seat 0 and stands on a plain square: `table.won` is how the trial has ended.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from escale.core.bots import Later, planned
from escale.core.chance import Oracle
from escale.core.event import Acted, Drawn, Elapsed
from escale.core.match import may_act
from escale.core.play import Awaits, Chance, Players
from escale.core.secrecy import Seat, View, view
from escale.games.fortboyard.editions import rules
from escale.games.fortboyard.rules.pieces import Cast, Options
from escale.games.fortboyard.rules.rules import Action, Fort, State
from escale.games.fortboyard.rules.walk import AtCell, Turn
from escale.games.fortboyard.trials.shared.card import TrialCard

Choose = Callable[[int, Fort, View[State], Random], Action | Later[Action]]
MOST_EVENTS = 5000


class Table:
    """Plays one trial by the rules, until its end."""

    _awaits: tuple[State, Awaits] | None = None

    def __init__(
        self,
        card: TrialCard,
        players: int = 3,
        doubled: tuple[Seat, ...] = (),
        options: Options | None = None,
        now: int = 0,
        version: int = 2,
    ) -> None:
        options = options or Options()
        self.rules = rules(options, version)
        self.cast = Cast(0, tuple(range(1, players)), doubled)
        state = self.rules.setup(options, players)
        square = state.squares.index("plain")
        at_cell = (Turn(0), AtCell(0, square))
        state = replace(state, now=now, pawns=(square,) * players, phases=at_cell)
        phase: Any = card.phase.begin(self.cast, state)
        self.state: State = phase.enter(self.rules, replace(state, phases=(*at_cell, phase)))
        self._draws = 0

    @property
    def awaits(self) -> Awaits:
        """What the rules wait for, computed once for each state."""
        if self._awaits is None or self._awaits[0] is not self.state:
            self._awaits = (self.state, self.rules.awaits(self.state))
        return self._awaits[1]

    @property
    def now(self) -> int:
        return self.state.now

    @property
    def phase(self) -> Any:
        """The phase on top: the trial, until it is over."""
        return self.state.phases[-1]

    @property
    def won(self) -> bool | None:
        """None: the trial goes on."""
        told = [one.what for one in self.state.news if one.what in ("trial-won", "trial-lost")]
        return told[-1] == "trial-won" if told else None

    @property
    def news(self) -> list[str]:
        """What happened so far, by the names that the texts know."""
        return [one.what for one in self.state.news]

    @property
    def waits_for(self) -> tuple[Seat, ...]:
        return self.awaits.seats if isinstance(self.awaits, Players) else ()

    @property
    def deadline(self) -> int | None:
        return self.awaits.deadline if isinstance(self.awaits, Players) else None

    def view(self, seat: Seat | None) -> View[State]:
        return view(self.state, seat)

    def act(self, seat: Seat, action: Action, after: int = 0) -> None:
        """An action that must be allowed, so many milliseconds after the last event."""
        ruling = may_act(self.rules, self.state, seat, action)
        assert ruling, f"{ruling.reason}: {action}"
        self._step(seat, action, after)

    def _step(self, seat: Seat, action: Action, after: int) -> None:
        self.state = self.rules.step(self.state, Acted(seat, action, self.now + after))

    def refusal(self, seat: Seat, action: Any) -> str:
        """Why this is not allowed; empty: it is."""
        return may_act(self.rules, self.state, seat, action).reason

    def wait(self, late: int = 0) -> None:
        """Nobody acts until the deadline, which the clock notices `late` ms after it."""
        assert self.deadline is not None, "nothing ends by itself here"
        self.state = self.rules.step(self.state, Elapsed(max(self.now, self.deadline) + late))

    def draw(self, *result: int) -> None:
        """Answer the draw with this result."""
        assert isinstance(self.awaits, Chance), self.awaits
        self.state = self.rules.step(self.state, Drawn(result, self.awaits.to, self.now))

    def draw_any(self, seed: int = 0) -> None:
        """Answer all draws that are due."""
        while self.won is None and isinstance(awaits := self.awaits, Chance):
            self.draw(*Oracle("00" * 16, f"table-{seed}").answer(awaits.ask, self._draws))
            self._draws += 1

    def play_by_lot(self, seed: int) -> bool:
        """Play random actions, with some deadlines that pass, until the trial is over."""
        rng = Random(seed)
        for _ in range(MOST_EVENTS):
            self.draw_any(seed)
            if self.won is not None:
                return self.won
            if self.deadline is not None and (not self.waits_for or rng.random() < 0.1):
                self.wait(late=rng.randrange(50))
                continue
            seat = rng.choice(self.waits_for)
            room = 1000 if self.deadline is None else max(0, self.deadline - self.now)
            action = self.rules.sample(self.state, seat, rng)
            self.act(seat, action, after=rng.randint(0, min(1000, room)))
        raise AssertionError("the trial does not end")

    def play_with_bots(self, choose: Choose, levels: Sequence[int], seed: int) -> bool:
        """A bot of this level at each seat, on a clock that jumps to what happens next.

        As at a table, a seat keeps its plan until it acts, a deadline passes, or it is not awaited.
        """
        rng = Random(seed)
        plans: dict[Seat, tuple[int, Any, State]] = {}
        for _ in range(MOST_EVENTS):
            self.draw_any(seed)
            if self.won is not None:
                return self.won
            plans = {seat: plan for seat, plan in plans.items() if seat in self.waits_for}
            for seat in self.waits_for:
                if seat not in plans:
                    choice = choose(levels[seat], self.rules, self.view(seat), rng)
                    action, wait = planned(choice)
                    plans[seat] = (self.now + wait, action, self.state)
            at, seat = min((plan[0], seat) for seat, plan in plans.items())
            if self.deadline is not None and at >= self.deadline:
                plans.clear()
                self.wait()
                continue
            _, action, seen = plans.pop(seat)
            refusal = self.refusal(seat, action)
            assert not refusal or seen is not self.state, f"{refusal}: {action}"
            if not refusal:  # else the state has changed since, and the seat is asked again
                self._step(seat, action, after=max(0, at - self.now))
        raise AssertionError("the trial does not end")
