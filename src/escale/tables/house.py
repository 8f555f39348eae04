"""The registry of tables: loads, creates, lists, wakes and unloads them."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import combinations
from typing import Any, Literal

from escale.core.game import Game
from escale.core.match import Match, Player
from escale.core.play import Ruling, refused
from escale.store.protocol import Conflict, Store, StoreError, TableSummary, error_kind
from escale.tables.bots.pool import BotPool
from escale.tables.brokers.protocol import Broker, LocalBroker
from escale.tables.decisions import codes, names, seating
from escale.tables.decisions.context import Context
from escale.tables.host_state import HostState, SharedHostState, with_rewritten
from escale.tables.log import entries as e
from escale.tables.log import entry_codec
from escale.tables.log.entry_codec import Unplayable
from escale.tables.log.summary import summarise
from escale.tables.log.table_state import TableState
from escale.tables.outage_log import OutageLog
from escale.tables.table import Table
from escale.tables.work_pool import WorkPool

log = logging.getLogger("escale.tables")

LEASE_MS = 12_000  # after a worker is killed, its tables wait this long for another one
AHEAD_MS = 30_000  # a table that is due within this time is loaded
LATE_MS = 1_000  # what is overdue by this has failed, and is tried again
IDLE_MS = 20_000  # without watchers, before a table is unloaded
REST_MS = 60_000  # between heartbeats while no table in memory is played
NEVER_MS = 1 << 53
SWEEP_SECONDS = 5.0
MOST_WOKEN = 200  # in one sweep
LONG_LOG_BYTES = 32 * 1024  # takes longer to load than others may be held up
NEW_CODES = 20  # attempts to find a free code

FREE = e.Pace()


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be made. For each seat: a bot's level, "me", or None for whoever comes."""

    game: Game[Any, Any, Any]
    options: Any
    seats: tuple[str | int | None, ...]
    name: str
    pace: e.Pace = FREE
    listed: bool = False
    chat: Literal["everybody", "players", "nobody"] = "everybody"
    hints: bool | None = None  # None: if bots play
    record: Any = None  # an imported match; its table is never listed
    pledge: str = ""  # of a salt, for the seats of "me"
    called: tuple[str, ...] = ()  # the names on these, beginning with the second


class House:
    def __init__(
        self,
        store: Store,
        bot_pool: BotPool | None,
        *,
        broker: Broker | None = None,
        serves: bool = True,
        clock: Callable[[], int] | None = None,
        bot_pause: float = 0.7,
        idle_ms: int = IDLE_MS,
        work: WorkPool | None = None,
    ) -> None:
        """A single worker does everything. With a broker, some workers serve people and run no bots
        (`bot_pool` is None), and some only run bots (`serves` is False)."""
        self.store = store
        self.bot_pool = bot_pool
        self.broker = broker or LocalBroker()
        self.shared = broker is not None
        self._wakes_for = (*([False] if serves else []), *([True] if bot_pool else []))
        self._bots_requested = False
        self.closed = store.downtimes()
        self.counts: Counter[str] = Counter()
        self.bot_pause = bot_pause
        self.tables: dict[str, Table] = {}
        self._work_pool = work or WorkPool()
        self._idle_ms = idle_ms
        self.now = store.now if clock is None else clock
        self._noted = 0
        self._shared_host_state = SharedHostState(store)
        self._write_outage = OutageLog(log, "database writes recovered")
        self._unplayable: set[str] = set()  # tried again when a client asks for them
        self._opening: dict[str, asyncio.Task[Table | None]] = {}
        self._work: set[asyncio.Task[Any]] = set()
        callbacks = self.broker.listeners
        callbacks.entries = self._on_entries
        callbacks.presence = self._on_presence
        callbacks.connected = self._on_reconnect
        if bot_pool is not None:
            callbacks.bots = self._on_bots_requested

    def spawn(self, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(self._guarded(work))
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return task

    async def _guarded(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """A failure in the background is logged; the next sweep tries again."""
        try:
            await work()
        except StoreError:
            self.counts["not kept"] += 1
            log.error("write failed in the background; retrying within seconds")
        except Unplayable:
            pass  # unloaded, for a worker that has its rules
        except Exception:
            self.counts["errors"] += 1
            log.exception("background task failed; retrying within seconds")

    # Finding

    async def open(self, table: str) -> Table | None:
        """The table, from memory or from its log; None: there is none."""
        found = self.tables.get(table)
        if found is not None:
            found.last_used = self.now()
            return found
        opening = self._opening.get(table)
        if opening is None:
            opening = asyncio.get_running_loop().create_task(self._load(table))
            self._opening[table] = opening
            opening.add_done_callback(lambda _: self._opening.pop(table, None))
        return await asyncio.shield(opening)

    async def _load(self, table: str) -> Table | None:
        bodies = await self.store.entries_after(table, 0)
        if not bodies:
            return None
        load = partial(entry_codec.load, table, bodies)
        long = sum(map(len, bodies)) > LONG_LOG_BYTES
        state = await self._work_pool.run(table, load) if long else load()
        self.broker.subscribe(table)
        found = self.tables.setdefault(table, Table(self, state, await self.store.summary(table)))
        if self.shared:
            self.spawn(found.catch_up)  # entries between reading and subscribing
        self.counts["loaded"] += 1
        self._unplayable.discard(table)
        if state.due(self.closed) is not None or state.proposal is not None:
            asyncio.get_running_loop().call_soon(found.tick)
        return found

    async def with_code(self, text: str) -> str | None:
        code = codes.read(text)
        return None if code is None else await self.store.table_with_code(code)

    async def listed(self) -> Sequence[TableSummary]:
        return await self.store.listed_tables(100)

    async def of_guest(self, guest_hash: str) -> Sequence[TableSummary]:
        return await self.store.tables_of_guest(guest_hash, 100)

    async def here(self, tables: Sequence[str]) -> Mapping[str, int]:
        counts = dict(await self.broker.presence_counts(tables))
        for name in tables:
            if name in self.tables:
                counts[name] = len(self.tables[name].present)
        return counts

    # Making

    async def make(
        self, guest_hash: str, message: str, wanted: NewTable, client: str = ""
    ) -> Table | Ruling:
        """A new table. The same message id gives the same table."""
        problem = _problem(wanted)
        if problem is not None:
            return problem
        table = sha256(f"table|{guest_hash}|{message}".encode()).hexdigest()[:24]
        game, seats, name = wanted.game, wanted.seats, names.clean(wanted.name)
        around = (wanted.pace, wanted.listed and wanted.record is None, wanted.chat)
        made = e.Made(game.name, wanted.options, len(seats), *around, "", wanted.hints)
        called = [names.clean(one) for one in wanted.called]
        what = seating.new_table(
            made, wanted.record, seats, name, guest_hash, wanted.pledge, called
        )
        made_table = await self._make(table, game, what, 0, message)
        made_table.opened_by = client
        return made_table

    async def _make(
        self,
        table: str,
        game: Game[Any, Any, Any],
        what: e.Happenings,
        by: e.Person | None,
        message: str,
    ) -> Table:
        for _ in range(NEW_CODES):
            first = what[0]
            assert isinstance(first, e.Made)
            coded = (replace(first, code=codes.new()), *what[1:])
            state = TableState(table, game)
            entry: e.AnyEntry = e.Entry(self.now(), coded, by, message)
            state.apply(entry)
            summary = summarise(state, self.closed, None)
            try:
                await self.store.append(table, 0, entry_codec.encode(entry), summary)
            except Conflict:  # it exists already, or the code is taken
                there = await self.open(table)
                if there is not None:
                    return there
                continue
            self.counts["tables"] += 1
            self.broker.subscribe(table)
            return self.tables.setdefault(table, Table(self, state, summary))
        raise StoreError(f"no free table code in {NEW_CODES} attempts")

    async def make_rematch(self, state: TableState, rematched: e.Rematched) -> None:
        game, options = seating.rematch_rules(state)
        what = seating.rematch(state, rematched, Context(self.now()), game, options)
        there = await self._make(rematched.table, game, what, None, "")
        there.tick()

    # Hosting

    async def delete(self, tables: Sequence[str]) -> None:
        """Delete tables with all that was played and said there."""
        await self.rewrite(tables, lambda: self.store.delete(tables))

    async def rewrite(
        self, tables: Sequence[str], work: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        """Change the logs of tables otherwise than by an entry. Every worker then loads them anew;
        those who are connected connect again."""
        for name in sorted(tables):  # always in the same order: two must not wait for each other
            loaded = self.tables.get(name)
            if loaded is not None:
                work = partial(loaded.exclusively, work)
        await work()
        await self.change_host_state(lambda state: with_rewritten(state, tables))

    async def change_host_state(self, change: Callable[[HostState], HostState]) -> None:
        await self._shared_host_state.change(change)
        await self._refresh_host_state()

    @property
    def host_state(self) -> HostState:
        return self._shared_host_state.current

    async def _refresh_host_state(self) -> None:
        """Follow the host's decisions, whichever worker they came through."""
        before = await self._shared_host_state.refresh()
        if before is None:
            return
        state = self.host_state
        for name, times in state.rewritten.items():
            if before.rewritten.get(name) != times:
                await self._forget(name)
        for guest, ban in state.bans.items():
            if ban == before.bans.get(guest):
                continue
            for table in self.tables.values():
                table.dismiss_guest(guest)

    async def _forget(self, name: str) -> None:
        """Also if it is just being loaded: from the log as it was, perhaps."""
        if name in self._opening:
            await asyncio.wait([self._opening[name]])
        if name in self.tables:
            self._unload(name)

    # Sweeping

    async def sweep(self) -> None:
        """Load the tables that are due soon, unload those that nobody needs."""
        now = self.now()
        await self._refresh_host_state()
        await self._wake_all_due(now)
        for name, table in list(self.tables.items()):
            due = table.state.due(self.closed)
            late = due is not None and due < now - LATE_MS
            rests = due is None or due >= now + AHEAD_MS
            # Not while it is played: a worker of bots would have to wait for the end of its lease.
            used = max(table.last_used, table.state.entries[-1].at)
            idle = not (table.busy or table.watching) and used + self._idle_ms < now
            if (late or table.uncommitted) and not table.busy:
                table.tick()  # something failed before: try again
            elif rests and idle:
                self._unload(name)
        await self._note_alive(now)
        if self.shared:
            await self._poll_store()

    async def _wake_all_due(self, now: int) -> None:
        for bots in self._wakes_for:
            refused = -1
            while refused < len(self._unplayable):  # what cannot be loaded is given back at once
                refused = len(self._unplayable)
                await self._wake_due(now, bots=bots)

    async def _wake_due(self, now: int, *, bots: bool) -> None:
        # Tables in memory may be due as well: they must not use up the limit.
        known = set(self.tables)
        due_soon = await self.store.lease(
            now + AHEAD_MS,
            MOST_WOKEN + len(known),
            bots=bots,
            duration=LEASE_MS,
            held=self._held(now),
            exclude=[*self._unplayable],
        )
        for name in [name for name in due_soon if name not in known][:MOST_WOKEN]:
            await self._wake(name)

    def _held(self, now: int) -> list[str]:
        """The tables in memory that are due soon: this worker extends its leases on them."""
        due = ((name, table.state.due(self.closed)) for name, table in self.tables.items())
        return [name for name, hour in due if hour is not None and hour < now + AHEAD_MS]

    def unload_unplayable(self, table: str) -> None:
        self._unplayable.add(table)
        if table in self.tables:
            self._unload(table)

    def _unload(self, name: str) -> None:
        self.tables.pop(name).unload()
        self.broker.unsubscribe(name)

    # Messages of other workers

    def _on_entries(self, name: str, number: int) -> None:
        table = self.tables.get(name)
        if table is not None and number > table.state.number:
            self.spawn(table.catch_up)

    def _on_presence(self, name: str) -> None:
        table = self.tables.get(name)
        if table is not None:
            table.presence_changed_elsewhere()

    def _on_reconnect(self) -> None:
        self.spawn(self._poll_store)

    def _on_bots_requested(self) -> None:
        """Once for all requests at the same time."""
        if not self._bots_requested:
            self._bots_requested = True
            self.spawn(self._wake_for_bots)

    async def _wake_for_bots(self) -> None:
        self._bots_requested = False
        await self._wake_all_due(self.now())

    async def _poll_store(self) -> None:
        """Find entries whose notification was lost."""
        for name, number in (await self.store.entry_counts([*self.tables])).items():
            self._on_entries(name, number)

    async def _note_alive(self, now: int) -> None:
        """Write a heartbeat if any clock runs: after a crash, downtime is counted from it."""
        playing = any(table.state.playing is not None for table in self.tables.values())
        if (
            self.shared
            or playing
            or (now >= self._noted + REST_MS and await self.store.due_tables(NEVER_MS, 1))
        ):
            await self.store.record_alive(now)
            self._write_outage.recovered()
            self._noted = now
            if self.store.downtimes() != self.closed:
                self._on_downtime()

    def _on_downtime(self) -> None:
        """Heartbeats were missing for so long that other workers recorded downtime: the clocks of
        the tables in memory are wrong."""
        self.closed = self.store.downtimes()
        for name in list(self.tables):
            self._unload(name)

    async def _wake(self, name: str) -> None:
        """One table that cannot be loaded must not stop the sweep."""
        try:
            await self.open(name)
        except StoreError:
            raise  # the store failed, not the table
        except Unplayable:
            self._unplayable.add(name)
        except Exception:
            self._unplayable.add(name)
            self.counts["errors"] += 1
            log.exception("table failed to load; not retried until a client asks for it")

    async def keep_sweeping(self) -> None:
        while True:
            try:
                await self.sweep()
            except StoreError as problem:
                self.counts["not kept"] += 1
                kind = error_kind(problem)
                message = f"database unavailable ({kind}); retrying every few seconds"
                self._write_outage.failed(message, logging.ERROR)
            except Exception:
                self.counts["errors"] += 1
                log.exception("sweep failed; retrying within seconds")
            await asyncio.sleep(SWEEP_SECONDS)

    async def close(self) -> None:
        """Unload everything. All that was acknowledged is durable already."""
        for table in list(self.tables.values()):
            table.unload()
        while going := [*self._opening.values(), *self._work]:  # loading may start more work
            for task in going:
                task.cancel()
            await asyncio.gather(*going, return_exceptions=True)
        if self.bot_pool is not None:
            await self.bot_pool.close()
        self._work_pool.close()
        with suppress(StoreError):  # a full disk must not prevent closing
            await self.store.record_alive(self.now())
        await self.store.close()


def _problem(wanted: NewTable) -> Ruling | None:
    box = wanted.game.box
    if len(wanted.seats) not in box.seats:
        return refused("wrong-number", "house-seats", fewest=box.fewest, most=box.most)
    called = [names.clean(one) for one in (wanted.name, *wanted.called)]
    if not all(map(names.is_name, called)):
        return refused("bad-name", "house-seats", most=names.LONGEST)
    for one, other in combinations(called, 2):
        if names.same(one, other):
            return refused("name-taken", "house-seats", name=other)
    for who in wanted.seats:
        if isinstance(who, int) and who not in wanted.game.levels:
            levels = ", ".join(map(str, wanted.game.levels)) or "-"
            return refused("no-such-bot", "house-bots", level=who, levels=levels)
    if wanted.pace.speed == "free":
        fits = wanted.pace.seconds == 0
    elif wanted.pace.speed == "live":
        fits = 5 <= wanted.pace.seconds <= 3600
    else:
        fits = 3600 <= wanted.pace.seconds <= 30 * 86_400
    if not fits:
        return refused("bad-pace", "house-pace")
    return _unsuitable(wanted)


def _unsuitable(wanted: NewTable) -> Ruling | None:
    """Options that do not suit this number of players are refused now, not when all have come."""
    try:
        players = [Player(str(seat)) for seat in range(len(wanted.seats))]
        header = wanted.game.header("trial", wanted.options, players, "0" * 64)
        Match(wanted.game.rules(wanted.options), header)
    except ValueError as problem:
        return refused("bad-options", "house-tables", problem=str(problem)[:200])
    return None
