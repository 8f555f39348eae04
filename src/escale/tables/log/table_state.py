"""The state of a table, folded from its log: the table around the match, and the match."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Literal

from escale.core.event import Acted, Elapsed, Resigned, Rewound
from escale.core.game import Game
from escale.core.match import Header, Match, Record
from escale.core.play import Awaits, Chance, Over, Players
from escale.core.secrecy import Seat
from escale.games.matchfile import at_start
from escale.store.protocol import Downtime, Status
from escale.tables.log import entries as e
from escale.tables.log.clock import Clock

MOST_PEOPLE = 200  # who are recognised by their cookies, besides those who sit
REMEMBERED = 64  # message ids of a person: sending one of these again has no effect
ASKED_ANEW = (Elapsed, Rewound)  # after these events every awaited seat is asked anew
SALT_MS = 10_000  # how long pledged salts are waited for: devices send them by themselves
CHAT_MS = 2_000  # chat is limited to one message in this time,
CHAT_BURST = 5  # after this many at once


@dataclass(frozen=True, slots=True)
class Chair:
    kind: Literal["empty", "person", "bot"] = "empty"
    name: str = ""
    person: e.Person | None = None
    level: int | None = None  # of a bot, or of the one that stands in for a person
    once: bool = False  # it stands in for one move only
    left: bool = False  # the person has gone
    pledge: str = ""


@dataclass(frozen=True, slots=True)
class Guest:
    """A person at the table, identified by the hash of their cookie."""

    name: str
    guest_hash: str


@dataclass(slots=True, eq=False)
class RunningMatch:
    """A match that has begun, with its clocks. It stays here after its end."""

    match: Match[Any, Any, Any]
    pace: e.Pace
    begun_at: int
    awaits: Awaits
    awaited: tuple[Seat, ...] = ()  # the seats whose turn it is
    deadline: int | None = None  # in match time, as the rules say
    together: bool = False  # all players take part in the present moment
    salted: bool = False  # every pledged salt has come, or been given up: the match waits for it
    timed: bool = False  # the passing of time alone can change this match
    match_clock: Clock = field(default_factory=Clock)
    move_clock: Clock = field(default_factory=Clock)
    paused: bool = False
    opened: frozenset[Seat] = frozenset()  # in slow play: who has opened the present moment
    unsealed: bool = False  # all have who must
    unseen_by: frozenset[Seat | None] = frozenset()  # it was sealed for these when the table closed
    moment: int = 0  # the entry with which the present moment came
    # The entry that asked a seat:
    awaited_since: dict[Seat, int] = field(default_factory=dict[Seat, int])
    hints: dict[Seat, int] = field(default_factory=dict[Seat, int])  # how many a seat has had
    # The last hint of a seat, and the entry that had asked it then:
    hinted: dict[Seat, tuple[int, int]] = field(default_factory=dict[Seat, tuple[int, int]])

    def time(self, now: int, closed: Sequence[Downtime]) -> int:
        """Match time at the wall time `now`."""
        return max(self.match.now, self.match_clock.read(now, closed))

    def rung(self, seat: Seat) -> int:
        """Of the last hint that this seat has had in the present moment; 0: none."""
        rung, since = self.hinted.get(seat, (0, 0))
        return rung if seat in self.awaited and since == self.awaited_since.get(seat) else 0

    def clock_due(self, closed: Sequence[Downtime]) -> int | None:
        if not self.timed or self.paused:
            return None
        if not self.salted:
            return Clock(0, self.begun_at, True).when(SALT_MS, closed)
        if isinstance(self.awaits, Chance):
            return self.begun_at
        times: list[int | None] = []
        if self.deadline is not None:
            times.append(self.match_clock.when(self.deadline, closed))
        if self.pace.seconds:
            times.append(self.move_clock.when(self.pace.seconds * 1000, closed))
        return min((time for time in times if time is not None), default=None)


class TableState:
    """Only `apply` changes it, with entries of the log."""

    def __init__(self, name: str, game: Game[Any, Any, Any]) -> None:
        self.name = name
        self.game = game
        self.made: e.Made[Any]
        self.entries: list[e.AnyEntry] = []
        self.number = 0  # of the last entry
        self.people: list[Guest] = []
        self.chairs: list[Chair] = []
        self.brought: Record[Any, Any] | None = None
        self.status: Status = "gathering"
        self.running: RunningMatch | None = None  # None: no match has begun
        self.playing: RunningMatch | None = None  # the same, as long as it is played
        self.bots_are_awaited = False
        self.proposal: e.Proposed | None = None
        self.agreed: frozenset[e.Person] = frozenset()
        self.pledges: dict[e.Person, str] = {}  # of those who agreed to a rematch, for its chance
        self.rematch = ""
        self.carried_by: e.Person | None = None
        self.closed = False  # by the host of the house
        self.muted: dict[e.Person | None, set[e.Person]] = {}
        self.chat_until: dict[e.Person, int] = {}  # the wall time when their chat limit is unused
        self.changed = 0  # the last entry that changed something around the match
        self.played = 0  # the last entry that changed the match, or what a seat sees of it
        self.resigned_at: dict[Seat, int] = {}  # the entry since which the seat only looks on
        self._done: dict[e.Person, OrderedDict[str, int]] = defaultdict(OrderedDict)
        self.asked_to_leave: set[str] = set()  # guest hashes
        self._people: dict[str, e.Person] = {}  # by guest hash
        self._forgotten: set[e.Person] = set()  # only their names are left, for what they said
        self._seats: dict[e.Person, tuple[Seat, ...]] = {}

    @property
    def awaited(self) -> tuple[Seat, ...]:
        return () if self.running is None else self.running.awaited

    @property
    def brought_by(self) -> str | None:
        """The name of the one who brought the match from elsewhere; None: it began here."""
        return None if self.brought is None else self.people[0].name

    @property
    def paused(self) -> bool:
        return self.running is not None and self.running.paused

    @property
    def host(self) -> e.Person:
        """Who made the table; if they have no seat, whoever came next and has one."""
        seated = {chair.person for chair in self.chairs if chair.person is not None}
        return 0 if 0 in seated or not seated else min(seated)

    @property
    def guests(self) -> tuple[str, ...]:
        """The hashes of those whom the table knows, and who may come."""
        return tuple(guest for guest in self._people if guest not in self.asked_to_leave)

    def is_shut_out(self, guest_hash: str) -> bool:
        """Asked to leave, and the match is not over: then it is for everybody to see."""
        return guest_hash in self.asked_to_leave and self.status != "over"

    def is_known(self, person: e.Person) -> bool:
        """Somebody who was here once, and has not been forgotten."""
        return person < len(self.people) and person not in self._forgotten

    def person(self, guest_hash: str) -> e.Person | None:
        return self._people.get(guest_hash)

    def seats_of(self, person: e.Person | None) -> tuple[Seat, ...]:
        return () if person is None else self._seats.get(person, ())

    def only_seat_of(self, guest_hash: str) -> Seat | None:
        """The seat of a guest who has one: what they read says "you". Several people share more."""
        seats = self.seats_of(self.person(guest_hash))
        return seats[0] if len(seats) == 1 else None

    def resigned(self, seat: Seat) -> bool:
        return self.running is not None and seat in self.running.match.resigned

    def level(self, seat: Seat) -> int | None:
        """The level of the bot that plays this seat now; None: a person plays it."""
        return self.house_level if self.resigned(seat) else self.chairs[seat].level

    @property
    def house_level(self) -> int:
        """The bot that stands in for people: an easy one. 0: this game has none."""
        return self.game.easy_level or 0

    @property
    def gives_hints(self) -> bool:
        """As whoever made the table wished; otherwise where bots play, or the rules are kind."""
        hints, wished = self.game.hints, self.made.hints
        if hints is None or not self.game.levels:
            return False
        if wished is not None:
            return wished
        bots = any(chair.kind == "bot" for chair in self.chairs)
        return bots or hints.among_people(self.made.options)

    def players(self) -> set[e.Person]:
        """The people who have a seat, have not left it and have not resigned."""
        return {
            chair.person
            for seat, chair in enumerate(self.chairs)
            if chair.person is not None and not chair.left and not self.resigned(seat)
        }

    def done(self, person: e.Person | None, message: str) -> int | None:
        """The number of the entry that this message has led to already."""
        return self._done[person].get(message) if person in self._done else None

    def chat_wait(self, person: e.Person, now: int) -> int:
        """Milliseconds until this person may chat again; 0: now."""
        used = self.chat_until.get(person, 0) - now
        return max(0, used - (CHAT_BURST - 1) * CHAT_MS)

    def held(self, seat: Seat | None) -> bool:
        """In slow play: is the present moment sealed for this seat (None: a spectator)?

        Otherwise a moment with a time limit could be read at leisure before its clock runs. If
        everybody takes part in it, nobody sees it before all have opened it.
        """
        running = self.running
        if running is None or running.pace.speed != "slow":
            return False
        if seat is not None and self.resigned(seat):
            seat = None  # looks on, like a spectator
        if running.deadline is None:
            return seat in running.unseen_by
        if running.together or seat is None:
            return not running.unsealed
        return seat in running.awaited and seat not in running.opened

    @property
    def awaited_people(self) -> tuple[Seat, ...]:
        """The seats whose people must do something: open the present moment, or act."""
        running = self.running
        if running is None or running.paused:
            return ()
        if self.held(None):
            return tuple(seat for seat in self._openers(running) if seat not in running.opened)
        return tuple(seat for seat in running.awaited if self.level(seat) is None)

    def _openers(self, running: RunningMatch) -> tuple[Seat, ...]:
        """The seats that must open the present moment. Bots and those who left have nothing to
        open."""
        seats = range(len(self.chairs)) if running.together else running.awaited
        return tuple(
            seat
            for seat in seats
            if self.level(seat) is None and not (running.together and self.chairs[seat].left)
        )

    def due(self, closed: Sequence[Downtime]) -> int | None:
        """The wall time at which this table needs attention even if nobody asks."""
        if self.playing is None or self.playing.paused:
            return None
        return self.entries[-1].at if self.bots_are_awaited else self.playing.clock_due(closed)

    # Folding

    def apply(self, entry: e.AnyEntry) -> None:
        self.entries.append(entry)
        self.number += 1
        for happening in entry.what:
            if isinstance(happening, e.Happened):
                self._extend_match(self._begun(), happening.events, entry.at)
            elif isinstance(happening, e.Said):
                if entry.by is not None:  # what came along to a rematch is not said now
                    self._count_message(happening.person, entry.at)
            elif isinstance(happening, e.Muted):
                known = self.muted.setdefault(happening.person, set())
                known.add(happening.whom) if happening.muted else known.discard(happening.whom)
            else:
                self.changed = self.number
                self._apply_lobby(happening, entry.at)
        if self.changed == self.number:
            self._index_people()
        self.bots_are_awaited = any(self.level(seat) is not None for seat in self.awaited)
        if entry.id and entry.by is not None:
            done = self._done[entry.by]
            done[entry.id] = self.number
            if len(done) > REMEMBERED:
                done.popitem(last=False)

    def _index_people(self) -> None:
        self._seats = {}
        for seat, chair in enumerate(self.chairs):
            if chair.person is not None:
                self._seats[chair.person] = (*self._seats.get(chair.person, ()), seat)
        self._forget_the_first()
        self._people = {
            guest.guest_hash: person
            for person, guest in enumerate(self.people)
            if person not in self._forgotten
        }

    def _forget_the_first(self) -> None:
        """Whoever invents guests must not close the table to others: when there are too many, the
        first who neither sits nor takes part in a proposal is a stranger again."""
        too_many = len(self.people) - len(self._forgotten) - MOST_PEOPLE
        if too_many > 0:
            kept = {0, *self._seats, *self._forgotten}
            if self.proposal is not None:
                kept |= {self.proposal.person, *self.agreed}
            others = (person for person in range(len(self.people)) if person not in kept)
            self._forgotten.update(islice(others, too_many))

    def _begun(self) -> RunningMatch:
        if self.running is None:
            raise ValueError("log: an event of a match that has not begun")
        return self.running

    def _count_message(self, person: e.Person, at: int) -> None:
        # Capped: old logs were written without a limit, and must not silence anybody for long.
        until = max(self.chat_until.get(person, 0), at) + CHAT_MS
        self.chat_until[person] = min(until, at + CHAT_BURST * CHAT_MS)

    def _apply_lobby(self, happening: e.Happening[Any, Any], at: int) -> None:
        match happening:
            case e.Made():
                self.made = happening
                self.chairs = [Chair()] * happening.seats
            case e.Brought(record):
                self.brought = record
            case e.Came(_, name, guest_hash):
                self.people.append(Guest(name, guest_hash))
            case e.Sat(seat, person, name, pledge):
                self.chairs[seat] = Chair("person", name, person, pledge=pledge)
                self.played = self.number  # whoever takes a seat in the middle sees what it sees
            case e.BotSat(seat, level, name):
                self.chairs[seat] = Chair("bot", name, level=level)
            case e.Freed(seat):
                self.chairs[seat] = Chair()
            case e.Begun(header, secret):
                self._begin(header, secret, at)
            case e.Unbegun(seats):
                self.running = None
                self._set_status()
                for seat in seats:
                    self.chairs[seat] = replace(self.chairs[seat], pledge="")
            case e.Left(seat):
                self.chairs[seat] = replace(self.chairs[seat], left=True)
                self._start_waiting_clock(at)
            case e.Proposed(person, _, pledge):
                self.proposal, self.agreed = happening, frozenset({person})
                self.pledges = {person: pledge}
            case e.Agreed(person, pledge):
                self.agreed |= {person}
                self.pledges[person] = pledge
            case e.Declined() | e.Settled():
                self.proposal = None
            case e.AskedToLeave(person):
                self.asked_to_leave.add(self.people[person].guest_hash)
                if self.proposal is not None and self.proposal.person == person:
                    self.proposal = None
            case e.Rematched(table):
                self.rematch = table
            case e.Closed():
                self._close()
            case e.Hinted(seat, rung):
                running = self._begun()
                running.hints[seat] = running.hints.get(seat, 0) + 1
                running.hinted[seat] = rung, running.awaited_since.get(seat, 0)
            case _:
                self._apply_clocks(happening, self._begun(), at)

    def _close(self) -> None:
        self.closed, self.proposal = True, None
        if self.running is None:
            self._set_status()
        else:
            self.played = self.number
            self._stop_waiting(self.running)
            self.running.match_clock = Clock(self.running.match_clock.value)
            self.running.move_clock = Clock(self.running.move_clock.value)

    def _stop_waiting(self, running: RunningMatch) -> None:
        """Nobody plays on. What was sealed stays so: it may be played elsewhere, or again."""
        seats = (None, *range(len(self.chairs)))
        unseen = frozenset(seat for seat in seats if self.held(seat))
        self._set_awaited(running)
        running.unseen_by = unseen

    def _apply_clocks(self, happening: object, running: RunningMatch, at: int) -> None:
        if isinstance(happening, e.StoodIn):
            chair = self.chairs[happening.seat]
            level, once = happening.level, happening.once
            self.chairs[happening.seat] = replace(chair, level=level, once=once)
            self._start_waiting_clock(at)
            return
        self.played = self.number
        match happening:
            case e.Opened(seat, match_time):
                running.opened |= {seat}
                self._set_clock(running, match_time, at)
            case e.Paused(match_time, spent):
                running.paused = True
                running.match_clock, running.move_clock = Clock(match_time), Clock(spent)
            case e.Resumed():
                running.paused = False
                running.move_clock = Clock(running.move_clock.value, at, True)
                self._set_clock(running, running.match_clock.value, at)
            case e.CarriedAway(person):
                self.carried_by = person
                self._stop_waiting(running)
            case _:
                raise ValueError(f"log: unknown entry {type(happening).__name__}")

    def _begin(self, header: Header[Any], secret: str, at: int) -> None:
        log: Sequence[Any] = ()
        if self.brought is not None:  # until there were epochs it went on with its own secret
            own = secret == self.brought.secret
            log = self.brought.log if own else self.brought.handed_over().log
        rules = at_start(self.game, header).rules  # refuses what other rules or words began
        match = Match(rules, header, secret, log)
        self.running = RunningMatch(match, self.made.pace, at, match.awaits)
        self.resigned_at = dict.fromkeys(match.resigned, self.number)
        self.played = self.number
        self.proposal = None
        self._start_turn(self.running, at)
        self.running.awaited_since = dict.fromkeys(self.running.awaited, self.number)

    def _extend_match(self, running: RunningMatch, events: Sequence[Any], at: int) -> None:
        before, resigned = running.awaited, running.match.resigned
        running.match.extend(events)
        self.played = self.number
        self._start_turn(running, at)
        acted, anew = [], False
        for event in events:
            if isinstance(event, Acted):
                acted.append(event.seat)
            elif isinstance(event, ASKED_ANEW):
                anew = True
            elif isinstance(event, Resigned):
                self.resigned_at[event.seat] = self.number
        for seat in running.awaited:
            if anew or seat in acted or seat not in before:
                running.awaited_since[seat] = self.number
        for seat in acted:
            if self.chairs[seat].once:
                self.chairs[seat] = replace(self.chairs[seat], level=None, once=False)
                self.changed = self.number
        if self.proposal is not None and (
            self.playing is None or isinstance(self.proposal.what, e.TakeBack | e.DealAgain)
        ):
            self.proposal = None
            self.changed = self.number
        if self.playing is None or running.match.resigned != resigned:
            self.changed = self.number

    def _start_turn(self, running: RunningMatch, at: int) -> None:
        before, together = running.deadline, running.together
        self._set_awaited(running)
        if running.deadline is None or not (
            running.deadline == before or (running.together and together)
        ):
            running.opened, running.unsealed, running.moment = frozenset(), False, self.number
        elif not running.together:
            running.opened &= frozenset(running.awaited)
            running.unsealed = False
        running.move_clock = Clock(0, at, self.playing is not None)
        self._set_clock(running, running.match.now, at)

    def _set_awaited(self, running: RunningMatch) -> None:
        """Computed once for each change: every move reads these several times."""
        awaits = running.awaits = running.match.awaits
        self._set_status()
        running.salted = running.match.epoch.salted
        waits = self.playing is not None and running.salted
        players = awaits if waits and isinstance(awaits, Players) else None
        running.awaited = () if players is None else players.seats
        running.deadline = None if players is None else players.deadline
        running.together = players is not None and players.together
        timed = running.deadline is not None or running.pace.seconds > 0
        running.timed = self.playing is not None and (timed or players is None)

    def _set_status(self) -> None:
        if self.running is None:
            self.status = "over" if self.closed else "gathering"
        else:
            carried_away = self.carried_by is not None
            over = self.closed or carried_away or isinstance(self.running.awaits, Over)
            self.status = "over" if over else "playing"
        self.playing = self.running if self.status == "playing" else None

    def _start_waiting_clock(self, at: int) -> None:
        """Somebody for whom the clock may have waited need not open the moment any more."""
        running = self.running
        if running is not None and not running.match_clock.running:
            self._set_clock(running, running.match_clock.value, at)

    def _set_clock(self, running: RunningMatch, match_time: int, at: int) -> None:
        """In slow play time stands still, but for timed moments that all have opened who must."""
        ticks = self.playing is not None and running.salted and not running.paused
        if running.pace.speed == "slow":
            opened = all(seat in running.opened for seat in self._openers(running))
            running.unsealed = running.deadline is not None and (running.unsealed or opened)
            ticks &= running.unsealed
        running.match_clock = Clock(match_time, at, ticks)
