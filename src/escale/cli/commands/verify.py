"""`escale verify FILE`: the proof of a match, for whoever distrusts digital dice."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from escale.cli import inputs
from escale.cli.terminal.console import CHECK_FAILED, OK, console
from escale.core.event import Salted
from escale.core.game import LANGUAGES
from escale.core.proof import verify
from escale.games.matchfile import BadMatchFile, at_start
from escale.games.texts import texts


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", help="a match file; - reads standard input")
    parser.add_argument("--language", choices=LANGUAGES, default="en")


def run(args: Namespace) -> int:
    game, record = inputs.match(args.file)
    try:
        rules = at_start(game, record.header).rules
    except BadMatchFile as problem:
        raise inputs.BadInput(f"{args.file}: {problem}") from None
    proof = verify(rules, record)
    say = texts(game, args.language)
    out = console()
    for wrong in proof.problems:
        where = "" if wrong.event is None else f"{wrong.event + 1}. "
        key = f"problems.{wrong.reason}"
        text = say(key) if key in say else say("problems.against-the-rules", reason=wrong.reason)
        out.print(f"✗ {where}{text}", style="red", highlight=False)
    if proof.problems:
        return CHECK_FAILED
    key = "problems.none" if proof.over else "problems.none-so-far"
    salts = sum(isinstance(event, Salted) for event in record.log)
    text = say(key, draws=proof.draws, actions=proof.actions, salts=salts)
    out.print(f"✓ {text}", style="green", highlight=False)
    return OK
