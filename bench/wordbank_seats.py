"""What each seat wins at Word Bank, for every bot level: how large is the starter's advantage?

    python bench/wordbank_seats.py [--language fr] [--games 400] [--players 2 3 4 5]

Seat 1 always starts. The same games are played by the printed rules and with even turns (W13).
"""

from __future__ import annotations

import argparse
import os

from escale.games.arena import interval, play_many
from escale.games.registry import load_game
from escale.games.wordbank.rules.pieces import Options
from escale.words import LANGUAGES, Language


def row(options: Options, level: int, players: int, games: int) -> str:
    results = list(
        play_many(load_game("wordbank"), options, (level,) * players, games, 1, os.cpu_count() or 1)
    )
    shares = [sum(one.score.share(seat) for one in results) / games for seat in range(players)]
    low, high = interval(shares[0], games)
    told = " / ".join(f"{100 * share:.0f}" for share in shares)
    turns = sum(one.turns for one in results) / games
    variant = "even turns" if options.even_turns else "as printed"
    return (
        f"| {options.language} | {players} | {level} | {variant} | {told}"
        f" | {100 * low:.0f}-{100 * high:.0f} | {turns:.1f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5])
    parser.add_argument("--levels", type=int, nargs="+", default=[1, 2, 3, 4])
    parser.add_argument("--games", type=int, default=400)
    given = parser.parse_args()
    languages: list[Language] = given.language or list(LANGUAGES)
    print("| language | players | level | rules | wins by seat, % | starter 95 %, % | turns |")
    print("|---|---|---|---|---|---|---|")
    for language in languages:
        for players in given.players:
            for level in given.levels:
                for even in (False, True):
                    options = Options(language=language, starter=0, even_turns=even)
                    print(row(options, level, players, given.games), flush=True)


if __name__ == "__main__":
    main()
