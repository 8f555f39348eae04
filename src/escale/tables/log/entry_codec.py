"""Entries as bytes, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from escale.core.codec import Malformed, from_plain, to_plain
from escale.core.game import Game
from escale.games.matchfile import BadMatchFile, by_version
from escale.games.registry import UnknownGame, load_game
from escale.tables.log.entries import AnyEntry, Entry
from escale.tables.log.table_state import Room

PINS = (b'"kind":"Begun"', b'"kind":"Brought"')  # these have the header of a match

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


class Unplayable(Exception):
    """The table is kept, but the game, the rules or the words that it was begun with are not here.

    The message says what is missing.
    """


def written(entry: AnyEntry) -> tuple[bytes, bytes]:
    """What happened, which may be told as it is written here; and the whole entry."""
    what = _encode(to_plain(entry.what))
    by = b"null" if entry.by is None else b"%d" % entry.by
    parts = (entry.at, what, by, _encode(entry.id))
    return what, b'{"kind":"Entry","at":%d,"what":%b,"by":%b,"id":%b}' % parts


def write(entry: AnyEntry) -> bytes:
    return written(entry)[1]


def read(game: Game[Any, Any, Any], body: bytes) -> AnyEntry:
    kind = Entry[game.options, game.actions]  # type: ignore[name-defined]
    entry: AnyEntry = from_plain(kind, _decode(body))
    return entry


def reopen(table: str, bodies: Sequence[bytes]) -> Room:
    """The room that these entries fold into, by the rules that its match began with."""
    version = pinned(bodies)
    try:
        game = load_game(_decode(bodies[0])["what"][0]["game"])
        room = Room(table, game if version is None else by_version(game, version))
        for body in bodies:
            room.apply(read(room.game, body))
    except (BadMatchFile, UnknownGame) as problem:
        raise Unplayable(str(problem)) from None
    except Malformed as problem:
        if version is not None:
            raise  # nobody could read it
        raise Unplayable(str(problem)) from None  # made with options of other rules
    return room


def pinned(bodies: Sequence[bytes]) -> int | None:
    """The version of the rules by which a match began in these entries; None: none began."""
    for body in bodies:
        if any(mark in body for mark in PINS):
            for happening in _decode(body)["what"]:
                header = happening.get("header") or happening.get("record", {}).get("header")
                if header is not None:
                    version: int = header["version"]
                    return version
    return None
