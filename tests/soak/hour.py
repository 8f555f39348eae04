"""An hour of mixed games, reconnections, nonsense and kills: in one process, and in a cluster.

python -m tests.soak.hour --minutes 60 [--seed N] [--alone | --cluster]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from random import Random

from tests.servers import install, loud
from tests.soak import hosts
from tests.soak.crash import quick_game
from tests.soak.found import Found
from tests.soak.mixed_evening import MixedEvening, Plan, say


def plan_of(minutes: float) -> Plan:
    """An evening that lasts so long. Who loads words and fills caches first needs a while."""
    seconds = 60 * minutes
    least = max(4.0, min(15.0, seconds / 30))
    return Plan(0.2 * seconds, 0.5 * seconds, 0.3 * seconds, between_kills=(least, 3 * least))


def run(
    host: AbstractContextManager[hosts.Long],
    plan: Plan,
    dice: Random,
    tell: Callable[[str], None] = lambda _: None,
) -> Found:
    with quick_game(), host as house:
        return asyncio.run(MixedEvening(house, plan, dice, tell).run())


def _tell(name: str, line: str) -> None:
    say(f"{name} {line}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--alone", action="store_true", help="one process, and no cluster")
    parser.add_argument("--cluster", action="store_true", help="a cluster alone")
    args = parser.parse_args()
    both = args.alone == args.cluster
    if (both or args.cluster) and (names := install()):
        sys.exit(loud(names))
    say(f"seed {args.seed}")
    plan = plan_of(args.minutes / (1 + both))
    wrong = 0
    for name in ("alone", "cluster"):
        if not both and not getattr(args, name):
            continue
        with tempfile.TemporaryDirectory() as folder:
            dice, place = Random(f"{args.seed}|{name}"), Path(folder)
            host = hosts.alone(place) if name == "alone" else hosts.many(place, dice)
            found = run(host, plan, dice, partial(_tell, name))
        told = "holds" if not found.wrong else f"{len(found.wrong)} things are WRONG"
        say(f"{name}: {told}\n{found}")
        wrong += len(found.wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
