"""What a device is told of a table: its seats' views and what happened, and nothing else.

Everything is encoded once for all who see the same, and again only when it changed.
"""

from __future__ import annotations

from collections.abc import Sequence
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
from escale.tables.log.table_state import Chair, Room

MOST_KEPT = 8  # encoded values of a field: what seats see differs in a few
MOST_ENTRIES = 500  # of the past in one update; a match file has them all

PLAIN = frozenset((int, str, bool, NoneType))
SLIGHT = 16  # numbers or texts

_encode = msgspec.json.Encoder().encode
Seats = tuple[Seat, ...]


class Parts:
    """The fields of a state, each encoded once. States share what did not change, and views too."""

    def __init__(self) -> None:
        self._known: dict[str, list[tuple[Any, msgspec.Raw]]] = {}

    def of(self, state: Any) -> dict[str, Any]:
        kind: Any = type(state)
        plain: dict[str, Any] = {"kind": kind.__name__}
        for name, _ in markers(kind):
            value = getattr(state, name)
            plain[name] = value if _is_slight(value) else self._encoded(name, value)
        return plain

    def _encoded(self, name: str, value: Any) -> msgspec.Raw:
        known = self._known.setdefault(name, [])
        for same, raw in known:
            if same is value:
                return raw
        raw = msgspec.Raw(_encode(to_plain(value)))
        known.insert(0, (value, raw))
        del known[MOST_KEPT:]
        return raw


class Sight:
    """The eyes on one room."""

    def __init__(self, room: Room, closed: Sequence[Downtime]) -> None:
        self._room = room
        self._closed = closed
        self._about: tuple[int, bytes] = (-1, b"")
        self._play: tuple[int, bytes] = (-1, b"")
        self._views: dict[Seat | None, tuple[int, bytes]] = {}
        self._parts = Parts()
        self._state: tuple[Any, bytes] = (None, b"")
        self._looked: tuple[Any, bool] = (None, False)
        self._noted: e.AnyEntry | None = None  # the last entry,
        self._what = b""  # as everybody may see it, if all see the same,
        self._last: dict[Seats, bytes] = {}  # and encoded
        self._step: dict[Seats, bytes] = {}  # the news of it, for who knows all before it

    def known(self, seats: Seats) -> int:
        """The number up to which a device with these seats may know what happened."""
        room = self._room
        if room.made.pace.speed == "slow" and any(room.held(seat) for seat in seats or (None,)):
            return min(room.number, room.moment - 1)
        return room.number

    def update(
        self, person: e.Person | None, since: int, now: int, done: Sequence[str] = ()
    ) -> tuple[bytes, int]:
        """All that a person's device does not know yet, as a message, and up to which number."""
        room = self._room
        seats = room.seats_of(person)
        number = self.known(seats)
        head = b'{"kind":"update","number":%d,"now":%d' % (number, now)
        if done:
            head += b',"done":' + _encode(done)
        # Whoever is up to date hears of the last entry only; then the same seats hear the same.
        if since != number - 1 or not self._is_alike(number):
            return head + self._news(person, seats, since, number), number
        news = self._step.get(seats)
        if news is None:
            news = self._step[seats] = self._news(person, seats, since, number)
        return head + news, number

    def _is_alike(self, number: int) -> bool:
        """Is this the last entry, and told to all who have the same seats in the same words?"""
        room = self._room
        if number != room.number or room.changed == number or room.muted:
            return False
        return self._noted is room.entries[-1]

    def _news(self, person: e.Person | None, seats: Seats, since: int, number: int) -> bytes:
        room = self._room
        parts = [b',"happened":[', b",".join(self._happened(person, seats, since, number)), b"]"]
        if room.changed > since or not since:
            parts.append(b',"you":' + _encode({"person": person, "seats": seats}))
            parts.append(b',"table":' + self._table())
        if room.match is not None and room.played > since:
            show = self._view if number == room.number else self._held
            shown = map(show, seats or (None,))
            parts += [b',"play":', self._playing(), b',"views":[', b",".join(shown), b"]"]
        parts.append(b"}")
        return b"".join(parts)

    # The past

    def _happened(
        self, person: e.Person | None, seats: Seats, since: int, number: int
    ) -> list[bytes]:
        since = max(since, number - MOST_ENTRIES)
        muted = self._room.muted.get(-1 if person is None else person, ())
        seen = []
        for place in range(since, number):
            entry = self._room.entries[place]
            if entry.by in muted and all(isinstance(one, e.Said) for one in entry.what):
                continue
            if isinstance(entry.what[0], e.Muted):
                if entry.by == person:
                    seen.append(_entry(place + 1, entry, seats))
                continue
            seen.append(self._cached(place + 1, entry, seats))
        return seen

    def _cached(self, number: int, entry: e.AnyEntry, seats: Seats) -> bytes:
        """The last entry goes to everybody at once; older ones only to those who come back."""
        if entry is not self._noted:
            return _entry(number, entry, seats)
        if self._what:
            seats = ()
        found = self._last.get(seats)
        if found is None:
            what = self._what or _what(entry, seats)
            found = self._last[seats] = _told(number, entry, what)
        return found

    def note(self, entry: e.AnyEntry, what: bytes) -> None:
        """This entry is the last one now. If it hides nothing, it is told as it was written."""
        self._noted = entry
        self._what = what if _is_open(entry) else b""
        self._last.clear()
        self._step.clear()

    # The present

    def _table(self) -> bytes:
        if self._about[0] != self._room.changed:
            self._about = (self._room.changed, _encode(about(self._room)))
        return self._about[1]

    def _playing(self) -> bytes:
        if self._play[0] != self._room.played:
            self._play = (self._room.played, _encode(self._clocks()))
        return self._play[1]

    def _clocks(self) -> dict[str, Any]:
        room = self._room
        assert room.match is not None
        waits = isinstance(room.awaits, Players) and room.playing
        score = room.awaits.score if isinstance(room.awaits, Over) else None
        return {
            "awaits": room.awaited,
            "deadline": room.deadline,
            "limit": room.made.pace.seconds * 1000 or None if waits else None,
            "match_clock": _clock(room.match_clock, self._closed),
            "move_clock": _clock(room.move_clock, self._closed),
            "events": len(room.match.log),
            "score": to_plain(score),
        }

    def _whole(self, seen: Any) -> bytes:
        """Where nothing is hidden, every seat sees the state itself, and it is encoded once."""
        if self._state[0] is not seen:
            self._state = (seen, _encode(self._parts.of(seen)))
        return self._state[1]

    def _held(self, seat: Seat | None) -> bytes:
        """Of a moment that any seat of the device has not opened, none of them is shown."""
        return _encode({"seat": seat, "held": True})

    def _view(self, seat: Seat | None) -> bytes:
        known = self._views.get(seat)
        if known is None or known[0] != self._room.played:
            known = self._views[seat] = (self._room.played, self._seen(seat))
        return known[1]

    def _seen(self, seat: Seat | None) -> bytes:
        room = self._room
        assert room.match is not None
        state = room.match.state
        if self._looked[0] is not state:
            self._looked = (state, hides_nothing(state))
        # A state that hides nothing is the same for all, and looked through once.
        seen = View(seat, state) if self._looked[1] else view(state, seat)
        offers = b"[]"
        if room.playing and seat in room.awaited:
            offers = _encode([_offer(offer) for offer in room.match.rules.offers(seen)])
        name = b"null" if seat is None else b"%d" % seat
        parts = (name, self._whole(seen.seen), offers)
        return b'{"seat":%b,"held":false,"seen":%b,"offers":%b}' % parts


def about(room: Room) -> dict[str, Any]:
    """The table around the match, which everybody at it may know."""
    made = room.made
    proposal = room.proposal
    return {
        "table": room.table,
        "code": made.code if room.status != "over" else None,
        "game": made.game,
        "options": to_plain(view(made.options, None).seen),
        "pace": to_plain(made.pace),
        "listed": made.listed,
        "chat": made.chat,
        "status": room.status,
        "host": room.host,
        "people": [guest.name for guest in room.people],
        "seats": [_chair(room, seat, chair) for seat, chair in enumerate(room.chairs)],
        "paused": room.paused,
        "proposal": None
        if proposal is None
        else {
            "person": proposal.person,
            "what": to_plain(proposal.what),
            "agreed": sorted(room.agreed),
        },
        "rematch": room.rematch or None,
        "carried_away": room.carried_by is not None,
    }


def _chair(room: Room, seat: Seat, chair: Chair) -> dict[str, Any]:
    return {
        "kind": chair.kind,
        "name": chair.name,
        "person": chair.person,
        "bot": room.level(seat),
        "left": chair.left,
        "resigned": room.resigned(seat),
    }


def _is_slight(value: Any) -> bool:
    """Is it encoded as quickly as it would be found again?"""
    if type(value) is tuple:
        return len(value) <= SLIGHT and PLAIN.issuperset(map(type, value))
    return type(value) in PLAIN


def _entry(number: int, entry: e.AnyEntry, seats: Seats) -> bytes:
    return _told(number, entry, _what(entry, seats))


def _what(entry: e.AnyEntry, seats: Seats) -> bytes:
    return _encode([_plain(happening, seats) for happening in entry.what])


def _told(number: int, entry: e.AnyEntry, what: bytes) -> bytes:
    by = b"null" if entry.by is None else b"%d" % entry.by
    return b'{"number":%d,"at":%d,"by":%b,"what":%b}' % (number, entry.at, by, what)


def _is_open(entry: e.AnyEntry) -> bool:
    """Does everybody see the same of it? Then it need not be encoded for each."""
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
    """As one of the device's seats sees it: the one that acts, or one that may see the draw."""
    if isinstance(event, Acted) and event.seat in seats:
        return seen_event(event, event.seat)
    if isinstance(event, Drawn) and event.to is not None:
        return seen_event(event, next((seat for seat in seats if seat in event.to), None))
    return seen_event(event, seats[0] if seats else None)


def _offer(offer: Offer) -> dict[str, Any]:
    return {"action": offer.action.__name__, "inputs": [to_plain(one) for one in offer.inputs]}


def _clock(clock: Clock, closed: Sequence[Downtime]) -> dict[str, Any]:
    """Enough for a client to let it run: it read `value` at the wall time `since`."""
    since = clock.when(clock.value, closed) if clock.running else None
    return {"value": clock.value, "since": since}
