"""Validates imported tables. Their entries are authoritative; the summary is derived from them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from escale.store.protocol import TableSummary
from escale.tables.decisions import codes
from escale.tables.log import entry_codec
from escale.tables.log.summary import summarise

NAME = "[0-9a-f]{24}"
GUEST_HASH = "[0-9a-f]{64}"
LATEST_MS = 1 << 53  # no clock runs that long, and a database integer can hold more


class Unreadable(ValueError):
    """The imported table is invalid. The message says why, in one line."""


class Seat(msgspec.Struct):
    kind: str
    name: str
    bot: int | None


class Pace(msgspec.Struct):
    speed: str
    seconds: int


class Summary(msgspec.Struct):
    """What lists show of a table that cannot be loaded here."""

    seats: list[Seat]
    pace: Pace
    language: str | None = None
    winners: list[int] = []
    ended: int | None = None


def validated(summary: TableSummary, bodies: Sequence[bytes]) -> TableSummary:
    """The summary of a table that is imported with this one and these entries. A false one could
    hide the table, or make the house unable to start or to list its tables."""
    if not re.fullmatch(NAME, summary.table):
        raise Unreadable("invalid table name")
    if summary.wake is not None and not 0 <= summary.wake <= LATEST_MS:
        raise Unreadable("wake time out of range")
    try:
        state = entry_codec.load(summary.table, bodies)
    except entry_codec.Unplayable:  # another house, or a later release, has its rules
        return _unplayable(summary)
    except Exception as problem:  # the file is untrusted: anything can be in it
        raise Unreadable(f"invalid entries ({type(problem).__name__})") from None
    own = summarise(state, (), None)
    # Clocks go on as they were: the wake time is that of the house that exported the table. A code
    # that was given up there may belong to another table of the same file.
    wake = summary.wake if own.wake is not None and summary.wake else own.wake
    return replace(own, wake=wake, code=own.code if own.code == summary.code else None)


def _unplayable(summary: TableSummary) -> TableSummary:
    try:
        msgspec.json.decode(summary.summary, type=Summary)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise Unreadable("invalid summary") from None
    if summary.code is not None and codes.read(summary.code) != summary.code:
        raise Unreadable("invalid code")
    if not all(re.fullmatch(GUEST_HASH, guest) for guest in summary.guests):
        raise Unreadable("invalid guest hash")
    if "\0" in summary.game:
        raise Unreadable("invalid game name")
    return summary
