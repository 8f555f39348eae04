"""Entries as bytes, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from escale.core.codec import from_plain, to_plain
from escale.core.game import Game
from escale.games.shelf import take
from escale.tables.entries import AnyEntry, Entry
from escale.tables.room import Room

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


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
    """The room that these entries fold into. The first one names the game."""
    room = Room(table, take(_decode(bodies[0])["what"][0]["game"]))
    for body in bodies:
        room.apply(read(room.game, body))
    return room
