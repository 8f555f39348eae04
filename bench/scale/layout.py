"""The arithmetic of many tables, line by line, and the house that follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import starmap

from figures import Found
from projection import Evening, Need, Price, need

HEAD = ("| | arithmetic | at the paced price | at the full price |", "| --- | --- | ---: | ---: |")


def projection(found: Found) -> Iterator[str]:
    evening = Evening()
    dear, cheap = need(found, found.paced, evening), need(found, found.full, evening)
    yield f"### {evening.tables:,} live tables"
    yield ""
    yield (
        f"From the figures of {found.name}. Assumed: a move every {evening.every:g} s at each"
        f" table, matches of {evening.match} moves, cores that are {100 * evening.busy:.0f} % busy."
    )
    yield ""
    yield from HEAD
    yield from starmap(_line, _lines(dear, cheap))
    yield ""
    yield from _limits(dear, cheap)
    yield ""
    yield from _layout(dear, cheap)


def _line(what: str, arithmetic: str, dear: str, cheap: str) -> str:
    return f"| {what} | {arithmetic} | {dear} | {cheap} |"


def _lines(dear: Need, cheap: Need) -> Iterator[tuple[str, str, str, str]]:
    evening, found = dear.evening, dear.found
    tables, moves = f"{evening.tables:,}", f"{evening.moves:,.0f}"
    yield "moves a second", f"{tables} / {evening.every:g} s", moves, moves
    for what, price, other in (
        ("cores of workers", dear.prices.workers, cheap.prices.workers),
        ("cores of PostgreSQL", dear.prices.postgres, cheap.prices.postgres),
        ("cores of Redis (it has one)", dear.prices.redis, cheap.prices.redis),
    ):
        cores, fewer = (f"{one.cores(evening):.2f}" for one in (price, other))
        yield what, _cores(price, moves, tables), cores, fewer
    share = f"{evening.busy:g}"
    yield (
        "workers",
        f"{dear.prices.workers.cores(evening):.2f} cores / {share}, one core each",
        f"{dear.workers}",
        f"{cheap.workers}",
    )
    yield (
        f"machines of {evening.cores} cores for them",
        f"{dear.workers} / {evening.cores}",
        f"{dear.machines}",
        f"{cheap.machines}",
    )
    yield (
        "tables in the memory of a worker",
        f"2 × {tables} / {dear.workers}",
        f"{dear.tables_a_worker:,.0f}",
        f"{cheap.tables_a_worker:,.0f}",
    )
    yield (
        "memory of all workers, GB",
        f"{dear.workers} × {found.worker_mb:.0f} MB + {tables} × {found.table_kb:.1f} kB",
        f"{dear.memory_gb:.1f}",
        f"{cheap.memory_gb:.1f}",
    )
    sockets = f"{2 * evening.tables:,}"
    yield "sockets", f"2 × {tables}", sockets, sockets
    yield (
        "connections to PostgreSQL, and to Redis",
        f"2 × {dear.workers}",
        f"{2 * dear.workers}",
        f"{2 * cheap.workers}",
    )
    yield from _kept(dear, cheap)
    yield (
        "commands to Redis a second",
        f"{moves} × {dear.commands_a_move:.2f} + {tables} × {dear.commands_a_table:.2f}",
        f"{dear.commands:,.0f}",
        f"{cheap.commands:,.0f}",
    )
    redis = f"{dear.redis_gb:.2f}"
    yield "memory of Redis, GB", f"{tables} × {found.redis_table_kb:.2f} kB", redis, redis


def _kept(dear: Need, cheap: Need) -> Iterator[tuple[str, str, str, str]]:
    evening, found, moves = dear.evening, dear.found, f"{dear.evening.moves:,.0f}"
    yield (
        "write-ahead log, MB a second",
        f"{moves} × {dear.log_a_move:,.0f} bytes",
        f"{dear.log_mb:.2f}",
        f"{cheap.log_mb:.2f}",
    )
    yield (
        "syncs of that log a second",
        f"{moves} × {dear.syncs_a_move:.2f}",
        f"{dear.syncs:,.0f}",
        f"{cheap.syncs:,.0f}",
    )
    a_table = f"{found.kept_by_tables:,.0f} bytes / {evening.match}"
    yield (
        "GB stored in a day at this rate",
        f"86,400 × {moves} × ({found.kept_by_move:,.0f} bytes + {a_table})",
        f"{dear.kept_gb:.0f}",
        f"{cheap.kept_gb:.0f}",
    )
    whole = f"{found.kept_by_tables:,.0f} + {evening.match} × {found.kept_by_move:,.0f}"
    yield (
        "GB of the matches that are being played",
        f"{evening.tables:,} × ({whole}) bytes",
        f"{dear.live_gb:.1f}",
        f"{cheap.live_gb:.1f}",
    )


def _cores(price: Price, moves: str, tables: str) -> str:
    return f"{moves} × {1e3 * price.move:.3f} ms + {tables} × {1e6 * price.table:.2f} µs"


def _limits(dear: Need, cheap: Need) -> Iterator[str]:
    evening = dear.evening
    yield (
        f"With how many live tables a part is full ({100 * evening.busy:.0f} % of its cores), at"
        " the same pace:"
    )
    yield ""
    yield "| part | cores | at the paced price | at the full price |"
    yield "| --- | ---: | ---: | ---: |"
    one = (price.prices.workers.tables(1, evening) for price in (dear, cheap))
    yield "| each worker | 1 | " + " | ".join(f"{tables:,}" for tables in one) + " |"
    for part, cores in (("Redis", 1), ("PostgreSQL", evening.database_cores)):
        both = " | ".join(f"{one.most_tables[part]:,}" for one in (dear, cheap))
        yield f"| {part} | {cores} | {both} |"


def _layout(dear: Need, cheap: Need) -> Iterator[str]:
    evening, most = dear.evening, dear.most_tables
    first = min(most, key=lambda part: most[part])
    few, many = most[first], cheap.most_tables[first]
    gigabytes = max(4, 2 * dear.memory_gb / dear.machines)
    yield (
        f"**Sizing**, at the higher price: {dear.workers} workers on {dear.machines}"
        f" machines of {evening.cores} cores and {gigabytes:.0f} GB; PostgreSQL on a machine of"
        f" {max(4, dear.postgres_cores)} cores, with memory for {dear.live_gb:.1f} GB of matches"
        f" that are being played and a disk that syncs {dear.syncs:,.0f} times a second (or fewer"
        f" times, with more moves in each); one Redis, on a core of its own."
    )
    yield ""
    yield (
        f"**Full first**: {first}, with {few:,} live tables at the paced price and {many:,} at the"
        f" full price{_verdict(evening.tables, few, many)}."
    )


def _verdict(tables: int, few: int, many: int) -> str:
    if few >= tables:
        return f": {tables:,} are within both"
    if many >= tables:
        return f": {tables:,} lie between the two, so this house is at its edge"
    return f": {tables:,} are **too many** for one house"
