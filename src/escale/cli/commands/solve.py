"""`escale solve GAME POSITION`: prints every move of a position as JSON."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from typing import Any

from escale.cli import inputs
from escale.core.codec import Malformed
from escale.core.game import LANGUAGES
from escale.games.solver_input import BadPosition, show


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", help="a game that has a solver, such as wordbank")
    parser.add_argument("position", help="a JSON file; - reads standard input")
    parser.add_argument(
        "--words", metavar="FILE", help="one A-Z word a line, instead of the lexicon"
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, help="of the lexicon, instead of the game's first"
    )
    parser.add_argument("--top", type=_count, metavar="K", help="the best K moves (kreuzwort)")
    parser.add_argument(
        "--all", action="store_true", help="the points of every word of --words (kreuzwort)"
    )
    parser.add_argument(
        "--jsonl", action="store_true", help="many positions, one a line; one answer a line"
    )


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 9 and int(text) >= 1):
        raise ArgumentTypeError(f"must be a whole number from 1 to 99999999, got {text[:40]!r}")
    return int(text)


def run(args: Namespace) -> int:
    game = inputs.game(args.game)
    if game.solver is None:
        raise inputs.BadInput(f"{game.name} has no solver")
    lines = None if args.words is None else inputs.text(args.words).split("\n")
    solver = game.solver()
    flags = {"top": args.top, "all": args.all or None}
    given = {name: value for name, value in flags.items() if value is not None}
    for name in given:
        if name not in solver.OPTIONS:
            raise inputs.BadInput(f"--{name}: the solver of {game.name} does not know it")
    try:
        solve = solver.prepare(lines, args.language or solver.LANGUAGE, **given)
    except Malformed as problem:
        raise inputs.BadInput(f"{args.words}: {problem}" if args.words else str(problem)) from None
    for place, text in _positions(args):
        _write(json.dumps(_solved(solve, place, text)))
    return 0


def _write(line: str) -> None:
    """Flushed: a reader may wait for the answer. A full disk is reported like bad input."""
    try:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as problem:
        # At exit Python would flush the rest, and fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise inputs.BadInput(f"standard output: {problem.strerror}") from None


def _positions(args: Namespace) -> Iterator[tuple[str, str]]:
    """The prefix for messages about each position, and its text."""
    text = inputs.text(args.position)
    if not args.jsonl:
        yield "", text
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield f"line {number}: ", line


def _solved(solve: Callable[[object], dict[str, Any]], place: str, text: str) -> dict[str, Any]:
    try:
        return solve(json.loads(text, object_pairs_hook=_once))
    except Malformed as problem:
        raise inputs.BadInput(f"{place}{problem}") from None
    except json.JSONDecodeError as problem:
        column = f"column {problem.colno}"
        where = column if place else f"line {problem.lineno}, {column}"  # a line is named once
        raise inputs.BadInput(f"{place}position: not JSON ({where})") from None
    except (ValueError, RecursionError):  # huge numbers, deep nesting
        raise inputs.BadInput(f"{place}position: cannot be read as JSON") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse an object with a repeated field: which one is meant is unclear."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in found if names.count(name) > 1)
        raise BadPosition(f"position: the field {show(twice)} comes twice")
    return found
