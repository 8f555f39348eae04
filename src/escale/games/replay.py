"""A match event by event: the steps of a replay, and of what happened since one's last turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from escale.core import match
from escale.core.codec import to_plain
from escale.core.event import Acted, Drawn, Event, Resigned, Salted, Unsalted, seen_event
from escale.core.game import Game
from escale.core.match import Record, standing
from escale.core.play import Chance
from escale.core.secrecy import Seat, view
from escale.games.matchfile import at_start
from escale.games.texts import texts
from escale.games.transcript import event_in_words


def states(game: Game[Any, Any, Any], record: Record[Any, Any]) -> Iterator[Any]:
    """The states of a match: number n is after the first n events."""
    rules = at_start(game, record.header).rules
    return match.states(rules, record.header, record.log)


def steps(
    game: Game[Any, Any, Any],
    record: Record[Any, Any],
    language: str,
    seat: Seat | None = None,
    since: int = 0,
) -> Iterator[dict[str, Any]]:
    """The steps as plain data: number n is after the first n events and describes the last one.

    As this seat sees them (None: whoever looks on), from number `since` on. `chance` is what was
    asked of chance, so that a client can recompute the answer and compare.
    """
    say = texts(game, language, [player.name for player in record.header.players])
    rules = game.rules(record.header.options)
    stand = {place for place, _ in standing(record.log)}
    before: Any = None
    for number, state in enumerate(states(game, record)):
        previous, before = before, state
        if number < since:
            continue
        event = seen_event(record.log[number - 1], seat) if number else None
        asked = rules.awaits(previous) if isinstance(event, Drawn) else None
        seen = view(state, seat)
        yield {
            "event": number,
            "at": 0 if event is None else event.at,
            "seat": _seat(event),
            "said": "" if event is None else event_in_words(event, say),
            "stands": number == 0 or number - 1 in stand,
            "chance": to_plain(asked.ask) if isinstance(asked, Chance) else None,
            "lines": list(game.describe(seen, say)),
            "seen": to_plain(seen.seen),
            "action": to_plain(event.action) if isinstance(event, Acted) else None,
        }


def _seat(event: Event[Any] | None) -> int | None:
    return event.seat if isinstance(event, Acted | Resigned | Salted | Unsalted) else None


def reviewed(game: Game[Any, Any, Any], record: Record[Any, Any], number: int) -> tuple[Any, Any]:
    """The game's review of event `number` (the first is 1): the action played, and the best one.

    Both are None if the event is no action of a player.
    """
    event = record.log[number - 1]
    if not isinstance(event, Acted) or game.review is None:
        return None, None
    for before, state in enumerate(states(game, record), start=1):
        if before == number:
            return game.review(record.header.options, state, event.seat, event.action)
    raise IndexError(number)
