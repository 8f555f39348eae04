"""Tables from a file: what they are is read from their entries, and nothing else is believed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from escale.store.protocol import Card
from escale.tables.decisions import codes
from escale.tables.log import entry_codec
from escale.tables.log.summary import card_of

NAME = "[0-9a-f]{24}"
MARK = "[0-9a-f]{64}"
LATEST_MS = 1 << 53  # no clock runs for so long, and a database can still count on from it


class Unreadable(ValueError):
    """This is no table. The message says why, in one line."""


class Seat(msgspec.Struct):
    kind: str
    name: str
    bot: int | None


class Pace(msgspec.Struct):
    speed: str
    seconds: int


class Summary(msgspec.Struct):
    """What lists show of a table that cannot be opened here."""

    seats: list[Seat]
    pace: Pace


def card_in(card: Card, bodies: Sequence[bytes]) -> Card:
    """The card of a table that comes with this one and with these entries. A card that tells of
    something else could hide it, or keep the whole house from being opened or listed."""
    if not re.fullmatch(NAME, card.table):
        raise Unreadable("its name is not one of ours")
    if card.wake is not None and not 0 <= card.wake <= LATEST_MS:
        raise Unreadable("its hour cannot be")
    try:
        room = entry_codec.reopen(card.table, bodies)
    except entry_codec.Unplayable:  # another house, or a later one, has what it is played by
        return _as_it_came(card)
    except Exception as problem:  # whatever was written there
        raise Unreadable(f"its entries cannot be read ({type(problem).__name__})") from None
    own = card_of(room, (), None)
    # Clocks go on as if nothing had happened: the hour is that of the house where it was. And a
    # code that was given up there may belong to another table of the same file.
    wake = card.wake if own.wake is not None and card.wake else own.wake
    return replace(own, wake=wake, code=own.code if own.code == card.code else None)


def _as_it_came(card: Card) -> Card:
    try:
        msgspec.json.decode(card.summary, type=Summary)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise Unreadable("its card cannot be read") from None
    if card.code is not None and codes.read(card.code) != card.code:
        raise Unreadable("its code is not one of ours")
    if not all(re.fullmatch(MARK, guest) for guest in card.guests):
        raise Unreadable("its guests are not ours")
    if "\0" in card.game:
        raise Unreadable("its game is not one of ours")
    return card
