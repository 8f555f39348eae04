"""A match in words: the text of golden playthroughs and of `escale replay`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from escale.core.event import (
    Acted,
    Drawn,
    Elapsed,
    Event,
    HandedOver,
    Recommitted,
    Resigned,
    Revealed,
    Rewound,
    Salted,
    Unsalted,
)
from escale.core.game import Game
from escale.core.match import Match, Record, states
from escale.core.play import Over, Players, Score
from escale.core.secrecy import HIDDEN, view
from escale.games.texts import Texts, texts


def key(name: str) -> str:
    """A Python name as part of a text key: `RollAgain` and `even_turns` get hyphens."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).replace("_", "-").lower()


def value_key(field: str, value: Any) -> str:
    """The key of the text for a value of an option or of an action's field."""
    words = {True: "yes", False: "no", None: "none"}
    word = words[value] if value is None or isinstance(value, bool) else key(str(value))
    return f"values.{key(field)}-{word}"


def transcript(game: Game[Any, Any, Any], record: Record[Any, Any], language: str = "en") -> str:
    """The match from its first event to its score, with the board as a spectator sees it."""
    return "\n".join(line.rstrip() for line in _lines(game, record, language)) + "\n"


def _lines(game: Game[Any, Any, Any], record: Record[Any, Any], language: str) -> Iterator[str]:
    words = texts(game, language, [player.name for player in record.header.players])
    rules = game.rules(record.header.options)
    yield f"{words('box.title')}, {words('told.version', version=record.header.version)}"
    yield words("told.players", names=", ".join(words.names))
    for field in fields(record.header.options):
        value = getattr(record.header.options, field.name)
        name = words("options." + key(field.name))
        yield words("told.option", name=name, value=in_words(words, field.name, value))
    shown: tuple[str, ...] = ()
    for number, state in enumerate(states(rules, record.header, record.log)):
        if number:
            yield ""
            yield f"{number}. {event_in_words(record.log[number - 1], words)}"
        board = game.describe(view(state, None), words)
        if board != shown and isinstance(rules.awaits(state), Players | Over):
            yield from ("   " + line for line in board)
            shown = board
    score = Match(rules, record.header, log=record.log).score
    if score is not None:
        yield from _score(score, words)


def event_in_words(event: Event[Any], words: Texts) -> str:
    """An event as one sentence; an action as the texts of the game describe it."""
    match event:
        case Acted(seat, action):
            told = {
                field.name: in_words(words, field.name, getattr(action, field.name))
                for field in fields(action)
            }
            where = {name: words.name(place) for name, place in _seats(action).items()}
            details = {**told, **where, "player": words.name(seat)}
            return words("events." + key(type(action).__name__), **details)
        case Drawn(result, to):
            outcome = ", ".join(in_words(words, "result", one) for one in result)
            if to is None:
                return words("told.drawn", result=outcome)
            if not to:
                return words("told.drawn-to-nobody", result=outcome)
            return words("told.drawn-to", names=_listed(words, to), result=outcome)
        case Elapsed():
            return words("told.elapsed")
        case Salted(seat):
            return words("told.salted", seat=seat)
        case Unsalted(seat):
            return words("told.unsalted", seat=seat)
        case Resigned(seat):
            return words("told.resigned", seat=seat)
        case Rewound(to):
            return words("told.rewound", to=to)
        case Revealed():
            return words("told.revealed")
        case HandedOver():
            return words("told.handed-over")
        case Recommitted():
            return words("told.recommitted", name=event.by)


def _seats(action: Any) -> dict[str, int]:
    """The fields of an action that are seats."""
    found = {name: getattr(action, name, None) for name in ("seat", "player")}
    return {name: value for name, value in found.items() if isinstance(value, int)}


def in_words(words: Texts, field: str, value: Any) -> str:
    """The text of a value, or the value itself if it has none."""
    if value is HIDDEN:
        return words("told.hidden")
    if isinstance(value, tuple | frozenset):
        parts = sorted(value) if isinstance(value, frozenset) else value
        return ", ".join(in_words(words, field, part) for part in parts)
    if value is None or isinstance(value, bool | str):
        named = value_key(field, value)
        return words(named) if named in words else str(value)
    return str(value)


def _score(score: Score, words: Texts) -> Iterator[str]:
    yield ""
    yield words("endings." + score.ending)
    for seat, points in enumerate(score.points):
        yield words("told.points", seat=seat, count=points)
    if len(score.winners) == 1:
        yield words("told.winner", seat=score.winners[0])
    elif score.winners:
        yield words("told.winners", names=_listed(words, score.winners))


def _listed(words: Texts, seats: Sequence[int]) -> str:
    return ", ".join(map(words.name, seats))
