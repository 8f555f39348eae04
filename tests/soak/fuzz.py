# ruff: noqa: T201
"""Sends a house a hundred thousand messages that nobody meant, and looks whether it minds.

python -m tests.soak.fuzz --messages 100000
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.server.attack import busy_house, is_unharmed, memory_of
from tests.server.fuzz import campaign


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    args = parser.parse_args()
    print(f"seed {args.seed}")
    with tempfile.TemporaryDirectory() as folder, busy_house(Path(folder)) as house:
        before, began = memory_of(house), time.monotonic()
        tally = asyncio.run(campaign(house, args.messages, args.seed))
        seconds = time.monotonic() - began
        is_unharmed(house)
        print(f"{tally.sent} messages in {seconds:.0f} s, each answered once:")
        print(f"  done {tally.done}, refused {tally.refused.total()}, hung up {tally.hung_up}")
        for reason, times in tally.refused.most_common():
            print(f"  {reason:>24} {times}")
        print(f"  requests {dict(sorted(tally.requests.items()))}")
        print(f"memory {before} KiB before, {memory_of(house)} KiB after")
    return 0


if __name__ == "__main__":
    sys.exit(main())
