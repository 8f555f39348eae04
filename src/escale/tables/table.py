"""A table at work: one thing at a time, kept before anybody hears of it."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeAlias, TypeVar

from escale.core.play import Ruling
from escale.core.secrecy import Seat
from escale.store.protocol import Conflict, OutcomeUnknown, StoreError, TableSummary
from escale.tables.bots.players import Bots, Plan, moves
from escale.tables.decisions import commands, consent
from escale.tables.decisions.context import Decision, Now
from escale.tables.decisions.decide import decide, unasked
from escale.tables.lock import Turns
from escale.tables.log import entries as e
from escale.tables.log import entry_codec
from escale.tables.log.summary import is_worth_writing, summary_of
from escale.tables.log.table_state import Room
from escale.tables.ports import Home, Watcher
from escale.tables.updates import Sight

log = logging.getLogger("escale.tables")

T = TypeVar("T")

HERE_SECONDS = 0.25  # how late a table hears who has come and gone
TRIES = 5  # to append, when somebody else was faster


@dataclass(frozen=True, slots=True)
class Done:
    """The message has had its effect, in this entry."""

    number: int
    person: e.Person | None


Then: TypeAlias = Callable[[Done | Ruling | None], None]


class Written(NamedTuple):
    """What happened, on its way to the disk."""

    after: int
    entry: e.AnyEntry
    what: bytes  # of the entry, as plain data
    body: bytes
    summary: TableSummary | None  # if it is written with the entry


class Table:
    """What people ask, what bots answer and what the clock says go the same way through here.

    The room changes first and the store keeps it afterwards, but nobody may look in between
    (`writing`). If the store fails, the room is read again from what was kept.
    """

    def __init__(self, house: Home, room: Room, summary: TableSummary | None) -> None:
        self.house = house
        self.room = room
        self.sight = Sight(room, house.closed)
        self.writing = False
        self.touched = house.now()
        self._summary = summary
        self._turns = Turns()
        self.comings = 0  # of those who look, and their goings: a change of who is there
        self._watchers: set[Watcher] = set()
        self._marks: Counter[str] = Counter()
        self._present: tuple[int, int, frozenset[e.Person]] = (-1, 0, frozenset())
        self._telling: asyncio.TimerHandle | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._bots = Bots(house)

    # Those who look

    def watch(self, watcher: Watcher) -> None:
        self._watchers.add(watcher)
        self._marks[watcher.mark] += 1
        self.comings += 1
        self._tell_who_is_here()

    def unwatch(self, watcher: Watcher) -> None:
        if watcher in self._watchers:
            self._watchers.discard(watcher)
            self._marks[watcher.mark] -= 1
            self._marks += Counter()  # forgets those who are not there
            self.touched = self.house.now()
            self.comings += 1
            self._tell_who_is_here()

    def people_elsewhere(self) -> None:
        """Somebody came or went, through another worker."""
        self.comings += 1
        self._wake_all()

    def _tell_who_is_here(self) -> None:
        """Soon, and once for all who come and go until then: everybody there is told."""
        if self._telling is None:
            loop = asyncio.get_running_loop()
            self._telling = loop.call_later(HERE_SECONDS, self._here_is_told)

    def _here_is_told(self) -> None:
        self._telling = None
        self.house.broker.publish_presence(
            self.room.table, frozenset(self._marks), len(self._watchers)
        )
        self._wake_all()

    @property
    def watching(self) -> int:
        return len(self._watchers)

    @property
    def watching_everywhere(self) -> int:
        return (
            len(self._watchers) + self.house.broker.presence_elsewhere(self.room.table).connections
        )

    def has_room(self, mark: str, most: int) -> bool:
        """May one more look? However many look on, they do not keep a player out."""
        return self.watching < most or bool(self.room.seats_of(self.room.person(mark)))

    @property
    def present(self) -> frozenset[e.Person]:
        people = self.room.people
        comings, known, here = self._present
        if comings != self.comings or known != len(people):
            marks = (
                self._marks.keys() | self.house.broker.presence_elsewhere(self.room.table).guests
            )
            here = frozenset(number for number, guest in enumerate(people) if guest.mark in marks)
            self._present = (self.comings, len(people), here)
        return here

    @property
    def busy(self) -> bool:
        """Something is under way."""
        return self._bots.think or self._turns.taken

    def _wake_all(self) -> None:
        for watcher in self._watchers:
            watcher.wake()

    # What happens

    async def do(self, mark: str, ask: commands.Ask) -> Done | Ruling:
        """A person asks something. On return it is on disk, or refused."""
        async with self._turns:
            await self._sound()
            before = self._done_before(mark, ask)
            if before is not None:
                return before
            await self._clockwork()
            outcome = await self._decided(mark, ask)
            if isinstance(outcome, Ruling) and self.house.shared and await self._take_in_news():
                outcome = await self._decided(mark, ask)  # it was refused by an old state
            if isinstance(outcome, Ruling):
                self.house.counts["refused"] += 1
                return outcome
            await self._aftermath()
            return Done(outcome, self.room.person(mark))

    async def _decided(self, mark: str, ask: commands.Ask) -> int | Ruling:
        return await self._keep(lambda now: decide(self.room, mark, ask, now), mark, ask.id)

    def do_at_once(self, mark: str, ask: commands.Ask, then: Then) -> bool:
        """`do` where nothing has to be waited for but the disk: most moves, and no task for them.

        False: this is no such moment, and nothing happened. `then` gets the outcome, at once or
        when it is on disk; None: it was not kept. In both cases `do` is the way.
        """
        if self.writing or self._is_due() or not self._turns.take():
            return False
        try:
            outcome = self._done_before(mark, ask) or decide(self.room, mark, ask, self._now())
            if isinstance(outcome, tuple) and outcome and not isinstance(outcome[-1], e.Rematched):
                written = self._happen(outcome, mark, ask.id)
                kept = partial(self._kept_at_once, written, mark, then)
                store, name = self.house.store, self.room.table
                store.append_nowait(name, written.after, written.body, written.summary, kept)
                return True
        except Exception:
            outcome = ()  # `do` will meet with the same, and see to what is left of it
        self._turns.give_back()
        if isinstance(outcome, tuple) or (isinstance(outcome, Ruling) and self.house.shared):
            return False
        if isinstance(outcome, Ruling):
            self.house.counts["refused"] += 1
        then(outcome)
        return True

    def _kept_at_once(
        self, written: Written, mark: str, then: Then, answer: int | Exception
    ) -> None:
        outcome = None  # the room is still `writing`: whoever comes next reads it again
        try:
            if not isinstance(answer, Exception):
                self._is_kept(written)
                self._wake_all()
                self._look_ahead_or_tick()
                outcome = Done(answer, self.room.person(mark))
        finally:
            self._turns.give_back()
            then(outcome)

    def _look_ahead_or_tick(self) -> None:
        try:
            if self._is_due():
                self.house.soon(self.tick)
            else:
                self._look_ahead()
        except Exception:  # what was asked has happened: the next sweep tries again
            self.house.counts["errors"] += 1
            log.exception("error at a table")

    def _done_before(self, mark: str, ask: commands.Ask) -> Done | None:
        person = self.room.person(mark)
        before = self.room.done(person, ask.id)
        return None if before is None else Done(before, person)

    async def look(self, see: Callable[[], T]) -> T:
        """Look when nothing is being written."""
        async with self._turns:
            await self._sound()
            return see()

    async def catch_up(self) -> None:
        """Another worker has kept something at this table."""
        async with self._turns:
            await self._sound()
            await self._take_in_news()

    async def catch_up_with(self, number: int) -> None:
        """A device that knows more than we do was told it by another worker."""
        if number > self.room.number and self.house.shared:
            await self.catch_up()

    async def look_at_end(self) -> Room:
        """Look when nothing is being written; and if the match is not over, ask whether another
        worker knows better."""
        if self.house.shared and self.room.status != "over":
            await self.catch_up()
        return await self.look(lambda: self.room)

    async def _take_in_news(self) -> bool:
        """What other workers have kept; False: nothing."""
        room, store = self.room, self.house.store
        news = await store.changes_after(room.table, room.number)
        if news is None:
            return False
        bodies, self._summary = news
        try:
            for entry in (entry_codec.read(room.game, body) for body in bodies):
                room.apply(entry)
                if isinstance(entry.what[0], e.Came):
                    self.comings += 1
        except ValueError:  # another worker began, by other rules or words than those of today
            self.writing = True  # nobody may look at half of it
            await self._read_again()
            return True
        self._wake_all()
        self._look_ahead()
        return True

    async def tick(self) -> None:
        """See to the clock and to the bots."""
        async with self._turns:
            await self._sound()
            await self._clockwork()
            await self._carry_out()
            self._look_ahead()

    async def _sound(self) -> None:
        """The room must be as it is kept: one that is still `writing` could not be read again when
        the store failed."""
        if self.writing:
            await self._read_again()

    async def _aftermath(self) -> None:
        """What follows by itself. If something goes wrong with that, what was asked has happened
        all the same: the next sweep tries again."""
        try:
            await self._clockwork()
            self._look_ahead()
        except StoreError:
            self.house.counts["not kept"] += 1
        except Exception:
            self.house.counts["errors"] += 1
            log.exception("error at a table")

    async def _clockwork(self) -> None:
        """Everything that the hour brings, one after the other."""
        while self._is_due() and unasked(self.room, self._now()):
            outcome = await self._keep(lambda now: unasked(self.room, now))
            if isinstance(outcome, Ruling):
                return

    def _is_due(self) -> bool:
        due = self.room.clock_due(self.house.closed) if self.room.timed else None
        return (due is not None and due <= self.house.now()) or self._is_left_open()

    def _is_left_open(self) -> bool:
        """Is something proposed that those who had to answer have left behind?"""
        return self.room.proposal is not None and bool(consent.unasked(self.room, self._now()))

    async def _keep(
        self, decision: Callable[[Now], Decision], mark: str = "", message: str = ""
    ) -> int | Ruling:
        """Decide, let it happen, make it durable; then tell everybody."""
        for _ in range(TRIES):
            before = self.room.done(self.room.person(mark), message)
            if before is not None:  # that is what somebody else was faster with
                return before
            what = decision(self._now())
            if isinstance(what, Ruling):
                return what
            if not what:
                return self.room.number
            try:
                await self._append(what, mark, message)
            except Conflict:
                continue
            except StoreError:
                before = self.room.done(self.room.person(mark), message)
                if self.writing or before is None:
                    raise
                return before  # only the answer was lost: it could be read again
            self._wake_all()
            return self.room.number
        raise StoreError("others are always faster")

    async def _append(
        self, what: tuple[e.Happening[Any, Any], ...], mark: str, message: str
    ) -> None:
        if isinstance(what[-1], e.Rematched):
            await self.house.rematch(self.room, what[-1].table)
        try:
            written = self._happen(what, mark, message)
            name = self.room.table
            await self.house.store.append(name, written.after, written.body, written.summary)
            self._is_kept(written)
        except BaseException:
            await self._read_again()
            raise

    def _happen(self, what: tuple[e.Happening[Any, Any], ...], mark: str, message: str) -> Written:
        """From here on nobody may look, until it is kept."""
        room = self.room
        after = room.number
        # A person who is new has the number that comes next (deciding.py).
        by = room.person(mark) if mark else None
        if mark and by is None:
            by = len(room.people)
        entry: e.AnyEntry = e.Entry(max(room.entries[-1].at, self.house.now()), what, by, message)
        self.writing = True
        room.apply(entry)
        summary = summary_of(room, self.house.closed, self._summary)
        written = summary if is_worth_writing(summary, self._summary, entry.at) else None
        return Written(after, entry, *entry_codec.written(entry), written)

    def _is_kept(self, written: Written) -> None:
        self.sight.note(written.entry, written.what)
        self._summary = written.summary or self._summary
        self.house.counts["entries"] += 1
        self.writing = False
        self.house.broker.publish(self.room.table, self.room.number)
        if isinstance(written.entry.what[0], e.Came):
            self.comings += 1

    async def _read_again(self) -> None:
        """The room as it is kept. Whoever came to look while it was another one looks now."""
        name, store = self.room.table, self.house.store
        try:
            room = entry_codec.reopen(name, await store.entries_after(name, 0))
            summary = await store.summary(name)
        except StoreError as problem:
            raise OutcomeUnknown(str(problem)) from None
        except entry_codec.Unplayable:
            self.house.let_go(name)
            raise
        self.room, self._summary = room, summary
        self.sight = Sight(room, self.house.closed)
        self.writing = False
        self._wake_all()

    def _now(self) -> Now:
        return Now(self.house.now(), self.house.closed, self.present)

    # What will happen

    def _look_ahead(self) -> None:
        """Ask the bots whose turn it is, and set the timer."""
        if self.house.thinkers is None:
            if self.room.bots_are_awaited and not self.room.paused:
                self.house.broker.request_bots()
        elif self._bots.are_at_work or self.room.bots_are_awaited:
            self._bots.ask(self.room, self._think)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now, waits = self.house.now(), []
        due = self.room.clock_due(self.house.closed)
        if due is not None:
            # What is overdue now is up to a bot that thinks: the clock has done all it could.
            waits.append(due - now if due > now else 1000)
        planned = self._bots.due(self.room)
        if planned is not None:
            waits.append(max(0, planned - now))
        if self._is_left_open():
            waits.append(1000)  # by the worker to whom they said it, unless it was killed
        if waits:
            seconds = min(min(waits) / 1000, 3600.0)
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds + 0.001, self.house.soon, self.tick)

    async def _think(self, seat: Seat, since: int) -> None:
        """A bot's turn, from the question to the move, or to the plan of one."""
        try:
            plan = await self._bots.plan(self.room, seat, since)
            async with self._turns:
                await self._sound()
                if self._bots.take(seat, plan):
                    await self._clockwork()
                    await self._carry_out()
                    self._look_ahead()
        finally:
            self._bots.has_thought(seat)

    async def _carry_out(self) -> None:
        """What bots planned for this hour, one after the other."""
        while (due := self._bots.next(self.room)) is not None:
            seat, plan = due
            await self._keep(partial(self._bot_moves, seat, plan))
            await self._clockwork()

    def _bot_moves(self, seat: Seat, plan: Plan, now: Now) -> Decision:
        return moves(self.room, seat, plan, now)

    def put_away(self) -> None:
        """Leave memory. What is kept can be opened again."""
        if self._timer is not None:
            self._timer.cancel()
        self._bots.put_away()
        self.dismiss()

    def dismiss(self) -> None:
        """Whoever looks has to come again to see more."""
        for watcher in list(self._watchers):
            watcher.dismiss()
