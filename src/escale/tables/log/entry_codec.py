"""Encodes log entries to bytes and decodes them; rebuilds a table from its log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from escale.core.codec import Malformed, from_plain, to_plain
from escale.core.game import Game
from escale.games.matchfile import BadMatchFile, by_version
from escale.games.registry import UnknownGame, load_game
from escale.tables.log.entries import AnyEntry, Entry
from escale.tables.log.table_state import TableState

PINS = (b'"kind":"Begun"', b'"kind":"Brought"')  # these entries have the header of a match

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


class Unplayable(Exception):
    """The game, the rules or the words that the table was begun with are not installed here.

    The message says which.
    """


def encode_with_what(entry: AnyEntry) -> tuple[bytes, bytes]:
    """`entry.what` alone, which updates may reuse, and the whole entry."""
    what = _encode(to_plain(entry.what))
    by = b"null" if entry.by is None else b"%d" % entry.by
    parts = (entry.at, what, by, _encode(entry.id))
    return what, b'{"kind":"Entry","at":%d,"what":%b,"by":%b,"id":%b}' % parts


def encode(entry: AnyEntry) -> bytes:
    return encode_with_what(entry)[1]


def decode(game: Game[Any, Any, Any], body: bytes) -> AnyEntry:
    kind = Entry[game.options, game.actions]  # type: ignore[name-defined]
    entry: AnyEntry = from_plain(kind, _decode(body))
    return entry


def load(table: str, bodies: Sequence[bytes]) -> TableState:
    """The state that these entries fold into, by the rules with which its match began."""
    version = pinned_version(bodies)
    try:
        game = load_game(_decode(bodies[0])["what"][0]["game"])
        state = TableState(table, game if version is None else by_version(game, version))
        for body in bodies:
            state.apply(decode(state.game, body))
    except (BadMatchFile, UnknownGame) as problem:
        raise Unplayable(str(problem)) from None
    except Malformed as problem:
        if version is not None:
            raise  # no worker could read it
        raise Unplayable(str(problem)) from None  # made with options of other rules
    return state


def pinned_version(bodies: Sequence[bytes]) -> int | None:
    """The rules version of the match in these entries; None: no match began."""
    for body in bodies:
        if any(pin in body for pin in PINS):
            for happening in _decode(body)["what"]:
                header = happening.get("header") or happening.get("record", {}).get("header")
                if header is not None:
                    version: int = header["version"]
                    return version
    return None
