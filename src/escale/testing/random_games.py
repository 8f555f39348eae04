"""python -m escale.testing.random_games GAME: play many random matches; all must end and verify.

Seats and options vary. Exits with 1 and prints the seed of the first match that does not end or
does not verify.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from escale.core.match import Match
from escale.core.proof import verify
from escale.games.registry import game_names, load_game
from escale.testing.random_play import play
from escale.testing.subject import other_options


def outcome(task: tuple[str, int, int]) -> str:
    """How one random match ended; "" if it did not end or does not verify."""
    name, seed, most_events = task
    game = load_game(name)
    variants = [game.options(), *other_options(game.options)]
    seats = game.box.seats[seed % len(game.box.seats)]
    options = variants[seed // len(game.box.seats) % len(variants)]
    run = play(game, options, seats, seed, most_events)
    if not run.finished or not verify(run.rules, run.record):
        return ""
    score = Match(run.rules, run.header, log=run.log).score
    assert score is not None
    return score.ending


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m escale.testing.random_games")
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--most-events", type=int, default=3000, help="limit of a match")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    endings: Counter[str] = Counter()
    with ProcessPoolExecutor(args.processes) as pool:
        tasks = ((args.game, seed, args.most_events) for seed in range(args.games))
        for seed, ending in enumerate(pool.map(outcome, tasks, chunksize=20)):
            if not ending:
                sys.stderr.write(f"seed {seed}: the match does not end or does not verify\n")
                return 1
            endings[ending] += 1
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{seed + 1} of {args.games}")
    summary = ", ".join(f"{ending}: {count}" for ending, count in endings.most_common())
    sys.stdout.write(f"{args.games} matches of {args.game} ended and verified ({summary})\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
