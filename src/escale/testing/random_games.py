"""python -m escale.testing.random_games GAME: play many random matches; all must end and verify.

Seats and options change from match to match. Exits with 1 and names the seed of a match that does
not end, or whose proof fails.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from escale.core.match import Match
from escale.core.proof import verify
from escale.games.registry import names, take
from escale.testing.playing import play
from escale.testing.trial import other_options


def outcome(task: tuple[str, int, int]) -> str:
    """How one random match ended; "" if it did not, or cannot be proved."""
    name, seed, most_events = task
    game = take(name)
    spread = [game.options(), *other_options(game.options)]
    seats = game.box.seats[seed % len(game.box.seats)]
    options = spread[seed // len(game.box.seats) % len(spread)]
    run = play(game, options, seats, seed, most_events)
    if not run.finished or not verify(run.rules, run.record):
        return ""
    score = Match(run.rules, run.header, log=run.log).score
    assert score is not None
    return score.ending


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m escale.testing.random_games")
    parser.add_argument("game", choices=names())
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--most-events", type=int, default=3000, help="that a match may need")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    endings: Counter[str] = Counter()
    with ProcessPoolExecutor(given.processes) as pool:
        tasks = ((given.game, seed, given.most_events) for seed in range(given.games))
        for seed, ending in enumerate(pool.map(outcome, tasks, chunksize=20)):
            if not ending:
                sys.stderr.write(f"seed {seed}: the match does not end, or cannot be proved\n")
                return 1
            endings[ending] += 1
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{seed + 1} of {given.games}")
    told = ", ".join(f"{ending}: {count}" for ending, count in endings.most_common())
    sys.stdout.write(f"{given.games} matches of {given.game} ended and were proved ({told})\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
