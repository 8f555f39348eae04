"""`escale verify FILE`: the proof of a match, for whoever distrusts digital dice."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from escale.cli import inputs
from escale.cli.terminal.console import CHECK_FAILED, OK, console
from escale.cli.terminal.texts import clean
from escale.core.epoch import Epoch
from escale.core.game import LANGUAGES
from escale.core.proof import verify
from escale.games.matchfile import BadMatchFile, at_start
from escale.games.texts import Texts, texts


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
    mark, style = ("✓", "green") if proof.witnessed else ("·", "yellow")
    text = say(key, draws=proof.draws, actions=proof.actions)
    out.print(f"{mark} {text}", style=style, highlight=False)
    for epoch in proof.epochs:
        for line in _about_chance(epoch, say):
            out.print(f"  {line}", style=style, highlight=False)
    return OK


def _about_chance(epoch: Epoch, say: Texts) -> Iterator[str]:
    """Whose salts are in the draws, and what is not proved."""
    if epoch.by:
        yield say("problems.brought", name=clean(epoch.by))
    names = [clean(player.name) for player in epoch.players]
    if epoch.witnesses:
        yield say("problems.salts-in", names=", ".join(names[seat] for seat in epoch.witnesses))
    elif epoch.draws:
        yield say("problems.no-salts")
    if epoch.witnesses and epoch.missing:
        yield say("problems.salts-missing", names=", ".join(names[seat] for seat in epoch.missing))
    if not epoch.bound:
        yield say("problems.no-binding")
