"""The bots at one table: when they are asked, and what follows from their plans.

Data flows one way: the table says which seats are asked, thinking tasks deliver plans through one
callback, and the table decides what to do with them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

from escale.core.bots import Later, planned
from escale.core.play import Ruling
from escale.core.secrecy import Seat, view
from escale.store.protocol import Downtime
from escale.tables.bots.pool import BotPool, BotRequest, NoAnswer
from escale.tables.decisions import playing
from escale.tables.decisions.context import Context, Decision
from escale.tables.fair_queue import Turn
from escale.tables.log.table_state import RunningMatch, TableState
from escale.tables.ports import HousePort


class Asked(NamedTuple):
    """A seat whose bot has to decide. `seat` and `since` identify the question."""

    seat: Seat
    since: int  # the entry with which the seat was asked
    at: int  # match time
    known: int  # how many events there were
    open: frozenset[Any]  # what the seat could do (`Match.open_to`)


class Plan(NamedTuple):
    asked: Asked
    at: int | None  # in match time; None: at once
    action: Any  # None: the bot gave no answer


def asked_seats(state: TableState) -> dict[Seat, int]:
    """The seats for which a bot has to decide, with the entries that asked them."""
    running = state.playing
    if running is None:
        return {}
    return {
        seat: running.awaited_since[seat]
        for seat in running.awaited
        if state.level(seat) is not None
    }


def current_plans(state: TableState, plans: Mapping[Seat, Plan]) -> dict[Seat, Plan]:
    """Without those of seats that have been asked something else since."""
    running, asked = state.playing, asked_seats(state)
    return {
        seat: plan
        for seat, plan in plans.items()
        if running is not None
        and asked.get(seat) == plan.asked.since
        and running.match.open_to(seat) == plan.asked.open
    }


def first_due(
    state: TableState, plans: Mapping[Seat, Plan], now: int, closed: Sequence[Downtime]
) -> tuple[int, Seat] | None:
    """The wall time and the seat of the first plan; None: none waits for time alone."""
    running = state.running
    if running is None or running.paused or not plans:
        return None
    times = ((_due_at(running, plan, now, closed), seat) for seat, plan in plans.items())
    return min(((time, seat) for time, seat in times if time is not None), default=None)


def _due_at(running: RunningMatch, plan: Plan, now: int, closed: Sequence[Downtime]) -> int | None:
    if plan.at is not None and running.match_clock.running:
        return running.match_clock.when(plan.at, closed)
    # In slow play the clock waits until all have opened a timed moment. Where nothing is timed it
    # stands still, and a bot has nothing to wait for.
    return None if plan.at is not None and running.deadline is not None else now


def bot_move(state: TableState, plan: Plan, context: Context) -> Decision:
    """What follows from a plan that is due; nothing, if the seat is not asked any more.

    A bot that fails, or plays what the rules refuse, must not stop the game. But if others acted
    after it was asked, its move may have been a good one: then nothing follows, and it is asked
    again.
    """
    running, seat = state.playing, plan.asked.seat
    if running is None or running.paused or asked_seats(state).get(seat) != plan.asked.since:
        return ()
    if plan.action is not None:
        decision = playing.played(running, seat, plan.action, context)
        if not isinstance(decision, Ruling):
            return decision
        if len(running.match.log) > plan.asked.known:
            return ()
    return playing.played_by_lot(running, seat, context)


class ThinkingBots:
    """One task for each seat whose bot is thinking."""

    def __init__(self, house: HousePort) -> None:
        self._house = house
        self._tasks: dict[Seat, tuple[int, asyncio.Task[None]]] = {}
        self._turn = Turn("", first=False)

    @property
    def busy(self) -> bool:
        return bool(self._tasks)

    def take_turns(self, client: str, *, people: bool) -> None:
        """With the other tables of this client, and before those at which there are no people."""
        if self._house.bot_pool is not None:
            self._house.bot_pool.change(self._turn, client, first=people)

    def ask(
        self,
        pool: BotPool,
        state: TableState,
        asked: Mapping[Seat, int],
        deliver: Callable[[Plan], None],
    ) -> None:
        """These seats are to think, and no others. Those that do already go on."""
        for seat, (since, task) in list(self._tasks.items()):
            if asked.get(seat) != since:
                task.cancel()
                del self._tasks[seat]
        running = state.playing
        for seat, since in asked.items():
            if running is not None and seat not in self._tasks:
                at, match = running.time(self._house.now(), self._house.closed), running.match
                question = Asked(seat, since, at, len(match.log), match.open_to(seat))
                request = _request(state, running, seat)
                task = self._house.spawn(partial(self._think, pool, request, question, deliver))
                self._tasks[seat] = (since, task)

    def stop(self) -> None:
        for _, task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    async def _think(
        self,
        pool: BotPool,
        request: BotRequest | None,
        asked: Asked,
        deliver: Callable[[Plan], None],
    ) -> None:
        """Deliver what the bot wants to do. If it names no moment, it waits for a short while so
        that people can follow; the time that it thinks is part of that."""
        pause = asyncio.create_task(asyncio.sleep(self._house.bot_pause))
        try:
            choice = await self._choice(pool, request)
            action, wait = planned(choice)
            later = isinstance(choice, Later)
            if not later:
                await pause
        except Exception:
            del self._tasks[asked.seat]  # a task that is still here was not cancelled
            raise
        finally:
            pause.cancel()
        del self._tasks[asked.seat]
        deliver(Plan(asked, asked.at + wait if later else None, action))

    async def _choice(self, pool: BotPool, request: BotRequest | None) -> Any:
        """An action, at once or `Later`; None: there is no answer."""
        if request is None:
            return None
        try:
            choice = await pool.ask(request, self._turn)
        except NoAnswer:
            self._house.counts["bot failures"] += 1
            return None
        self._house.counts["bot answers"] += 1
        return choice


def _request(state: TableState, running: RunningMatch, seat: Seat) -> BotRequest | None:
    """None: the game has no bot for a seat that nobody plays."""
    level = state.level(seat)
    return bot_request(state, running, seat, level) if level else None


def bot_request(
    state: TableState, running: RunningMatch, seat: Seat, level: int, purpose: str = ""
) -> BotRequest:
    """`purpose`: of a request that is not a move. Its randomness must not be that of the bots."""
    match = running.match
    place = f"{match.secret}|{seat}|{len(match.log)}"
    if purpose:
        place += f"|{purpose}|{level}"
    return BotRequest(
        state.game.name,
        match.header.options,
        seat,
        view(match.state, seat),
        level,
        sha256(place.encode()).hexdigest(),
        state.game.box.version,
    )
