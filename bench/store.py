"""The store, side by side: all that waits in one commit, and one commit a message.

Some tables append as fast as they are acknowledged. The ways take turns, on files beside each
other, and must keep the same entries. "alone" is the unit of the ratios. How much is won depends
on the disk: the slower its sync, the more.

    python bench/store.py
    python bench/store.py --folder DIR      # on another disk
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from escale.store import TableSummary
from escale.store.protocol import Append
from escale.store.sqlite.store import SqliteStore
from escale.store.sqlite.writer import Result as AppendResult
from escale.store.sqlite.writer import SqliteWriter

ENTRY = bytes(range(200))
TURNS = 3


class Alone(SqliteWriter):
    """The same writer, with a transaction and a sync for every message."""

    def append(self, appends: Sequence[Append]) -> Sequence[AppendResult]:
        return [answer for append in appends for answer in super(Alone, self).append([append])]


WAYS: dict[str, type[SqliteWriter]] = {"alone": Alone, "together": SqliteWriter}


@dataclass
class Result:
    seconds: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)


def summary(table: str, wake: int) -> TableSummary:
    return TableSummary(table, "wordbank", "playing", table, wake=wake, guests=("ann", "bob"))


async def play(store: SqliteStore, table: str, entries: int, summaries: bool) -> None:
    for after in range(1, entries):
        await store.append(table, after, ENTRY, summary(table, after) if summaries else None)


async def measure(path: Path, tables: int, entries: int, summaries: bool, result: Result) -> None:
    store = SqliteStore.open(path, 0)
    names = [f"table-{number:016}" for number in range(tables)]
    await asyncio.gather(*(store.append(name, 0, ENTRY, summary(name, 0)) for name in names))
    cpu, begin = time.process_time(), time.perf_counter()
    await asyncio.gather(*(play(store, name, entries, summaries) for name in names))
    appends = tables * (entries - 1)
    result.seconds.append((time.perf_counter() - begin) / appends)
    result.cpu.append((time.process_time() - cpu) / appends)
    for name in names:
        assert await store.entries_after(name, 0) == [ENTRY] * entries
    await store.close()


def compare(folder: Path, tables: int, appends: int, summaries: bool) -> None:
    results = {way: Result() for way in WAYS}
    for turn in range(TURNS):
        for way, writer in WAYS.items():
            with patch("escale.store.sqlite.store.SqliteWriter", writer):
                path = folder / f"{way}-{tables}-{summaries}-{turn}.db"
                entries = max(2, appends // tables + 1)
                asyncio.run(measure(path, tables, entries, summaries, results[way]))
    print(
        f"{tables} tables at once, {'a summary with every entry' if summaries else 'entries alone'}"
    )
    unit = results["alone"]
    for way, result in results.items():
        second, cpu = statistics.median(result.seconds), statistics.median(result.cpu)
        print(
            f"  {way:10}{1 / second:8,.0f} appends/s"
            f" (x{statistics.median(unit.seconds) / second:.2g})"
            f"  {cpu * 1e6:6.1f} us of processor (x{cpu / statistics.median(unit.cpu):.2g})"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--folder", type=Path, help="where to put the files, for a while")
    parser.add_argument("--appends", type=int, default=2000, help="in each turn")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        for tables in (1, 10, 100):
            for summaries in (False, True):
                compare(Path(name), tables, options.appends, summaries)
    return 0


if __name__ == "__main__":
    sys.exit(main())
