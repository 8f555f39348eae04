"""The summary of a table: what the house knows of it without opening it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from escale.core.codec import to_plain
from escale.store.protocol import Downtime, TableSummary
from escale.tables.log.table_state import Room

EARLY_MS = 60_000


def summary_of(room: Room, closed: Sequence[Downtime], kept: TableSummary | None) -> TableSummary:
    """`kept`: the summary as it is; a move changes nothing on it but the hour to wake."""
    due, bots = room.due(closed), room.playing and room.bots_are_awaited
    if kept is not None and room.changed != room.number:
        same = due == kept.wake and bots == kept.bots
        return kept if same else replace(kept, wake=due, bots=bots)
    open_to_join = room.status == "gathering"
    return TableSummary(
        table=room.table,
        game=room.game.name,
        status=room.status,
        code=room.made.code if room.status != "over" else None,
        listed=room.made.listed and open_to_join,
        wake=due,
        guests=tuple(dict.fromkeys(guest.mark for guest in room.people)),
        summary=_summary(room),
        bots=bots,
    )


def is_worth_writing(summary: TableSummary, kept: TableSummary | None, now: int) -> bool:
    """A wake that is a little early does no harm, so that not every move writes the summary.

    One that is much too early would have the table opened for nothing, again and again.
    """
    if summary is kept:
        return False
    if kept is None or replace(kept, wake=None) != replace(summary, wake=None):
        return True
    if kept.wake is None or summary.wake is None:
        return kept.wake != summary.wake
    too_early = summary.wake > kept.wake + EARLY_MS or kept.wake <= now < summary.wake
    return summary.wake < kept.wake or too_early


def _summary(room: Room) -> bytes:
    seats = [
        {"kind": chair.kind, "name": chair.name, "bot": room.level(seat)}
        for seat, chair in enumerate(room.chairs)
    ]
    return msgspec.json.encode({"seats": seats, "pace": to_plain(room.made.pace)})
