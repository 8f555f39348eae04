"""A table as it stands: the fold of its entries."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from escale.core.event import Acted, Elapsed, Rewound
from escale.core.game import Game
from escale.core.match import Header, Match, Record, all_salted
from escale.core.play import Chance, Over, Players
from escale.core.secrecy import Seat
from escale.games.matchfile import at_start
from escale.store.protocol import Downtime, Status
from escale.tables.log import entries as e
from escale.tables.log.clock import Clock

REMEMBERED = 64  # messages of a person that can be sent again without harm
ANEW = (Elapsed, Rewound)  # after these, whoever is awaited is awaited anew
SALT_MS = 30_000  # how long a pledged salt is waited for
TALK_MS = 2_000  # what one says takes so long to be heard
TALK_AT_ONCE = 5  # so much may be said before the first of it has been heard


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat and who is on it."""

    kind: Literal["empty", "person", "bot"] = "empty"
    name: str = ""
    person: e.Person | None = None
    level: int | None = None  # of a bot, or of the one that stands in for a person
    once: bool = False  # it stands in for one move only
    left: bool = False  # the person has gone
    pledge: str = ""


@dataclass(frozen=True, slots=True)
class Guest:
    """A person, and the mark of the cookie that proves it."""

    name: str
    mark: str


class Room:
    """`apply` takes in entries that are kept; nothing else changes a room."""

    def __init__(self, table: str, game: Game[Any, Any, Any]) -> None:
        self.table = table
        self.game = game
        self.made: e.Made[Any]
        self.entries: list[e.AnyEntry] = []
        self.number = 0  # of the last one
        self.people: list[Guest] = []
        self.chairs: list[Chair] = []
        self.match: Match[Any, Any, Any] | None = None
        self.status: Status = "gathering"
        self.playing = False  # as the status says
        self.awaits: Any = None
        self.awaited: tuple[Seat, ...] = ()  # the seats whose turn it is
        self.bots_are_awaited = False
        self.timed = False  # something happens at this table when time passes
        self.deadline: int | None = None  # in match time, as the rules say
        self.brought: Record[Any, Any] | None = None
        self.match_clock = Clock()
        self.move_clock = Clock()
        self.begun_at = 0
        self.paused = False
        self.opened: frozenset[Seat] = frozenset()
        self.moment = 0  # the entry with which the present moment came
        self.proposal: e.Proposed | None = None
        self.agreed: frozenset[e.Person] = frozenset()
        self.rematch = ""
        self.carried_by: e.Person | None = None
        self.muted: dict[e.Person, set[e.Person]] = {}
        self.heard_at: dict[e.Person, int] = {}  # the hour when all that they said is heard
        self.changed = 0  # the last entry that changed something around the match
        self.played = 0  # the last entry that changed the match, or what a seat sees of it
        self.awaited_since: dict[Seat, int] = {}
        self._done: dict[e.Person, OrderedDict[str, int]] = {}
        self._people: dict[str, e.Person] = {}  # by their marks
        self._seats: dict[e.Person, tuple[Seat, ...]] = {}

    # What can be asked about it

    @property
    def host(self) -> e.Person:
        """Who made the table; if they have no seat, whoever came next and has one."""
        seated = {chair.person for chair in self.chairs if chair.person is not None}
        return 0 if 0 in seated or not seated else min(seated)

    def person(self, mark: str) -> e.Person | None:
        """Who shows this mark."""
        return self._people.get(mark)

    def seats_of(self, person: e.Person | None) -> tuple[Seat, ...]:
        return () if person is None else self._seats.get(person, ())

    def resigned(self, seat: Seat) -> bool:
        return self.match is not None and seat in self.match.resigned

    def level(self, seat: Seat) -> int | None:
        """The level of the bot that plays this seat now; None: a person plays it."""
        return self.house_level if self.resigned(seat) else self.chairs[seat].level

    @property
    def house_level(self) -> int:
        """The bot that stands in for people: an easy one. 0: this game has none."""
        levels = self.game.levels
        return 2 if 2 in levels else min(levels, default=0)

    def players(self) -> set[e.Person]:
        """The people who play, at this moment, with their own hands."""
        return {
            chair.person
            for seat, chair in enumerate(self.chairs)
            if chair.person is not None and not chair.left and not self.resigned(seat)
        }

    def done(self, person: e.Person | None, message: str) -> int | None:
        """The number of the entry that this message has led to already."""
        return self._done[person].get(message) if person in self._done else None

    def talk_wait(self, person: e.Person, now: int) -> int:
        """How long somebody has to be quiet before they say more, in ms; 0: not at all."""
        unheard = self.heard_at.get(person, 0) - now
        return max(0, unheard - (TALK_AT_ONCE - 1) * TALK_MS)

    def held(self, seat: Seat | None) -> bool:
        """In slow play: must the seat (None: whoever looks on) open this moment before it sees it?

        A moment with a time limit would otherwise be read at leisure before its clock runs.
        """
        if self.made.pace.speed != "slow" or self.deadline is None:
            return False
        if seat is None:
            return not self._is_open
        return seat in self.awaited and seat not in self.opened

    @property
    def _is_open(self) -> bool:
        """Has everybody whose turn it is opened this moment? Bots have nothing to open."""
        return all(seat in self.opened or self.level(seat) is not None for seat in self.awaited)

    def match_time(self, now: int, closed: Sequence[Downtime]) -> int:
        assert self.match is not None
        return max(self.match.now, self.match_clock.read(now, closed))

    def due(self, closed: Sequence[Downtime]) -> int | None:
        """The wall time at which the house must see to this table by itself."""
        if not self.playing or self.paused:
            return None
        return self.entries[-1].at if self.bots_are_awaited else self.clock_due(closed)

    def clock_due(self, closed: Sequence[Downtime]) -> int | None:
        """The wall time at which a clock runs out."""
        if not self.timed or self.paused:
            return None
        if isinstance(self.awaits, Chance):
            return self.begun_at if self.salted else self.begun_at + SALT_MS
        times = []
        if self.deadline is not None:
            times.append(self.match_clock.when(self.deadline, closed))
        if self.made.pace.seconds:
            times.append(self.move_clock.when(self.made.pace.seconds * 1000, closed))
        return min((time for time in times if time is not None), default=None)

    @property
    def salted(self) -> bool:
        return self.match is not None and all_salted(self.match.header, self.match.log)

    # How it changes

    def apply(self, entry: e.AnyEntry) -> None:
        self.entries.append(entry)
        self.number += 1
        for happening in entry.what:
            self._take_in(happening, entry.at)
        if self.changed == self.number:
            self._look_around()
        self.bots_are_awaited = False
        for seat in self.awaited:
            if self.level(seat) is not None:
                self.bots_are_awaited = True
        if entry.id and entry.by is not None:
            done = self._done.setdefault(entry.by, OrderedDict())
            done[entry.id] = self.number
            if len(done) > REMEMBERED:
                done.popitem(last=False)

    def _look_around(self) -> None:
        """Who is who, and where: asked with every message, so it is kept."""
        self._people = {guest.mark: person for person, guest in enumerate(self.people)}
        self._seats = {}
        for seat, chair in enumerate(self.chairs):
            if chair.person is not None:
                self._seats[chair.person] = (*self._seats.get(chair.person, ()), seat)

    def _take_in(self, happening: e.Happening[Any, Any], at: int) -> None:
        if isinstance(happening, e.Happened):
            self._play(happening.events, at)
            return
        if not isinstance(happening, e.Said | e.Muted):
            self.changed = self.number
        match happening:
            case e.Made():
                self.made = happening
                self.chairs = [Chair()] * happening.seats
            case e.Brought(record):
                self.brought = record
            case e.Came(_, name, guest):
                self.people.append(Guest(name, guest))
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
                self.match = None
                self._await()
                for seat in seats:
                    self.chairs[seat] = replace(self.chairs[seat], pledge="")
            case e.Left(seat):
                self.chairs[seat] = replace(self.chairs[seat], left=True)
            case e.StoodIn(seat, level, once):
                self.chairs[seat] = replace(self.chairs[seat], level=level, once=once)
                if not self.match_clock.running:  # perhaps it waited for nobody else
                    self._set_clock(self.match_clock.value, at)
            case e.Opened(seat, match_time):
                self.opened |= {seat}
                self.played = self.number
                self._set_clock(match_time, at)
            case e.Paused(match_time, spent):
                self.paused = True
                self.played = self.number
                self.match_clock = Clock(match_time)
                self.move_clock = Clock(spent)
            case e.Resumed():
                self.paused = False
                self.played = self.number
                self.move_clock = Clock(self.move_clock.value, at, True)
                self._set_clock(self.match_clock.value, at)
            case e.Proposed(person):
                self.proposal, self.agreed = happening, frozenset({person})
            case e.Agreed(person):
                self.agreed |= {person}
            case e.Declined() | e.Settled():
                self.proposal = None
            case e.Rematched(table):
                self.rematch = table
            case e.CarriedAway(person):
                self.carried_by = person
                self.played = self.number
                self._await()
            case e.Said(person):
                # No more than can be said at once: what was said before there was a limit is kept
                # in old tables, and must not silence anybody for long.
                heard = max(self.heard_at.get(person, 0), at) + TALK_MS
                self.heard_at[person] = min(heard, at + TALK_AT_ONCE * TALK_MS)
            case e.Muted(person, whom, muted):
                known = self.muted.setdefault(person, set())
                known.add(whom) if muted else known.discard(whom)

    def _begin(self, header: Header[Any], secret: str, at: int) -> None:
        log = () if self.brought is None else self.brought.log
        rules = at_start(self.game, header).rules  # refuses what other rules or words began
        self.match = Match(rules, header, secret, log)
        self.begun_at = at
        self.played = self.number
        self.proposal = None
        self._turn(self.match.now, at)
        self.awaited_since = dict.fromkeys(self.awaited, self.number)

    def _play(self, events: Sequence[Any], at: int) -> None:
        assert self.match is not None
        before, gone = self.awaited, self.match.resigned
        self.match.extend(events)
        self.played = self.number
        self._turn(self.match.now, at)
        acted, anew = [], False
        for event in events:
            if isinstance(event, Acted):
                acted.append(event.seat)
            elif isinstance(event, ANEW):
                anew = True
        for seat in self.awaited:
            if anew or seat in acted or seat not in before:
                self.awaited_since[seat] = self.number
        for seat in acted:
            if self.chairs[seat].once:
                self.chairs[seat] = replace(self.chairs[seat], level=None, once=False)
                self.changed = self.number
        if self.proposal is not None and not self._still_makes_sense(self.proposal.what):
            self.proposal = None
            self.changed = self.number
        if not self.playing or self.match.resigned != gone:
            self.changed = self.number

    def _still_makes_sense(self, what: e.Proposal) -> bool:
        return self.playing and not isinstance(what, e.TakeBack)

    def _turn(self, match_time: int, at: int) -> None:
        """Something happened in the match: whom it waits for, and the clocks of that."""
        assert self.match is not None
        before = self.deadline
        self._await()
        same_moment = self.deadline is not None and self.deadline == before
        self.opened = self.opened & set(self.awaited) if same_moment else frozenset()
        self.moment = self.moment if same_moment else self.number
        self.move_clock = Clock(0, at, self.playing)
        self._set_clock(match_time, at)

    def _await(self) -> None:
        """Whom the match waits for now. Asked on every side of a move, so it is worked out once."""
        self.awaits = None if self.match is None else self.match.awaits
        if self.carried_by is not None or isinstance(self.awaits, Over):
            self.status = "over"
        else:
            self.status = "gathering" if self.match is None else "playing"
        self.playing = self.status == "playing"
        waits = self.playing and isinstance(self.awaits, Players)
        self.awaited = self.awaits.seats if waits else ()
        self.deadline = self.awaits.deadline if waits else None
        timed = self.deadline is not None or self.made.pace.seconds > 0
        self.timed = self.playing and (timed or not waits)

    def _set_clock(self, match_time: int, at: int) -> None:
        """In slow play time stands still, but for timed moments that everybody has opened."""
        running = self.playing and not self.paused
        if self.made.pace.speed == "slow":
            running &= self.deadline is not None and self._is_open
        self.match_clock = Clock(match_time, at, running)
