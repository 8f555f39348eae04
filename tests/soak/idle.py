# ruff: noqa: T201
"""Five thousand connections that only look on; then tables and connections that come and go.

python -m tests.soak.idle --connections 5000 --seconds 90 --cycles 5
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.served import House
from tests.server.attack import busy_house, files_of, http, is_unharmed, settled_memory, until
from tests.server.crowd import Found, come_and_go, crowd, no_tables

MB = 1024  # in KiB


async def look_on(house: House, connections: int, seconds: float) -> Found:
    found = await crowd(house, connections, rounds=20, seconds=seconds)
    print(f"{connections} idle connections for {seconds:.0f} s")
    print(f"  memory {found.before} KiB before, {found.at_most} with them, {found.after} after")
    print(f"  {found.a_connection:.1f} KiB a connection; files left: {found.files_left}")
    print(f"  slowest round of an honest match {found.slowest:.2f} s; pings each: {found.pings}")
    assert found.files_left <= 2
    assert found.pings >= 2 or seconds < 60
    return found


async def come_in_cycles(house: House, cycles: int) -> None:
    async with http(house) as web:
        after = []
        for cycle in range(cycles + 1):
            await come_and_go(house, web, connections=2000, tables=500)
            await until(lambda: no_tables(web), 60)
            after.append(await settled_memory(house))
            print(f"cycle {cycle}: memory {after[-1]} KiB, files {files_of(house)}")
        assert after[-1] - after[0] < 5 * MB + cycles * MB


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=5000)
    parser.add_argument("--seconds", type=float, default=90)
    parser.add_argument("--cycles", type=int, default=5)
    args = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        busy_house(Path(folder), "--idle-seconds", "1") as house,
    ):
        asyncio.run(come_in_cycles(house, args.cycles))
        first = asyncio.run(look_on(house, args.connections, args.seconds))
        again = asyncio.run(look_on(house, args.connections, 0.0))
        # Memory that was freed is not all given back, but it is enough for the next ones.
        assert again.at_most - first.at_most < 8 * MB + 4 * args.connections
        is_unharmed(house)
    return 0


if __name__ == "__main__":
    sys.exit(main())
