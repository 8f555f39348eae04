"""Servers for board games, side by side: the same game, the same players, the same machine.

    python bench/server                 speed, pace and memory; a quarter of an hour
    python bench/server --quick         a first impression; some minutes
    python bench/server --kill          what a server still knows after kill -9
    python bench/server --ceiling       with the driver's own limit
    python bench/server --before DIR    this checkout against an earlier one in DIR

Linux only: it reads /proc. It installs what it needs into a cache folder of its own.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from install import Missing, driver_packages
from sides import Side

if TYPE_CHECKING:
    from cells import Plan
    from report import Results

T = TypeVar("T")

SUBJECT = "Escale"
KILL_MATCHES = 100


def main() -> int:
    args = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that no server is left behind
    args.cache.mkdir(parents=True, exist_ok=True)
    allow_many_connections()
    try:
        driver_packages(args.cache)
        sides = prepared(args)
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 1
    results = measure(args, sides)
    print_report(args, sides, results)
    return 0


def arguments() -> argparse.Namespace:
    first, _, rest = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        "bench/server", description=first, epilog=rest,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    what = parser.add_argument_group("what to measure (default: all but --kill)")
    what.add_argument("--speed", action="store_true", help="as many moves as the server can take")
    what.add_argument("--paced", action="store_true", help="live tables, a move every few seconds")
    what.add_argument("--idle", action="store_true", help="memory of connections and of tables")
    what.add_argument("--kill", action="store_true", help="kill -9 under load, and read again")
    parser.add_argument("--sides", default="memory,flatfile,escale", help="default: %(default)s")
    parser.add_argument("--before", type=Path, help="an earlier checkout: only it and this one")
    parser.add_argument("--ceiling", action="store_true", help="also a server that does nothing")
    parser.add_argument("--matches", default="100,500,1000", help="default: %(default)s")
    parser.add_argument("--rounds", type=int, help="default: 2; 3 with --kill; 1 with --quick")
    parser.add_argument("--tries", type=int, help="when other work disturbs (2, --quick: 1)")
    parser.add_argument("--seconds", type=float, help="of a measurement (8, --quick: 2)")
    parser.add_argument("--every", type=float, default=4.0, help="--paced: seconds between moves")
    parser.add_argument("--tables", type=int, default=1000, help="--paced, --idle: live tables")
    parser.add_argument("--connections", type=int, default=5000, help="--idle: open sockets")
    parser.add_argument("--goal", type=int, default=100_000_000, help="so large that none ends")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--markdown", action="store_true", help="for docs/performance.md")
    parser.add_argument("--cache", type=Path, default=home / "escale-bench")
    return _with_defaults(parser.parse_args())


def _with_defaults(args: argparse.Namespace) -> argparse.Namespace:
    if not (args.speed or args.paced or args.idle or args.kill):
        args.speed = args.paced = args.idle = True
    args.seconds = args.seconds or (2.0 if args.quick else 8.0)
    args.kills = args.rounds or (1 if args.quick else 3)
    args.rounds = args.rounds or (1 if args.quick else 2)
    args.tries = args.tries or (1 if args.quick else 2)
    args.matches = [int(count) for count in args.matches.split(",")]
    args.cache = args.cache.expanduser().absolute()
    return args


def allow_many_connections() -> None:
    """Servers inherit this limit; both ends of every connection are on this machine."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def prepared(args: argparse.Namespace) -> list[Side]:
    from bare import Bare
    from escale_side import Escale
    from peer import FLAT_FILE, IN_MEMORY

    known: dict[str, Side] = {"memory": IN_MEMORY, "flatfile": FLAT_FILE, "escale": Escale()}
    wanted = [known[name] for name in args.sides.split(",")]
    if args.before:
        wanted = [Escale(args.before.absolute()), Escale()]
    if args.ceiling:
        wanted.append(Bare())
    for side in wanted:
        side.prepare(args.cache)
    return wanted


def measure(args: argparse.Namespace, sides: Sequence[Side]) -> Results:
    """Round by round, all sides in each, every other round backwards: a machine has its moods."""
    import cells
    from report import Results

    plan = plan_of(args)
    results = Results()
    for number in range(args.rounds):
        order = sides if number % 2 == 0 else sides[::-1]
        for matches in args.matches if args.speed else ():
            found = results.speeds.setdefault(matches, {side.name: [] for side in sides})
            speed = partial(cells.speed, matches=matches, plan=plan)
            each(order, found, f"{matches} matches", speed)
        if args.paced:
            each(order, results.paced, "paced", partial(cells.paced, plan=plan))
        if args.idle:
            each(order, results.memory, "memory", partial(cells.memory, plan=plan))
    durable = [side for side in sides if side.durable]
    for _ in range(args.kills if args.kill else 0):
        crash = partial(cells.crash, matches=KILL_MATCHES, plan=plan)
        each(durable, results.crashes, "kill", crash)
    return results


def each(
    sides: Iterable[Side], found: dict[str, list[T]], what: str, measured: Callable[[Side], T]
) -> None:
    for side in sides:
        begin = time.monotonic()
        result = measured(side)
        found.setdefault(side.name, []).append(result)
        print(f"{time.monotonic() - begin:5.0f} s  {side.name}, {what}: {result}", file=sys.stderr)


def plan_of(args: argparse.Namespace) -> Plan:
    from cells import Plan
    from process import Cores

    return Plan(
        cache=args.cache,
        cores=Cores.of_machine(),
        tries=args.tries,
        seconds=args.seconds,
        warm_up=args.seconds / 4,
        opening=3 if args.quick else 10,
        paced_seconds=max(args.seconds * 2.5, args.every * 2),
        every=args.every,
        goal=args.goal,
        tables=args.tables,
        connections=args.connections,
    )


def print_report(args: argparse.Namespace, sides: Sequence[Side], results: Results) -> None:
    from report import crash_table, memory_tables, paced_tables, speed_tables

    heading = "## " if args.markdown else ""
    subject = SUBJECT if any(side.name == SUBJECT for side in sides) else sides[0].name
    print(about(sides, args.markdown))
    if results.speeds:
        print(f"\n{heading}Speed: every move as soon as the one before it is known to both")
        _print_all(speed_tables(results, subject, args.markdown))
    if results.paced:
        print(f"\n{heading}Pace: {args.tables:,} live tables, a move every {args.every:g} s each")
        _print_all(paced_tables(results, subject, args.markdown))
    if results.memory:
        print(f"\n{heading}Memory: {args.connections:,} connections, {args.tables:,} tables")
        _print_all(memory_tables(results, subject, args.markdown))
    if results.crashes:
        print(f"\n{heading}Kill -9 after {args.seconds:g} s of {KILL_MATCHES} matches")
        _print_all([crash_table(results, args.markdown)])


def about(sides: Sequence[Side], markdown: bool) -> str:
    """Where and what: a figure without them is worth little."""
    mark = "- " if markdown else ""
    machine = f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}"
    lines = [f"machine: {machine}; the server on one core, the driver on another"]
    lines += [f"{side.name}: {side.about()}" for side in sides]
    return "\n".join(mark + line for line in lines)


def _print_all(tables: Iterable[str]) -> None:
    for table in tables:
        print(f"\n{table}")


if __name__ == "__main__":
    sys.exit(main())
