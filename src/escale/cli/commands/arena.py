"""`escale arena GAME --bots 4,2`: which bot wins how often."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from statistics import median
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from escale.cli import inputs
from escale.cli.terminal.console import console
from escale.core.game import LANGUAGES, Game
from escale.games.arena import Result, interval, play_many


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", help="its name on the shelf")
    parser.add_argument(
        "--bots",
        default="",
        metavar="LEVELS",
        help="one a seat, such as 4,2,2; they change seats from game to game (4 and 2 in turn)",
    )
    parser.add_argument("--games", type=int, default=200, metavar="N", help="how many (200)")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the same one gives the same games (1)"
    )
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="of the game; can be given several times",
    )
    parser.add_argument(
        "--processes",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="that play at the same time (as many as there are cores)",
    )
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="play on a Dask cluster: its scheduler, or local"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(args: Namespace) -> int:
    game = inputs.game(args.game)
    levels = _levels(game, args.bots or _in_turn(game))
    options = inputs.options(game, args.option, language=args.language)
    for name, least in (("games", 1), ("processes", 1)):
        if getattr(args, name) < least:
            raise inputs.BadInput(f"--{name}: must be at least {least}")
    results = list(_with_progress(_played(args, game, options, levels), args.games))
    summary = summarise(game, levels, args.seed, results)
    if args.json:
        sys.stdout.write(json.dumps(summary) + "\n")
    else:
        _show(summary, results)
    return 0


def _played(
    args: Namespace, game: Game[Any, Any, Any], options: Any, levels: tuple[int, ...]
) -> Iterator[Result]:
    if not args.dask:
        yield from play_many(game, options, levels, args.games, args.seed, args.processes)
        return
    try:
        from escale.research.dask import NoCluster, play_on
    except ModuleNotFoundError:
        raise inputs.BadInput("--dask: missing package: pip install distributed") from None
    try:
        yield from play_on(args.dask, game, options, levels, args.games, args.seed)
    except NoCluster as problem:
        raise inputs.BadInput(f"--dask: {problem}") from None


def _in_turn(game: Game[Any, Any, Any]) -> str:
    """Levels 4 and 2 in turn, at the smallest even number of seats."""
    seats = next((seats for seats in game.box.seats if seats % 2 == 0), game.box.fewest)
    return ",".join("42"[seat % 2] for seat in range(seats))


def _levels(game: Game[Any, Any, Any], text: str) -> tuple[int, ...]:
    names = text.split(",")
    for name in names:
        if name not in map(str, game.levels):
            known = ", ".join(map(str, game.levels))
            raise inputs.BadInput(f"--bots: {game.name} has bots {known}, not {name!r}")
    if len(names) not in game.box.seats:
        fewest, most = game.box.fewest, game.box.most
        raise inputs.BadInput(f"--bots: {game.name} takes {fewest} to {most}, not {len(names)}")
    return tuple(map(int, names))


def _with_progress(results: Iterator[Result], games: int) -> Iterator[Result]:
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        yield from progress.track(results, total=games, description="games")


def summarise(
    game: Game[Any, Any, Any], levels: tuple[int, ...], seed: int, results: list[Result]
) -> dict[str, Any]:
    games = len(results)
    bots = []
    for bot, level in enumerate(levels):
        wins = sum(result.wins(bot) for result in results)
        low, high = interval(wins / games, games)
        bots.append(
            {
                "bot": str(level),
                "wins": round(wins, 4),
                "share": round(wins / games, 4),
                "low": round(low, 4),
                "high": round(high, 4),
            }
        )
    turns = sum(result.turns for result in results) / games
    minutes = median(result.lasted for result in results) / 60_000
    return {
        "game": game.name,
        "games": games,
        "seed": seed,
        "bots": bots,
        "turns": round(turns, 2),
        **({"minutes": round(minutes, 2)} if minutes else {}),  # only where something is timed
    }


def _show(summary: dict[str, Any], results: list[Result]) -> None:
    out = console()
    table = Table(title=f"{summary['game']}: {summary['games']} games, seed {summary['seed']}")
    for heading in ("bot", "wins", "share", "95 % interval"):
        table.add_column(heading, justify="right")
    for bot in summary["bots"]:
        spread = f"{bot['low']:.1%} - {bot['high']:.1%}"
        table.add_row(bot["bot"], f"{bot['wins']:g}", f"{bot['share']:.1%}", spread)
    out.print(table)
    seats = range(len(summary["bots"]))
    shares = [sum(one.score.share(seat) for one in results) / len(results) for seat in seats]
    by_seat = ", ".join(f"seat {seat + 1} {share:.1%}" for seat, share in enumerate(shares))
    out.print(f"By seat: {by_seat}. Turns in a game: {summary['turns']:g}.", highlight=False)
    if "minutes" in summary:
        out.print(f"Half of them last longer than {summary['minutes']:g} minutes.", highlight=False)
