"""The bots at one table: who is asked, who thinks, and what they plan."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple, TypeAlias

from escale.core.bots import Later, planned
from escale.core.play import Ruling
from escale.core.secrecy import Seat, view
from escale.tables.bots.pool import NoAnswer, Question
from escale.tables.decisions import playing
from escale.tables.decisions.context import Decision, Now
from escale.tables.log.table_state import Room
from escale.tables.ports import Home

Think: TypeAlias = Callable[[Seat, int], Coroutine[Any, Any, None]]


class Plan(NamedTuple):
    """What a bot wants to do."""

    since: int  # the entry with which it was asked
    at: int | None  # in match time; None: at once
    action: Any  # None: it had no answer
    known: int  # how many events there were when it was asked
    open: frozenset[type[Any]]  # the kinds of actions that it had to choose from


class Bots:
    """Whoever is asked thinks first and has a plan afterwards, if only for this very moment.

    `since` is the entry with which a seat was asked: with another one it is asked anew.
    """

    def __init__(self, house: Home) -> None:
        self._house = house
        self._thinking: dict[Seat, tuple[int, asyncio.Task[None]]] = {}
        self._plans: dict[Seat, Plan] = {}

    @property
    def think(self) -> bool:
        return bool(self._thinking)

    @property
    def are_at_work(self) -> bool:
        return bool(self._thinking or self._plans)

    def ask(self, room: Room, think: Think) -> None:
        """Who is asked anew thinks anew. A plan outlives a pause, a thought does not."""
        asked = {}
        if room.playing:
            asked = {
                seat: room.awaited_since[seat]
                for seat in room.awaited
                if room.level(seat) is not None
            }
        for seat, plan in list(self._plans.items()):
            if asked.get(seat) != plan.since or _open_to(room, seat) != plan.open:
                del self._plans[seat]
        wanted = {} if room.paused else asked
        for seat, (since, task) in list(self._thinking.items()):
            if wanted.get(seat) != since:
                task.cancel()
                del self._thinking[seat]
        for seat, since in wanted.items():
            if seat not in self._thinking and seat not in self._plans:
                task = self._house.soon(partial(think, seat, since))
                self._thinking[seat] = (since, task)

    async def plan(self, room: Room, seat: Seat, since: int) -> Plan:
        """What a bot says. One that gives no moment of its own is not quicker than people can
        follow, and the time that it thinks is part of its wait."""
        assert room.match is not None
        pause = asyncio.create_task(asyncio.sleep(self._house.bot_pause))
        try:
            known, could = len(room.match.log), _open_to(room, seat)
            asked = room.match_time(self._house.now(), self._house.closed)
            choice = await self._answer(room, seat)
            action, wait = planned(choice)
            if isinstance(choice, Later):
                return Plan(since, asked + wait, action, known, could)
            await pause
            return Plan(since, None, action, known, could)
        finally:
            pause.cancel()

    async def _answer(self, room: Room, seat: Seat) -> Any:
        """What the bot would do, at once or `Later`; None: it has no answer."""
        assert room.match is not None
        level = room.level(seat)
        if not level:
            return None
        place = f"{room.match.secret}|{seat}|{len(room.match.log)}"
        seed = sha256(place.encode()).hexdigest()
        seen = view(room.match.state, seat)
        options = room.match.header.options
        version = room.game.box.version
        question = Question(room.game.name, options, seat, seen, level, seed, version)
        assert self._house.thinkers is not None  # else another worker thinks
        try:
            choice = await self._house.thinkers.ask(question)
            self._house.counts["bot answers"] += 1
            return choice
        except NoAnswer:
            self._house.counts["bot failures"] += 1
            return None

    def take(self, seat: Seat, plan: Plan) -> bool:
        """The seat for which this task thinks has a plan. False: nobody wants it any more."""
        wanted = self.has_thought(seat)
        if wanted:
            self._plans[seat] = plan
        return wanted

    def has_thought(self, seat: Seat) -> bool:
        """What this task thinks for a seat is over. False: it was before."""
        _, task = self._thinking.get(seat, (0, None))
        if task is None or task is not asyncio.current_task():
            return False
        del self._thinking[seat]
        return True

    def due(self, room: Room) -> int | None:
        """The wall time of the first plan."""
        times = [self._due(room, plan) for plan in self._plans.values()]
        return min((time for time in times if time is not None), default=None)

    def _due(self, room: Room, plan: Plan) -> int | None:
        """None: not as things are."""
        if room.paused:
            return None
        if plan.at is not None and room.match_clock.running:
            return room.match_clock.when(plan.at, self._house.closed)
        # In slow play the clock waits until all have opened a timed moment. Where nothing is
        # timed it stands still, and a bot has nothing to wait for.
        return None if plan.at is not None and room.deadline is not None else self._house.now()

    def next(self, room: Room) -> tuple[Seat, Plan] | None:
        """The plan whose time has come first, if any; it is a plan no longer."""
        now = self._house.now()
        times = ((self._due(room, plan), seat) for seat, plan in self._plans.items())
        due = [(time, seat) for time, seat in times if time is not None and time <= now]
        if not due:
            return None
        seat = min(due)[1]
        return seat, self._plans.pop(seat)

    def put_away(self) -> None:
        for _, task in self._thinking.values():
            task.cancel()
        self._thinking.clear()
        self._plans.clear()


def _open_to(room: Room, seat: Seat) -> frozenset[type[Any]]:
    assert room.match is not None
    return room.match.open_to(seat)


def moves(room: Room, seat: Seat, plan: Plan, now: Now) -> Decision:
    """What follows from a plan whose time has come; nothing, if the seat is not asked any more.

    A bot that fails, or plays what the rules refuse, must not stop the game. But where others acted
    since it was asked, its move may have been a good one: then nothing follows, and it is asked
    anew.
    """
    asked = room.playing and not room.paused and seat in room.awaited
    if not asked or room.awaited_since[seat] != plan.since or room.level(seat) is None:
        return ()
    assert room.match is not None
    if plan.action is not None:
        decision = playing.played(room, seat, plan.action, now)
        if not isinstance(decision, Ruling):
            return decision
        if len(room.match.log) > plan.known:
            return ()
    return playing.by_lot(room, seat, now)
