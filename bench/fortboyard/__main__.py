"""Plays many matches of Les Clés de Fort Boyard with bots, and measures length and results.

    python bench/fortboyard [--games 1000] [--seed 1] [--processes 2]

Replaces the part of docs/games/fortboyard.md between its two marks, and the pictures beside it.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import mean, quantiles

from match_summary import MatchSummary, summarise
from plots import Bars, draw, histogram

from escale.games.arena import Result, interval, play_one
from escale.games.fortboyard.rules.pieces import Options
from escale.games.fortboyard.trials import NAMES
from escale.games.registry import load_game

DOCUMENT = Path(__file__).parents[2] / "docs" / "games" / "fortboyard.md"
PICTURES = DOCUMENT.parent / "fortboyard"
BEGIN, END = "<!-- measured -->\n", "<!-- end of what was measured -->\n"
MINUTE = 60_000


def one_game(task: tuple[tuple[int, ...], int, int]) -> tuple[Result, MatchSummary]:
    levels, seed, number = task
    result, record = play_one(load_game("fortboyard"), Options(), levels, seed, number)
    return result, summarise(record)


def games(
    levels: Sequence[int], count: int, seed: int, processes: int
) -> list[tuple[Result, MatchSummary]]:
    tasks = [(tuple(levels), seed, number) for number in range(count)]
    done = []
    with ProcessPoolExecutor(processes) as pool:
        for each in pool.map(one_game, tasks, chunksize=4):
            done.append(each)
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{levels}: {len(done)} of {count} ")
    return done


def minutes(values: Sequence[int]) -> str:
    """The mean, and the range of the middle 90 percent."""
    cuts = quantiles(values, n=20)
    return f"{mean(values) / MINUTE:.0f} ({cuts[0] / MINUTE:.0f} to {cuts[-1] / MINUTE:.0f})"


def share(wins: float, count: float) -> str:
    low, high = interval(wins / count, round(count))
    return f"{100 * wins / count:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def of_players(players: int, summaries: Sequence[MatchSummary]) -> str:
    openings = [one for summary in summaries for one in summary.openings]
    notes = mean(count for count, _ in openings)
    tiger = sum(how == "tiger" for _, how in openings) / len(openings)
    first = sum((summary.first in summary.winners) / len(summary.winners) for summary in summaries)
    return (
        f"| {players} | {len(summaries)} | {minutes([summary.at_table for summary in summaries])}"
        f" | {minutes([summary.lasted for summary in summaries])}"
        f" | {mean(summary.turns / players for summary in summaries):.1f}"
        f" | {mean(len(summary.openings) for summary in summaries):.1f} | {notes:.1f}"
        f" | {100 * tiger:.0f} % | {share(first, len(summaries))} |"
    )


def of_trials(by_level: dict[int, Sequence[MatchSummary]]) -> Iterator[str]:
    levels = " | ".join(f"level {level}" for level in by_level)
    yield f"| trial | {levels} | seconds on the screens |"
    yield f"|---|{'---|' * len(by_level)}---|"
    for name in (*NAMES, "all"):
        chances, lasted, drawn = [], 0, 0
        for summaries in by_level.values():
            tried = [
                trial
                for summary in summaries
                for one, trial in summary.trials.items()
                if name in (one, "all")
            ]
            won, times = sum(one.won for one in tried), sum(one.drawn for one in tried)
            chances.append(f"{100 * won / times:.0f} %" if times else "")
            lasted, drawn = lasted + sum(one.lasted for one in tried), drawn + times
        yield f"| {name} | {' | '.join(chances)} | {lasted / max(1, drawn) / 1000:.0f} |"
    solved = []
    for summaries in by_level.values():
        right, asked = (sum(getattr(s, what) for s in summaries) for what in ("solved", "riddles"))
        solved.append(f"{100 * right / asked:.0f} %")
    yield f"| a riddle | {' | '.join(solved)} | |"


def of_levels(by_level: Mapping[int, Sequence[MatchSummary]]) -> Iterator[str]:
    yield "| level | games | minutes at a table | of these in 45 to 75 minutes |"
    yield "|---|---|---|---|"
    for level, summaries in by_level.items():
        lengths = [summary.at_table for summary in summaries]
        meant = mean(45 * MINUTE <= length <= 75 * MINUTE for length in lengths)
        yield f"| {level} | {len(lengths)} | {minutes(lengths)} | {100 * meant:.0f} % |"


def pictures(summaries: Sequence[MatchSummary]) -> Iterator[tuple[str, Bars]]:
    fives = range(25, 110, 5)
    yield (
        "length",
        histogram(
            "How long a game of four lasts around a table",
            "minutes of table time, from each mark to the next",
            [summary.at_table / MINUTE for summary in summaries],
            [0, *fives],
            ["less", *map(str, fives)],
        ),
    )
    counts = range(4, 30)
    yield (
        "rounds",
        histogram(
            "How many rounds it takes to empty the chest",
            "turns of each player",
            [summary.turns / summary.seats for summary in summaries],
            [0, *(one - 0.5 for one in counts[1:])],
            list(map(str, counts)),
        ),
    )
    sums = (0, 1, 50, 100, 200, 300, 400, 500, 600, 700, 800, 1000, 1250, 1500, 2000)
    yield (
        "winnings",
        histogram(
            "What a player takes home",
            "thousands of boyards, from each mark to the next",
            [won / 1000 for summary in summaries for won in summary.winnings],
            sums,
            list(map(str, sums)),
        ),
    )
    taken = Counter(min(20, count) for summary in summaries for count, _ in summary.openings)
    yield (
        "notes",
        Bars(
            "How many notes an open chest gives",
            "notes of one opening (20: or more)",
            [str(one) for one in range(1, 21)],
            [taken[one] / taken.total() for one in range(1, 21)],
        ),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    few = max(2, given.games // 5)

    def play(count: int, *levels: int) -> list[tuple[Result, MatchSummary]]:
        return games(levels, count, given.seed, given.processes)

    summaries = [summary for _, summary in play(given.games, 2, 2, 2, 2)]
    lines = [
        f"Measured with `python bench/fortboyard --games {given.games} --seed {given.seed}`; in"
        " brackets: nine games of ten, and for shares the 95 % interval by Wilson.",
        "",
        "| players | games | minutes at a table | minutes of match time | rounds | openings |"
        " notes each | closed by a tiger | who begins wins |",
        "|---|---|---|---|---|---|---|---|---|",
        *(
            of_players(
                players, summaries if players == 4 else _summaries(play(few, *(2,) * players))
            )
            for players in (3, 4, 5, 6)
        ),
        "",
    ]
    PICTURES.mkdir(exist_ok=True)
    for name, bars in pictures(summaries):
        draw(bars, PICTURES / f"{name}.svg")
        lines.append(f"![{bars.title}](fortboyard/{name}.svg)")
    by_level = {
        level: summaries if level == 2 else _summaries(play(few, *(level,) * 4))
        for level in (1, 2, 3, 4)
    }
    lines += ["", "Four bots of one level among themselves:", ""]
    lines += of_levels(by_level)
    lines += ["", "How often the candidate wins, in the same games:", ""]
    lines += of_trials(by_level)
    lines += ["", "Two bots of each level at a table of four, seats rotated:", ""]
    for strong, weak in ((4, 2), (2, 1), (3, 2), (4, 3)):
        count = given.games if (strong, weak) == (4, 2) else few
        wins = sum(
            result.wins(0) + result.wins(2) for result, _ in play(count, strong, weak, strong, weak)
        )
        lines.append(
            f"- level {strong} against level {weak}: {share(wins, count)} of {count} games"
        )
    text = DOCUMENT.read_text(encoding="utf-8")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    measured = "\n".join(lines)
    DOCUMENT.write_text(f"{before}{BEGIN}{measured}\n{END}{after}", encoding="utf-8")


def _summaries(played: list[tuple[Result, MatchSummary]]) -> list[MatchSummary]:
    return [summary for _, summary in played]


if __name__ == "__main__":
    main()
