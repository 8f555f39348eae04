"""What a move and a table cost in a house with many workers, and what 100,000 tables would.

    python bench/scale              one process with SQLite; 1, 2 and 4 workers; five minutes
    python bench/scale --write      and writes its findings into docs/scaling.md
    python bench/scale --quick      a first impression; a minute

Linux only: it reads /proc. It starts a PostgreSQL and a Redis of its own (tests/servers).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import signal
import sys
import tempfile
import time
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "bench" / "server")]

from figures import Found  # noqa: E402
from install import driver_packages  # noqa: E402
from pages import page, written  # noqa: E402

from tests.servers import install, loud  # noqa: E402

if TYPE_CHECKING:
    from crowd import Plan
    from houses import House

DOCUMENT = ROOT / "docs" / "scaling.md"
SYNCS = 200


def main() -> int:
    args = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that no server is left behind
    if names := install():
        print(loud(names), file=sys.stderr)
        return 1
    args.cache.mkdir(parents=True, exist_ok=True)
    driver_packages(args.cache)
    allow_many_connections()
    folder = Path(tempfile.mkdtemp(prefix="escale-scale-", dir=args.folder))
    try:
        disk = sync_ms(folder)
        found = measure(args, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    text = page(found, every=args.every, disk_ms=disk)
    print(text)
    if args.write:
        before = DOCUMENT.read_text(encoding="utf-8")
        DOCUMENT.write_text(written(before, text), encoding="utf-8")
    return 0


def arguments() -> argparse.Namespace:
    first, _, rest = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        "bench/scale", description=first, epilog=rest,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    parser.add_argument("--tables", type=int, help="live ones (400, --quick: 60)")
    parser.add_argument("--seconds", type=float, help="of each load (10, --quick: 2)")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4], metavar="N")
    parser.add_argument("--every", type=float, default=3.0, help="seconds between paced moves")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--write", action="store_true", help="into docs/scaling.md")
    parser.add_argument("--cache", type=Path, default=home / "escale-bench")
    parser.add_argument(
        "--folder", type=Path, default=Path("/var/tmp"),  # noqa: S108
        help="for the databases: on a disk, not in memory (%(default)s)",
    )  # fmt: skip
    args = parser.parse_args()
    args.tables = args.tables or (60 if args.quick else 400)
    args.seconds = args.seconds or (2.0 if args.quick else 10.0)
    return args


def allow_many_connections() -> None:
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def sync_ms(folder: Path) -> float:
    """How long this disk takes to keep a page for good, in the median."""
    took = []
    with (folder / "page").open("wb", buffering=0) as file:
        for _ in range(SYNCS):
            file.write(bytes(8192))
            begin = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append(time.perf_counter() - begin)
    return 1e3 * sorted(took)[SYNCS // 2]


def measure(args: argparse.Namespace, folder: Path) -> list[Found]:
    from crowd import Plan
    from houses import alone, shared

    from tests.servers.postgres import PostgresServer
    from tests.servers.redis import RedisServer

    # Who is there is said again every ten seconds, and numbers are compared every five.
    plan = Plan(
        tables=args.tables,
        opening=4 if args.quick else 10,
        every=args.every,
        empty=10.0,
        idle=10.0 if args.quick else 20.0,
        paced=args.seconds,
        full=args.seconds,
    )
    with ExitStack() as open_ones:
        postgres, redis = PostgresServer(folder).start(), RedisServer().start()
        open_ones.callback(redis.stop)
        open_ones.callback(postgres.stop)
        found = [run(alone(folder), plan)]
        for count in args.workers:
            found.append(run(shared(folder, count, postgres, redis), plan))
    return found


def run(house: AbstractContextManager[House], plan: Plan) -> Found:
    import uvloop
    from crowd import measured
    from driver import Stalled
    from sides import Refused

    begin = time.monotonic()
    with house as one, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        try:
            found = runner.run(measured(one, plan))
        except (Refused, Stalled) as problem:
            problem.add_note(f"{one.name} said: {one.last_words() or 'nothing'}")
            raise
    print(f"{time.monotonic() - begin:5.0f} s  {found.name}", file=sys.stderr)
    return found


if __name__ == "__main__":
    sys.exit(main())
