"""A table at work: one change at a time, written to the store before anybody is told.

Commands of people, plans of bots and the passing of time all take the same path: `_advance` decides
the next step, `_write` applies it and hands it to the store, `_written` commits it, tells everybody
and advances again. While the lock is held nobody else changes the table. A move that meets no
obstacle needs neither a task nor a future; whatever has to be awaited (the lock, a conflict, a
rematch) is awaited in a task that then goes on with `_advance`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias, TypeVar

from escale.core.play import Ruling
from escale.core.secrecy import Seat
from escale.store.protocol import Conflict, OutcomeUnknown, StoreError, TableSummary, error_kind
from escale.tables.bots import players
from escale.tables.decisions import commands, consent
from escale.tables.decisions.context import Context, Decision
from escale.tables.decisions.decide import automatic, decide
from escale.tables.lock import FifoLock
from escale.tables.log import entries as e
from escale.tables.log import entry_codec
from escale.tables.log.summary import must_write, summarise
from escale.tables.log.table_state import TableState
from escale.tables.ports import HousePort, Watcher, WatcherLimits
from escale.tables.updates import UpdateEncoder

log = logging.getLogger("escale.tables")

T = TypeVar("T")

PRESENCE_SECONDS = 0.25  # who comes and goes within this time is announced at once
TRIES = 5  # to append, when another worker was faster
RECHECK_MS = 1000  # how soon to look again at what is overdue and up to somebody else


@dataclass(frozen=True, slots=True)
class Done:
    """The command has had its effect, in this entry."""

    number: int
    person: e.Person | None


Work: TypeAlias = Coroutine[Any, Any, None]
Outcome: TypeAlias = Done | Ruling | Exception
"""An exception: the command had no effect; with `OutcomeUnknown`, nobody can tell."""


@dataclass(slots=True)
class Request:
    guest_hash: str
    command: commands.Command | None  # None: the host of the house closes the table
    reply: Callable[[Outcome], None]
    refreshed: bool = False  # it was refused, and the entries of other workers were read since


class Table:
    """The state changes first and is written afterwards; in between it is `uncommitted`, and nobody
    may read it. If the write fails, the state is loaded again from the log."""

    def __init__(self, house: HousePort, state: TableState, summary: TableSummary | None) -> None:
        self.house = house
        self.state = state
        self.updates = UpdateEncoder(state, house.closed)
        self.uncommitted = False
        self.last_used = house.now()
        self._summary = summary
        self._lock = FifoLock()
        self._conflicts = 0  # in a row
        self._rematch = ""  # the table that was made for a rematch
        self._bots = players.ThinkingBots(house)
        self._plans: dict[Seat, players.Plan] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._unloaded = False
        self.presence_version = 0  # counts who comes and goes
        self._watchers: set[Watcher] = set()
        self._guests: Counter[str] = Counter()  # guest hashes of the watchers
        self._present: tuple[int, int, frozenset[e.Person]] = (-1, 0, frozenset())
        self._away_since: dict[e.Person, int] = {}
        self._announcing: asyncio.TimerHandle | None = None
        self.opened_by = ""  # the client that made the table, if this worker knows
        self._turn_known = (-1, -1)  # presence and state with which bots take turns

    # Watchers

    def watch(self, watcher: Watcher) -> None:
        self._watchers.add(watcher)
        self._guests[watcher.guest_hash] += 1
        self.presence_version += 1
        if self._bots.busy:
            self._take_turns()
        self._announce_presence_soon()

    def unwatch(self, watcher: Watcher) -> None:
        if watcher in self._watchers:
            self._watchers.discard(watcher)
            self._guests[watcher.guest_hash] -= 1
            self._guests += Counter()  # drops those that are zero
            self.last_used = self.house.now()
            self.presence_version += 1
            self._announce_presence_soon()

    def presence_changed_elsewhere(self) -> None:
        """Somebody came or went, through another worker."""
        self.presence_version += 1
        self._update_away_since()
        self._take_turns()
        self._wake_watchers()

    def _announce_presence_soon(self) -> None:
        if self._announcing is None:
            loop = asyncio.get_running_loop()
            self._announcing = loop.call_later(PRESENCE_SECONDS, self._announce_presence)

    def _announce_presence(self) -> None:
        self._announcing = None
        self._update_away_since()
        self._take_turns()
        guests = {watcher.guest_hash: watcher.client for watcher in self._watchers}
        self.house.broker.publish_presence(self.state.name, guests, len(self._watchers))
        self._wake_watchers()

    @property
    def watching(self) -> int:
        return len(self._watchers)

    @property
    def watching_everywhere(self) -> int:
        elsewhere = self.house.broker.presence_elsewhere(self.state.name)
        return len(self._watchers) + elsewhere.connections

    def accepts_watcher(self, guest_hash: str, client: str, limits: WatcherLimits) -> bool:
        """The limits are for spectators: they keep no player out who has only a few devices."""
        if self.state.seats_of(self.state.person(guest_hash)):
            if self._guests[guest_hash] < limits.devices_of_player:
                return True
        elif self.state.is_shut_out(guest_hash):
            return False
        own = sum(watcher.client == client for watcher in self._watchers)
        return self.watching < limits.watchers and own < limits.watchers_of_address

    @property
    def present(self) -> frozenset[e.Person]:
        people = self.state.people
        version, known, here = self._present
        if version != self.presence_version or known != len(people):
            elsewhere = self.house.broker.presence_elsewhere(self.state.name)
            guests = self._guests.keys() | elsewhere.guests.keys()
            here = frozenset(
                number for number, guest in enumerate(people) if guest.guest_hash in guests
            )
            self._present = (self.presence_version, len(people), here)
        return here

    def _take_turns(self) -> None:
        """Bots think for the first of the players who is there. If there is none they think after
        all others, for whoever opened the table."""
        known = (self.presence_version, self.state.changed)
        if known == self._turn_known:
            return
        self._turn_known = known
        people = self.state.people
        for person in sorted(self.present & self.state.players()):
            guest = people[person].guest_hash
            here = (watcher.client for watcher in self._watchers if watcher.guest_hash == guest)
            elsewhere = self.house.broker.presence_elsewhere(self.state.name).guests.get(guest)
            self._bots.take_turns(next(here, elsewhere) or guest, people=True)
            return
        self._bots.take_turns(self.opened_by or people[0].guest_hash, people=False)

    def _update_away_since(self) -> None:
        """From when on this worker has not seen them, which is never too early."""
        now, here = self.house.now(), self.present
        away = (person for person in range(len(self.state.people)) if person not in here)
        self._away_since = {person: self._away_since.get(person, now) for person in away}

    @property
    def busy(self) -> bool:
        return self._bots.busy or self._lock.locked

    def _wake_watchers(self) -> None:
        for watcher in self._watchers:
            watcher.wake()

    # Reading

    async def read(self, query: Callable[[], T]) -> T:
        """The result of a query on committed state."""
        async with self._lock:
            await self._load_if_uncommitted()
            return query()

    async def catch_up(self) -> None:
        async with self._lock:
            await self._load_if_uncommitted()
            await self._load_news()

    async def catch_up_with(self, number: int) -> None:
        """A client that knows more entries than this worker got them from another one."""
        if number > self.state.number and self.house.shared:
            await self.catch_up()

    async def read_at_end(self) -> TableState:
        """Committed state; if the match is not over, another worker may have written its end."""
        if self.house.shared and self.state.status != "over":
            await self.catch_up()
        return await self.read(lambda: self.state)

    async def exclusively(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """While nothing is written here."""
        async with self._lock:
            await work()

    def dismiss_guest(self, guest_hash: str) -> None:
        for watcher in [one for one in self._watchers if one.guest_hash == guest_hash]:
            watcher.dismiss()

    async def settled(self) -> None:
        """Wait until the step that is under way, and all that follows from it, is written."""
        async with self._lock:
            pass

    # Changing

    def submit(
        self, guest_hash: str, command: commands.Command, reply: Callable[[Outcome], None]
    ) -> None:
        """Carry out a command. `reply` is called once its effect is durable."""
        self._enter(Request(guest_hash, command, reply))

    async def do(self, guest_hash: str, command: commands.Command) -> Done | Ruling:
        """Carry out a command. On return its effect, and what follows from it, is durable."""
        future: asyncio.Future[Done | Ruling] = asyncio.get_running_loop().create_future()
        self.submit(guest_hash, command, partial(_resolve, future))
        outcome = await future
        await self.settled()
        return outcome

    async def close_for_good(self) -> None:
        """By the host of the house: nobody plays on here."""
        future: asyncio.Future[Done | Ruling] = asyncio.get_running_loop().create_future()
        self._enter(Request("", None, partial(_resolve, future)))
        await future
        await self.settled()

    def tick(self) -> None:
        """Do what is due: by the clock, by a bot's plan, or because a proposal was abandoned."""
        self._enter(None)

    def _take_plan(self, plan: players.Plan) -> None:
        self._plans[plan.asked.seat] = plan
        self.tick()

    def _enter(self, request: Request | None) -> None:
        if self.uncommitted or not self._lock.try_acquire():
            self._advance_after(request, self._acquire)
        else:
            self._advance(request)

    async def _acquire(self) -> None:
        await self._lock.acquire()
        await self._load_if_uncommitted()

    def _advance_after(self, request: Request | None, work: Callable[[], Work]) -> None:
        """Await something in a task, then go on with the lock held."""

        async def run() -> None:
            try:
                await work()
            except Exception as problem:
                self._stop(request, problem)
            else:
                self._advance(request)

        def reply_if_cancelled(task: asyncio.Task[None]) -> None:
            if task.cancelled() and request is not None:
                request.reply(StoreError("the house is closing"))

        self.house.spawn(run).add_done_callback(reply_if_cancelled)

    def _advance(self, request: Request | None) -> None:
        """Take the next step: what is due, then the request, then the plans of bots. If there is
        none, schedule what comes later and release the lock, which is held until then."""
        try:
            context = self._context()
            if request is not None and (done := self._done(request)) is not None:
                request.reply(done)
                request = None
            if self._is_due() and (what := automatic(self.state, context)):
                self._write(what, context, request, by_request=False)
            elif request is not None:
                self._decide(request, context)
            elif what := self._next_bot_move(context):
                self._write(what, context, None, by_request=False)
            else:
                self._rest()
        except Exception as problem:
            self._fail(request, problem)

    def _rest(self) -> None:
        self._schedule()
        self._lock.release()

    def _done(self, request: Request) -> Done | None:
        """Of a request whose message id is in the log already."""
        if request.command is None:
            return Done(self.state.number, None) if self.state.status == "over" else None
        person = self.state.person(request.guest_hash)
        number = self.state.done(person, request.command.id)
        return None if number is None else Done(number, person)

    def _decide(self, request: Request, context: Context) -> None:
        decision: Decision = (e.Closed(),)
        if request.command is not None:
            decision = decide(self.state, request.guest_hash, request.command, context)
        if not isinstance(decision, Ruling):
            self._write(decision, context, request, by_request=True)
        elif self.house.shared and not request.refreshed:  # perhaps because the state is old
            request.refreshed = True
            self._advance_after(request, self._load_news)
        else:
            self.house.counts["refused"] += 1
            request.reply(decision)
            self._advance(None)

    def _next_bot_move(self, context: Context) -> e.Happenings:
        """What follows from the plan that is due first and has an effect."""
        now, closed = context.now, context.closed
        while (due := players.first_due(self.state, self._plans, now, closed)) and due[0] <= now:
            decision = players.bot_move(self.state, self._plans.pop(due[1]), context)
            if decision and not isinstance(decision, Ruling):
                return decision
        return ()

    def _write(
        self, what: e.Happenings, context: Context, request: Request | None, *, by_request: bool
    ) -> None:
        last = what[-1]
        if isinstance(last, e.Rematched) and last.table != self._rematch:
            self._advance_after(request, partial(self._make_rematch, last))
            return
        state, after = self.state, self.state.number
        entry = self._apply(what, context.now, request if by_request else None)
        encoded_what, body = entry_codec.encode_with_what(entry)
        summary = summarise(state, self.house.closed, self._summary)
        changed = summary if must_write(summary, self._summary, entry.at) else None
        then = partial(self._written, entry, encoded_what, changed, request, by_request)
        self.house.store.append_nowait(state.name, after, body, changed, then)

    async def _make_rematch(self, rematched: e.Rematched) -> None:
        await self.house.make_rematch(self.state, rematched)
        self._rematch = rematched.table

    def _apply(self, what: e.Happenings, now: int, author: Request | None) -> e.AnyEntry:
        """State is uncommitted from here on, until the write succeeds."""
        state, by, message = self.state, None, ""
        if author is not None and author.command is not None:
            by, message = state.person(author.guest_hash), author.command.id
            if by is None:  # `decide` has given somebody new the next number
                by = len(state.people)
        entry: e.AnyEntry = e.Entry(max(state.entries[-1].at, now), what, by, message)
        self.uncommitted = True
        state.apply(entry)
        return entry

    def _written(
        self,
        entry: e.AnyEntry,
        encoded_what: bytes,
        summary: TableSummary | None,
        request: Request | None,
        by_request: bool,
        answer: int | Exception,
    ) -> None:
        try:
            if isinstance(answer, Exception):
                raise answer
            self._commit(entry, encoded_what, summary)
            if request is not None and by_request:
                author, request = request, None
                author.reply(Done(self.state.number, entry.by))
            if request is None and not self._plans and not self._is_due():
                self._rest()
                return
        except Exception as problem:
            self._fail(request, problem)
        else:  # not at once: watchers read this entry before the next one is applied
            asyncio.get_running_loop().call_soon(self._advance, request)

    def _commit(self, entry: e.AnyEntry, encoded_what: bytes, summary: TableSummary | None) -> None:
        self.updates.append(entry, encoded_what)
        self._summary = summary or self._summary
        self._conflicts = 0
        self.house.counts["entries"] += 1
        self.uncommitted = False
        self.house.broker.publish(self.state.name, self.state.number)
        if isinstance(entry.what[0], e.Came):
            self.presence_version += 1
        self._wake_watchers()

    # Failing

    def _fail(self, request: Request | None, problem: Exception) -> None:
        """A step failed. State that is uncommitted has to be loaded before anything else."""
        if self.uncommitted:
            self._advance_after(request, partial(self._recover, request, problem))
        else:
            self._stop(request, problem)

    async def _recover(self, request: Request | None, problem: Exception) -> None:
        """Load what is in the log: the write may have succeeded though its answer was lost. After
        a conflict, try again."""
        await self._load()
        if request is not None and self._done(request) is not None:
            return
        if not isinstance(problem, Conflict):
            raise problem
        self._conflicts += 1
        if self._conflicts >= TRIES:
            self._conflicts = 0
            raise StoreError(f"gave up after {TRIES} append conflicts")

    def _stop(self, request: Request | None, problem: Exception) -> None:
        """Give up a step; the next sweep tries again what is due by itself."""
        self._lock.release()
        if request is not None:
            request.reply(problem)
        elif isinstance(problem, StoreError):
            self.house.counts["not kept"] += 1
            kind = error_kind(problem)
            log.error("write failed (%s); retrying within seconds", kind, extra=self.log_extra)
        elif not isinstance(problem, entry_codec.Unplayable):
            self.house.counts["errors"] += 1
            message = "a step of a table failed; retrying within seconds"
            log.error(message, exc_info=problem, extra=self.log_extra)

    @property
    def log_extra(self) -> dict[str, Any]:
        """For log records: nothing about a person."""
        return {"game": self.state.game.name, "rules_version": self.state.game.box.version}

    # Loading

    async def _load_if_uncommitted(self) -> None:
        """The load after a failed write may have failed as well."""
        if self.uncommitted:
            await self._load()

    async def _load(self) -> None:
        name, store = self.state.name, self.house.store
        try:
            bodies = await store.entries_after(name, 0)
            if not bodies:
                raise entry_codec.Unplayable("the table was deleted")
            state = entry_codec.load(name, bodies)
            summary = await store.summary(name)
        except StoreError as problem:
            raise OutcomeUnknown(str(problem)) from None
        except entry_codec.Unplayable:
            self.house.unload_unplayable(name)
            raise
        self.state, self._summary = state, summary
        self.updates = UpdateEncoder(state, self.house.closed)
        self.uncommitted = False
        self._wake_watchers()

    async def _load_news(self) -> None:
        state, store = self.state, self.house.store
        news = await store.changes_after(state.name, state.number)
        if news is None:
            return
        bodies, self._summary = news
        try:
            for entry in (entry_codec.decode(state.game, body) for body in bodies):
                state.apply(entry)
                if isinstance(entry.what[0], e.Came):
                    self.presence_version += 1
        except ValueError:  # another worker began the match, by other rules or words than ours
            self.uncommitted = True
            await self._load()
            return
        self._wake_watchers()
        self._schedule()

    # Scheduling

    def _context(self) -> Context:
        return Context(self.house.now(), self.house.closed, self.present, self._away_since)

    def _is_due(self) -> bool:
        """May something follow without a command or a plan? Cheap: asked before and after every
        step."""
        playing = self.state.playing
        if playing is not None and playing.timed:
            due = playing.clock_due(self.house.closed)
            if due is not None and due <= self.house.now():
                return True
        return self.state.proposal is not None

    def _clock_due(self) -> int | None:
        playing = self.state.playing
        return None if playing is None else playing.clock_due(self.house.closed)

    def _schedule(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._unloaded:
            return
        self._ask_bots()
        wait = self._wait()
        if wait is not None:
            seconds = min(wait / 1000, 3600.0) + 0.001
            self._timer = asyncio.get_running_loop().call_later(seconds, self.tick)

    def _wait(self) -> int | None:
        """Milliseconds until something may follow by itself; None: nothing does."""
        due = self._clock_due()
        if due is None and not self._plans and self.state.proposal is None:
            return None
        now, waits = self.house.now(), list[int]()
        if due is not None:
            # What is overdue now is up to a bot that thinks: the clock has done all it could.
            waits.append(due - now if due > now else RECHECK_MS)
        planned = players.first_due(self.state, self._plans, now, self.house.closed)
        if planned is not None:
            waits.append(max(0, planned[0] - now))
        if self.state.proposal is not None and consent.automatic(self.state, self._context()):
            waits.append(RECHECK_MS)  # left to the worker that wrote it, unless it was killed
        return min(waits, default=None)

    def _ask_bots(self) -> None:
        """A plan outlives a pause; thinking does not."""
        state, pool = self.state, self.house.bot_pool
        if pool is None:
            if state.bots_are_awaited and not state.paused:
                self.house.broker.request_bots()
        elif self._bots.busy or self._plans or state.bots_are_awaited:
            self._plans = players.current_plans(state, self._plans)
            asked = {} if state.paused else players.asked_seats(state)
            without_plan = {seat: asked[seat] for seat in asked if seat not in self._plans}
            self._take_turns()
            self._bots.ask(pool, state, without_plan, self._take_plan)

    # Unloading

    def unload(self) -> None:
        """Leave memory. The table can be loaded again from its log."""
        self._unloaded = True
        if self._timer is not None:
            self._timer.cancel()
        self._bots.stop()
        self._plans.clear()
        self.dismiss_watchers()

    def dismiss_watchers(self) -> None:
        for watcher in list(self._watchers):
            watcher.dismiss()


def _resolve(future: asyncio.Future[Done | Ruling], outcome: Outcome) -> None:
    if future.done():  # whoever waited was cancelled
        return
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
