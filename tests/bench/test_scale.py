"""bench/scale computes what it says: prices from counters, and many tables from prices."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "bench" / "scale"
NAMES = ("figures", "projection", "layout", "pages")


class Bench(NamedTuple):
    figures: ModuleType
    projection: ModuleType
    layout: ModuleType
    pages: ModuleType


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """Its files are not of a package: they are found while a test runs, and then forgotten."""
    monkeypatch.syspath_prepend(str(FOLDER))
    yield Bench(*map(__import__, NAMES))
    for name in NAMES:
        sys.modules.pop(name, None)


def reading(bench: Bench, **given: float) -> Any:
    return bench.figures.Reading(
        **{name: given.get(name, 0.0) for name in bench.figures.Reading._fields}
    )


def found(bench: Bench, name: str = "2 workers") -> Any:
    """1,000 tables. While nobody moves the workers take 0.1 core; without tables, 0.02."""
    figures = bench.figures
    times = figures.Times(1.0, 2.0)
    paced = reading(
        bench, at=10.0, workers=5.0, postgres=2.0, redis=0.1, driver=1.0, machine=10.0,
        log=800_000.0, syncs=1_000.0, kept=300_000.0, commands=7_000.0,
    )  # fmt: skip
    full = reading(
        bench, at=10.0, workers=9.0, postgres=4.0, redis=0.2, driver=2.0, machine=20.0,
        log=4_000_000.0, syncs=100.0, kept=2_700_000.0, commands=16_000.0,
    )  # fmt: skip
    return figures.Found(
        name=name,
        workers=2,
        tables=1_000,
        empty=reading(bench, at=5.0, workers=0.1),
        idle=reading(
            bench, at=20.0, workers=2.0, postgres=0.4, backends=0.02, redis=0.02, commands=12_000.0
        ),
        paced=figures.Load(paced, 1_000, times, times),
        full=figures.Load(full, 9_000, times, times),
        kept_by_tables=3_000.0,
        worker_mb=50.0,
        table_kb=64.0,
        redis_table_kb=1.0,
    )


def test_readings_tell_by_how_much_each_counter_grew(bench: Bench) -> None:
    before = reading(bench, at=1.0, workers=2.0, machine=5.0, log=100.0)
    after = reading(bench, at=3.0, workers=3.0, redis=0.5, machine=8.0, log=700.0)
    grown = after.since(before)
    assert grown == reading(bench, at=2.0, workers=1.0, redis=0.5, machine=3.0, log=600.0)
    assert grown.cores == (0.5, 0.0, 0.25, 0.0)
    assert grown.others == 0.75  # of 1.5 cores that were busy, 0.75 were ours


def test_the_99th_percentile_leaves_out_one_in_a_hundred(bench: Bench) -> None:
    assert bench.figures.times_of([n / 1000 for n in range(200)]) == pytest.approx((100, 198))


def test_a_price_leaves_out_what_would_have_been_taken_anyway(bench: Bench) -> None:
    one = found(bench)
    assert one.by_table("workers") == pytest.approx((2.0 / 20 - 0.1 / 5) / 1_000)
    assert one.by_move(one.paced, "workers") == pytest.approx((5.0 - 10 * 0.1) / 1_000)
    assert one.by_move(one.full, "commands") == pytest.approx((16_000 - 10 * 600) / 9_000)
    assert one.kept_by_move == pytest.approx(3_000_000 / 10_000)


def test_what_is_measured_twice_never_costs_less_than_nothing(bench: Bench) -> None:
    one = found(bench)
    assert one.by_table("transactions") == 0.0
    quieter = one.idle._replace(workers=0.0)
    assert replace(one, idle=quieter).by_table("workers") == 0.0


def test_many_tables_are_so_many_moves_and_so_many_tables(bench: Bench) -> None:
    one = found(bench)
    evening = bench.projection.Evening(tables=100_000, every=20.0, match=60, busy=0.5, cores=8)
    need = bench.projection.need(one, one.paced, evening)
    assert evening.moves == 5_000
    # 4 ms a move, 80 µs a table and second
    assert need.prices.workers.cores(evening) == pytest.approx(5_000 * 0.004 + 100_000 * 80e-6)
    # 1.8 ms a move, and of the processes that answer 1 µs a table and second
    assert need.prices.postgres.cores(evening) == pytest.approx(5_000 * 0.0018 + 100_000 * 1e-6)
    assert (need.workers, need.machines) == (56, 7)
    assert need.tables_a_worker == pytest.approx(200_000 / 56)
    assert need.memory_gb == pytest.approx((56 * 50 * 1024**2 + 100_000 * 64 * 1024) / 1e9)
    assert need.log_mb == pytest.approx(5_000 * 800 / 1e6)
    assert need.syncs == pytest.approx(5_000)
    assert need.commands == pytest.approx(5_000 * 1.0 + 100_000 * 0.6)
    assert need.kept_gb == pytest.approx(86_400 * 5_000 * (300 + 3_000 / 60) / 1e9)
    assert need.live_gb == pytest.approx(100_000 * (3_000 + 60 * 300) / 1e9)


def test_a_part_is_full_when_its_share_of_cores_is_taken(bench: Bench) -> None:
    evening = bench.projection.Evening(tables=100_000, every=20.0, busy=0.5)
    price = bench.projection.Price(move=0.002, table=0.0001)
    most = price.tables(4, evening)
    there = bench.projection.Evening(tables=most, every=20.0, busy=0.5)
    assert price.cores(there) == pytest.approx(4 * 0.5, rel=1e-4)


def test_the_page_says_which_part_is_full_first(bench: Bench) -> None:
    text = bench.pages.page([found(bench, "SQLite, no broker"), found(bench)], every=3, disk_ms=1.0)
    assert "### 100,000 live tables" in text
    # 5,000 x 0.09 ms + 100,000 x 1 µs: 0.55 of the 0.6 cores that Redis may take
    assert "| cores of Redis (it has one) | 5,000 × 0.090 ms + 100,000 × 1.00 µs | 0.55 |" in text
    assert "**Full first**: Redis, with 109,090 live tables" in text
    assert "100,000 are within both" in text


def test_what_was_measured_goes_between_the_marks_of_the_document(bench: Bench) -> None:
    document = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
    once = bench.pages.written(document, "new figures")
    assert once == bench.pages.written(once, "new figures")
    begin, _, rest = once.partition(bench.pages.BEGIN)
    assert rest.startswith("new figures\n" + bench.pages.END)
    assert document.startswith(begin)
    assert document.endswith(rest.partition(bench.pages.END)[2])
