"""All that was found in Markdown: figures, ratios, and the arithmetic of many tables."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Sequence

from figures import Found, Load
from layout import projection

BEGIN, END = "<!-- measured -->\n", "<!-- end of what was measured -->\n"

Row = Sequence[str]


def written(document: str, text: str) -> str:
    """The document with this text between its marks."""
    before, after = document.split(BEGIN)[0], document.split(END)[1]
    return f"{before}{BEGIN}{text}\n{END}{after}"


def page(found: Sequence[Found], *, every: float, disk_ms: float) -> str:
    return "\n".join(_page(found, every, disk_ms))


def _page(found: Sequence[Found], every: float, disk_ms: float) -> Iterator[str]:
    tables, cores = found[0].tables, os.cpu_count() or 1
    yield f"- machine: {cores} cores, {platform.machine()}, {platform.system()}; everything on it"
    yield f"- disk: a page is written and synced in {disk_ms:.2f} ms (median)"
    yield f"- {tables:,} tables with two players each"
    for title, load in (
        ("Speed: every move as soon as both know the one before", _full),
        (f"Pace: a move every {every:g} s at each table", _paced),
    ):
        yield from ("", f"### {title}", "", *_times(found, load), "")
        yield from ("Cores that were busy meanwhile, and processor time of a move:", "")
        yield from (*_cores(found, load, cores), "", *_ratios(found, load))
    yield from ("", "### What a move leaves behind", "", *_traces(found))
    yield from ("", "### An idle table", "", *_tables(found))
    yield from ("", *projection(found[-1]))


def _full(found: Found) -> Load:
    return found.full


def _paced(found: Found) -> Load:
    return found.paced


def _times(found: Sequence[Found], load: Callable[[Found], Load]) -> Iterator[str]:
    rows = []
    for one in found:
        told, heard = load(one).told, load(one).heard
        rows.append(
            [one.name, f"{load(one).moves_a_second:,.0f}"]
            + [f"{ms:,.1f}" for ms in (told.p50, told.p99, heard.p50, heard.p99)]
        )
    titles = ("house", "moves/s", "mover p50 ms", "p99", "opponent p50 ms", "p99")
    yield from table(titles, rows)


def _cores(found: Sequence[Found], load: Callable[[Found], Load], cores: int) -> Iterator[str]:
    rows = []
    for one in found:
        used = load(one).used
        busy = [*used.cores, used.others, sum(used.cores) + used.others]
        each = [1e3 * seconds / load(one).moves for seconds in used.cpu]
        rows.append([one.name, *(f"{c:.2f}" for c in busy), *(f"{ms:.3f}" for ms in each)])
    parts = ("workers", "PostgreSQL", "Redis", "driver")
    titles = ("house", *parts, "other work", f"of {cores}", *(f"{part} ms/move" for part in parts))
    yield from table(titles, rows)


def _ratios(found: Sequence[Found], load: Callable[[Found], Load]) -> Iterator[str]:
    first, *others = found
    rows = []
    for one in others:
        ours, theirs = load(one), load(first)
        pairs = (
            (ours.moves_a_second, theirs.moves_a_second),
            (ours.told.p99, theirs.told.p99),
            (ours.heard.p99, theirs.heard.p99),
            (ours.used.workers / ours.moves, theirs.used.workers / theirs.moves),
            (_house(ours), _house(theirs)),
        )
        rows.append([one.name, *(f"{a / b:.2f}" for a, b in pairs)])
    titles = ("moves/s", "mover p99", "opponent p99", "worker CPU/move", "CPU/move of the house")
    yield from table((f"... : {first.name}", *titles), rows)


def _house(load: Load) -> float:
    """Processor time of a move without the players'."""
    return (sum(load.used.cpu) - load.used.driver) / load.moves


def _traces(found: Sequence[Found]) -> Iterator[str]:
    rows = []
    for one in found[1:]:
        for title, load in (("full", one.full), ("paced", one.paced)):
            used = load.used
            log, syncs, asked = (n / load.moves for n in (used.log, used.syncs, used.transactions))
            commands, spread = (one.by_move(load, what) for what in ("commands", "spread"))
            row = [f"{log:,.0f}", f"{syncs:.2f}", f"{asked:.2f}", f"{one.kept_by_move:,.0f}"]
            rows.append([one.name, title, *row, f"{commands:.2f}", f"{spread:,.0f}"])
    titles = ("house", "load", "log bytes", "log syncs", "transactions", "bytes stored")
    yield from table((*titles, "Redis commands", "bytes from Redis"), rows, words=2)


def _tables(found: Sequence[Found]) -> Iterator[str]:
    rows = []
    for one in found:
        cpu = [1e6 * one.by_table(part) for part in ("workers", "backends", "redis")]
        rows.append(
            [one.name, f"{one.worker_mb:.0f}", f"{one.table_kb:.0f}"]
            + [f"{us:.1f}" for us in cpu]
            + [f"{one.redis_table_kb:.2f}", f"{one.by_table('commands'):.2f}"]
            + [f"{one.kept_by_tables:,.0f}"]
        )
    titles = ("house", "MB of a worker without tables", "kB/table", "workers µs/s")
    more = ("PostgreSQL µs/s", "Redis µs/s", "Redis kB", "Redis commands/s", "bytes stored")
    yield from table((*titles, *more), rows)


def table(titles: Row, rows: Sequence[Row], words: int = 1) -> Iterator[str]:
    """The first columns are words, the others numbers."""
    rule = ["---"] * words + ["---:"] * (len(titles) - words)
    for row in (titles, rule, *rows):
        yield "| " + " | ".join(row) + " |"
