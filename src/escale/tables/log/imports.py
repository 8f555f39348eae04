"""Tables from a file: what they are is read from their entries, and nothing else is believed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from escale.store.protocol import TableSummary
from escale.tables.decisions import codes
from escale.tables.log import entry_codec
from escale.tables.log.summary import summary_of

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


def imported_summary(summary: TableSummary, bodies: Sequence[bytes]) -> TableSummary:
    """The summary that these entries yield. The one in the file is not trusted: a wrong summary
    could hide the table, or keep the house from opening or listing its tables."""
    if not re.fullmatch(NAME, summary.table):
        raise Unreadable("invalid table name")
    if summary.wake is not None and not 0 <= summary.wake <= LATEST_MS:
        raise Unreadable("wake time out of range")
    try:
        room = entry_codec.reopen(summary.table, bodies)
    except entry_codec.Unplayable:  # another house, or a later one, has what it is played by
        return _as_it_came(summary)
    except Exception as problem:  # whatever was written there
        raise Unreadable(f"entries cannot be read ({type(problem).__name__})") from None
    own = summary_of(room, (), None)
    # Clocks go on as if nothing had happened: the hour is that of the house where it was. And a
    # code that was given up there may belong to another table of the same file.
    wake = summary.wake if own.wake is not None and summary.wake else own.wake
    return replace(own, wake=wake, code=own.code if own.code == summary.code else None)


def _as_it_came(summary: TableSummary) -> TableSummary:
    try:
        msgspec.json.decode(summary.summary, type=Summary)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise Unreadable("summary cannot be read") from None
    if summary.code is not None and codes.read(summary.code) != summary.code:
        raise Unreadable("invalid join code")
    if not all(re.fullmatch(MARK, guest) for guest in summary.guests):
        raise Unreadable("invalid guest hash")
    if "\0" in summary.game:
        raise Unreadable("invalid game name")
    return summary
