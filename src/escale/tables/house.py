"""All tables of a house: which are open, who may find them, and when they must be woken."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Literal

from escale.core.game import Game
from escale.core.match import Match, Player
from escale.core.play import Ruling, refused
from escale.store.protocol import Conflict, Store, StoreError, TableSummary, error_kind
from escale.tables.bots.pool import Thinkers
from escale.tables.brokers.protocol import Broker, LocalBroker
from escale.tables.decisions import codes, names, seating
from escale.tables.decisions.context import Now
from escale.tables.log import entries as e
from escale.tables.log import entry_codec
from escale.tables.log.entry_codec import Unplayable
from escale.tables.log.summary import summary_of
from escale.tables.log.table_state import Room
from escale.tables.outage_log import Trouble
from escale.tables.table import Table

log = logging.getLogger("escale.tables")

LEASE_MS = 12_000  # a worker that is killed is missed for so long at the tables that it woke
AHEAD_MS = 30_000  # a table whose time comes within this is in memory
LATE_MS = 1_000  # what should have happened so long ago did not
IDLE_MS = 20_000  # after this without anybody a table leaves memory
REST_MS = 60_000  # how often the hour is noted while only tables wait that sleep
NEVER_MS = 1 << 53
SWEEP_SECONDS = 5.0
MOST_WOKEN = 200  # in one sweep
NEW_CODES = 20


FREE = e.Pace()


@dataclass(frozen=True, slots=True)
class Wish:
    """The table that somebody wants. `seats` has a bot's level, "me", or None for whoever comes."""

    game: Game[Any, Any, Any]
    options: Any
    seats: tuple[str | int | None, ...]
    name: str
    pace: e.Pace = FREE
    listed: bool = False
    chat: Literal["everybody", "players", "nobody"] = "everybody"
    record: Any = None  # a match that was begun elsewhere


class House:
    def __init__(
        self,
        store: Store,
        thinkers: Thinkers | None,
        *,
        broker: Broker | None = None,
        serves: bool = True,
        clock: Callable[[], int] | None = None,
        bot_pause: float = 0.7,
        idle_ms: int = IDLE_MS,
    ) -> None:
        """Alone, a house does everything. With a broker, some workers serve people and do not
        think (`thinkers` is None), and some only think (`serves` is False)."""
        self.store = store
        self.thinkers = thinkers
        self.broker = broker or LocalBroker()
        self.shared = broker is not None
        self._wakes_for = (*([False] if serves else []), *([True] if thinkers else []))
        self._bots_called = False
        self.closed = store.downtimes()
        self.counts: Counter[str] = Counter()
        self.bot_pause = bot_pause
        self.tables: dict[str, Table] = {}
        self._idle_ms = idle_ms
        self.now = store.now if clock is None else clock
        self._noted = 0
        self._unwritable = Trouble(log, "database writes recovered")
        self._unplayable: set[str] = set()  # tried again when somebody asks for them
        self._opening: dict[str, asyncio.Task[Table | None]] = {}
        self._work: set[asyncio.Task[Any]] = set()
        listeners = self.broker.listeners
        listeners.entries, listeners.presence = self._news, self._people
        listeners.connected = self._missed
        if thinkers is not None:
            listeners.bots = self._called

    def soon(self, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(self._guarded(work))
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return task

    async def _guarded(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """What goes wrong in the background is told, and tried again by the next sweep."""
        try:
            await work()
        except StoreError:
            self.counts["not kept"] += 1
            log.error("not kept")
        except Unplayable:
            pass  # it is let go, for a worker that can play it
        except Exception:
            self.counts["errors"] += 1
            log.exception("error in the background")

    # Finding tables

    async def open(self, table: str) -> Table | None:
        """The table, from memory or from its log; None: there is none."""
        found = self.tables.get(table)
        if found is not None:
            found.touched = self.now()
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
        room = entry_codec.reopen(table, bodies)
        self.broker.subscribe(table)
        found = self.tables.setdefault(table, Table(self, room, await self.store.summary(table)))
        if self.shared:
            self.soon(found.catch_up)  # what came between reading and listening
        self.counts["loaded"] += 1
        self._unplayable.discard(table)
        if room.due(self.closed) is not None or room.proposal is not None:
            self.soon(found.tick)
        return found

    async def with_code(self, text: str) -> str | None:
        code = codes.read(text)
        return None if code is None else await self.store.table_with_code(code)

    async def listed(self) -> Sequence[TableSummary]:
        return await self.store.listed_tables(100)

    async def of_guest(self, mark: str) -> Sequence[TableSummary]:
        return await self.store.tables_of_guest(mark, 100)

    async def here(self, tables: Sequence[str]) -> Mapping[str, int]:
        """How many of their people are connected now. At a table that sleeps there is nobody."""
        counts = dict(await self.broker.presence_counts(tables))
        for name in tables:
            if name in self.tables:
                counts[name] = len(self.tables[name].present)
        return counts

    # Making tables

    async def make(self, mark: str, message: str, wish: Wish) -> Table | Ruling:
        """A new table. The same message makes the same one."""
        problem = _problem(wish)
        if problem is not None:
            return problem
        table = sha256(f"table|{mark}|{message}".encode()).hexdigest()[:24]
        made = e.Made(
            wish.game.name,
            wish.options,
            len(wish.seats),
            wish.pace,
            wish.listed,
            wish.chat,
            "",
        )
        what = seating.made(made, wish.record, list(wish.seats), names.clean(wish.name), mark)
        return await self._make(table, wish.game, what, 0, message)

    async def _make(
        self,
        table: str,
        game: Game[Any, Any, Any],
        what: tuple[e.Happening[Any, Any], ...],
        by: e.Person | None,
        message: str,
    ) -> Table:
        for _ in range(NEW_CODES):
            first = what[0]
            assert isinstance(first, e.Made)
            coded = (replace(first, code=codes.new()), *what[1:])
            room = Room(table, game)
            entry: e.AnyEntry = e.Entry(self.now(), coded, by, message)
            room.apply(entry)
            summary = summary_of(room, self.closed, None)
            try:
                await self.store.append(table, 0, entry_codec.write(entry), summary)
            except Conflict:  # made already by the same message, or the code is taken
                there = await self.open(table)
                if there is not None:
                    return there
                continue
            self.counts["tables"] += 1
            self.broker.subscribe(table)
            return self.tables.setdefault(table, Table(self, room, summary))
        raise StoreError("no code is free")

    async def rematch(self, room: Room, table: str) -> None:
        game, options = seating.of_today(room)
        what = seating.further(room, table, Now(self.now()), game, options)
        await self._make(table, game, what, None, "")
        there = await self.open(table)
        assert there is not None
        self.soon(there.tick)

    # Looking after tables

    async def sweep(self) -> None:
        """Wake the tables whose time comes, put away those that nobody needs."""
        now = self.now()
        await self._wake_all_due(now)
        for name, table in list(self.tables.items()):
            due = table.room.due(self.closed)
            late = due is not None and due < now - LATE_MS
            rests = due is None or due >= now + AHEAD_MS
            idle = not (table.busy or table.watching) and table.touched + self._idle_ms < now
            if (late or table.writing) and not table.busy:
                self.soon(table.tick)  # something went wrong before: try again
            elif rests and idle:
                self._put_away(name)
        await self._note_alive(now)
        if self.shared:
            await self._look_for_news()

    async def _wake_all_due(self, now: int) -> None:
        for bots in self._wakes_for:
            refused = -1
            while refused < len(self._unplayable):  # what cannot be opened is given back at once
                refused = len(self._unplayable)
                await self._wake_due(now, bots=bots)

    async def _wake_due(self, now: int, *, bots: bool) -> None:
        # Those in memory may be due as well, and must not hide the ones that can be woken.
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
        """The tables that this worker looks after: no other one need do it, too."""
        due = ((name, table.room.due(self.closed)) for name, table in self.tables.items())
        return [name for name, hour in due if hour is not None and hour < now + AHEAD_MS]

    def let_go(self, table: str) -> None:
        self._unplayable.add(table)
        if table in self.tables:
            self._put_away(table)

    def _put_away(self, name: str) -> None:
        self.tables.pop(name).put_away()
        self.broker.unsubscribe(name)

    # What other workers say

    def _news(self, name: str, number: int) -> None:
        table = self.tables.get(name)
        if table is not None and number > table.room.number:
            self.soon(table.catch_up)

    def _people(self, name: str) -> None:
        table = self.tables.get(name)
        if table is not None:
            table.people_elsewhere()

    def _missed(self) -> None:
        self.soon(self._look_for_news)

    def _called(self) -> None:
        """Once for all who call at the same time."""
        if not self._bots_called:
            self._bots_called = True
            self.soon(self._answer_call)

    async def _answer_call(self) -> None:
        self._bots_called = False
        await self._wake_all_due(self.now())

    async def _look_for_news(self) -> None:
        """What a broker has lost, the store still knows."""
        for name, number in (await self.store.entry_counts([*self.tables])).items():
            self._news(name, number)

    async def _note_alive(self, now: int) -> None:
        """If any clock could run: after a kill it would run from this hour on."""
        playing = any(table.room.playing for table in self.tables.values())
        if (
            self.shared
            or playing
            or (now >= self._noted + REST_MS and await self.store.due_tables(NEVER_MS, 1))
        ):
            await self.store.record_alive(now)
            self._unwritable.ends()
            self._noted = now
            if self.store.downtimes() != self.closed:
                self._closed_meanwhile()

    def _closed_meanwhile(self) -> None:
        """This worker was silent for so long that others took it for dead, and the house for
        closed: the clocks of its tables are not right any more."""
        self.closed = self.store.downtimes()
        for name in list(self.tables):
            self._put_away(name)

    async def _wake(self, name: str) -> None:
        """One table that cannot be read must not keep all the others from being looked after."""
        try:
            await self.open(name)
        except StoreError:
            raise  # the store cannot be reached: no fault of the table, which is tried again
        except Unplayable:
            self._unplayable.add(name)
        except Exception:
            self._unplayable.add(name)
            self.counts["errors"] += 1
            log.exception("error while waking a table")

    async def keep_sweeping(self) -> None:
        while True:
            try:
                await self.sweep()
            except StoreError as problem:
                self.counts["not kept"] += 1
                told = f"database writes fail: {error_kind(problem)}"
                self._unwritable.begins(told, logging.ERROR)
            except Exception:
                self.counts["errors"] += 1
                log.exception("error while sweeping")
            await asyncio.sleep(SWEEP_SECONDS)

    async def close(self) -> None:
        """Put everything away. All that was acknowledged is on disk already."""
        for table in list(self.tables.values()):
            table.put_away()
        while going := [*self._opening.values(), *self._work]:  # what opens may begin more work
            for task in going:
                task.cancel()
            await asyncio.gather(*going, return_exceptions=True)
        if self.thinkers is not None:
            await self.thinkers.close()
        with suppress(StoreError):  # a full disk is no reason not to close
            await self.store.record_alive(self.now())
        await self.store.close()


def _problem(wish: Wish) -> Ruling | None:
    box = wish.game.box
    if len(wish.seats) not in box.seats:
        return refused("wrong-number", "house-seats", fewest=box.fewest, most=box.most)
    if not names.is_name(names.clean(wish.name)):
        return refused("bad-name", "house-seats", most=names.LONGEST)
    for who in wish.seats:
        if isinstance(who, int) and who not in wish.game.levels:
            levels = ", ".join(map(str, wish.game.levels)) or "-"
            return refused("no-such-bot", "house-bots", level=who, levels=levels)
    if wish.pace.speed == "free":
        fits = wish.pace.seconds == 0
    elif wish.pace.speed == "live":
        fits = 5 <= wish.pace.seconds <= 3600
    else:
        fits = 3600 <= wish.pace.seconds <= 30 * 86_400
    if not fits:
        return refused("bad-pace", "house-pace")
    return _unsuitable(wish)


def _unsuitable(wish: Wish) -> Ruling | None:
    """Options that do not suit this number of players are told now, not when all have come."""
    try:
        players = [Player(str(seat)) for seat in range(len(wish.seats))]
        header = wish.game.header("trial", wish.options, players, "0" * 64)
        Match(wish.game.rules(wish.options), header)
    except ValueError as problem:
        return refused("bad-options", "house-tables", problem=str(problem)[:200])
    return None
