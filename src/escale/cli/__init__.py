"""The command `escale`: each command is a module here, loaded when it is called."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from typing import NoReturn

COMMANDS = {
    "serve": "open the house: tables on the network, for browsers, phones and engines",
    "bots": "let bots think for the workers of a house that share a broker",
    "export": "write the tables of a house to a file, to move or to keep them",
    "import": "take the tables of such a file into a house",
    "tables": "look at the tables of a house, check, close or delete them",
    "backup": "copy the database of a house, while it is open",
    "bot": "send a bot, or a program of yours, to a table on the network",
    "play": "play a game in the terminal, with people and bots",
    "replay": "step through a match file",
    "verify": "prove every draw and every move of a match file",
    "arena": "let bots play many games against each other",
    "solve": "find every move of a position, exactly",
    "words": "ask a lexicon, see where it comes from, build it again",
    "new-game": "write a small complete game to start from",
}

MODULES = {"import": "import_"}  # where the command's name is a word of the language


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given and given[0] in COMMANDS:
        return _run(given[0], given[1:])
    parser = Parser(
        prog="escale",
        description="An open games library: take a box from the shelf and play.",
        epilog="escale COMMAND --help tells more about a command.",
    )
    parser.add_argument("--version", action="version", version=version("escale"))
    commands = parser.add_subparsers(title="commands", dest="command", required=True)
    for name, summary in COMMANDS.items():
        commands.add_parser(name, help=summary)
    parser.parse_args(given)
    return 2


def _run(name: str, arguments: Sequence[str]) -> int:
    from escale.cli.inputs import BadInput  # not needed to print --help

    command = import_module(f"escale.cli.commands.{MODULES.get(name, name.replace('-', '_'))}")
    parser = Parser(prog=f"escale {name}", description=COMMANDS[name].capitalize() + ".")
    command.add_arguments(parser)
    try:
        code: int = command.run(parser.parse_args(arguments))
    except BadInput as problem:
        print(f"escale {name}: {problem}", file=sys.stderr)  # noqa: T201
        return 2
    except BrokenPipeError:  # the reader of a pipe has seen enough
        sys.stderr.close()
        return 0
    return code
