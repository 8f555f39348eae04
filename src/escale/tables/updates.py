"""Encodes what a client may know of a table: new entries, and the views of its own seats.

Everything is encoded once for all who see the same, and again only when it changed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from types import NoneType
from typing import Any

import msgspec

from escale.core.codec import to_plain
from escale.core.event import Acted, Drawn, Event, seen_event
from escale.core.play import Offer, Over, Players
from escale.core.secrecy import Seat, View, hides_nothing, markers, view
from escale.store.protocol import Downtime
from escale.tables.log import entries as e
from escale.tables.log.clock import Clock
from escale.tables.log.table_state import Chair, RunningMatch, TableState

MOST_CACHED = 8  # encoded values of a field: seats see a few different ones
MOST_ENTRIES = 500  # in one update; a match file has them all

PLAIN = frozenset((int, str, bool, NoneType))
SMALL = 16  # numbers or texts

_encode = msgspec.json.Encoder().encode
Seats = tuple[Seat, ...]


class FieldCache:
    """The fields of game states, encoded. States and views share the values that did not change."""

    def __init__(self) -> None:
        self._known: dict[str, list[tuple[Any, msgspec.Raw]]] = {}

    def encode(self, state: Any) -> dict[str, Any]:
        kind: Any = type(state)
        plain: dict[str, Any] = {"kind": kind.__name__}
        for name, _ in markers(kind):
            value = getattr(state, name)
            small = type(value) in PLAIN or _is_small(value)
            plain[name] = value if small else self._encoded(name, value)
        return plain

    def _encoded(self, name: str, value: Any) -> msgspec.Raw:
        known = self._known.setdefault(name, [])
        for same, raw in known:
            if same is value:
                return raw
        raw = msgspec.Raw(_encode(to_plain(value)))
        known.insert(0, (value, raw))
        del known[MOST_CACHED:]
        return raw


class UpdateEncoder:
    """Of one table. `append` invalidates what depends on the last entry."""

    def __init__(self, state: TableState, closed: Sequence[Downtime]) -> None:
        self._state = state
        self._closed = closed
        self._table: tuple[int, bytes] = (-1, b"")
        self._play: tuple[int, bytes] = (-1, b"")
        self._views: dict[Seat | None, tuple[int, bytes]] = {}
        self._fields = FieldCache()
        self._whole_state: tuple[Any, bytes] = (None, b"")
        self._open_state: tuple[Any, bool] = (None, False)  # does it hide nothing?
        self._last: e.AnyEntry | None = None
        self._last_what = b""  # encoded, if it is the same for everybody
        self._last_entries: dict[Seats, bytes] = {}  # the last entry, encoded for these seats
        self._last_updates: dict[Seats, bytes] = {}  # for clients that know all before it

    def visible(self, seats: Seats) -> int:
        """The last entry that a client with these seats may know."""
        state, running = self._state, self._state.running
        if running is None or running.pace.speed != "slow":
            return state.number
        held = any(map(state.held, seats or (None,)))
        return min(state.number, running.moment - 1) if held else state.number

    def update(
        self, person: e.Person | None, since: int, now: int, done: Sequence[str] = ()
    ) -> tuple[bytes, int]:
        """A message with all that is new to a client since this entry; and its last entry."""
        state = self._state
        seats = state.seats_of(person)
        number = self.visible(seats)
        head = b'{"kind":"update","number":%d,"now":%d' % (number, now)
        if done:
            head += b',"done":' + _encode(done)
        # Clients that miss only the last entry get the same message if they have the same seats.
        if since != number - 1 or not self._is_shared(number):
            return head + self._news(person, seats, since, number), number
        news = self._last_updates.get(seats)
        if news is None:
            news = self._last_updates[seats] = self._news(person, seats, since, number)
        return head + news, number

    def is_news(self, person: e.Person | None, since: int, looked_at: int) -> bool:
        """Would an update tell this client anything? Nobody may notice who is muted, not even by an
        update that is empty. `looked_at`: the last entry when it was told something, which while a
        moment is sealed may be later than the last entry that it was told of (`since`)."""
        state = self._state
        if state.changed > looked_at or state.played > looked_at:
            return True
        seats = state.seats_of(person)
        return bool(self._happened(person, seats, since, self.visible(seats)))

    def _is_shared(self, number: int) -> bool:
        """Do all who have the same seats get the same message about this entry?"""
        state = self._state
        if number != state.number or state.changed == number or state.muted:
            return False
        return self._last is state.entries[-1]

    def _news(self, person: e.Person | None, seats: Seats, since: int, number: int) -> bytes:
        state = self._state
        parts = [b',"happened":[', b",".join(self._happened(person, seats, since, number)), b"]"]
        if state.changed > since or not since:
            parts.append(b',"you":' + _encode({"person": person, "seats": seats}))
            parts.append(b',"table":' + self._encoded_table())
        running = state.running
        if running is not None and state.played > since:
            own = seats or (None,)
            if number == state.number:
                shown = [self._view(running, seat) for seat in own]
            else:  # a moment that any of the seats has not opened is shown to none of them
                shown = [_sealed(running, seat) for seat in own]
            parts += [b',"play":', self._playing(running), b',"views":[', b",".join(shown), b"]"]
        parts.append(b"}")
        return b"".join(parts)

    # Entries

    def _happened(
        self, person: e.Person | None, seats: Seats, since: int, number: int
    ) -> list[bytes]:
        since = max(since, number - MOST_ENTRIES)
        muted = self._state.muted.get(person, ())
        until = self._state.resigned_at
        seen: list[bytes] = []
        for place, entry in enumerate(self._state.entries[since:number], since):
            heard = _heard(entry, person, muted)
            if heard is None:
                continue
            eyes = seats
            if until:  # from then on they see what a spectator sees
                eyes = tuple(seat for seat in seats if place < until.get(seat, number))
            seen.append(self._cached(place + 1, heard, eyes))
        return seen

    def _cached(self, number: int, entry: e.AnyEntry, seats: Seats) -> bytes:
        """Only the last entry is cached: it goes to everybody at once."""
        if entry is not self._last:
            return _entry(number, entry, seats)
        if self._last_what:
            seats = ()
        found = self._last_entries.get(seats)
        if found is None:
            what = self._last_what or _what(entry, seats)
            found = self._last_entries[seats] = _told(number, entry, what)
        return found

    def append(self, entry: e.AnyEntry, what: bytes) -> None:
        """This entry is the last one now. If it hides nothing, `what` is sent as it was written."""
        self._last = entry
        self._last_what = what if _is_open(entry) else b""
        self._last_entries.clear()
        self._last_updates.clear()

    # The table and the match

    def _encoded_table(self) -> bytes:
        if self._table[0] != self._state.changed:
            self._table = (self._state.changed, _encode(describe(self._state)))
        return self._table[1]

    def _playing(self, running: RunningMatch) -> bytes:
        if self._play[0] != self._state.played:
            self._play = (self._state.played, _encode(self._clocks(running)))
        return self._play[1]

    def _clocks(self, running: RunningMatch) -> dict[str, Any]:
        awaits, plays = running.awaits, self._state.playing is not None
        waits = plays and isinstance(awaits, Players)
        return {
            "awaits": self._state.awaited_people if self._is_sealed(running) else running.awaited,
            "salts": () if running.salted or not plays else running.match.epoch.awaited,
            "deadline": running.deadline,
            "limit": running.pace.seconds * 1000 or None if waits else None,
            "match_clock": _clock(running.match_clock, self._closed),
            "move_clock": _clock(running.move_clock, self._closed),
            "events": len(running.match.log),
            "may_deal_again": waits and bool(running.match.may_deal_again()),
            "score": to_plain(awaits.score if isinstance(awaits, Over) else None),
        }

    def _is_sealed(self, running: RunningMatch) -> bool:
        """Does the match wait for people who have to open a moment together?"""
        return running.together and self._state.held(None)

    def _view(self, running: RunningMatch, seat: Seat | None) -> bytes:
        known = self._views.get(seat)
        if known is None or known[0] != self._state.played:
            known = self._views[seat] = (self._state.played, self._seen(running, seat))
        return known[1]

    def _seen(self, running: RunningMatch, seat: Seat | None) -> bytes:
        name = b"null" if seat is None else b"%d" % seat
        seat = None if seat in running.match.resigned else seat  # looks on, like a spectator
        state = running.match.state
        if self._open_state[0] is not state:
            self._open_state = (state, hides_nothing(state))
        # A state that hides nothing is its own view, for all seats.
        seen = state if self._open_state[1] else view(state, seat).seen
        offers = b"[]"
        if self._state.playing is not None and seat in running.awaited:
            offered = running.match.rules.offers(View(seat, seen))
            offers = _encode([_offer(offer) for offer in offered])
        parts = (name, self._whole(seen), offers)
        return b'{"seat":%b,"held":false,"seen":%b,"offers":%b}' % parts

    def _whole(self, seen: Any) -> bytes:
        """If nothing is hidden, all seats see the same object, and it is encoded once."""
        if self._whole_state[0] is not seen:
            self._whole_state = (seen, _encode(self._fields.encode(seen)))
        return self._whole_state[1]


def describe(state: TableState) -> dict[str, Any]:
    made = state.made
    proposal = state.proposal
    return {
        "table": state.name,
        "code": made.code if state.status != "over" else None,
        "game": made.game,
        "options": to_plain(view(made.options, None).seen),
        "pace": to_plain(made.pace),
        "listed": made.listed,
        "chat": made.chat,
        "hints": state.gives_hints,
        "series": made.series,
        "status": state.status,
        "host": state.host,
        "people": [guest.name for guest in state.people],
        "seats": [_chair(state, seat, chair) for seat, chair in enumerate(state.chairs)],
        "paused": state.paused,
        "proposal": None
        if proposal is None
        else {
            "person": proposal.person,
            "what": to_plain(proposal.what),
            "agreed": sorted(state.agreed),
        },
        "rematch": state.rematch or None,
        "carried_away": state.carried_by is not None,
        "brought_by": state.brought_by,
        "closed": state.closed,
    }


def _chair(state: TableState, seat: Seat, chair: Chair) -> dict[str, Any]:
    running = state.running
    return {
        "kind": chair.kind,
        "name": chair.name,
        "person": chair.person,
        "bot": state.level(seat),
        "left": chair.left,
        "resigned": state.resigned(seat),
        "hints": 0 if running is None else running.hints.get(seat, 0),
    }


def _is_small(value: Any) -> bool:
    """Is encoding it as quick as a cache lookup?"""
    is_tuple = type(value) is tuple
    return is_tuple and len(value) <= SMALL and PLAIN.issuperset(map(type, value))


def _sealed(running: RunningMatch, seat: Seat | None) -> bytes:
    return _encode({"seat": seat, "held": True, "opened": seat in running.opened})


def _entry(number: int, entry: e.AnyEntry, seats: Seats) -> bytes:
    return _told(number, entry, _what(entry, seats))


def _what(entry: e.AnyEntry, seats: Seats) -> bytes:
    return _encode([_plain(happening, seats) for happening in entry.what])


def _told(number: int, entry: e.AnyEntry, what: bytes) -> bytes:
    by = b"null" if entry.by is None else b"%d" % entry.by
    return b'{"number":%d,"at":%d,"by":%b,"what":%b}' % (number, entry.at, by, what)


def _heard(
    entry: e.AnyEntry, person: e.Person | None, muted: Collection[e.Person]
) -> e.AnyEntry | None:
    """Without what those say whom this person has muted, and whom others have; None: nothing."""
    unheard = [
        one
        for one in entry.what
        if (isinstance(one, e.Said) and one.person in muted)
        or (isinstance(one, e.Muted) and one.person != person)
    ]
    if not unheard:
        return entry
    what = tuple(one for one in entry.what if one not in unheard)
    return replace(entry, what=what) if what else None


def _is_open(entry: e.AnyEntry) -> bool:
    """Does everybody see the same of it?"""
    for one in entry.what:
        if isinstance(one, e.Happened):
            for event in one.events:
                if not _is_open_event(event):
                    return False
        elif not hides_nothing(one):
            return False
    return True


def _is_open_event(event: Event[Any]) -> bool:
    if isinstance(event, Acted):
        return hides_nothing(event.action)
    return not isinstance(event, Drawn) or event.to is None


def _plain(happening: e.Happening[Any, Any], seats: Seats) -> Any:
    if isinstance(happening, e.Happened):
        events = [to_plain(_seen_event(event, seats)) for event in happening.events]
        return {"kind": "Happened", "events": events}
    return to_plain(view(happening, None).seen)


def _seen_event(event: Event[Any], seats: Seats) -> Event[Any]:
    """As one of the client's seats sees it: the one that acts, or one that may see the draw."""
    if isinstance(event, Acted) and event.seat in seats:
        return seen_event(event, event.seat)
    if isinstance(event, Drawn) and event.to is not None:
        return seen_event(event, next((seat for seat in seats if seat in event.to), None))
    return seen_event(event, seats[0] if seats else None)


def _offer(offer: Offer) -> dict[str, Any]:
    return {"action": offer.action.__name__, "inputs": [to_plain(one) for one in offer.inputs]}


def _clock(clock: Clock, closed: Sequence[Downtime]) -> dict[str, Any]:
    """Enough for a client to show it running: it read `value` at the wall time `since`."""
    since = clock.when(clock.value, closed) if clock.running else None
    return {"value": clock.value, "since": since}
