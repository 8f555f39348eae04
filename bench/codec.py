"""What a server does for every seat after every move: a view, and plain data of it.

    python bench/codec.py [--players 4] [--rounds 60]

`core` stands against a plain reference that looks everything up again for every value: the first
way in which it was written. Both are asked in turns, about states of Word Bank from the middle of
a game, and must agree.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

from escale.core.codec import to_plain
from escale.core.match import Player
from escale.core.phases import top
from escale.core.play import Players
from escale.core.secrecy import HIDDEN, Marker, Open, View, When, markers, view
from escale.games.arena import seeded_match
from escale.games.registry import load_game
from escale.games.wordbank.rules.pieces import Options
from escale.games.wordbank.rules.rules import Contest

# --- The reference -------------------------------------------------------------------------------


def plain_reference(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | str):
        return value
    if value is HIDDEN:
        return {"kind": "Hidden"}
    if isinstance(value, tuple):
        return [plain_reference(item) for item in value]
    if isinstance(value, frozenset):
        return [plain_reference(item) for item in sorted(value)]
    if is_dataclass(value) and not isinstance(value, type):
        plain = {"kind": type(value).__name__}
        for field in fields(value):
            plain[field.name] = plain_reference(getattr(value, field.name))
        return plain
    raise TypeError(f"{type(value).__name__} has no plain form")


def view_reference(state: Any, seat: int | None) -> View[Any]:
    return View(seat, _seen(state, seat, None))


def _seen(value: Any, seat: int | None, owner: int | None) -> Any:
    if isinstance(value, tuple | frozenset):
        return type(value)(_seen(item, seat, owner) for item in value)
    if isinstance(value, Open) or not is_dataclass(value):
        return value
    kind: Any = type(value)
    blank = object.__new__(kind)
    for name, marker in markers(kind):
        part = _seen_field(value, getattr(value, name), marker, seat, owner)
        object.__setattr__(blank, name, part)
    return blank


def _seen_field(whole: Any, value: Any, marker: Any, seat: int | None, owner: int | None) -> Any:
    if marker is Marker.SHOWN or (isinstance(marker, When) and marker.test(whole, seat)):
        return _seen(value, seat, owner)
    if marker is Marker.BY_SEAT:
        return tuple(_seen(item, seat, holder) for holder, item in enumerate(value))
    if marker is Marker.COUNTED:
        return (HIDDEN,) * len(value)
    if marker is Marker.OWN and owner is None:
        return tuple(
            _seen(item, seat, holder) if holder == seat else HIDDEN
            for holder, item in enumerate(value)
        )
    if marker is Marker.OWN and owner == seat:
        return _seen(value, seat, owner)
    return HIDDEN


# --- What is compared ----------------------------------------------------------------------------


def states(players: int) -> dict[str, Any]:
    """A turn in the middle of a game, and the vote about a word, some of it cast."""
    return {
        "a turn": _middle(players, Options(), lambda _: True),
        "a vote": _middle(players, Options(referee="table"), _some_have_voted),
    }


def _some_have_voted(state: Any) -> bool:
    return isinstance(top(state), Contest) and bool(top(state).voted)


def _middle(players: int, options: Options, wanted: Callable[[Any], bool]) -> Any:
    game = load_game("wordbank")
    match = seeded_match(game, options, [Player(str(seat)) for seat in range(players)], "bench")
    match.extend(match.begin())
    rng = Random(1)
    found = []
    while isinstance(awaits := match.awaits, Players):
        seat = rng.choice(awaits.seats)
        action = match.rules.sample(match.state, seat, rng)
        events = match.act(seat, action, match.now + 1000)
        assert isinstance(events, tuple), events
        match.extend(events)
        if wanted(match.state):
            found.append(match.state)
    return found[len(found) // 2]


def everything(state: Any, seats: int, look: Any, write: Any) -> list[Any]:
    """For every seat and for spectators."""
    return [write(look(state, seat).seen) for seat in (None, *range(seats))]


def once(state: Any, seats: int) -> list[Any]:
    """The same, but a part of the state that is the same object for several is written once."""
    written: dict[int, Any] = {}
    views = [view(state, seat).seen for seat in (None, *range(seats))]  # keeps their ids apart
    names = [field.name for field in fields(state)]
    told = []
    for seen in views:
        plain = {"kind": type(seen).__name__}
        for name in names:
            part = getattr(seen, name)
            if id(part) not in written:
                written[id(part)] = to_plain(part)
            plain[name] = written[id(part)]
        told.append(plain)
    return told


def fastest(ways: list[Callable[[], Any]], rounds: int) -> list[float]:
    """Seconds a call, each way's best round. In turns: a busy moment meets all of them."""
    best = [float("inf")] * len(ways)
    for _ in range(rounds):
        for place, way in enumerate(ways):
            began = time.process_time()
            for _ in range(20):
                way()
            best[place] = min(best[place], (time.process_time() - began) / 20)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=4, choices=(3, 4, 5))
    parser.add_argument("--rounds", type=int, default=60)
    given = parser.parse_args()
    seats = given.players
    print("| state | what | reference, µs | core, µs | times faster |")
    print("|---|---|---|---|---|")
    for name, state in states(seats).items():
        for seat in (None, *range(seats)):
            seen = view(state, seat)
            assert seen == view_reference(state, seat)
            assert str(to_plain(seen.seen)) == str(plain_reference(seen.seen))
        assert once(state, seats) == everything(state, seats, view_reference, plain_reference)
        slow = [
            lambda state=state: plain_reference(state),
            lambda state=state: view_reference(state, 0),
            lambda state=state: everything(state, seats, view_reference, plain_reference),
        ]
        fast = [
            lambda state=state: to_plain(state),
            lambda state=state: view(state, 0),
            lambda state=state: everything(state, seats, view, to_plain),
            lambda state=state: once(state, seats),
        ]
        times = fastest(slow + fast, given.rounds)
        rows = [
            ("to_plain", times[0], times[3]),
            ("view", times[1], times[4]),
            ("both, for every seat", times[2], times[5]),
            ("both, the same parts once", times[2], times[6]),
        ]
        for what, before, after in rows:
            told = f"{1e6 * before:.0f} | {1e6 * after:.0f} | {before / after:.1f}"
            print(f"| {name} | {what} | {told} |", flush=True)


if __name__ == "__main__":
    main()
