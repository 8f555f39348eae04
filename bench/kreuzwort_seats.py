"""What each seat wins at Kreuzwort-Pyramiden among equal bots: is any side of the board better?

    python bench/kreuzwort_seats.py [--language de] [--games 2000] [--players 2 3 4] [--level 3]
        [--game normal expert] [--workers 2] [--seed 1]

Level 3 takes the word with the most points that it knows: greedy play. The lowest sum of tops
begins (K10), so that no seat starts more often than another.
"""

from __future__ import annotations

import argparse
import os

from escale.games.arena import interval, play_many
from escale.games.kreuzwort.rules.pieces import Options
from escale.games.registry import load_game
from escale.words import LANGUAGES, Language

GAMES = ("normal", "expert")


def row(options: Options, players: int, given: argparse.Namespace) -> str:
    levels, games = (given.level,) * players, given.games
    played = play_many(load_game("kreuzwort"), options, levels, games, given.seed, given.workers)
    results = list(played)
    shares = [sum(one.score.share(seat) for one in results) / games for seat in range(players)]
    told = " / ".join(f"{100 * share:.1f}" for share in shares)
    low, high = interval(max(shares), games)
    turns = sum(one.turns for one in results) / games
    ended = sum(one.score.ending == "ran-out" for one in results) / games
    points = sum(sum(one.score.points) / players for one in results) / games
    return (
        f"| {options.language} | {'expert' if options.expert else 'normal'} | {players} | {told}"
        f" | {100 / players:.1f} | {100 * low:.1f}-{100 * high:.1f} | {turns:.1f}"
        f" | {points:.0f} | {100 * ended:.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--game", choices=GAMES, nargs="+", default=list(GAMES))
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    languages: list[Language] = given.language or list(LANGUAGES)
    load_game("kreuzwort").warm_up()
    print(
        "| language | game | players | wins by seat, % | a fair share | the best seat, 95 % |"
        " turns | points | ran out, % |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for language in languages:
        for game in given.game:
            for players in given.players:
                options = Options(language, referee="dictionary", expert=game == "expert")
                print(row(options, players, given), flush=True)


if __name__ == "__main__":
    main()
