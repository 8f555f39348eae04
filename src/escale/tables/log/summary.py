"""The summary of a table: what the house knows of it without reading its log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from escale.core.codec import to_plain
from escale.core.secrecy import view
from escale.store.protocol import Downtime, TableSummary
from escale.tables.log import entries as e
from escale.tables.log.table_state import TableState

EARLY_MS = 60_000


def summarise(
    state: TableState, closed: Sequence[Downtime], stored: TableSummary | None
) -> TableSummary:
    """`stored`: the summary before; a move changes nothing in it but when to wake the table."""
    due, bots = state.due(closed), state.playing is not None and state.bots_are_awaited
    if stored is not None and state.changed != state.number:
        same = due == stored.wake and bots == stored.bots
        return stored if same else replace(stored, wake=due, bots=bots)
    open_to_join = state.status == "gathering"
    return TableSummary(
        table=state.name,
        game=state.game.name,
        status=state.status,
        code=state.made.code if state.status != "over" else None,
        listed=state.made.listed and open_to_join,
        wake=due,
        guests=state.guests,
        summary=_shown(state),
        bots=bots,
    )


def must_write(summary: TableSummary, stored: TableSummary | None, now: int) -> bool:
    """Not with every move: waking a table a little early is harmless.

    Much too early is not: the table would be loaded for nothing, again and again.
    """
    if summary is stored:
        return False
    if stored is None or replace(stored, wake=None) != replace(summary, wake=None):
        return True
    if stored.wake is None or summary.wake is None:
        return stored.wake != summary.wake
    too_early = summary.wake > stored.wake + EARLY_MS or stored.wake <= now < summary.wake
    return summary.wake < stored.wake or too_early


def _shown(state: TableState) -> bytes:
    seats = [
        {"kind": chair.kind, "name": chair.name, "bot": state.level(seat)}
        for seat, chair in enumerate(state.chairs)
    ]
    language = getattr(view(state.made.options, None).seen, "language", None)
    score = None if state.running is None else state.running.match.score
    shown = {
        "seats": seats,
        "pace": to_plain(state.made.pace),
        "language": language if isinstance(language, str) else None,
        "winners": () if score is None else score.winners,
        "ended": _ended(state) if state.status == "over" else None,
    }
    return msgspec.json.encode(shown)


def _ended(state: TableState) -> int:
    """When something last happened in the match; people may talk on."""
    for entry in reversed(state.entries):
        if any(isinstance(one, e.Happened | e.Closed | e.CarriedAway) for one in entry.what):
            return entry.at
    return state.entries[-1].at
